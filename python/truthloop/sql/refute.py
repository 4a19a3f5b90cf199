"""The search for a small database on which two queries differ.

The search has three parts. One enumerates the databases over a few values for each column, in growing number of rows;
its size is part of the answer ``unknown``. One takes databases of :mod:`truthloop.sql.seeds`, on which a query has
rows. One draws databases at random: the constants of the queries and their neighbours, NULL, copies of rows, foreign
keys that point at rows, and few values to a column, so that ties occur. It keeps the databases on which a query has
rows, and changes them.

The reference evaluator runs the queries in the search. A difference counts only if :func:`confirm` sees it on both
engines, with all constraints kept. The witness is then made minimal: no row can be left out, and values are small.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlglot import exp

from .domains import Place, counts, domains, used_tables
from .engines import Duckdb, EngineError, Runner, Sqlite, bags_differ, plain, prefix_that_differs, text_for
from .meaning import ENGINE_DEPENDENT, Block, Database, Engine, Env, Expr, Failed, Indeterminate, Op, Query, Row, Rows, Value, _Compiler, compiled, walk
from .schema import Invalid, Schema, at
from .seeds import Seeds

SMALL: dict[type, list[Value]] = {int: [*range(1, 10)], str: [*"abcdefgh"]}  # in place of values that no query names
MAX_UNCONFIRMED = 24  # differences of the evaluator that the engines are asked to confirm


@dataclass
class Pair:
    """Two queries over a schema, with the texts that the engines run."""

    schema: Schema
    left: Query
    right: Query
    texts: dict[Engine, tuple[str, str]]
    dialect: str | None

    @property
    def lists(self) -> bool:
        """Whether the order of the rows counts: both outermost queries have ORDER BY."""
        return all(isinstance(q, Block) and bool(q.order) for q in (self.left, self.right))


def pair_of(schema: Schema, trees: tuple[exp.Expression, exp.Expression], queries: tuple[Query, Query], texts: tuple[str, str],
            dialect: str | None) -> Pair:  # fmt: skip
    engines: tuple[Engine, ...] = ("sqlite", "duckdb")
    written = {e: (text_for(e, texts[0], trees[0], dialect), text_for(e, texts[1], trees[1], dialect)) for e in engines}
    return Pair(schema, queries[0], queries[1], written, dialect)


@dataclass
class Witness:
    db: Database
    left: list[Row]
    right: list[Row]

    def json(self, schema: Schema) -> dict[str, Any]:
        tables = {
            schema.tables[name].name: [{c.name: v for c, v in zip(schema.tables[name].columns, row)} for row in rows]
            for name, rows in self.db.items()
        }
        return {"kind": "database", "tables": tables, "left": [list(r) for r in self.left], "right": [list(r) for r in self.right]}


def witness_database(witness: dict[str, Any], schema: Schema) -> Database:
    """The database of a stored witness. :class:`Invalid` says what does not fit the schema."""
    db: Database = {name: [] for name in schema.tables}  # a witness leaves out the empty ones
    names = {table.name: key for key, table in schema.tables.items()}
    tables = witness.get("tables")
    if not isinstance(tables, dict):
        raise Invalid("the witness has no tables, so it does not fit the schema")
    for name, rows in tables.items():
        columns = [c.name for c in schema.tables[names[name]].columns] if name in names else None
        if columns is None or not isinstance(rows, list) or any(not isinstance(row, dict) or sorted(row) != sorted(columns) for row in rows):
            raise Invalid(f"the table {name} of the witness does not fit the schema")
        db[names[name]] = [tuple(row[c] for c in columns) for row in rows]
        if any(not isinstance(v, (str, int, float, type(None))) for row in db[names[name]] for v in row):
            raise Invalid(f"a value of the table {name} of the witness does not fit the schema")
    return db


@dataclass
class Searched:
    """What a search has done: a witness, or the size up to which there is none."""

    witness: Witness | None = None
    rows: int = -1  # all databases with up to so many rows over the values of the search were tried
    databases: int = 0
    disagreement: str | None = None  # one engine shows a difference, and the other does not
    failure: str | None = None  # an engine cannot run a query


class Search:
    def __init__(self, pair: Pair, seed: int, engine_seconds: float = 2.0) -> None:
        self.pair = pair
        self.schema = pair.schema
        self.random = random.Random(seed)
        self.tables = used_tables(pair)
        self.domains = domains(pair, self.tables)
        self.sizes = counts(pair)
        self.found = Searched()
        self.sqlite = Sqlite(self.schema, engine_seconds)
        self.runners: list[Runner] = [
            self.sqlite,
            Duckdb(self.schema, engine_seconds, pair.dialect in (None, "sqlite")),
        ]
        self.unconfirmed = 0
        self.differ = self._by_meaning()
        self.seeds = Seeds(pair, self.domains, self.sizes, self.random)
        self.check = _checker()
        self.pool: list[Database] = []

    def close(self) -> None:
        self.sqlite.connection.close()

    # --- one database ---

    def _by_meaning(self) -> Callable[[Database], bool]:
        pair, widths = self.pair, self.schema.widths()
        dependent = any(isinstance(n, Op) and n.name in ENGINE_DEPENDENT for n in walk((pair.left, pair.right)))
        modes: list[Engine] = ["sqlite", "duckdb"] if dependent else ["sqlite"]
        if dependent and pair.dialect in modes:
            modes = [m for m in modes if m == pair.dialect]
        self.functions = [(compiled(pair.left, widths, m), compiled(pair.right, widths, m)) for m in modes]
        self.rows_seen = 0

        def differ(db: Database) -> bool:
            for left, right in self.functions:
                a, b = left(db), right(db)
                self.rows_seen = bool(a) + bool(b)
                if not _groups_differ(a, b, pair.lists):
                    return False
            return True

        return differ

    def differs(self, db: Database) -> bool:
        self.found.databases += 1
        self.rows_seen = 0
        try:
            return self.differ(db)
        except (Indeterminate, Failed, EngineError, OverflowError):
            return False

    def kept(self, db: Database) -> bool:
        return self.schema.broken(db, self.check) is None

    # --- the search ---

    def run(self, budget: int, seconds: float, exhaustive: int) -> Searched:
        """Search until a witness is found, ``budget`` databases are drawn, or the time is over."""
        end = time.monotonic() + seconds
        for db in itertools.chain(itertools.islice(self.draws(), budget // 5), self.enumerate(exhaustive, end), itertools.islice(self.draws(), budget)):
            if time.monotonic() > end:
                break
            if not self.kept(db):
                continue
            if self.differs(db) and self.accept(db):
                return self.found
            if self.rows_seen:
                self.pool = [*self.pool[-19:], db]
        return self.found

    def draws(self) -> Iterator[Database]:
        """Databases without end: changed ones, seeds and random ones."""
        while True:
            kind = self.random.random()
            if self.pool and kind < 0.4:
                yield self.mutated(self.random.choice(self.pool))
            elif db := self.seeds.database() if kind < 0.75 else self.drawn():
                yield db

    def enumerate(self, limit: int, end: float) -> Iterator[Database]:
        """All databases over a few values, in growing number of rows, while a number of rows has ``limit`` at most."""
        universe = [(name, row) for name in self.tables for row in self.rows_of(name, limit)]
        for n in itertools.count(self.found.rows + 1):
            if n and (not universe or math.comb(len(universe) + n - 1, n) > limit):
                return
            for rows in itertools.combinations_with_replacement(universe, n):
                if time.monotonic() > end:
                    return
                db: Database = {name: [] for name in self.tables}
                for name, row in rows:
                    db[name].append(row)
                yield db
            self.found.rows = n

    def rows_of(self, name: str, limit: int) -> list[Row]:
        table = self.schema.tables[name]
        keys = {i for key in table.keys for i in key}
        columns = []
        for i, column in enumerate(table.columns):
            few = self.domains[name, i][: 2 if i in keys else 3]
            columns.append(few if column.not_null or None in few else [*few, None])
        return list(itertools.islice(itertools.product(*columns), limit + 1))

    def values(self, place: Place) -> list[Value]:
        """The values of a column in the search; a column that no query reads has one."""
        column = self.schema.tables[place[0]].columns[place[1]]
        found = self.domains[place]
        return [*found, *([] if column.not_null or None in found else [None])]

    def drawn(self) -> Database:
        db: Database = {name: [] for name in self.tables}
        few = {p: self.random.sample(v, min(len(v), self.random.choice((1, 2, 2, 3, 5)))) for p, v in self.domains.items()}
        large = self.random.random() < 0.3
        for name in self.tables:
            for _ in range(self.random.choice((0, 1, 2, 2, 3, 3, 4, 5, *([s + d for s in self.sizes if s <= 12 for d in (-1, 0, 1)] * 3 if large else [])))):
                self.add(db, name, few)
        return db

    def add(self, db: Database, name: str, few: dict[Place, list[Value]]) -> None:
        table, rows = self.schema.tables[name], db[name]
        for _ in range(4):
            if rows and self.random.random() < 0.35:
                row = list(self.random.choice(rows))
                change = {self.random.randrange(len(row)), *(i for key in table.keys for i in key)}
            else:
                row, change = [None] * len(table.columns), set(range(len(table.columns)))
            for i in change:
                row[i] = self.value((name, i), few)
            for fk in table.foreign_keys:
                if change & set(fk.columns):
                    targets = [t for r in db[fk.target] if None not in (t := at(r, fk.target_columns))]
                    null = [i for i in fk.columns if not table.columns[i].not_null]
                    if targets and not (null and self.random.random() < 0.15):
                        for i, value in zip(fk.columns, self.random.choice(targets)):
                            row[i] = value
                    elif null:
                        row[null[0]] = None
            new = tuple(row)
            if not any(None not in (v := at(new, k)) and any(at(r, k) == v for r in rows) for k in table.keys):
                rows.append(new)
                return

    def value(self, place: Place, few: dict[Place, list[Value]]) -> Value:
        table = self.schema.tables[place[0]]
        if not table.columns[place[1]].not_null and self.random.random() < 0.15:
            return None
        if any(place[1] in key for key in table.keys) and self.random.random() < 0.7:
            values, kind = self.domains[place], table.columns[place[1]].type
            # A key needs as many values as there are rows.
            more: list[Value] = [*range(3, 20)] if kind == "int" else [f"k{n}" for n in range(9)] if kind == "text" else []
            return self.random.choice([*values, *more])
        return self.random.choice(few[place])

    def mutated(self, db: Database) -> Database:
        new = {name: list(rows) for name, rows in db.items()}
        name = self.random.choice(list(new))
        action = self.random.random()
        if action < 0.4 or not new[name]:
            self.add(new, name, self.domains)
        elif action < 0.5:
            new[name].pop(self.random.randrange(len(new[name])))
        else:
            at_row = self.random.randrange(len(new[name]))
            i = self.random.randrange(len(new[name][at_row]))
            row = list(new[name][at_row])
            row[i] = self.random.choice([r[i] for r in new[name]]) if action < 0.6 else self.value((name, i), self.domains)
            new[name][at_row] = tuple(row)
        return new

    # --- witnesses ---

    def accept(self, db: Database) -> bool:
        """Confirm a difference on the engines. What they do not confirm is remembered, and the search goes on."""
        if self.unconfirmed >= MAX_UNCONFIRMED or self.confirm(db) is None:
            self.unconfirmed += 1
            return False
        small = self.minimal(db)
        self.found.witness = self.confirm(small) or self.confirm(db)
        return self.found.witness is not None

    def confirm(self, db: Database) -> Witness | None:
        """The results on the witness, if both engines show a difference. One engine is enough if the dialect names it."""
        prefix = None
        if self.pair.lists:
            left, right = (f(db) for f in self.functions[0])
            prefix = prefix_that_differs(left, right)
        shown: dict[Engine, bool] = {}
        results: dict[Engine, tuple[list[Row], list[Row]]] = {}
        for runner in self.runners:
            try:
                runner.load({name: db.get(name, []) for name in self.schema.tables})
                a, b = (runner.run(text) for text in self.pair.texts[runner.name])
            except EngineError as e:
                self.found.failure = str(e)
                continue
            results[runner.name] = a, b
            shown[runner.name] = bags_differ(a, b) or prefix is not None and bags_differ(a[:prefix], b[:prefix])
        if len(set(shown.values())) > 1:
            yes = next(e for e, difference in shown.items() if difference)
            self.found.disagreement = f"{yes} shows a difference, and the other engine does not"
        if not all(shown.values()) or not shown or len(shown) == 1 and self.pair.dialect not in shown:
            return None
        return Witness({name: rows for name, rows in db.items() if rows}, *results[min(results, key=lambda e: e != self.pair.dialect)])

    def contradicted(self) -> bool:
        """Whether an engine that may decide alone shows a difference on a few databases: a check of proofs.

        The search asks an engine only where the evaluator sees a difference, so it misses what both read in a wrong way.
        """
        few = [*self.pool[-8:], *itertools.islice(self.draws(), 6)]
        for runner in self.runners:
            if self.pair.dialect in ("sqlite", "duckdb") and self.pair.dialect != runner.name:
                continue
            for db in (d for d in (few if runner is self.sqlite else few[-3:]) if self.kept(d)):
                try:
                    runner.load({name: db.get(name, []) for name in self.schema.tables})
                    if bags_differ(*(runner.run(text) for text in self.pair.texts[runner.name])):
                        return True
                except EngineError:
                    continue
        return False

    def minimal(self, db: Database) -> Database:
        """The database without the rows that it does not need, and with small values."""
        usual = {v for some in self.domains.values() for v in some}
        for _ in range(3):
            before = db
            for name in db:
                for row in list(db[name]):
                    rows = list(db[name])
                    rows.remove(row)
                    db = self.better(db, {**db, name: rows})
            for name in db:
                for at_row, i in itertools.product(range(len(db[name])), range(len(self.schema.tables[name].columns))):
                    values = self.values((name, i))
                    if values[-1] is None and any(i in fk.columns for fk in self.schema.tables[name].foreign_keys):
                        values = values[::-1]  # a foreign key that is NULL needs no row
                    for v in values:
                        row = db[name][at_row]
                        if v == row[i]:
                            break
                        new = [*db[name]]
                        new[at_row] = (*row[:i], v, *row[i + 1 :])
                        smaller = self.better(db, {**db, name: new})
                        if smaller is not db:
                            db = smaller
                            break
            for old in sorted({v for rows in db.values() for row in rows for v in row if type(v) in SMALL and v not in usual}, key=str):
                for v in SMALL[type(old)]:  # in all places at once, so that equal values stay equal
                    renamed = self.better(db, {n: [tuple(v if x == old and type(x) is type(old) else x for x in row) for row in db[n]] for n in db})
                    if renamed is not db:
                        db = renamed
                        break
            if db == before:
                break
        return db

    def better(self, old: Database, new: Database) -> Database:
        return new if self.kept(new) and self.differs(new) else old


def _groups_differ(a: Rows, b: Rows, lists: bool) -> bool:
    left = [tuple(map(plain, r)) for g in a for r in g]
    right = [tuple(map(plain, r)) for g in b for r in g]
    return bags_differ(left, right) or lists and prefix_that_differs(a, b) is not None


def _checker() -> Callable[[Expr, Env], Value]:
    compiler, cache = _Compiler("sqlite", {}), dict[Expr, Callable[[Env], Value]]()

    def check(e: Expr, env: Env) -> Value:
        if e not in cache:
            cache[e] = compiler.expr(e)
        return cache[e](env)

    return check
