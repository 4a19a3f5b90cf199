"""The values that :mod:`truthloop.sql.refute` tries in each column: constants that it is compared with, and their neighbours."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .meaning import Agg, Block, Col, Derived, In, Lit, Op, Query, Scalar, Table, Value, walk

if TYPE_CHECKING:
    from .refute import Pair

MAX_COUNT = 50  # rows of a group that the search makes
Place = tuple[str, int]  # a table and the position of a column


def used_tables(pair: Pair) -> list[str]:
    """The tables of the queries and those that foreign keys need, each after the tables that it refers to."""
    schema = pair.schema
    found: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        for fk in schema.tables[name].foreign_keys:
            if fk.target not in found and fk.target not in (*path, name):
                visit(fk.target, (*path, name))
        if name not in found:
            found.append(name)

    for n in walk((pair.left, pair.right)):
        if isinstance(n, Table):
            visit(n.name, ())
    return found


def counts(pair: Pair) -> list[int]:
    """The small numbers that a query compares with an aggregate, or has in LIMIT: tables need so many rows."""
    found = set()
    for n in walk((pair.left, pair.right)):
        if isinstance(n, Op) and any(isinstance(m, Agg) for m in walk(n)):
            found |= {m.value for m in n.args if isinstance(m, Lit) and m.type == "int"}
        if isinstance(n, Block):
            found.add((n.limit or 0) + n.offset)
    return [v for v in found if isinstance(v, int) and 1 < v <= MAX_COUNT]


@dataclass
class _Classes:
    """Columns that are compared, directly or by a foreign key, and so share their constants (union-find)."""

    parent: dict[Place, Place] = field(default_factory=dict)
    constants: dict[Place, set[Value]] = field(default_factory=dict)

    def find(self, p: Place) -> Place:
        while self.parent.setdefault(p, p) != p:
            p = self.parent[p]
        return p

    def join(self, places: list[Place], constants: set[Value]) -> None:
        if not places:
            return
        root = self.find(places[0])
        for p in places[1:]:
            other = self.find(p)
            if other != root:
                self.parent[other] = root
                self.constants.setdefault(root, set()).update(self.constants.pop(other, set()))
        self.constants.setdefault(root, set()).update(constants)


def domains(pair: Pair, tables: list[str]) -> dict[Place, list[Value]]:
    """The values of each column: constants that it is compared with, their neighbours, and a few more."""
    schema, classes, used = pair.schema, _Classes(), set[Place]()
    derived: dict[int, Table | Derived] = {}

    def places(e: Any) -> list[Place]:
        """The columns of tables that an expression reads, through derived tables."""
        found: list[Place] = []
        for n in own_nodes(e):
            if isinstance(n, Col):
                source = derived[n.source]
                if isinstance(source, Table):
                    found.append((source.name, n.index))
                else:
                    found += output_places(source.query, n.index)
            elif isinstance(n, (In, Scalar)):
                found += output_places(n.query, 0)
        return found

    def output_places(q: Query, i: int) -> list[Place]:
        return places(q.select[i]) if isinstance(q, Block) else [*output_places(q.left, i), *output_places(q.right, i)]

    for side in (pair.left, pair.right):  # both count their sources from the same number
        derived = {n.id: n for n in walk((side,)) if isinstance(n, (Table, Derived))}
        for n in walk((side,)):
            if isinstance(n, Col):
                used.update(places(n))
            elif isinstance(n, Op) and n.type == "bool" and n.name not in ("and", "or", "not") or isinstance(n, In):
                values: set[Value] = {m.value for m in own_nodes(n) if isinstance(m, Lit) and m.value is not None}
                if isinstance(n, Op) and n.name.startswith(("like", "opaque like")):
                    values = _instances(values)
                classes.join(places(n), values | _days(values))
            elif isinstance(n, Op) and n.name == "case":
                classes.join(places(n), {m.value for m in own_nodes(n) if isinstance(m, Lit) and m.value is not None})
    for name in tables:
        table = schema.tables[name]
        for fk in table.foreign_keys:
            for a, b in zip(fk.columns, fk.target_columns):
                classes.join([(name, a), (fk.target, b)], set())
                if table.columns[a].not_null:
                    used |= {(name, a), (fk.target, b)}
        used |= {(name, i) for key in table.keys for i in key}
        for e in table.checks:
            columns = [(name, n.index) for n in walk(e) if isinstance(n, Col)]
            used.update(columns)
            classes.join(columns, {n.value for n in walk(e) if isinstance(n, Lit) and n.value is not None})
    found: dict[Place, list[Value]] = {}
    for name in tables:
        for i, column in enumerate(schema.tables[name].columns):
            constants = classes.constants.get(classes.find((name, i)), set())
            near = _neighbours(column.type, constants)
            found[name, i] = near if (name, i) in used else near[:1] if column.not_null else [None]
    return found


def own_nodes(e: Any) -> Iterator[Any]:
    """The nodes of an expression without those in subqueries."""
    yield e
    for child in e.args if isinstance(e, Op) else (e.arg,) if isinstance(e, (Agg, In)) and e.arg is not None else ():
        yield from own_nodes(child)


def _instances(patterns: set[Value]) -> set[Value]:
    """Texts that match a pattern of LIKE, and texts that nearly do."""
    found = set[Value]()
    for p in patterns:
        if isinstance(p, str):
            found |= {p.replace("%", "").replace("_", "z"), p.replace("%", "y").replace("_", ""), p.replace("%", "x").replace("_", "w")}
    return found


def _days(values: set[Value]) -> set[Value]:
    """Days in the years and months that a query compares, as in STRFTIME('%Y', x) = '1993' and x LIKE '1993-05%'."""
    parts = [re.fullmatch(r"(\d{4})(-\d\d)?-?", str(v)) for v in values]
    return {f"{m[1]}{m[2] or '-06'}-15" for m in parts if m and "1000" <= m[1] < "2100"}


def _neighbours(type_: str, constants: set[Value]) -> list[Value]:
    found: list[Value] = []
    if type_ in ("int", "real"):
        numbers = sorted({v for v in constants if isinstance(v, (int, float)) and not isinstance(v, bool)})
        step = 1 if type_ == "int" else 0.5
        found = [1, 2, 0] if not numbers else []
        found += [math.floor(v) if type_ == "int" else v for v in numbers]
        found += [math.floor(v) + d if type_ == "int" else v + d for v in numbers for d in (step, -step)]
        found += [-1] if not numbers else [1, 2, 0]
    elif type_ == "text":
        texts = sorted({v for v in constants if isinstance(v, str)})
        found = [*texts, *(t.swapcase() for t in texts), *(t + "a" for t in texts)] if texts else []
        found += ["a", "b", "A", ""] if len(texts) < 4 else ["a"]
        found.append("ab")
    elif type_ == "date":
        dates = sorted({v for v in constants if isinstance(v, str)}) or ["2020-01-01"]
        for d in dates:
            try:
                day = datetime.date.fromisoformat(d)
            except ValueError:
                continue
            found += [d, (day + datetime.timedelta(1)).isoformat(), (day - datetime.timedelta(1)).isoformat()]
    else:
        found = [True, False]
    return list(dict.fromkeys(found)) or ["2020-01-01"]
