"""Writes the questions of Spider or BIRD and a file of predictions as rows for verify, a line of JSON each.

    python3 spider.py [--foreign-keys] tables.json dev_gold.sql predictions.txt >spider.jsonl
    python3 spider.py [--foreign-keys] dev_tables.json mini_dev_sqlite_gold.sql predictions.json >bird.jsonl

A line of the gold file has a query, a tab and the name of a database. A line of Spider's predictions has a query;
BIRD's are an object from the number of a question to a query, a mark and the name of a database. The tables tell less
than a schema, so these rules fill in the rest:

- a number or a truth value is an INT, and what has no type known here a TEXT;
- a foreign key has the type of the column to which it refers. It is a constraint only with
  --foreign-keys, and if it refers to a key, because the databases break some of them;
- in Spider, a primary key that is also a foreign key is no key, because its tables.json has the
  first column of a key alone;
- a text in double quotes that is no name of the schema is a string.
"""
import json, re, sys

TYPES = {"number": "INT", "boolean": "INT", "integer": "INT", "real": "REAL", "date": "DATE"}
MARK = "\t----- bird -----\t"  # before the name of the database in BIRD's predictions

def quoted(name):
    return '"' + name.replace('"', '""') + '"'

def schema(database, dataset, referring):
    columns, types = database["column_names_original"], list(database["column_types"])
    tables = database["table_names_original"]
    for _ in database["foreign_keys"]:  # chains of keys
        for column, target in database["foreign_keys"]:
            types[column] = types[target]
    foreign = {column for column, _ in database["foreign_keys"]}
    keys = [key if isinstance(key, list) else [key] for key in database["primary_keys"]]
    keys = [key for key in keys if not (dataset == "spider" and key[0] in foreign)]
    for number, table in enumerate(tables):
        if table.startswith("sqlite_"):  # SQLite's own
            continue
        parts = [f"{quoted(name)} {TYPES.get(types[i], 'TEXT')}" for i, (t, name) in enumerate(columns) if t == number]
        parts += [f"PRIMARY KEY ({', '.join(quoted(columns[k][1]) for k in key)})" for key in keys if columns[key[0]][0] == number]
        for column, target in database["foreign_keys"] if referring else ():
            if columns[column][0] == number and [target] in keys:
                (_, name), (other, key) = columns[column], columns[target]
                parts.append(f"FOREIGN KEY ({quoted(name)}) REFERENCES {quoted(tables[other])} ({quoted(key)})")
        yield f"CREATE TABLE {quoted(table)} ({', '.join(parts)});"

def query(text, names):
    def string(match):
        inside = match.group(1)
        return match.group() if inside.lower() in names else "'" + inside.replace("'", "''") + "'"
    return re.sub(r'"([^"]*)"', string, text.strip().rstrip(";"))

def predicted(path):
    """The predictions, in the order of the questions. A model that gave no query gives an empty one."""
    if not path.endswith(".json"):
        return lines(path)
    with open(path) as file:
        answers = json.load(file)
    return [str(answers[str(i)]).rpartition(MARK)[0] for i in range(len(answers))]

def lines(path):
    with open(path) as file:
        return file.read().rstrip("\n").split("\n")

if __name__ == "__main__":
    referring = "--foreign-keys" in sys.argv
    paths = [a for a in sys.argv[1:] if a != "--foreign-keys"]
    if len(paths) != 3:
        sys.exit(__doc__)
    with open(paths[0]) as file:
        databases = {database["db_id"]: database for database in json.load(file)}
    gold, predictions = lines(paths[1]), predicted(paths[2])
    dataset = "bird" if paths[2].endswith(".json") else "spider"
    if len(gold) != len(predictions):
        sys.exit(f"{paths[2]}: found {len(predictions)} predictions, expected {len(gold)}, as in {paths[1]}")
    for i, (line, prediction) in enumerate(zip(gold, predictions)):
        right, name = line.rsplit("\t", 1)
        database = databases[name]
        names = {n.lower() for n in [*database["table_names_original"], *(c for _, c in database["column_names_original"])]}
        print(json.dumps({
            "id": f"{dataset}-{i}", "dataset": dataset, "index": i, "formalism": "sql", "dialect": "sqlite", "db_id": name,
            "schema": "\n".join(schema(database, dataset, referring)), "fs": query(right, names), "fs_out": query(prediction, names),
        }))
