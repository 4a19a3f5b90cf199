"""SQLite and DuckDB, in memory, for queries that :mod:`truthloop.sql.parse` has admitted.

Both engines refuse all but the query: SQLite by an authorizer, DuckDB by its settings. NULL sorts first in both, as in
SQLite, unless the pair names another dialect, whose order sqlglot then writes into the query.
"""

from __future__ import annotations

import datetime
import decimal
import functools
import itertools
import math
import re
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, Union

import duckdb
from sqlglot import exp

from .meaning import Database, Engine, Row, Value
from .schema import Schema, quote, refuse

MAX_ROWS = 20_000
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}


class EngineError(Exception):
    """The engine cannot run the query, or it exceeds a limit."""


def text_for(engine: Engine, text: str, tree: exp.Expression, dialect: str | None) -> str:
    """The query as the engine gets it: as it was written, or translated from another dialect by sqlglot.

    DuckDB takes no column beside GROUP BY, not even one that a key determines, so it gets this column in GROUP BY.
    """
    changed = engine == "duckdb" and _all_grouped(tree := tree.copy())
    return text if dialect in (None, engine) and not changed else tree.sql(engine)


def _all_grouped(tree: exp.Expression) -> bool:
    """Put the columns that stand beside GROUP BY into it. :mod:`~truthloop.sql.parse` admits only those that it determines."""
    changed = False
    for select in tree.find_all(exp.Select):
        if not (group := select.args.get("group")) or not group.expressions:
            continue
        aliases = {e.alias.lower() for e in select.expressions if isinstance(e, exp.Alias)}
        items = [e.this if isinstance(e, exp.Alias) else e for e in select.expressions]
        keys = [*group.expressions]  # also what an alias or a number of a column means
        for g in group.expressions:
            keys += [e.this for e in select.expressions if isinstance(e, exp.Alias) and not g.args.get("table") and g.name.lower() == e.alias.lower()]
            keys += [items[int(g.this) - 1]] if isinstance(g, exp.Literal) and g.this.isdigit() and 0 < int(g.this) <= len(items) else []
        for part in (*select.expressions, select.args.get("having"), select.args.get("order")):
            for e in part.walk(prune=lambda n: isinstance(n, (exp.AggFunc, exp.Query)) or n in keys) if part else ():
                named = part not in select.expressions and not e.args.get("table") and e.name.lower() in aliases
                if isinstance(e, exp.Column) and not isinstance(e.this, exp.Star) and not named and e not in keys:
                    group.append("expressions", e.copy())
                    changed = True
    return changed


def plain(value: Any) -> Value:
    """A value of an engine as JSON has it. A number that is whole is an int, whatever its type."""
    if isinstance(value, (decimal.Decimal, float)):
        if not math.isfinite(value):
            raise EngineError("a number that is infinite or none")
        return int(value) if abs(float(value)) < 2**53 and value == int(value) else float(value)
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return value  # type: ignore[no-any-return]


class Sqlite:
    """SQLite. A ``guarded`` one runs the texts of a row, the others run what :mod:`truthloop.sql.evaluate` writes."""

    name: Engine = "sqlite"

    def __init__(self, schema: Schema, seconds: float, guarded: bool = True) -> None:
        self.schema, self.guarded = schema, guarded
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.execute("PRAGMA foreign_keys = ON")
        for table in schema.tables.values():
            self.connection.execute(schema.ddl(table, "sqlite"))
        if hasattr(self.connection, "setlimit"):  # from Python 3.11
            self.connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1_000_000)
        self.steps = max(int(seconds * 1000), 10)  # about as many steps of 20,000 instructions as SQLite makes in this time
        self.ticks = iter(range(0))
        self.connection.set_progress_handler(lambda: int(next(self.ticks, None) is None), 20_000)

    def load(self, db: Database) -> None:
        """Replace the rows of these tables. SQLite checks the constraints, those of foreign keys at the end."""
        self.ticks = iter(range(self.steps))
        self.connection.set_authorizer(None)
        self.connection.execute("BEGIN")
        self.connection.execute("PRAGMA defer_foreign_keys = ON")
        try:
            for name, rows in db.items():
                table = self.schema.tables[name]
                self.connection.execute(f"DELETE FROM {quote(table.name)}")
                self.connection.executemany(f"INSERT INTO {quote(table.name)} VALUES ({', '.join('?' * len(table.columns))})", rows)
            self.connection.execute("COMMIT")
        except (sqlite3.Error, OverflowError, ValueError) as e:  # half of a pair of surrogates is a ValueError
            self.connection.rollback()
            raise EngineError(f"SQLite: {e}") from None

    def run(self, text: str, values: Sequence[Value] = ()) -> list[Row]:
        self.ticks = iter(range(self.steps))
        if self.guarded:
            self.connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY)
        try:
            return _rows(self.connection.execute(text, values).fetchmany(MAX_ROWS + 1), "SQLite")
        except (sqlite3.Error, sqlite3.Warning, OverflowError, ValueError) as e:
            raise EngineError(f"SQLite: {e}") from None


