"""Databases on which a query has rows, where random ones hardly ever do: many joins, many constants, HAVING COUNT(*) > 10.

The tables that a query reads get one row each. Its conditions are constraints on the values of these rows: columns that
must be equal share a value, and the others get values from :mod:`truthloop.sql.domains` by search with backtracking.
Copies of the rows that differ in some keys give groups of several rows. What a subquery must give is part of the
conditions; what it must not give is left to chance.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from .domains import Place
from .meaning import (
    Agg, Block, Col, Database, Derived, Exists, Expr, Failed, In, Join, Lit, Op, Query, Row, Scalar, Source, Table, Value, _Compiler,
    conjuncts, rebuild, walk,
)  # fmt: skip
from .schema import Schema, at

if TYPE_CHECKING:
    from .refute import Pair

MAX_STEPS = 3_000  # of backtracking
MAX_COMBINATIONS = 20_000  # of rows in a join
MAX_VARIABLES = 200  # classes of columns that conditions read
Variable: TypeAlias = tuple[int, int]  # a source and the position of a column
Test: TypeAlias = tuple[set[Variable], Callable[..., Value]]  # the classes of columns that a condition reads, and the condition


@dataclass
class _Goal:
    """The rows that must be there, and the conditions on them."""

    tables: list[Table] = field(default_factory=list)
    conditions: list[Expr] = field(default_factory=list)
    outputs: dict[Variable, Expr] = field(default_factory=dict)  # what the columns of derived tables are

    def query(self, q: Query, rng: random.Random) -> tuple[Expr, ...]:
        """Ask for a row of the query. The columns of this row, if each group has one member."""
        if not isinstance(q, Block):
            return self.query(q.left if q.op != "union" or rng.random() < 0.5 else q.right, rng)
        self.source(q.source, rng)
        for c in conjuncts(q.where):
            self.condition(c, rng)
        for c in conjuncts(q.having):
            if all(n.name in ("min", "max") for n in walk(c) if isinstance(n, Agg)):  # others depend on the number of rows
                self.condition(c, rng)
        return tuple(self.single(e, rng) for e in q.select)

    def source(self, s: Source | None, rng: random.Random) -> None:
        if isinstance(s, Table):
            self.tables.append(s)
        elif isinstance(s, Derived):
            self.outputs.update({(s.id, i): e for i, e in enumerate(self.query(s.query, rng))})
        elif isinstance(s, Join):
            self.source(s.left, rng)
            if s.kind == "inner" or rng.random() < 0.7:
                self.source(s.right, rng)
                for c in conjuncts(s.on):
                    self.condition(c, rng)

    def condition(self, c: Expr, rng: random.Random) -> None:
        if isinstance(c, Exists):
            self.query(c.query, rng)
        elif isinstance(c, In):
            arg = self.single(c.arg, rng)
            self.conditions.append(Op("=", (arg, self.query(c.query, rng)[0]), "bool"))
        elif isinstance(c, Op) and c.name == "or":
            self.condition(rng.choice(c.args), rng)
        elif not (isinstance(c, Op) and c.name == "not" and any(isinstance(n, (Exists, In)) for n in walk(c))):
            self.conditions.append(self.single(c, rng))

    def single(self, e: Expr, rng: random.Random) -> Expr:
        """The value of the expression in a group of one member, and of a subquery that has one row."""

        def change(n: Any) -> Any:
            if isinstance(n, Agg):
                return Lit(1, "int") if n.arg is None or n.name == "count" else n.arg
            return self.outputs.get((n.source, n.index), n) if isinstance(n, Col) else n

        if isinstance(e, Op):
            return replace(e, args=tuple(self.single(a, rng) for a in e.args))
        if isinstance(e, Scalar):
            return self.query(e.query, rng)[0]
        found: Expr = rebuild(e, change)
        return found


class Seeds:
    def __init__(self, pair: Pair, domains: dict[Place, list[Value]], sizes: list[int], rng: random.Random) -> None:
        self.tables = dict.fromkeys(name for name, _ in domains)
        self.pair, self.schema, self.domains, self.sizes, self.rng = pair, pair.schema, domains, sizes, rng
        self.compiler = _Compiler("duckdb" if pair.dialect == "duckdb" else "sqlite", {})

    def database(self) -> Database | None:
        """A database on which one of the queries, or both, probably have rows."""
        chosen = self.rng.choice(([self.pair.left], [self.pair.right], [self.pair.left, self.pair.right]))
        db: Database = {name: [] for name in self.tables}
        for query in chosen:
            goal = _Goal()
            goal.query(query, self.rng)
            for name, row in self.rows(goal) or ():
                self.put(db, name, row)
        return db if any(db.values()) else None

    def put(self, db: Database, name: str, row: Row) -> None:
        """Add a row, and the rows to which its foreign keys refer, unless a key is taken."""
        table = self.schema.tables[name]
        if any(None not in (v := at(row, key)) and any(at(r, key) == v for r in db[name]) for key in table.keys):
            return
        db[name].append(row)
        for fk in table.foreign_keys:
            values = at(row, fk.columns)
            if None not in values and not any(at(r, fk.target_columns) == values for r in db[fk.target]):
                other = [self.value(fk.target, i) for i in range(len(self.schema.tables[fk.target].columns))]
                for i, x in zip(fk.target_columns, values):
                    other[i] = x
                self.put(db, fk.target, tuple(other))

    def value(self, name: str, i: int) -> Value:
        column = self.schema.tables[name].columns[i]
        if any(i in key for key in self.schema.tables[name].keys):
            return self.fresh(column.type)
        return self.rng.choice(self.domains.get((name, i)) or [None])

    def fresh(self, type_: str) -> Value:
        n = self.rng.randrange(100, 1_000)
        return n if type_ in ("int", "real") else f"k{n}" if type_ == "text" else f"20{n % 90 + 10}-01-01" if type_ == "date" else n % 2 == 0

    # --- the constraints ---

    def rows(self, goal: _Goal) -> list[tuple[str, Row]] | None:
        """The rows of a goal, with copies. None: no values were found."""
        classes = _classes(goal, self.schema)
        free = set(classes.values())
        tests: list[Test] = []
        for c in goal.conditions:
            if any(isinstance(n, (Exists, In, Scalar, Agg)) for n in walk(c)):
                continue
            used = {classes[v] for n in walk(c) if isinstance(n, Col) and (v := (n.source, n.index)) in classes}
            if not (isinstance(c, Op) and c.name == "=" and all(isinstance(a, Col) for a in c.args)):
                free -= used
            if any(isinstance(n, Col) and (n.source, n.index) not in classes for n in walk(c)):
                continue  # it reads a table that is left out
            tests.append((used, self.compiler.expr(c)))
        chosen = self.solved(goal, classes, tests)
        if chosen is None:
            return None
        keyed = {classes[t.id, i] for t in goal.tables for key in self.schema.tables[t.name].keys for i in key}
        few = [v for v in sorted(free) if v in keyed or self.rng.random() < 0.3]
        vary = {v for v in few if self.rng.random() < 0.5}
        number = self.rng.choice((1, 1, 2, 3, *(n + d for n in self.sizes for d in (0, 1))))
        found: list[tuple[str, Row]] = []
        for copy in range(number):
            new = {v: self.fresh(self.type(goal, v)) if copy and v in vary else x for v, x in chosen.items()}
            for t in goal.tables:
                row = t.name, tuple(new[classes[t.id, i]] for i in range(len(self.schema.tables[t.name].columns)))
                if not self.schema.tables[t.name].keys or row not in found:
                    found.append(row)
            sizes = Counter(name for name, _ in found)
            if math.prod(sizes[t.name] for t in goal.tables) > MAX_COMBINATIONS:
                break  # a join of these rows would take too long
        return found

    def type(self, goal: _Goal, v: Variable) -> str:
        name = next(t.name for t in goal.tables if t.id == v[0])
        return self.schema.tables[name].columns[v[1]].type

    def solved(self, goal: _Goal, classes: dict[Variable, Variable], tests: list[Test]) -> dict[Variable, Value] | None:
        """Values for the classes of columns, such that the tests are true."""
        values: dict[Variable, list[Value]] = {}
        never_null = set[Variable]()
        for t in goal.tables:
            for i, column in enumerate(self.schema.tables[t.name].columns):
                v = classes[t.id, i]
                values.setdefault(v, []).extend(self.domains.get((t.name, i)) or [None])
                if column.not_null:
                    never_null.add(v)
                elif (t.id, i) == v and all(w != v or u == v for u, w in classes.items()):
                    values[v].append(None)
        for v, some in values.items():
            values[v] = list(dict.fromkeys(x for x in some if x is not None or v not in never_null)) or [self.fresh(self.type(goal, v))]
            self.rng.shuffle(values[v])
        read = set().union(*(used for used, _ in tests)) if tests else set()
        chosen: dict[Variable, Value] = {v: some[0] for v, some in values.items() if v not in read}
        order = sorted(read, key=lambda v: (-sum(v in used for used, _ in tests), len(values[v]), v))
        if len(order) > MAX_VARIABLES:
            return None
        place = {v: n for n, v in enumerate(order)}
        due: dict[int, list[Callable[..., Value]]] = {}
        for used, test in tests:
            due.setdefault(max((place[v] for v in used), default=-1), []).append(test)
        steps = iter(range(MAX_STEPS))

        def holds(n: int) -> bool:
            env = {t.id: tuple(chosen.get(classes[t.id, i]) for i in range(len(self.schema.tables[t.name].columns))) for t in goal.tables}
            try:
                return all(test(env) for test in due.get(n, ()))
            except (Failed, TypeError, OverflowError):
                return False

        def search(n: int) -> bool:
            if n == len(order):
                return True
            for x in values[order[n]]:
                if next(steps, None) is None:
                    return False
                chosen[order[n]] = x
                if holds(n) and search(n + 1):
                    return True
            chosen.pop(order[n], None)
            return False

        return chosen if holds(-1) and search(0) else None


def _classes(goal: _Goal, schema: Schema) -> dict[Variable, Variable]:
    """The representative of each column: columns that a condition makes equal have one."""
    parent = {(t.id, i): (t.id, i) for t in goal.tables for i in range(len(schema.tables[t.name].columns))}

    def find(v: Variable) -> Variable:
        while parent[v] != v:
            v = parent[v]
        return v

    for c in goal.conditions:
        if isinstance(c, Op) and c.name == "=" and isinstance(c.args[0], Col) and isinstance(c.args[1], Col):
            a, b = ((x.source, x.index) for x in c.args if isinstance(x, Col))
            if a in parent and b in parent:
                parent[find(a)] = find(b)
    return {v: find(v) for v in parent}

