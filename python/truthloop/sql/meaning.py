"""What a query means: a small algebra, and a reference evaluator with bags and three-valued logic.

:mod:`truthloop.sql.parse` turns SQL into this algebra, with all names resolved. A column is the pair of a source (each
occurrence of a table has its own number) and a position, so a correlated subquery refers to the rows around it without
names. ``None`` is both NULL and the truth value *unknown* (ISO/IEC 9075-2, 8.2 and 6.39).

:func:`compiled` makes a Python function of a query. It gives the rows as a list of groups: the rows of a group are
tied, so their order is open. The evaluator follows the definitions and no optimizer; the tests run it beside SQLite and
DuckDB on random queries.

The engines differ in a few operators. ``Engine`` names the one that the evaluator follows: ``sqlite`` divides integers
to an integer and matches LIKE without case, ``duckdb`` does neither.
"""

from __future__ import annotations

import functools
import itertools
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal, TypeAlias, Union

Value: TypeAlias = Union[None, bool, int, float, str]
Row: TypeAlias = tuple[Value, ...]
Database: TypeAlias = dict[str, list[Row]]
Engine: TypeAlias = Literal["sqlite", "duckdb"]
Type: TypeAlias = Literal["int", "real", "text", "date", "bool", "null"]
Env: TypeAlias = dict[int, Row]


MAX_WORK = 100_000  # rows that one evaluation joins


class Indeterminate(Exception):
    """LIMIT cuts rows that are tied, so SQL does not say what the result is."""


class Failed(Exception):
    """The query has no result here, for example because a scalar subquery has two rows."""


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
    """An operator or a function; :data:`OPERATORS` lists them."""

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


@dataclass(frozen=True)
class Derived:
    id: int
    query: Query


@dataclass(frozen=True)
class Join:
    kind: Literal["inner", "left", "full"]
    left: Source
    right: Source
    on: Expr


@dataclass(frozen=True)
class Key:
    """One key of ORDER BY."""

    expr: Expr
    descending: bool
    nulls_first: bool


@dataclass(frozen=True)
class Block:
    """SELECT. ``group`` is None without grouping, and () for aggregates over all rows, which always give one row."""

    source: Source | None
    where: Expr
    group: tuple[Expr, ...] | None
    having: Expr
    select: tuple[Expr, ...]
    distinct: bool = False
    order: tuple[Key, ...] = ()
    limit: int | None = None
    offset: int = 0


@dataclass(frozen=True)
class SetOp:
    """Its ORDER BY and LIMIT are a :class:`Block` around it."""

    op: Literal["union", "intersect", "except"]
    all: bool
    left: Query
    right: Query


Expr: TypeAlias = Union[Col, Lit, Op, Agg, Exists, In, Scalar]
Source: TypeAlias = Union[Table, Derived, Join]
Query: TypeAlias = Union[Block, SetOp]
Node: TypeAlias = Union[Expr, Source, Query, Key]

TRUE, FALSE, NULL = Lit(True, "bool"), Lit(False, "bool"), Lit(None, "null")

# Operators whose value differs between the engines, or is not specified exactly. Proofs know nothing of them but that
# equal arguments give equal values.
ENGINE_DEPENDENT = {"/", "%", "like"}


def types(query: Query) -> tuple[Type, ...]:
    """The types of the columns of the result."""
    if isinstance(query, Block):
        return tuple(e.type for e in query.select)
    pairs = zip(types(query.left), types(query.right))
    return tuple("real" if {a, b} == {"int", "real"} else b if a == "null" else a for a, b in pairs)