@functools.cache
def duckdb_connection(nulls_first: bool) -> duckdb.DuckDBPyConnection:
    """A connection for all pairs of this process: a new one takes longer than most pairs."""
    config: Any = {"threads": 1, "memory_limit": "400MB", "temp_directory": "", "autoinstall_known_extensions": False}
    connection = duckdb.connect(":memory:", config=config)
    if nulls_first:
        connection.execute("SET default_null_order = 'nulls_first_on_asc_last_on_desc'")
    for setting in ("enable_external_access = false", "python_enable_replacements = false", "lock_configuration = true"):
        connection.execute("SET " + setting)
    return connection


class Duckdb:
    name: Engine = "duckdb"

    def __init__(self, schema: Schema, seconds: float, nulls_first: bool) -> None:
        self.schema, self.seconds = schema, seconds
        self.connection = duckdb_connection(nulls_first)
        for (name,) in self.connection.execute("SELECT table_name FROM duckdb_tables()").fetchall():
            self.connection.execute(f"DROP TABLE {quote(name)}")

    def load(self, db: Database) -> None:
        """Replace the database. DuckDB checks NOT NULL and UNIQUE."""
        try:
            for name, table in self.schema.tables.items():
                self.connection.execute(self.schema.ddl(table, "duckdb").replace("CREATE", "CREATE OR REPLACE", 1))
                rows = db.get(name, [])
                for column, values_of in zip(table.columns, zip(*rows)):
                    digits = int(found[1] or 0) if (found := re.fullmatch(r"\w+\(\d+(?:, (\d+))?\)", column.decimal)) else 3
                    if column.decimal and any(v is not None and round(v, digits) != v for v in values_of):
                        raise EngineError("a number with more digits than its DECIMAL column")
                if rows:
                    marks = "(" + ", ".join("?" * len(table.columns)) + ")"
                    values = [v for r in rows for v in r]
                    self.connection.execute(f"INSERT INTO {quote(table.name)} VALUES {', '.join([marks] * len(rows))}", values)
        except duckdb.Error as e:
            raise EngineError(f"DuckDB: {e}") from None

    def run(self, text: str) -> list[Row]:
        timer = threading.Timer(self.seconds, self.connection.interrupt)
        timer.daemon = True
        timer.start()
        try:
            return _rows(self.connection.execute(text).fetchmany(MAX_ROWS + 1), "DuckDB")
        except (duckdb.Error, RuntimeError) as e:
            raise EngineError(f"DuckDB: {str(e).splitlines()[0]}") from None
        finally:
            timer.cancel()


Runner: TypeAlias = Union[Sqlite, Duckdb]


def accepted(schema: Schema, text: str, tree: exp.Expression, dialect: str | None) -> bool:
    """Whether the engine of the dialect plans the query: both, if no dialect is named, and one of them for others."""
    runs = []
    for engine in (Sqlite, Duckdb):
        if dialect not in ("sqlite", "duckdb") or dialect == engine.name:
            runner: Runner = engine(schema, 1.0, dialect in (None, "sqlite"))
            try:
                runner.load({})
                runner.run("EXPLAIN " + text_for(runner.name, text, tree, dialect))
                runs.append(True)
            except EngineError as e:
                refuse("interrupt" in str(e).lower(), "a query that takes an engine too long to plan")
                runs.append(False)
    return all(runs) if dialect is None else any(runs)


def _rows(rows: Iterable[tuple[Any, ...]], name: str) -> list[Row]:
    found = [tuple(plain(v) for v in r) for r in rows]
    if len(found) > MAX_ROWS:
        raise EngineError(f"{name}: more than {MAX_ROWS} rows")
    return found


def bags_differ(left: Iterable[Row], right: Iterable[Row]) -> bool:
    """Whether two bags differ, up to ten digits, by two roundings: numbers that are nearly equal may differ by one of them."""
    left, right = list(left), list(right)
    floating = {i for row in (*left, *right) for i, v in enumerate(row) if isinstance(v, float)}  # columns; a whole number is an int

    def rounded(rows: list[Row], scale: float) -> Counter[Row]:
        return Counter(tuple(float(f"{v * scale:.10g}") if i in floating and isinstance(v, (int, float)) else v for i, v in enumerate(row)) for row in rows)

    return len(left) != len(right) or all(rounded(left, scale) != rounded(right, scale) for scale in (1.0, 1 + 3e-11))


def prefix_that_differs(left: list[list[Row]], right: list[list[Row]]) -> int | None:
    """The length of a prefix whose bags differ whatever the order of ties, or None: both lists have a border between groups there."""
    borders = set(itertools.accumulate(map(len, left))) & set(itertools.accumulate(map(len, right)))
    a, b = [r for g in left for r in g], [r for g in right for r in g]
    return next((k for k in sorted(borders) if bags_differ(a[:k], b[:k])), None)
