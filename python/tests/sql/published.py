"""Checks verdicts on published predictions with sqlite3 and duckdb alone. It imports nothing of truthloop.

    verify spider.jsonl -o judged.jsonl
    python published.py --databases 50 < judged.jsonl

The input is rows of ``verify`` for the dialect sqlite, which SQLite decides: on each witness it must give different
results, and on random databases equal results for what is equivalent. Each wrong verdict is printed, and the exit code
is 1 if there is one. DuckDB gets a query as it is, or if it refuses that, as sqlglot translates it, with the columns
beside GROUP BY in GROUP BY. What it then can run, it must confirm: otherwise the row is printed too, but not as wrong.
"""

import argparse
import collections
import functools
import json
import random
import re
import sqlite3
import sys

import duckdb
import independent
import sqlglot
from independent import bag, constants_of, ordered_column, results
from sqlglot import exp

UNGROUPED = re.compile(r'column "([^"]+)" must appear in the GROUP BY clause')


@functools.lru_cache(maxsize=4)
def engines_of(ddl):
    return independent.Engines(ddl)


def with_group(text, column):
    """The query, with a column of this name that stands beside GROUP BY in it, or None."""
    tree = sqlglot.parse_one(text, read="duckdb")
    for select in tree.find_all(exp.Select):
        group = select.args.get("group")
        for part in (*select.expressions, select.args.get("order"), select.args.get("having")) if group else ():
            for c in part.find_all(exp.Column) if part else ():
                if c.name.lower() == column.lower() and c not in group.expressions and not c.find_ancestor(exp.AggFunc):
                    group.append("expressions", c.copy())
                    return tree.sql("duckdb")
    return None


def for_duckdb(engine, text):
    """The text that DuckDB runs on empty tables, or None."""
    try:
        translated = sqlglot.transpile(text, read="sqlite", write="duckdb")[0]
    except sqlglot.errors.SqlglotError:
        translated = text
    for candidate in (text, translated):
        for _ in range(10):
            try:
                engine.execute(candidate).fetchall()
                return candidate
            except duckdb.Error as e:
                found = UNGROUPED.search(str(e))
                candidate = found and with_group(candidate, found[1])
                if not candidate:
                    break
    return None


def differ(engine, left, right, ordered=None):
    """Whether the results differ; None if a query fails on these rows. ordered is a position for each query."""
    try:
        x, y = results(engine, left), results(engine, right)
    except (duckdb.Error, sqlite3.Error):
        return None
    if bag(x) != bag(y):
        return True
    if ordered is None:
        return x != y and "ORDER BY" in left.upper() and "ORDER BY" in right.upper()
    a, b = ordered
    return a is not None and b is not None and [r[a] for r in x] != [r[b] for r in y]


class Pair:
    def __init__(self, row):
        self.row, self.engines = row, engines_of(row["schema"])
        self.texts = row["fs"].strip().rstrip(";"), row["fs_out"].strip().rstrip(";")
        self.engines.clear()
        self.engines.copy(*self.texts)
        self.on_sqlite = differ(self.engines.sqlite, *self.texts) is not None
        self.duckdb = tuple(for_duckdb(self.engines.duckdb, t) for t in self.texts)
        self.on_both = self.on_sqlite and None not in self.duckdb

    def differences(self, ordered=None):
        """Whether each engine shows a difference on the rows that SQLite has; DuckDB's is None where it runs not both."""
        self.engines.copy(*self.texts)
        return differ(self.engines.sqlite, *self.texts, ordered), differ(self.engines.duckdb, *self.duckdb, ordered) if self.on_both else None

    def witness(self):
        self.engines.clear()
        self.engines.sqlite.execute("BEGIN")
        self.engines.sqlite.execute("PRAGMA defer_foreign_keys = ON")
        kept = all(self.engines.insert(t, list(r.values())) for t, rows in json.loads(self.row["witness"])["tables"].items() for r in rows)
        try:
            self.engines.sqlite.execute("COMMIT")
        except sqlite3.IntegrityError:
            self.engines.sqlite.execute("ROLLBACK")
            kept = False
        return self.differences() if kept else (False, None)

    def survives(self, databases, seed):
        ordered, constants = tuple(map(ordered_column, self.texts)), constants_of(*self.texts)
        rng, shown, compared = random.Random(seed), [False, False], False
        for _ in range(databases):
            self.engines.clear()
            self.engines.fill(rng, constants)
            found = self.differences(ordered)
            shown = [a or bool(b) for a, b in zip(shown, found)]
            compared = compared or found[0] is not None
        return shown[0] or not compared, shown[1]  # what fails on all databases does not survive them


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--databases", type=int, default=50)
    options = parser.parse_args()
    count, wrong = collections.Counter(), 0
    for i, line in enumerate(sys.stdin):
        row = json.loads(line)
        verdict, name = row["verdict"], row.get("id", i)
        if verdict == "noncompliant":
            count[verdict] += 1
            continue
        pair = Pair(row)
        count[verdict] += 1
        count[verdict, "both"] += pair.on_both
        if verdict == "not_equivalent":
            sqlite, duck = pair.witness()
            bad, doubtful = not sqlite, duck is False
            count["shown"] += bool(duck)
        elif verdict == "equivalent":
            bad, doubtful = pair.survives(options.databases, i)
        else:
            continue
        wrong += bad
        if bad or doubtful:
            print(f"{'wrong' if bad else 'DuckDB does not confirm'}: {name}: {verdict}: {row['fs']} | {row['fs_out']}")
    for verdict in ("equivalent", "not_equivalent", "unknown", "noncompliant"):
        print(f"{verdict}: {count[verdict]}, both engines run {count[verdict, 'both']}")
    print(f"witnesses that DuckDB shows too: {count['shown']}")
    print(f"wrong {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
