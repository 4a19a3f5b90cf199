"""What a query means: a small algebra. :mod:`truthloop.sql.parse` turns SQL into it, with all names resolved.

A column is the pair of a source (each occurrence of a table has its own number) and a position, so a correlated
subquery refers to the rows around it without names. :mod:`truthloop.sql.evaluate` evaluates a query.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar, Union

T = TypeVar("T", bound=Hashable)
Value: TypeAlias = Union[None, bool, int, float, str]
Row: TypeAlias = tuple[Value, ...]
Database: TypeAlias = dict[str, list[Row]]
Engine: TypeAlias = Literal["sqlite", "duckdb"]
Type: TypeAlias = Literal["int", "real", "text", "date", "bool"]


@dataclass(frozen=True)
class Col:
    source: int
    index: int
    type: Type
    name: str = field(default="", compare=False)


@dataclass(frozen=True)
class Lit:
    value: Value
    type: Type


@dataclass(frozen=True)
class Op:
    """An operator or a function. :mod:`truthloop.sql.expressions` says what an opaque one is."""

    name: str
    args: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True)
class Agg:
    """COUNT, SUM, MIN, MAX or AVG. COUNT(*) has no argument."""

    name: str
    arg: Expr | None
    distinct: bool
    type: Type


@dataclass(frozen=True)
class Exists:
    query: Query
    type: Type = "bool"


@dataclass(frozen=True)
class In:
    arg: Expr
    query: Query
    type: Type = "bool"


@dataclass(frozen=True)
class Scalar:
    query: Query
    type: Type


@dataclass(frozen=True)
class Table:
    id: int
    name: str
    types: tuple[Type, ...] = field(compare=False)  # of the columns


@dataclass(frozen=True)
class Derived:
    id: int
    query: Query

    @property
    def types(self) -> tuple[Type, ...]:
        return types(self.query)


@dataclass(frozen=True)
class Key:
    """One key of ORDER BY."""

    expr: Expr
    descending: bool
    nulls_first: bool


@dataclass(frozen=True)
class Block:
    """SELECT: tables that are joined by the conditions of WHERE, then tables of left joins, each with its ON.

    ``group`` is None without grouping, and () for aggregates over all rows, which always give one row.
    """

    inner: tuple[Source, ...]
    outer: tuple[tuple[Source, Expr], ...]
    where: tuple[Expr, ...]
    group: tuple[Expr, ...] | None
    having: tuple[Expr, ...]
    select: tuple[Expr, ...]
    distinct: bool = False
    order: tuple[Key, ...] = ()
    limit: int | None = None
    offset: int = 0

    @property
    def limited(self) -> bool:
        return self.limit is not None or self.offset > 0

    @property
    def sources(self) -> tuple[Source, ...]:
        return (*self.inner, *(s for s, _ in self.outer))


@dataclass(frozen=True)
class SetOp:
    """Its ORDER BY and LIMIT are a :class:`Block` around it."""

    op: Literal["union", "intersect", "except"]
    all: bool
    parts: tuple[Query, ...]


Expr: TypeAlias = Union[Col, Lit, Op, Agg, Exists, In, Scalar]
Source: TypeAlias = Union[Table, Derived]
Query: TypeAlias = Union[Block, SetOp]

TRUE, FALSE, NULL = Lit(True, "bool"), Lit(False, "bool"), Lit(None, "int")  # NULL takes the type of what stands beside it


def types(query: Query) -> tuple[Type, ...]:
    """The types of the columns of the result."""
    if isinstance(query, Block):
        return tuple(e.type for e in query.select)
    return tuple("real" if set(kinds) == {"int", "real"} else kinds[0] for kinds in zip(*map(types, query.parts)))


def alike(a: Type, b: Type) -> bool:
    """Whether the engines compare values of these types without a conversion."""
    return a == b or {a, b} == {"int", "real"}


def walk(node: Any) -> Iterator[Any]:
    """The node and all nodes in it, with those of subqueries."""
    if isinstance(node, tuple):
        for child in node:
            yield from walk(child)
    elif is_dataclass(node):
        yield node
        yield from walk(tuple(vars(node).values()))


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """The node with ``change`` applied to every node in it, from the leaves up."""
    if isinstance(node, tuple):
        return tuple(rebuild(child, change) for child in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    return change(replace(node, **{f.name: rebuild(getattr(node, f.name), change) for f in fields(node)}))


def sources(node: Any) -> set[int]:
    """The sources that the columns in the node refer to."""
    return {c.source for c in columns_in(node)}


def columns_in(node: Any) -> list[Col]:
    return [n for n in walk(node) if isinstance(n, Col)]


def conjuncts(e: Expr) -> list[Expr]:
    if isinstance(e, Op) and e.name == "and":
        return [c for a in e.args for c in conjuncts(a)]
    return [] if e == TRUE else [e]


def conjunction(parts: Sequence[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else Op("and", tuple(parts), "bool") if parts else TRUE


def equal(a: Expr, b: Expr) -> Op:
    return Op("=", (a, b), "bool")


def is_null(e: Expr) -> Op:
    return Op("isnull", (e,), "bool")


def negation(e: Expr) -> Op:
    return Op("not", (e,), "bool")


def own(e: Any) -> Iterator[Any]:
    """The parts of an expression that are not in subqueries."""
    yield e
    for child in e.args if isinstance(e, Op) else (e.arg,) if isinstance(e, (Agg, In)) and e.arg is not None else ():
        yield from own(child)


class Classes(Generic[T]):
    """Classes of what is equal (union-find)."""

    def __init__(self) -> None:
        self.parent: dict[T, T] = {}

    def find(self, x: T) -> T:
        while self.parent.get(x, x) != x:
            x = self.parent[x]
        return x

    def join(self, a: T, b: T) -> None:
        self.parent[self.find(a)] = self.find(b)
