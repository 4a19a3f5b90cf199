"""Random databases for :mod:`truthloop.sql.refute`.

Random rows hardly ever satisfy many joins, many constants or HAVING COUNT(*) > 10, so some rows are made for a query. The
tables that it reads get one row each, whose values satisfy its conditions: SQLite finds them as a join of the values of
:mod:`truthloop.sql.domains`. Copies of the rows that differ in some keys make groups of several rows. What a subquery
must give is part of the conditions; what it must not give is left to chance.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from .domains import Place, counts, domains, used_tables
from .engines import EngineError, Sqlite
from .evaluate import Writer
from .meaning import Agg, Block, Classes, Col, Database, Exists, Expr, In, Lit, Op, Query, Row, Scalar, Source, Table, Type, Value, equal, rebuild, walk
from .schema import DDL_TYPES, at

if TYPE_CHECKING:
    from .refute import Pair

MAX_COMBINATIONS = 20_000  # of rows in a join
MAX_VARIABLES = 60  # classes of columns that conditions read; SQLite joins 64 tables
Variable: TypeAlias = tuple[int, int]  # a source and the position of a column


@dataclass
class _Goal:
    """The rows that must be there, and the conditions on them."""

    rng: random.Random
    tables: list[Table] = field(default_factory=list)
    conditions: list[Expr] = field(default_factory=list)
    outputs: dict[Variable, Expr] = field(default_factory=dict)  # what the columns of derived tables are

    def query(self, q: Query) -> tuple[Expr, ...]:
        """Ask for a row of the query. The columns of this row, if each group has one member."""
        if not isinstance(q, Block):
            first, *rest = self.rng.sample(q.parts, 1) if q.op == "union" else q.parts if q.op == "intersect" else q.parts[:1]
            found = self.query(first)
            for other in rest:
                self.conditions += map(equal, found, self.query(other))
            return found
        for s in q.inner:
            self.source(s)
        for s, on in q.outer:
            if self.rng.random() < 0.7:
                self.source(s)
                self.condition(on)
        for c in q.where:
            self.condition(c)
        for c in q.having:
            if all(n.name in ("min", "max") for n in walk(c) if isinstance(n, Agg)):  # others depend on the number of rows
                self.condition(c)
        return tuple(self.single(e) for e in q.select)

    def source(self, s: Source) -> None:
        if isinstance(s, Table):
            self.tables.append(s)
        else:
            self.outputs.update({(s.id, i): e for i, e in enumerate(self.query(s.query))})

    def condition(self, c: Expr) -> None:
        if isinstance(c, Exists):
            self.query(c.query)
        elif isinstance(c, In):
            self.conditions.append(equal(self.single(c.arg), self.query(c.query)[0]))
        elif isinstance(c, Op) and c.name in ("and", "or"):
            for part in c.args if c.name == "and" else [self.rng.choice(c.args)]:
                self.condition(part)
        elif not (isinstance(c, Op) and c.name == "not" and any(isinstance(n, (Exists, In)) for n in walk(c))):
            self.conditions.append(self.single(c))

    def single(self, e: Expr) -> Expr:
        """The value of the expression in a group of one member, and of a subquery that has one row."""

        def change(n: Any) -> Any:
            if isinstance(n, Agg):
                return Lit(1, "int") if n.arg is None or n.name == "count" else n.arg
            return self.outputs.get((n.source, n.index), n) if isinstance(n, Col) else n

        if isinstance(e, Op):
            return replace(e, args=tuple(self.single(a) for a in e.args))
        if isinstance(e, Scalar):
            return self.query(e.query)[0]
        found: Expr = rebuild(e, change)
        return found


class Draws:
    def __init__(self, pair: Pair, rng: random.Random, sqlite: Sqlite) -> None:
        self.pair, self.schema, self.rng, self.sqlite = pair, pair.schema, rng, sqlite
        self.tables = used_tables(pair)
        self.domains, self.sizes = domains(pair, self.tables), counts(pair)

    def database(self) -> Database:
        """A database with rows for the queries, or with random rows."""
        db: Database = {name: [] for name in self.tables}
        if self.rng.random() < 0.6:
            for query in self.rng.choice(([self.pair.left], [self.pair.right], [self.pair.left, self.pair.right])):
                goal = _Goal(self.rng)
                goal.query(query)
                for name, row in self.rows(goal):
                    self.put(db, name, row)
            return db
        few = {p: self.rng.sample(v, min(len(v), self.rng.choice((1, 2, 2, 3, 5)))) for p, v in self.domains.items()}
        large = [s + d for s in self.sizes if s <= 12 for d in (-1, 0, 1)] * 3 if self.rng.random() < 0.3 else []
        for name in self.tables:
            for _ in range(self.rng.choice((0, 1, 2, 2, 3, 3, 4, 5, *large))):
                self.add(db, name, few)
        return db

    def add(self, db: Database, name: str, few: dict[Place, list[Value]]) -> None:
        """Add a random row, or a copy of a row that differs in the keys and another column."""
        table, rows = self.schema.tables[name], db[name]
        for _ in range(4):
            row: list[Value] = [None] * len(table.columns)
            change = set(range(len(row)))
            if rows and self.rng.random() < 0.35:
                row = list(self.rng.choice(rows))
                change = {self.rng.randrange(len(row)), *(i for key in table.keys for i in key)}
            for i in change:
                row[i] = self.value((name, i), few)
            for fk in table.foreign_keys:
                targets = [t for r in db[fk.target] if None not in (t := at(r, fk.target_columns))]
                if targets and change & set(fk.columns) and None not in at(tuple(row), fk.columns):
                    for i, value in zip(fk.columns, self.rng.choice(targets)):
                        row[i] = value
            if self.put(db, name, tuple(row)):
                return

    def put(self, db: Database, name: str, row: Row) -> bool:
        """Add a row, and the rows to which its foreign keys refer, unless a key is taken."""
        table = self.schema.tables[name]
        if any(None not in (v := at(row, key)) and any(at(r, key) == v for r in db[name]) for key in table.keys):
            return False
        db[name].append(row)
        for fk in table.foreign_keys:
            values = at(row, fk.columns)
            if None not in values and not any(at(r, fk.target_columns) == values for r in db[fk.target]):
                other = [self.value((fk.target, i), self.domains) for i in range(len(self.schema.tables[fk.target].columns))]
                for i, x in zip(fk.target_columns, values):
                    other[i] = x
                self.put(db, fk.target, tuple(other))
        return True

    def value(self, place: Place, few: dict[Place, list[Value]]) -> Value:
        table = self.schema.tables[place[0]]
        column = table.columns[place[1]]
        if not column.not_null and self.rng.random() < 0.15:
            return None
        if any(place[1] in key for key in table.keys) and self.rng.random() < 0.7:  # a key needs as many values as there are rows
            return self.rng.choice([*self.domains[place], *(self.fresh(column.type) for _ in range(9))])
        return self.rng.choice(few[place])

    def fresh(self, type_: Type) -> Value:
        n = self.rng.randrange(10, 1_000)
        return n if type_ in ("int", "real") else f"k{n}" if type_ == "text" else f"20{n % 90 + 10}-01-01" if type_ == "date" else n % 2 == 0

    # --- rows for a query ---

    def rows(self, goal: _Goal) -> list[tuple[str, Row]]:
        """The rows of a goal, with copies; none where no values were found."""
        kinds: dict[Variable, Type] = {(t.id, i): kind for t in goal.tables for i, kind in enumerate(t.types)}
        classes = Classes[Variable]()  # columns that a condition makes equal
        free = set(kinds)
        conditions: list[tuple[Expr, set[Variable]]] = []
        for c in goal.conditions:
            columns = [(n.source, n.index) for n in walk(c) if isinstance(n, Col)]
            read = set(columns)
            if not read <= kinds.keys() or any(isinstance(n, (Exists, In, Scalar, Agg)) for n in walk(c)):
                continue  # it reads a table that is left out, or a subquery
            if isinstance(c, Op) and c.name == "=" and all(isinstance(a, Col) for a in c.args):
                classes.join(*columns)
            else:
                free -= read
            conditions.append((c, read))
        chosen = self.solved(goal, kinds, classes, conditions)
        if chosen is None:
            return []
        bound = {classes.find(v) for v in kinds if v not in free}
        keyed = {classes.find((t.id, i)) for t in goal.tables for key in self.schema.tables[t.name].keys for i in key}
        vary = {v for v in chosen if v not in bound and self.rng.random() < (0.5 if v in keyed else 0.15)}
        found: list[tuple[str, Row]] = []
        for copy in range(self.rng.choice((1, 1, 2, 3, *(n + d for n in self.sizes for d in (0, 1))))):
            new = {v: self.fresh(kinds[v]) if copy and v in vary else x for v, x in chosen.items()}
            for t in goal.tables:
                row = t.name, tuple(new[classes.find((t.id, i))] for i in range(len(t.types)))
                if not self.schema.tables[t.name].keys or row not in found:
                    found.append(row)
            sizes = Counter(name for name, _ in found)
            if math.prod(sizes[t.name] for t in goal.tables) > MAX_COMBINATIONS:
                break  # a join of these rows would take too long
        return found

    def solved(
        self, goal: _Goal, kinds: dict[Variable, Type], classes: Classes[Variable], conditions: list[tuple[Expr, set[Variable]]]
    ) -> dict[Variable, Value] | None:
        """Values for the classes of columns, such that the conditions are true."""
        values: dict[Variable, list[Value]] = {}
        never_null = set[Variable]()
        for t in goal.tables:
            for i, column in enumerate(self.schema.tables[t.name].columns):
                v = classes.find((t.id, i))
                values.setdefault(v, []).extend([*(self.domains.get((t.name, i)) or ()), None])
                if column.not_null:
                    never_null.add(v)
        read: Counter[Variable] = Counter()
        for c, columns in conditions:
            read.update({classes.find(v) for v in columns})
            if isinstance(c, Op) and c.name == "=":
                never_null |= {classes.find(v) for v in columns}
        for v, some in values.items():
            values[v] = list(dict.fromkeys(x for x in some if x is not None or v not in never_null)) or [self.fresh(kinds[v])]
            self.rng.shuffle(values[v])
        order = sorted(read, key=lambda v: (-read[v], len(values[v]), v))
        if len(order) > MAX_VARIABLES:
            return None
        chosen = {v: some[0] for v, some in values.items()}
        if order:
            name = {v: f"v{n}" for n, v in enumerate(order)}
            writer = Writer(lambda c: f"{name[classes.find((c.source, c.index))]}.x")
            cast = {v: f"CAST(column1 AS {'TEXT' if kinds[v] == 'date' else DDL_TYPES['sqlite'][kinds[v]]})" for v in order}
            tables = [f"(SELECT {cast[v]} x FROM (VALUES {', '.join(['(?)'] * len(values[v]))})) {name[v]}" for v in order]
            text = f"SELECT {', '.join(f'{name[v]}.x' for v in order)} FROM {' CROSS JOIN '.join(tables)}"
            try:
                text += f" WHERE {' AND '.join(writer.expr(c) for c, _ in conditions)} LIMIT 1"
                found = self.sqlite.run(text, [x for v in order for x in values[v]])
            except EngineError:
                return None
            if not found:
                return None
            chosen.update(zip(order, found[0]))
        return chosen
