"""The values that :mod:`truthloop.sql.refute` tries in each column: constants that it is compared with, and their neighbours."""

from __future__ import annotations

import contextlib
import datetime
import math
import re
from typing import TYPE_CHECKING, Any

from .meaning import Agg, Block, Col, In, Lit, Op, Table, Value, own, walk

if TYPE_CHECKING:
    from .refute import Pair

MAX_COUNT = 50  # rows of a group that the search makes
Place = tuple[str, int]  # a table and the position of a column


def used_tables(pair: Pair) -> list[str]:
    """The tables of the queries, after those to which their foreign keys refer."""
    found = list(dict.fromkeys(n.name for n in walk((pair.left, pair.right)) if isinstance(n, Table)))
    for name in found:  # which grows
        found += dict.fromkeys(fk.target for fk in pair.schema.tables[name].foreign_keys if fk.target not in found)
    return found[::-1]


def counts(pair: Pair) -> list[int]:
    """The small numbers that a query compares with an aggregate, or has in LIMIT: tables need so many rows."""
    found = set()
    for n in walk((pair.left, pair.right)):
        if isinstance(n, Op) and any(isinstance(m, Agg) for m in walk(n)):
            found |= {m.value for m in n.args if isinstance(m, Lit) and m.type == "int"}
        if isinstance(n, Block):
            found.add((n.limit or 0) + n.offset)
    return [v for v in found if isinstance(v, int) and 1 < v <= MAX_COUNT]


def domains(pair: Pair, tables: list[str]) -> dict[Place, list[Value]]:
    """The values of each column: constants that it is compared with, their neighbours, and a few more."""
    schema, used, loose = pair.schema, set[Place](), set[Value]()
    constants: dict[Place, set[Value]] = {}
    links: list[tuple[Place, Place]] = []  # columns that are compared with each other

    def read(e: Any, names: dict[int, str]) -> None:
        """Note what an expression compares with what. ``names`` are the tables of the sources."""
        for n in walk(e):
            if isinstance(n, Col) and n.source in names:
                used.add((names[n.source], n.index))
            elif isinstance(n, In) or isinstance(n, Op) and (n.name == "case" or n.type == "bool" and n.name not in ("and", "or", "not")):
                values: set[Value] = {m.value for m in own(n) if isinstance(m, Lit) and m.value is not None}
                if isinstance(n, Op) and n.name.startswith(("like", "opaque like")):
                    values = {v for p in values for v in _instances(str(p))}
                places = [(names[m.source], m.index) for m in own(n) if isinstance(m, Col) and m.source in names]
                for p in places:
                    constants.setdefault(p, set()).update(values | _days(values))
                links.extend([(places[0], places[1])] if len(places) == 2 else [])
                if not places:  # they are compared with a subquery, or with a column of one
                    loose.update(values)

    for side in (pair.left, pair.right):  # both count their sources from the same number
        read(side, {n.id: n.name for n in walk(side) if isinstance(n, Table)})
    for name in tables:
        table = schema.tables[name]
        read(table.checks, {0: name})
        used |= {(name, i) for key in table.keys for i in key}
        for fk in table.foreign_keys:
            for a, b in zip(fk.columns, fk.target_columns):
                links.append(((name, a), (fk.target, b)))
                used |= set(links[-1]) if table.columns[a].not_null else set()
    for x, y in links:
        constants[x] = constants[y] = constants.get(x, set()) | constants.get(y, set())
    found: dict[Place, list[Value]] = {}
    for name in tables:
        for i, column in enumerate(schema.tables[name].columns):
            near = _neighbours(column.type, constants.get((name, i), set()) | loose)
            found[name, i] = near if (name, i) in used else near[:1] if column.not_null else [None]
    return found


def _instances(pattern: str) -> set[Value]:
    """Texts that match a pattern of LIKE, and texts that nearly do."""
    return {pattern.replace("%", many).replace("_", one) for many, one in (("", "z"), ("y", ""), ("x", "w"))}


def _days(values: set[Value]) -> set[Value]:
    """Days in the years and months that a query compares, as in STRFTIME('%Y', x) = '1993' and x LIKE '1993-05%'."""
    parts = [re.fullmatch(r"(\d{4})(-\d\d)?-?", str(v)) for v in values]
    return {f"{m[1]}{m[2] or '-06'}-15" for m in parts if m and "1000" <= m[1] < "2100"}


def _neighbours(type_: str, constants: set[Value]) -> list[Value]:
    found: list[Value] = []
    texts = sorted({v for v in constants if isinstance(v, str)})
    if type_ in ("int", "real"):
        numbers = sorted({v for v in constants if isinstance(v, (int, float)) and not isinstance(v, bool)})
        if type_ == "int":
            numbers = [math.floor(v) for v in numbers]
        step = 1 if type_ == "int" else 0.5
        found = [*numbers, *(v + d for v in numbers for d in (step, -step)), 1, 2, 0] if numbers else [1, 2, 0, -1]
    elif type_ == "text":
        found = [*texts, *(t.swapcase() for t in texts), *(t + "a" for t in texts), *(("a", "b", "A", "") if len(texts) < 4 else ("a",)), "ab"]
    elif type_ == "date":
        for d in texts or ["2020-01-01"]:
            with contextlib.suppress(ValueError, OverflowError):
                day = datetime.date.fromisoformat(d)
                found.append(d)
                found += ((day + datetime.timedelta(step)).isoformat() for step in (1, -1))
    else:
        found = [True, False]
    return list(dict.fromkeys(found)) or ["2020-01-01"]
