"""What a query gives on a database: its algebra, written as SQL of SQLite.

All names are resolved in this SQL. Where SQL leaves the result open, which are a LIMIT that cuts tied rows and a scalar
subquery with several rows, there is an :class:`EngineError`. Division and LIKE are those of SQLite.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from .engines import EngineError, Sqlite
from .meaning import Agg, Block, Col, Derived, Exists, Expr, In, Lit, Op, Query, Row, Scalar, Source, Table, Value, sources, types, walk
from .schema import Schema, quote

Rows: TypeAlias = list[list[Row]]  # groups of tied rows, in order
TEMPLATES = {
    "isnull": "({} IS NULL)", "same": "({} IS {})", "not": "(NOT {})", "loose": "{}",
    "timetostr": "STRFTIME({1}, {0})", "strposition": "INSTR({}, {})",
}  # fmt: skip


@dataclass
class Writer:
    """Writes expressions. ``column`` gives the name of a column."""

    column: Callable[[Col], str]

    def expr(self, e: Expr) -> str:
        match e:
            case Col():
                return self.column(e)
            case Lit(value):
                return literal(value)
            case Agg(name, arg, distinct):
                return f"{name}({'DISTINCT ' if distinct else ''}{self.expr(arg) if arg is not None else '*'})"
            case Op():
                return self.operator(e, [self.expr(a) for a in e.args])
            case Exists(query):
                return f"EXISTS ({self.query(query)})"
            case In(arg, query):
                return f"({self.expr(arg)} IN ({self.query(query)}))"
            case Scalar(query):
                return f"(SELECT only_row(COUNT(*), MAX(c0)) FROM ({self.query(query)}))"

    def operator(self, e: Op, args: list[str]) -> str:
        name, *rest = e.name.removeprefix("opaque ").split()
        if name in TEMPLATES:
            return TEMPLATES[name].format(*args)
        if name == "case":
            return f"CASE {' '.join(f'WHEN {c} THEN {v}' for c, v in zip(args[:-1:2], args[1::2]))} ELSE {args[-1]} END"
        if name == "cast":
            return f"CAST({args[0]} AS {' '.join(rest)})"
        if name in ("and", "or", "like") or not name.isalpha():
            return f"({f' {name} '.join(args)})"
        return f"{name}({', '.join(args)})"

    def query(self, q: Query) -> str:
        raise EngineError("a subquery")  # no part of the conditions that are solved


class Evaluator(Writer):
    """Evaluates queries on the database that SQLite has loaded."""

    def __init__(self, schema: Schema, sqlite: Sqlite) -> None:
        super().__init__(lambda c: f"t{c.source}.{self.names[c.source][c.index]}")
        self.schema, self.sqlite = schema, sqlite
        self.names: dict[int, list[str]] = {}
        sqlite.connection.create_function("only_row", 2, _only_row, deterministic=True)

    def compiled(self, q: Query) -> Callable[[], Rows]:
        """A function that gives the result: groups of tied rows."""
        for n in walk(q):
            if isinstance(n, Table):
                self.names[n.id] = [quote(c.name) for c in self.schema.tables[n.name].columns]
            elif isinstance(n, Derived):
                self.names[n.id] = [f"c{i}" for i in range(len(types(n.query)))]
        if any(isinstance(n, Block) and n is not q and n.limited for n in walk(q)):
            return lambda: self.rows(q, self.ordered(q))  # the text depends on the database
        text = self.ordered(q)
        return lambda: self.rows(q, text)

    def ordered(self, q: Query) -> str:
        if not isinstance(q, Block):
            return self.query(q)
        keys = ", ".join(f"k{i} {'DESC' if k.descending else 'ASC'} NULLS {'FIRST' if k.nulls_first else 'LAST'}" for i, k in enumerate(q.order))
        return self.block(q) + (f" ORDER BY {keys}" if keys else "")

    def rows(self, q: Query, text: str) -> Rows:
        n = len(types(q))
        groups = [[r[:n] for r in tied] for _, tied in itertools.groupby(self.sqlite.run(text), key=lambda r: r[n:])]
        return cut(groups, q.offset, q.limit) if isinstance(q, Block) and q.limited else groups

    def query(self, q: Query) -> str:
        if not isinstance(q, Block):
            return f" {q.op}{' ALL' if q.all else ''} ".join(f"SELECT * FROM ({self.query(part)})" for part in q.parts)
        if not q.limited:
            return self.block(replace(q, order=()))
        if sources(q) - {n.id for n in walk(q) if isinstance(n, (Table, Derived))}:
            raise EngineError("LIMIT in a subquery that reads the rows around it")
        found = [r for group in self.rows(q, self.ordered(q)) for r in group]
        selects = ["SELECT " + ", ".join(f"{literal(v)} AS c{i}" for i, v in enumerate(r)) for r in found or [(None,) * len(q.select)]]
        return " UNION ALL ".join(selects) + ("" if found else " WHERE 0")

    def block(self, q: Block) -> str:
        items = [f"{self.expr(e)} AS c{i}" for i, e in enumerate(q.select)] + [f"{self.expr(k.expr)} AS k{i}" for i, k in enumerate(q.order)]
        text = f"SELECT {'DISTINCT ' if q.distinct else ''}{', '.join(items)}"
        text += f" FROM {' JOIN '.join(map(self.source, q.inner))}" if q.inner else ""
        text += "".join(f" LEFT JOIN {self.source(s)} ON {self.expr(on)}" for s, on in q.outer)
        text += f" WHERE {self.all_of(q.where)}"
        if q.group:  # a number would be a position
            text += " GROUP BY " + ", ".join("NULL" if isinstance(g, Lit) else self.expr(g) for g in q.group)
        return f"{text} HAVING {self.all_of(q.having)}" if q.having else text

    def all_of(self, conditions: tuple[Expr, ...]) -> str:
        return " AND ".join(map(self.expr, conditions)) or "1"

    def source(self, s: Source) -> str:
        name = quote(self.schema.tables[s.name].name) if isinstance(s, Table) else f"({self.query(s.query)})"
        return f"{name} AS t{s.id}"


def literal(value: Value) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return "NULL" if value is None else repr(int(value) if isinstance(value, bool) else value)


def _only_row(count: int, value: Value) -> Value:
    if count > 1:
        raise ValueError("a scalar subquery has several rows")
    return value


def cut(groups: Rows, offset: int, limit: int | None) -> Rows:
    """OFFSET and LIMIT, whose border must not be between rows that are tied but differ."""
    end = sum(map(len, groups)) if limit is None else offset + limit
    kept, at = [], 0
    for group in groups:
        first, last = max(offset - at, 0), min(end - at, len(group))
        at += len(group)
        if first < last:
            if last - first < len(group) and len(set(group)) > 1:
                raise EngineError("LIMIT without a total order")
            kept.append(group[first:last])
    return kept
