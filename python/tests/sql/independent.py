"""Checks verdicts on SQL with sqlite3 and duckdb alone. It imports nothing of truthloop.

    python random_pairs.py --count 100 | python independent.py --databases 50

A line of the input has ``schema``, ``left``, ``right``, ``verdict`` and ``witness``. A verdict ``equivalent`` must
survive random databases on both engines; a witness of ``not_equivalent`` must keep the constraints and give different
results on both. Each wrong verdict is printed, and the exit code is 1 if there is one.
"""

import argparse
import collections
import datetime
import decimal
import functools
import json
import random
import re
import sqlite3
import sys

import duckdb


def number(v):
    if isinstance(v, (float, decimal.Decimal)):
        return round(float(v), 8)
    return v.isoformat() if isinstance(v, datetime.date) else v


def results(engine, text):
    return [tuple(number(v) for v in row) for row in engine.execute(text).fetchall()]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def bag(rows):
    return collections.Counter(rows)


class Engines:
    """Both engines with the schema. SQLite decides which rows keep the constraints."""

    def __init__(self, ddl):
        self.sqlite = sqlite3.connect(":memory:", isolation_level=None)
        self.sqlite.execute("PRAGMA foreign_keys = ON")
        self.sqlite.executescript(ddl)
        self.duckdb = duckdb.connect(":memory:", config={"threads": 1, "enable_external_access": False})
        self.duckdb.execute("SET default_null_order = 'nulls_first_on_asc_last_on_desc'")
        self.tables = [t for (t,) in self.sqlite.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")]
        self.columns = {t: self.sqlite.execute(f"PRAGMA table_info({quoted(t)})").fetchall() for t in self.tables}
        self.references = {t: {r[3]: (r[2], r[4] or "id") for r in self.sqlite.execute(f"PRAGMA foreign_key_list({quoted(t)})")} for t in self.tables}

        for table, columns in self.columns.items():  # without constraints, which SQLite has checked
            self.duckdb.execute(f"CREATE TABLE {quoted(table)} ({', '.join(f'{quoted(name)} {kind}' for _, name, kind, *_ in columns)})")

    def clear(self):
        for table in reversed(self.tables):
            self.sqlite.execute(f"UPDATE {quoted(table)} SET " + ", ".join(f"{quoted(c)} = NULL" for c in self.nullable(table)) if self.nullable(table) else "SELECT 1")
            self.sqlite.execute(f"DELETE FROM {quoted(table)}")

    def nullable(self, table):
        return [c for c in self.references[table] if not any(n == c and (notnull or pk) for _, n, _, notnull, _, pk in self.columns[table])]

    def insert(self, table, row):
        """Whether SQLite accepts the row. SQLite allows NULL in a primary key; the schema does not."""
        if any(pk and row[i] is None for i, (*_, pk) in enumerate(self.columns[table])):
            return False
        try:
            self.sqlite.execute(f"INSERT INTO {quoted(table)} VALUES ({', '.join('?' * len(row))})", row)
        except sqlite3.IntegrityError:
            return False
        return True

    def copy(self, *queries):
        """The rows of SQLite in DuckDB: those of the tables that a query names."""
        text = ""
        for table in self.tables:
            if any(re.search(rf"\b{re.escape(table)}\b", q, re.IGNORECASE) for q in queries):
                rows = self.sqlite.execute(f"SELECT * FROM {quoted(table)}").fetchall()
                text += f"DELETE FROM {quoted(table)};" + (f"INSERT INTO {quoted(table)} VALUES {', '.join(map(literals, rows))};" if rows else "")
        self.duckdb.execute(f"BEGIN; {text} COMMIT")

    def fill(self, rng, constants):
        sizes = rng.choice(((0, 2), (1, 3), (2, 6)))
        for table in self.tables:
            for _ in range(rng.randint(*sizes)):
                row = []
                for _, name, kind, notnull, _, pk in self.columns[table]:
                    target = self.references[table].get(name)
                    if not (notnull or pk) and rng.random() < 0.2:
                        row.append(None)
                    elif target and (found := self.sqlite.execute(f"SELECT {quoted(target[1])} FROM {quoted(target[0])}").fetchall()):
                        row.append(rng.choice(found)[0])
                    else:
                        row.append(value(kind, rng, constants))
                self.insert(table, row)


def literals(row):
    return "(" + ", ".join("NULL" if v is None else "'" + v.replace("'", "''") + "'" if isinstance(v, str) else repr(v) for v in row) + ")"


@functools.lru_cache(maxsize=8)
def engines_of(ddl):
    return Engines(ddl)


def value(kind, rng, constants):
    if kind == "TEXT":
        return rng.choice([*constants["text"], "a", "b", "A", "ab", ""])
    if kind == "DATE":
        return rng.choice([*constants["date"], "2020-01-01", "2021-01-01", "2022-06-01"])
    if kind == "REAL":
        return rng.choice((0.0, 0.5, 1.0, 1.5, 2.0))
    return rng.choice([*(c + d for c in constants["int"] for d in (-1, 0, 1)), 0, 1, 2, 3])


def constants_of(*texts):
    text = " ".join(texts)
    strings = re.findall(r"'([^']*)'", text)
    dates = [s for s in strings if re.fullmatch(r"\d{4}-\d\d-\d\d", s)]
    plain = re.sub(r"'[^']*'", "", text)
    return {"text": [s for s in strings if s not in dates], "date": dates, "int": [int(n) for n in re.findall(r"\b\d+\b", plain)]}


def ordered_column(text):
    """The position in the result of the one column of ORDER BY, or None."""
    found = re.search(r"ORDER BY (\S+)( ASC| DESC)?( NULLS (FIRST|LAST))?( LIMIT \d+)?$", text)
    select = re.match(r"SELECT (?:DISTINCT )?(.*?) FROM ", text)
    columns = select.group(1).split(", ") if select else []
    return columns.index(found.group(1)) if found and found.group(1) in columns else None


def survives(ddl, left, right, databases, seed):
    """A database on which the results differ, as text, or None."""
    rng, constants = random.Random(seed), constants_of(left, right)
    a, b = ordered_column(left), ordered_column(right)
    engines = engines_of(ddl)
    for _ in range(databases):
        engines.clear()
        engines.fill(rng, constants)
        engines.copy(left, right)
        for name, engine in (("sqlite", engines.sqlite), ("duckdb", engines.duckdb)):
            try:
                x, y = results(engine, left), results(engine, right)
            except (duckdb.Error, sqlite3.Error) as e:
                return f"{name}: {e}"
            order = a is not None and b is not None and [r[a] for r in x] != [r[b] for r in y]
            if bag(x) != bag(y) or order:
                rows = {t: engines.sqlite.execute(f"SELECT * FROM {t}").fetchall() for t in engines.tables}
                return f"{name}: {x} and {y} on {rows}"
    return None


def reproduces(ddl, left, right, witness):
    """What is wrong with a witness, or None."""
    engines = engines_of(ddl)
    engines.clear()
    engines.sqlite.execute("BEGIN")
    engines.sqlite.execute("PRAGMA defer_foreign_keys = ON")
    for table, rows in witness["tables"].items():
        for row in rows:
            if not engines.insert(table, list(row.values())):
                engines.sqlite.execute("ROLLBACK")
                return f"{table} refuses {row}"
    try:
        engines.sqlite.execute("COMMIT")
    except sqlite3.IntegrityError as e:
        engines.sqlite.execute("ROLLBACK")
        return f"SQLite: {e}"
    engines.copy(left, right)
    for name, engine in (("sqlite", engines.sqlite), ("duckdb", engines.duckdb)):
        x, y = results(engine, left), results(engine, right)
        if bag(x) == bag(y) and (x == y or not ("ORDER BY" in left.upper() and "ORDER BY" in right.upper())):
            return f"{name} gives {x} for both"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--databases", type=int, default=50)
    options = parser.parse_args()
    verdicts, wrong = collections.Counter(), 0
    for i, line in enumerate(sys.stdin):
        row = json.loads(line)
        verdicts[row["kind"], row["verdict"]] += 1
        fault = None
        if row["verdict"] == "equivalent":
            fault = survives(row["schema"], row["left"], row["right"], options.databases, i)
        elif row["verdict"] == "not_equivalent":
            fault = reproduces(row["schema"], row["left"], row["right"], row["witness"])
        if fault:
            wrong += 1
            print(f"wrong: {row['verdict']}: {row['left']} | {row['right']}: {fault}")
    for kind in sorted({k for k, _ in verdicts}):
        counts = {v: n for (k, v), n in sorted(verdicts.items()) if k == kind}
        decided = 1 - counts.get("unknown", 0) / sum(counts.values())
        print(f"{kind}: {counts}, decided {decided:.3f}")
    print(f"pairs {sum(verdicts.values())}, wrong {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
