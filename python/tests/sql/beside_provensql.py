"""Runs provensql 0.2.0 and truthloop.sql on the same random pairs, and counts what each decides.

    pip install './python[sql]' provensql==0.2.0 sqlglot==30.20.0
    cd python/tests && python -m sql.beside_provensql --count 500 --seed 1

A pair is a query and its rewriting, which is equal by construction, or a query and its single edit. Both programs get
the types and the constraints of the schema. An answer is wrong if it calls a rewriting different, or if it calls two
queries equivalent that give other results on a database that keeps the constraints (``independent.py`` runs it).
"""

from __future__ import annotations

import argparse
import collections
import statistics
import time

from provensql.catalog import Catalog
from provensql.compare import compare

from sql import independent, random_pairs
from truthloop.sql import judge

KINDS = {"int": "NUMERIC", "real": "NUMERIC", "text": "VARCHAR", "date": "DATE", "bool": "BOOLEAN"}


def catalog(ddl):
    made = Catalog()
    for table in judge.schema_of(ddl).tables.values():
        names = [c.name for c in table.columns]
        made.tables[table.name] = {c.name: KINDS[c.type] for c in table.columns}
        made.not_null[table.name] = {c.name for c in table.columns if c.not_null}
        made.unique[table.name] = {names[key[0]] for key in table.keys if len(key) == 1}
        targets = {names[fk.columns[0]]: fk for fk in table.foreign_keys if len(fk.columns) == 1}
        tables = judge.schema_of(ddl).tables
        made.foreign_keys[table.name] = {
            n: (tables[fk.target].name, tables[fk.target].columns[fk.target_columns[0]].name) for n, fk in targets.items()
        }
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--joins", type=int, default=3)
    options = parser.parse_args()
    counts, seconds, catalogs = collections.Counter(), collections.defaultdict(list), {}
    for pair in random_pairs.pairs(options.count, options.seed, options.joins):
        ddl, left, right = pair["schema"], pair["left"], pair["right"]
        if ddl not in catalogs:
            catalogs[ddl] = catalog(ddl)
        started = time.monotonic()
        theirs = compare(left, right, catalogs[ddl]).type.value.lower()
        middle = time.monotonic()
        answer = judge.compare(left, right, ddl)
        seconds["provensql"].append(middle - started)
        seconds["truthloop.sql"].append(time.monotonic() - middle)
        ours = answer["verdict"]
        differ = ours == "not_equivalent" and independent.reproduces(ddl, left, right, answer["witness"]) is None
        for name, equal, different in (
            ("provensql", theirs == "equivalent", theirs in ("different", "schema_change")),
            ("truthloop.sql", ours == "equivalent", ours == "not_equivalent"),
        ):
            counts[name, "equivalent" if equal else "different" if different else "unknown"] += 1
            wrong = different if pair["kind"] == "rewriting" else equal and differ
            counts[name, "wrong"] += wrong
            if wrong:
                print(f"{name} says {'equivalent' if equal else 'different'}: {left} | {right} | {pair['names']}")
    for name, times in seconds.items():
        found = {what: counts[name, what] for what in ("equivalent", "different", "unknown", "wrong")}
        print(name, found, f"median {statistics.median(times) * 1000:.0f} ms, in all {sum(times):.0f} s")


if __name__ == "__main__":
    main()
