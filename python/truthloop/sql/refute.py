"""The search for a small database on which two queries differ.

It takes databases of :mod:`truthloop.sql.draws`, and enumerates the databases over a few values for each column.
:mod:`truthloop.sql.evaluate` says what the queries give. A difference counts only if both engines, which run the texts of
the queries, show it. Then the witness is made small.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlglot import exp

from .domains import Place
from .draws import Draws
from .engines import Duckdb, EngineError, Runner, Sqlite, bags_differ, prefix_that_differs, text_for
from .evaluate import Evaluator, Rows
from .meaning import Block, Database, Engine, Key, Op, Query, Row, Type, Value, walk
from .schema import Invalid, Schema

Message: TypeAlias = dict[str, Any]  # JSON
SMALL: dict[type, list[Value]] = {int: [*range(1, 10)], str: [*"abcdefgh"]}  # in place of values that no query names
FITS: dict[Type, Any] = {"int": int, "real": (int, float), "text": str, "date": str, "bool": int}
ENGINE_SECONDS = 2.0
MAX_UNCONFIRMED = 24  # differences of the evaluator that the engines are asked to confirm


@dataclass
class Pair:
    """Two queries over a schema, as they are parsed and as they were written."""

    schema: Schema
    left: Query
    right: Query
    trees: tuple[exp.Expression, exp.Expression]
    texts: tuple[str, str]
    dialect: str | None

    @property
    def lists(self) -> bool:
        """Whether the order of the rows counts: both outermost queries have ORDER BY."""
        return all(isinstance(q, Block) and bool(q.order) for q in (self.left, self.right))


def witness_database(witness: dict[str, Any], schema: Schema) -> Database:
    """The database of a stored witness. :class:`Invalid` says what does not fit the schema."""
    db: Database = {name: [] for name in schema.tables}  # a witness leaves out the empty ones
    names = {table.name: key for key, table in schema.tables.items()}
    try:
        for name, rows in witness["tables"].items():
            columns = schema.tables[names[name]].columns
            db[names[name]] = [tuple(row[c.name] for c in columns) for row in rows]
            fit = all(isinstance(v, (FITS[c.type], type(None))) for row in db[names[name]] for v, c in zip(row, columns))
            if not fit or any(len(row) > len(columns) for row in rows):
                raise TypeError
    except (AttributeError, KeyError, TypeError):
        raise Invalid("the witness does not fit the schema") from None
    return db


class Search:
    def __init__(self, pair: Pair, seed: int) -> None:
        self.pair, self.schema = pair, pair.schema
        self.rows = -1  # all databases with up to so many rows over the values of the search were tried
        self.databases = 0
        self.disagreement: str | None = None  # one engine shows a difference, and the other does not
        self.failure: str | None = None  # an engine cannot run a query
        self.sqlite = Sqlite(self.schema, ENGINE_SECONDS)
        self.runners: list[Runner] = [self.sqlite, Duckdb(self.schema, ENGINE_SECONDS, pair.dialect in (None, "sqlite"))]
        self.texts = {r.name: [text_for(r.name, text, tree, pair.dialect) for text, tree in zip(pair.texts, pair.trees)] for r in self.runners}
        self.evaluated = Sqlite(self.schema, 0.1, guarded=False)
        self.functions = [Evaluator(self.schema, self.evaluated).compiled(q) for q in (pair.left, pair.right)]
        # /, LIKE and functions are evaluated as in SQLite; where an order depends on them, DuckDB may tie other rows.
        queries = pair.left, pair.right
        cut = any(isinstance(n, Block) and n.limited for n in walk(queries))
        kinds = {n.name for k in walk(queries) if isinstance(k, Key) for n in walk(queries if cut else k) if isinstance(n, Op)}
        self.comparable = pair.dialect == "sqlite" or not any(k in ("/", "like") or k.startswith("opaque") for k in kinds)
        self.unconfirmed = 0
        self.has_rows = False
        self.draws = Draws(pair, random.Random(seed), self.evaluated)
        self.pool: list[Database] = []

    def close(self) -> None:
        for sqlite in (self.sqlite, self.evaluated):
            sqlite.connection.close()

    def differs(self, db: Database) -> bool:
        """Whether the constraints hold, and the meanings of the queries differ."""
        self.has_rows = False
        if not self.comparable:
            return False
        try:
            self.evaluated.load(db)
            a, b = (f() for f in self.functions)
            self.databases += 1
        except EngineError:
            return False
        self.has_rows = bool(a or b)
        return bags_differ(_flat(a), _flat(b)) or self.pair.lists and prefix_that_differs(a, b) is not None

    # --- the search ---

    def run(self, effort: tuple[int, float, int], seconds: float) -> Message | None:
        """Search until a witness is found, or the effort is made: databases to draw, seconds, databases to enumerate."""
        budget, most, exhaustive = effort
        end = time.monotonic() + min(most, seconds)
        draws = (self.draws.database() for _ in itertools.count())
        for db in itertools.chain(itertools.islice(draws, budget // 5), self.enumerate(exhaustive, end), itertools.islice(draws, budget)):
            if time.monotonic() > end:
                break
            if self.differs(db) and (witness := self.accepted(db)):
                return witness
            if self.has_rows:
                self.pool = [*self.pool[-19:], db]
        return None

    def enumerate(self, limit: int, end: float) -> Iterator[Database]:
        """All databases over a few values, in growing number of rows, while a number of rows has ``limit`` at most."""
        universe = [(name, row) for name in self.draws.tables for row in self.rows_of(name, limit)]
        for n in itertools.count(self.rows + 1):
            if n and (not universe or math.comb(len(universe) + n - 1, n) > limit):
                return
            for rows in itertools.combinations_with_replacement(universe, n):
                if time.monotonic() > end:
                    return
                db: Database = {name: [] for name in self.draws.tables}
                for name, row in rows:
                    db[name].append(row)
                yield db
            self.rows = n

    def rows_of(self, name: str, limit: int) -> list[Row]:
        table = self.schema.tables[name]
        keys = {i for key in table.keys for i in key}
        columns = (self.values((name, i), 2 if i in keys else 3) for i in range(len(table.columns)))
        return list(itertools.islice(itertools.product(*columns), limit + 1))

    def values(self, place: Place, most: int | None = None) -> list[Value]:
        """The values of a column in the search; a column that no query reads has one."""
        found = self.draws.domains[place][:most]
        return found if self.schema.tables[place[0]].columns[place[1]].not_null or None in found else [*found, None]

    # --- witnesses ---

    def accepted(self, db: Database) -> Message | None:
        """The witness, if the engines show a difference. What they do not show is remembered, and the search goes on."""
        if self.unconfirmed >= MAX_UNCONFIRMED or not (witness := self.confirm(db)):
            self.unconfirmed += 1
            return None
        return self.confirm(self.minimal(db)) or witness

    def results(self, runner: Runner, db: Database) -> tuple[list[Row], list[Row]]:
        runner.load({name: db.get(name, []) for name in self.schema.tables})
        left, right = (runner.run(text) for text in self.texts[runner.name])
        return left, right

    def confirm(self, db: Database) -> Message | None:
        """The witness with the results on it, if both engines show a difference. One engine is enough if the dialect names it."""
        shown: dict[Engine, bool] = {}
        results: dict[Engine, tuple[list[Row], list[Row]]] = {}
        for runner in self.runners:
            try:
                self.evaluated.load(db)
                groups = [f() for f in self.functions] if self.pair.lists else []
                a, b = self.results(runner, db)
            except EngineError as e:
                self.failure = str(e)
                continue
            results[runner.name] = a, b
            shown[runner.name] = bags_differ(a, b)
            # Ties are those of the evaluator, so they say something of an engine that has the same rows.
            if groups and (n := prefix_that_differs(*groups)) and not any(bags_differ(x, _flat(g)) for x, g in zip((a, b), groups)):
                shown[runner.name] |= bags_differ(a[:n], b[:n])
        if len(set(shown.values())) > 1:
            yes = next(e for e, difference in shown.items() if difference)
            self.disagreement = f"{yes} shows a difference, and the other engine does not"
        if not all(shown.values()) or not shown or len(shown) == 1 and self.pair.dialect not in shown:
            return None
        tables = [(self.schema.tables[name], rows) for name, rows in db.items() if rows]
        named = {table.name: [{c.name: v for c, v in zip(table.columns, row)} for row in rows] for table, rows in tables}
        left, right = results[min(results, key=lambda e: e != self.pair.dialect)]
        return {"kind": "database", "tables": named, "left": [list(r) for r in left], "right": [list(r) for r in right]}

    def contradicted(self) -> bool:
        """Whether an engine that may decide alone shows a difference on a few databases: a check of proofs.

        The search asks an engine only where the evaluator sees a difference, so it misses what both read in a wrong way.
        """
        few = [*self.pool[-8:], *(self.draws.database() for _ in range(6 if self.pool else 30))]
        for runner in self.runners:
            if self.pair.dialect in ("sqlite", "duckdb") and self.pair.dialect != runner.name:
                continue
            for db in few if runner is self.sqlite else few[-4:]:
                try:
                    self.evaluated.load(db)  # SQLite checks the constraints
                    if bags_differ(*self.results(runner, db)):
                        return True
                except EngineError:
                    continue
        return False

    def minimal(self, db: Database) -> Database:
        """The database without the rows that it does not need, and with small values."""
        usual = {v for some in self.draws.domains.values() for v in some}
        for _ in range(3):
            before = db
            for name, row in [(name, row) for name in db for row in db[name]]:
                rows = list(db[name])
                rows.remove(row)
                db = self.first(db, [{**db, name: rows}])
            for name, n, i in [(name, n, i) for name in db for n, row in enumerate(db[name]) for i in range(len(row))]:
                rows, row = db[name], db[name][n]
                values = self.values((name, i))
                if values[-1] is None and any(i in fk.columns for fk in self.schema.tables[name].foreign_keys):
                    values = values[::-1]  # a foreign key that is NULL needs no row
                smaller = itertools.takewhile(lambda v: v != row[i], values)
                db = self.first(db, ({**db, name: [*rows[:n], (*row[:i], v, *row[i + 1 :]), *rows[n + 1 :]]} for v in smaller))
            for old in sorted({v for rows in db.values() for row in rows for v in row if type(v) in SMALL and v not in usual}, key=str):
                # in all places at once, so that equal values stay equal
                renamed = ({m: [tuple(v if x == old and type(x) is type(old) else x for x in r) for r in db[m]] for m in db} for v in SMALL[type(old)])
                db = self.first(db, renamed)
            if db == before:
                break
        return db

    def first(self, db: Database, others: Iterable[Database]) -> Database:
        """The first of the others on which the results differ, too, or the database itself."""
        return next((other for other in others if self.differs(other)), db)


def _flat(groups: Rows) -> list[Row]:
    return [row for group in groups for row in group]