def walk(node: Any) -> Iterator[Any]:
    """The node and all nodes in it, with those of subqueries."""
    if isinstance(node, tuple):
        for child in node:
            yield from walk(child)
    elif is_dataclass(node):
        yield node
        for f in fields(node):
            child = getattr(node, f.name)
            if isinstance(child, tuple) or is_dataclass(child):
                yield from walk(child)


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """The node with ``change`` applied to every node in it, from the leaves up."""
    if isinstance(node, tuple):
        return tuple(rebuild(child, change) for child in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed: dict[str, Any] = {}
    for f in fields(node):
        child = getattr(node, f.name)
        if isinstance(child, tuple) or is_dataclass(child):
            new = rebuild(child, change)
            if new is not child:
                changed[f.name] = new
    return change(replace(node, **changed) if changed else node)


def sources(node: Any) -> set[int]:
    """The sources that the columns in the node refer to."""
    return {n.source for n in walk(node) if isinstance(n, Col)}


def conjuncts(e: Expr) -> list[Expr]:
    if isinstance(e, Op) and e.name == "and":
        return [c for a in e.args for c in conjuncts(a)]
    return [] if e == TRUE else [e]


def conjunction(parts: Sequence[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else Op("and", tuple(parts), "bool") if parts else TRUE


def leaves(source: Source | None) -> list[Table | Derived]:
    """The tables and derived tables of FROM, from left to right."""
    if source is None:
        return []
    return [*leaves(source.left), *leaves(source.right)] if isinstance(source, Join) else [source]


# --- values ---


def _and(*values: Value) -> Value:
    return False if any(v is not None and not v for v in values) else None if None in values else True


def _or(*values: Value) -> Value:
    return True if any(v is not None and v for v in values) else None if None in values else False


def like(text: str, pattern: str, fold: bool) -> bool:
    """LIKE: ``%`` matches any text, and ``_`` one character."""
    expression = "".join(".*" if c == "%" else "." if c == "_" else re.escape(c) for c in pattern)
    return re.fullmatch(expression, text, re.DOTALL | (re.IGNORECASE | re.ASCII if fold else 0)) is not None


def _divide(a: Any, b: Any, engine: Engine) -> Value:
    if not b:
        return None
    if engine == "duckdb" or isinstance(a, float) or isinstance(b, float):
        return float(a / b)
    return int(abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)


def _lower(text: str) -> str:
    return "".join(c.lower() if c.isascii() else c for c in text)


# Operators that are NULL where an argument is NULL. All others are in _operator.
STRICT: dict[str, Callable[..., Value]] = {
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "neg": lambda a: -a,
    "not": lambda a: not a,
    "||": lambda a, b: a + b,
    "abs": abs,
    "lower": _lower,
    "upper": lambda a: "".join(c.upper() if c.isascii() else c for c in a),
    "length": len,
    "real": float,
}
SQLITE_NAMES = {"substring": "SUBSTR", "timetostr": "STRFTIME", "strposition": "INSTR"}  # sqlglot has other names
OPERATORS = {*STRICT, "and", "or", "isnull", "same", "case", "coalesce", *ENGINE_DEPENDENT}


def _operator(name: str, args: list[Callable[[Env], Value]], engine: Engine) -> Callable[[Env], Value]:
    if name == "and":
        return lambda env: _and(*(a(env) for a in args))
    if name == "or":
        return lambda env: _or(*(a(env) for a in args))
    if name == "isnull":
        return lambda env: args[0](env) is None
    if name == "same":
        return lambda env: args[0](env) == args[1](env)
    if name == "coalesce":
        return lambda env: next((v for a in args if (v := a(env)) is not None), None)
    if name == "case":

        def case(env: Env) -> Value:
            for condition, value in zip(args[:-1:2], args[1::2]):
                if condition(env):
                    return value(env)
            return args[-1](env)

        return case
    if name in ENGINE_DEPENDENT:
        function: Callable[..., Value] = {
            "/": lambda a, b: _divide(a, b, engine),
            "%": lambda a, b: None if not b else int(abs(a) % abs(b)) * (-1 if a < 0 else 1),
            "like": lambda a, b: like(a, b, engine == "sqlite"),
        }[name]
    else:
        function = STRICT[name]
    if len(args) == 2:
        first, second = args

        def binary(env: Env) -> Value:
            a = first(env)
            b = second(env)
            return None if a is None or b is None else function(a, b)

        return binary

    def strict(env: Env) -> Value:
        values = [a(env) for a in args]
        return None if None in values else function(*values)

    return strict


def _by_sqlite(e: Op, args: list[Callable[[Env], Value]]) -> Callable[[Env], Value]:
    """An opaque operator, evaluated by SQLite. The name of a comparison has the types of its sides, and a CAST is a CAST."""
    name, *rest = e.name.split()[1:]
    sides = ["?"] * len(args)
    if name == "cast":
        text = f"CAST(? AS {' '.join(rest)})"
    elif not name.isalpha() or name == "like":  # SQLite converts a constant to the type of a column, so a column has one
        kinds = [(t.partition(":")[0], ":" in t or name == "like") for t in rest]
        sides = [f"CAST(? AS {t if t in ('int', 'real') else 'text'})" if column else "?" for t, column in kinds]
        text = f"{sides[0]} {name} {sides[1]}"
    else:
        text = f"{SQLITE_NAMES.get(name, name)}({', '.join(sides)})"
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    if hasattr(connection, "setlimit"):  # from Python 3.11
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)

    @functools.lru_cache(maxsize=10_000, typed=True)
    def value(*values: Value) -> Value:
        try:
            (found,) = connection.execute(f"SELECT {text}", values).fetchone()
        except (sqlite3.Error, OverflowError, ValueError, MemoryError) as error:
            raise Failed(str(error)) from None
        return bool(found) if e.type == "bool" and found is not None else found

    if name == "timetostr":
        return lambda env: value(args[1](env), args[0](env))
    return lambda env: value(*(a(env) for a in args))


def aggregate(name: str, values: list[Value], distinct: bool) -> Value:
    """The value of an aggregate of these values; NULLs are left out, and no values give NULL (COUNT: 0)."""
    found: list[Any] = [v for v in values if v is not None]
    if distinct:
        found = list(dict.fromkeys(found))
    if name == "count":
        return len(found)
    if not found:
        return None
    return {"sum": sum, "min": min, "max": max, "avg": lambda vs: sum(vs) / len(vs)}[name](found)  # type: ignore[operator,no-any-return]


def sort_key(key: Key, value: Value) -> tuple[int, Any]:
    null = (-1 if key.nulls_first else 1, 0)
    if value is None:
        return null
    return (0, _Reversed(value) if key.descending else value)


class _Reversed:
    """A value in descending order."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: _Reversed) -> bool:
        return bool(other.value < self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and bool(self.value == other.value)


# --- queries ---

Rows: TypeAlias = list[list[Row]]  # groups of tied rows, in order
Compiled: TypeAlias = Callable[[Database, Env], Rows]


class _Compiler:
    """Makes functions of a query. The database is set by each call of the outermost function."""

    def __init__(self, engine: Engine, widths: dict[int, int]) -> None:
        self.engine: Engine = engine
        self.db: Database = {}
        self.work = 0  # rows that were joined since the outermost call
        self.widths = widths

    def expr(self, e: Expr, aggs: dict[Agg, int] | None = None) -> Callable[[Env], Value]:
        match e:
            case Col(source, index):
                return lambda env: env[source][index]
            case Lit(value):
                return lambda env: value
            case Agg() if aggs is not None:
                place = aggs.setdefault(e, len(aggs))
                return lambda env: env[-1][place]
            case Op(name, args) if name.startswith("opaque"):
                return _by_sqlite(e, [self.expr(a, aggs) for a in args])
            case Op(name, args):
                return _operator(name, [self.expr(a, aggs) for a in args], self.engine)
            case Exists(query):
                rows = self.query(query)
                return lambda env: any(rows(env))
            case In(arg, query):
                return self.membership(self.expr(arg, aggs), self.query(query))
            case Scalar(query):
                return self.scalar(self.query(query))
        raise AssertionError(e)

    def membership(self, arg: Callable[[Env], Value], rows: Callable[[Env], Rows]) -> Callable[[Env], Value]:
        def member(env: Env) -> Value:
            value = arg(env)
            return _or(*(None if value is None or r[0] is None else value == r[0] for group in rows(env) for r in group))

        return member

    def scalar(self, rows: Callable[[Env], Rows]) -> Callable[[Env], Value]:
        def value(env: Env) -> Value:
            found = [r for group in rows(env) for r in group]
            if len(found) > 1:
                raise Failed("a scalar subquery has more than one row")
            return found[0][0] if found else None

        return value

    def query(self, q: Query) -> Callable[[Env], Rows]:
        return self.block(q) if isinstance(q, Block) else self.set_op(q)

    def set_op(self, q: SetOp) -> Callable[[Env], Rows]:
        left, right = self.query(q.left), self.query(q.right)

        def rows(env: Env) -> Rows:
            a = Counter(r for group in left(env) for r in group)
            b = Counter(r for group in right(env) for r in group)
            if not q.all:
                a, b = Counter(dict.fromkeys(a, 1)), Counter(dict.fromkeys(b, 1))
            c = a + b if q.op == "union" and q.all else a | b if q.op == "union" else a & b if q.op == "intersect" else a - b
            return [list(c.elements())] if c else []

        return rows

    def source(self, s: Source) -> Callable[[Env], Iterator[Env]]:
        """The combinations of rows of FROM, each as an environment of its own."""
        if isinstance(s, (Table, Derived)):
            sid = s.id
            if isinstance(s, Table):
                name = s.name
                rows: Callable[[Env], list[Row]] = lambda env: self.db[name]  # noqa: E731
            else:
                inner = self.query(s.query)
                rows = lambda env: [r for group in inner(env) for r in group]  # noqa: E731
            return lambda env: ({**env, sid: r} for r in rows(env))
        left, right, on = self.source(s.left), self.source(s.right), self.expr(s.on)
        left_nulls: Env = {leaf.id: (None,) * self.widths[leaf.id] for leaf in leaves(s.left)}
        right_nulls: Env = {leaf.id: (None,) * self.widths[leaf.id] for leaf in leaves(s.right)}

        def join(env: Env) -> Iterator[Env]:
            matched: set[int] = set()
            others = list(right(env)) if s.kind == "full" else []
            for a in left(env):
                found = False
                for i, b in enumerate(others if s.kind == "full" else right(a)):
                    both = {**a, **b}
                    if on(both):
                        found = True
                        matched.add(i)
                        yield both
                if not found and s.kind != "inner":
                    yield {**a, **right_nulls}
            for i, b in enumerate(others):
                if i not in matched:
                    yield {**b, **left_nulls}

        return join

    def combinations(self, q: Block) -> Callable[[Env], Iterator[Env]]:
        """FROM and WHERE. Inner joins are flat, and each condition is tested as soon as its columns are known."""
        parts: list[Source] = []
        conditions = conjuncts(q.where)

        def flatten(s: Source) -> None:
            if isinstance(s, Join) and s.kind == "inner":
                flatten(s.left)
                flatten(s.right)
                conditions.extend(conjuncts(s.on))
            else:
                parts.append(s)

        if q.source is not None:
            flatten(q.source)
        own = {leaf.id for part in parts for leaf in leaves(part)}
        steps, bound = [], set[int]()
        waiting = [(sources(c) & own, self.expr(c)) for c in conditions]
        first = [c for needs, c in waiting if not needs]
        for part in parts:
            before = set(bound)
            bound |= {leaf.id for leaf in leaves(part)}
            steps.append((self.source(part), [c for needs, c in waiting if needs and needs <= bound and not needs <= before]))

        def extend(env: Env, at: int) -> Iterator[Env]:
            if at == len(steps):
                yield env
                return
            rows, tests = steps[at]
            for new in rows(env):
                self.work += 1
                if self.work > MAX_WORK:
                    raise Failed("too many combinations of rows")
                if all(test(new) for test in tests):
                    yield from extend(new, at + 1)

        return lambda env: extend(env, 0) if all(test(env) for test in first) else iter(())

    def block(self, q: Block) -> Callable[[Env], Rows]:
        combinations = self.combinations(q)
        aggs: dict[Agg, int] = {}
        select = [self.expr(e, aggs) for e in q.select]
        order = [(k, self.expr(k.expr, aggs)) for k in q.order]
        having = self.expr(q.having, aggs)
        group = [self.expr(e) for e in q.group or ()]
        arguments = [(a, self.expr(a.arg if a.arg is not None else Lit(1, "int"))) for a in aggs]

        def grouped(env: Env) -> Iterator[Env]:
            groups: dict[Row, list[Env]] = {} if q.group else {(): []}
            for e in combinations(env):
                groups.setdefault(tuple(g(e) for g in group), []).append(e)
            for members in groups.values():
                values = tuple(aggregate(a.name, [f(e) for e in members], a.distinct) for a, f in arguments)
                yield {**(members[0] if members else env), -1: values}

        def rows(env: Env) -> Rows:
            envs = combinations(env) if q.group is None else (e for e in grouped(env) if having(e))
            found = [(tuple([f(e) for f in select]), tuple([sort_key(k, f(e)) for k, f in order])) for e in envs]
            if q.distinct:
                found = list(dict.fromkeys((r, ()) for r, _ in found)) if not order else list({r: (r, k) for r, k in found}.values())
            if not order:
                groups = [[r for r, _ in found]] if found else []
            else:
                found.sort(key=lambda pair: pair[1])
                groups = [[r for r, _ in tied] for _, tied in itertools.groupby(found, key=lambda pair: pair[1])]
            return groups if q.limit is None and not q.offset else cut(groups, q.offset, q.limit)

        return rows


def cut(groups: Rows, offset: int, limit: int | None) -> Rows:
    """OFFSET and LIMIT. A border between rows that are tied but differ raises :class:`Indeterminate`."""
    end = sum(map(len, groups)) if limit is None else offset + limit
    kept, at = [], 0
    for group in groups:
        first, last = max(offset - at, 0), min(end - at, len(group))
        at += len(group)
        if first < last:
            if last - first < len(group) and len(set(group)) > 1:
                raise Indeterminate("LIMIT without a total order")
            kept.append(group[first:last])
    return kept


def compiled(query: Query, widths: dict[str, int], engine: Engine = "sqlite") -> Callable[[Database], Rows]:
    """A function from a database to the result of the query: groups of tied rows.

    :param widths: the number of columns of each table.
    :param engine: whose division and LIKE the evaluator follows.
    """
    ids = {n.id: widths[n.name] if isinstance(n, Table) else len(types(n.query)) for n in walk(query) if isinstance(n, (Table, Derived))}
    compiler = _Compiler(engine, ids)
    rows = compiler.query(query)

    def run(db: Database) -> Rows:
        compiler.db, compiler.work = db, 0
        return rows({})

    return run
