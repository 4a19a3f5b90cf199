"""Writes random pairs of SQL queries with their verdicts, a line of JSON for each.

    python random_pairs.py --count 100 --seed 1 >pairs.jsonl

Half of the right queries are rewritings of the left one, and half have one edit. ``kind`` says which.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path

import truthloop.sql
from truthloop.sql import generate, judge

SCHEMAS = sorted((Path(truthloop.sql.__file__).parent / "schemas").glob("*.sql"))


def pairs(count, seed, joins=3):
    rng = random.Random(seed)
    made = 0
    while made < count:
        ddl = rng.choice(SCHEMAS).read_text()
        schema = judge.schema_of(ddl)
        left = generate.Maker(schema, rng).query(joins)
        if rng.random() < 0.5:
            kind = "rewriting"
            right, names = generate.rewritten(left, schema, rng)
        else:
            kind = "edit"
            options = generate.edits(left, schema)
            if not options:
                continue
            name = rng.choice(sorted({n for n, _ in options}))
            right, names = rng.choice([text for n, text in options if n == name]), [name]
        made += 1
        yield {"kind": kind, "names": names, "schema": ddl, "left": left, "right": right}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    for pair in pairs(options.count, options.seed):
        start = time.monotonic()
        answer = judge.compare(pair["left"], pair["right"], pair["schema"], seconds=options.seconds)
        print(json.dumps({**pair, **answer, "seconds": round(time.monotonic() - start, 3)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
