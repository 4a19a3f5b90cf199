"""Writes Spider's questions and a file of predictions as rows for verify, a line of JSON each.

    python3 spider.py tables.json dev_gold.sql predictions.txt >spider.jsonl

A line of the gold file has a query, a tab and the name of a database; a line of predictions has
a query. tables.json tells less than a schema, so these rules fill in the rest:

- a number or a truth value is an INT, and anything else a TEXT;
- a foreign key has the type of the column to which it refers, and is no constraint: Spider's
  databases break some of them;
- a primary key that is also a foreign key is no key, because tables.json has the first column
  of a key alone;
- a text in double quotes that is no name of the schema is a string.
"""
import json, re, sys

TYPES = {"number": "INT", "boolean": "INT"}

def quoted(name):
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else '"' + name.replace('"', '""') + '"'

def schema(database):
    columns, types = database["column_names_original"], list(database["column_types"])
    for _ in database["foreign_keys"]:  # chains of keys
        for column, target in database["foreign_keys"]:
            types[column] = types[target]
    foreign = {column for column, _ in database["foreign_keys"]}
    for number, table in enumerate(database["table_names_original"]):
        if table.startswith("sqlite_"):  # SQLite's own
            continue
        parts = [f"{quoted(name)} {TYPES.get(types[i], 'TEXT')}" for i, (t, name) in enumerate(columns) if t == number]
        parts += [f"PRIMARY KEY ({quoted(columns[k][1])})" for k in database["primary_keys"] if columns[k][0] == number and k not in foreign]
        yield f"CREATE TABLE {quoted(table)} ({', '.join(parts)});"

def query(text, names):
    def string(match):
        inside = match.group(1)
        return match.group() if inside.lower() in names else "'" + inside.replace("'", "''") + "'"
    return re.sub(r'"([^"]*)"', string, text.strip().rstrip(";"))

def lines(path):
    with open(path) as file:
        return file.read().rstrip("\n").split("\n")

if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        databases = {database["db_id"]: database for database in json.load(file)}
    gold, predictions = lines(sys.argv[2]), lines(sys.argv[3])
    if len(gold) != len(predictions):
        sys.exit(f"{sys.argv[3]}: found {len(predictions)} lines, expected {len(gold)}, as in {sys.argv[2]}")
    for i, (line, prediction) in enumerate(zip(gold, predictions)):
        right, name = line.rsplit("\t", 1)
        database = databases[name]
        names = {n.lower() for n in [*database["table_names_original"], *(c for _, c in database["column_names_original"])]}
        print(json.dumps({
            "id": f"spider-{i}", "dataset": "spider", "index": i, "formalism": "sql", "dialect": "sqlite", "db_id": name,
            "schema": "\n".join(schema(database)), "fs": query(right, names), "fs_out": query(prediction, names),
        }))
