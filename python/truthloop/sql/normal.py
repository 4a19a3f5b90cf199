"""The normal form in which :mod:`truthloop.sql.prove` compares queries.

Each rule keeps the result as a bag, under the constraints of the schema; its comment says why. Conditions are in
negation normal form: WHERE, HAVING and ON keep the rows where they are true, so only their truth counts. IN becomes
EXISTS, and NOT IN becomes NOT EXISTS with the NULLs of both sides. Joins on keys and along foreign keys go (the chase,
Johnson and Klug 1984), left joins become joins or go (Galindo-Legaria and Rosenthal 1997), and DISTINCT goes where a key
is in the result (Paulley and Larson 1994).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Union

from .meaning import (
    TRUE, Agg, Block, Classes, Col, Derived, Exists, Expr, In, Key, Op, Scalar, SetOp, Source, Table, columns_in, conjunction, conjuncts, equal, is_null,
    negation, rebuild, sources, types, walk,
)  # fmt: skip
from .schema import ForeignKey, Schema, Unsupported, refuse

DUALS = {"and": "or", "or": "and", "=": "<>", "<>": "="}


@dataclass(frozen=True)
class Flat(Block):
    """A block in normal form. It is not ``distinct`` where its rows are proved distinct."""

    unique: bool = False  # no two rows are equal

    @property
    def plain(self) -> bool:
        """A bag of joined and filtered rows."""
        return self.group is None and not self.distinct and not self.limited


@dataclass(frozen=True)
class Parts(SetOp):
    """A union in normal form."""

    parts: tuple[Normal, ...]


Normal = Union[Flat, Parts]


class Normalizer:
    """``proved`` says whether a condition is always true on the rows of a block."""

    def __init__(self, schema: Schema, proved: Callable[[Flat, Expr], bool]) -> None:
        self.schema, self.proved = schema, proved

    # --- queries ---

    def query(self, q: Any, duplicates: bool) -> Normal:
        """The normal form. ``duplicates``: whether the number of equal rows counts."""
        if isinstance(q, (Flat, Parts)):
            return q
        return self.block(q, duplicates) if isinstance(q, Block) else self.set_op(q, duplicates)

    def set_op(self, q: SetOp, duplicates: bool) -> Normal:
        mixed = any(len(set(kinds)) > 1 for kinds in zip(*map(types, q.parts)))
        decimal = q.op != "union" and "real" in types(q) and any(c.decimal for t in self.schema.tables.values() for c in t.columns)
        refuse(mixed or decimal, f"{q.op.upper()} of numbers of several types in a proof")  # DuckDB rounds the integers
        inner_duplicates = duplicates and q.all
        queries = [self.query(part, inner_duplicates) for part in q.parts]
        if q.op == "union":
            parts: list[Normal] = []
            for part in queries:
                # Parts of UNION ALL may become parts of a UNION, which drops the duplicates in any case.
                parts += part.parts if isinstance(part, Parts) and (part.all or not inner_duplicates) else [part]
            return Parts("union", inner_duplicates, tuple(parts))
        left, right = queries
        if isinstance(left, Flat) and isinstance(right, Flat) and left.group is None and not left.limited and not right.limited:
            # x is in the result if x is a row of left and, with NULL the same as NULL, of right.
            same = tuple(Op("same", (b, a), "bool") for a, b in zip(left.select, right.select))
            found = self.exists(_filtered(right, same))
            where = (*left.where, self.true(found, q.op == "intersect"))
            return self.simplified(replace(left, where=where, distinct=True, unique=False, order=()), duplicates)
        raise Unsupported(f"{q.op.upper()} of these queries in a proof")

    def block(self, q: Block, duplicates: bool) -> Normal:
        inner: list[Source] = []
        outer: list[tuple[Source, Expr]] = []
        where: list[Expr] = []
        inlined: dict[tuple[int, int], Expr] = {}
        no_duplicates = q.group is None and (q.distinct or not duplicates) and not q.limited
        for s in q.inner:
            n = self.query(s.query, not no_duplicates) if isinstance(s, Derived) else None
            if isinstance(n, Flat) and (n.plain or no_duplicates and n.group is None and not n.limited):
                inner.extend(n.inner)
                outer.extend(n.outer)
                where.extend(n.where)
                inlined.update({(s.id, i): e for i, e in enumerate(n.select)})
            else:
                inner.append(Derived(s.id, _unordered(n)) if n else s)
        outer += [(self.right_side(s, inlined), on) for s, on in q.outer]

        def resolved(node: Any) -> Any:
            """The node with the columns of merged tables, and with the normal forms of its subqueries."""
            return own_level(rebuild(node, lambda n: inlined.get((n.source, n.index), n) if isinstance(n, Col) else n), self.inner_query)

        def conditions(parts: Iterable[Expr]) -> tuple[Expr, ...]:
            return tuple(self.true(resolved(c)) for c in parts)

        joins = tuple((t, conjunction(conditions(conjuncts(on)))) for t, on in outer)
        kept, group, having = conditions((*where, *q.where)), resolved(q.group), conditions(q.having)
        flat = Flat(tuple(inner), joins, kept, group, having, resolved(q.select), q.distinct, resolved(q.order), q.limit, q.offset)
        refuse(q.limit == 0, "LIMIT 0 in a proof")
        return self.simplified(flat, duplicates)

    def right_side(self, s: Source, inlined: dict[tuple[int, int], Expr]) -> Source:
        """The right side of a left join: a derived table that only renames a table is the table."""
        if isinstance(s, Table):
            return s
        n = _unordered(self.query(s.query, True))
        if isinstance(n, Flat) and n.plain and len(n.inner) == 1 and not n.outer and not n.where and all(isinstance(e, Col) for e in n.select):
            inlined.update({(s.id, i): e for i, e in enumerate(n.select)})
            return n.inner[0]
        return Derived(s.id, n)

    def inner_query(self, n: Any) -> Any:
        if isinstance(n, (Scalar, In)):
            return replace(n, query=_unordered(self.query(n.query, isinstance(n, Scalar))))
        return self.exists(self.query(n.query, False)) if isinstance(n, Exists) else n

    def exists(self, n: Normal) -> Expr:
        """EXISTS of a query: what it selects does not count."""
        if isinstance(n, Parts):
            return Op("or", tuple(self.exists(p) for p in n.parts), "bool")
        if n.offset:
            return Exists(n)
        if n.group == () and not n.having:
            return TRUE  # aggregates over all rows give one row
        if n.group and not n.having:
            n = replace(n, group=None)
        n = replace(n, select=() if n.group is None else n.select, distinct=False, unique=False, order=(), limit=None)
        return Exists(self.simplified(n, False))

    # --- conditions ---

    def true(self, e: Expr, wanted: bool = True) -> Expr:
        """A condition that is true where the condition has the wanted truth value."""
        match e:
            case Op("not", (arg,)):
                return self.true(arg, not wanted)
            case Op("and" | "or", args):
                return replace(e, name=e.name if wanted else DUALS[e.name], args=tuple(self.true(a, wanted) for a in args))
            case Op("=" | "<>") if not wanted:
                return replace(e, name=DUALS[e.name])
            case In() if wanted:
                return self.matching(e, equal)
            case In():  # NOT IN is true if no row is equal, and none could be: NULL on either side makes it unknown
                return negation(self.matching(e, lambda arg, value: Op("or", (equal(arg, value), is_null(arg), is_null(value)), "bool")))
        return e if wanted else negation(e)

    def matching(self, e: In, condition: Callable[[Expr, Expr], Expr]) -> Expr:
        n: Any = e.query
        if isinstance(n, Parts):
            return Op("or", tuple(self.matching(replace(e, query=p), condition) for p in n.parts), "bool")
        if n.limited or any(isinstance(m, Agg) for m in walk(e.arg)):  # an aggregate of the query around would be one of the subquery
            return e
        return self.exists(_filtered(n, (condition(e.arg, n.select[0]),)))

    # --- the rules on a block ---

    def simplified(self, f: Flat, duplicates: bool) -> Flat:
        early = tuple(c for c in f.having if f.group and not any(isinstance(n, Agg) for n in walk(c)))  # conditions on the keys of groups
        f = replace(f, where=_once(c for w in (*f.where, *early) for c in conjuncts(w)), having=tuple(c for c in f.having if c not in early))
        f = self.grouping(f, duplicates)
        if f.group is None and not f.limited and not f.order and not duplicates:
            f = replace(f, distinct=False)  # nobody counts the duplicates
        while True:
            before = f
            for rule in (self.left_join, self.unnested, self.without_join):
                f = rule(f, duplicates)
            if f == before:
                return self.distinct(self.grouping(f, duplicates), duplicates)

    def left_join(self, f: Flat, duplicates: bool) -> Flat:
        for t, on in f.outer:
            rest = replace(f, outer=tuple(o for o in f.outer if o[0] != t))
            others = (sources(f) | {s.id for s in f.sources}) - {t.id}
            # It changes nothing if nobody reads its columns, and it matches one row at most or duplicates do not count.
            if t.id not in sources(rest) and (_free(f, duplicates) or isinstance(t, Table) and self.determined([t], conjuncts(on), set(), others)):
                return rest
            # It is an inner join if WHERE is not true for the rows that it fills with NULL, or if each row has a match.
            null = [is_null(Col(t.id, i, k)) for i, k in enumerate(t.types)]
            if f.where and self.proved(f, negation(conjunction(null))) or self.always_matches(f, t, on):
                return replace(rest, inner=(*f.inner, t), where=_once((*f.where, *conjuncts(on))))
        return f

    def always_matches(self, f: Flat, t: Source, on: Expr) -> bool:
        """Whether the left join is along a foreign key that is never NULL."""
        equal, number = _equalities(conjuncts(on)), len(conjuncts(on))
        return isinstance(t, Table) and any(
            fk.target == t.name and len(fk.columns) == number and self.schema.tables[a.name].never_null(fk.columns) and self.linked(equal, a, t, fk)
            for a in f.inner if isinstance(a, Table) for fk in self.schema.tables[a.name].foreign_keys
        )  # fmt: skip

    def linked(self, equal: Classes[Col], a: Table, t: Table, fk: ForeignKey) -> bool:
        pairs = [(self.col(a, i), self.col(t, j)) for i, j in zip(fk.columns, fk.target_columns)]
        return all(x.type == y.type != "real" and equal.find(x) == equal.find(y) for x, y in pairs)  # 0.0 and -0.0 are equal, but not the same

    def unnested(self, f: Flat, duplicates: bool) -> Flat:
        """EXISTS is a join if it matches one row at most, or if duplicates do not count."""
        taken = {s.id for s in f.sources}
        for c in f.where:
            n: Any = c.query if isinstance(c, Exists) else None
            if not isinstance(n, Flat) or n.group is not None or n.limited or n.outer or any(s.id in taken for s in n.inner):
                continue
            tables = [s for s in n.inner if isinstance(s, Table)]
            around = sources(n) - {s.id for s in n.inner}
            if _free(f, duplicates) or len(tables) == len(n.inner) and self.determined(tables, n.where, set(), around):
                return replace(f, inner=(*f.inner, *n.inner), where=_once((*(w for w in f.where if w != c), *n.where)))
        return f

    def without_join(self, f: Flat, _: bool) -> Flat:
        """Two rows with the same key are the same row. A foreign key that is not NULL has one row, so a join that reads only its key goes."""
        equal = _equalities(f.where)
        for a, b in itertools.permutations((s for s in f.inner if isinstance(s, Table)), 2):
            read = {c.index for c in columns_in(f) if c.source == b.id}
            same_row = [ForeignKey(key, a.name, key) for key in self.schema.tables[a.name].keys if a.name == b.name]
            for fk in (*same_row, *self.schema.tables[a.name].foreign_keys):
                to = {i: i for i in range(len(b.types))} if fk in same_row else dict(zip(fk.target_columns, fk.columns))
                if fk.target == b.name and read <= set(to) and self.linked(equal, a, b, fk):
                    return _without(f, b, {j: self.col(a, i) for j, i in to.items()})
        return f

    def col(self, t: Table, i: int) -> Col:
        return Col(t.id, i, self.schema.tables[t.name].columns[i].type)

    def grouping(self, f: Flat, duplicates: bool) -> Flat:
        if not f.group:
            return f
        group = list(f.group)
        for g in reversed(f.group):
            rest = [h for h in group if h != g]
            if rest and isinstance(g, Col) and g in self.known(f, rest):
                group = rest  # the other keys determine this one
        aggregated = any(isinstance(n, Agg) for n in walk((f.select, f.having, f.order)))
        if not aggregated and not f.having and (set(group) <= set(f.select) or f.distinct or not duplicates and not f.limited):
            return replace(f, group=None, distinct=True)
        return replace(f, group=tuple(group))

    def distinct(self, f: Flat, duplicates: bool) -> Flat:
        if f.group == ():
            return replace(f, distinct=False, unique=True)
        known = self.known(f, f.select)
        unique = self.all_rows_known(f, known) if f.group is None else all(g in f.select or g in known for g in f.group)
        counted = duplicates or f.limited or f.group is not None
        return replace(f, distinct=f.distinct and not unique and counted, unique=unique)

    # --- what determines what ---

    def known(self, f: Flat, given: Iterable[Expr]) -> set[Col]:
        """The columns whose values the given expressions determine, on the rows of the block."""
        tables = [s for s in f.inner if isinstance(s, Table)]
        known = {e for e in given if isinstance(e, Col)}
        self.determined(tables, f.where, known, set())
        # The row of a left join is determined by what is known in its ON, or by its own key.
        for t, on in f.outer:
            if isinstance(t, Table):
                mine = set(known)
                if {c for c in columns_in(on) if c.source != t.id} <= known and self.determined([t], conjuncts(on), mine, set()):
                    known |= mine
                if self.own_key(t, known):
                    known |= {self.col(t, i) for i in range(len(t.types))}
        self.determined(tables, f.where, known, set())
        return known

    def own_key(self, t: Table, known: set[Col]) -> bool:
        return self.schema.tables[t.name].identified({c.index for c in known if c.source == t.id})

    def all_rows_known(self, f: Flat, known: set[Col]) -> bool:
        def row(t: Source) -> bool:
            if isinstance(t, Table):
                return t.id in self.rows
            n: Any = t.query
            return isinstance(n, Flat) and n.unique and all(Col(t.id, i, k) in known for i, k in enumerate(t.types))

        return all(row(t) for t in f.inner) and all(isinstance(t, Table) and self.own_key(t, known) for t, _ in f.outer)

    def determined(self, tables: list[Table], where: Iterable[Expr], known: set[Col], fixed: set[int]) -> bool:
        """Whether each table has one row at most, given the columns ``known`` and all columns of the sources ``fixed``.

        ``known`` grows by what it determines; ``self.rows`` has the sources whose row is determined.
        """
        self.rows = set[int]()
        equalities = [c.args for c in where if isinstance(c, Op) and c.name == "="]
        compared = {c for pair in equalities for c in pair if isinstance(c, Col)}

        def settled(e: Expr) -> bool:
            return all(c in known or c.source in fixed for c in columns_in(e)) and not any(
                isinstance(n, (Agg, Exists, In, Scalar)) or isinstance(n, Op) and n.name.startswith("loose") for n in walk(e)
            )

        while True:
            before = len(known), len(self.rows)
            for a, b in equalities:
                for x, y in ((a, b), (b, a)):
                    if isinstance(x, Col) and x.source not in fixed and settled(y):
                        known.add(x)
            for t in tables:
                columns = self.schema.tables[t.name].columns
                for key in self.schema.tables[t.name].keys:
                    if all((c := self.col(t, i)) in known and (columns[i].not_null or c in compared) for i in key):
                        self.rows.add(t.id)
                        known |= {self.col(t, i) for i in range(len(columns))}
            if before == (len(known), len(self.rows)):
                return all(t.id in self.rows for t in tables)


def _free(f: Flat, duplicates: bool) -> bool:
    """Whether the number of equal rows does not count."""
    return f.group is None and not f.limited and (f.distinct or not duplicates)


def _equalities(where: Iterable[Expr]) -> Classes[Col]:
    """The classes of columns that WHERE makes equal."""
    found = Classes[Col]()
    for c in where:
        if isinstance(c, Op) and c.name == "=" and isinstance(c.args[0], Col) and isinstance(c.args[1], Col) and c.args[0].type == c.args[1].type:
            found.join(c.args[0], c.args[1])
    return found


def _without(f: Flat, b: Table, to: dict[int, Col]) -> Flat:
    """The block without the table b, whose columns are those of other tables. x = x says that x is not NULL."""
    f = rebuild(replace(f, inner=tuple(s for s in f.inner if s != b)), lambda n: to[n.index] if isinstance(n, Col) and n.source == b.id else n)

    def tidy(c: Expr) -> Expr:
        same = isinstance(c, Op) and c.name == "=" and c.args[0] == c.args[1]
        return negation(is_null(c.args[0])) if same and isinstance(c, Op) else c

    return replace(f, where=_once(map(tidy, f.where)))


def _filtered(f: Flat, conditions: tuple[Expr, ...]) -> Flat:
    """The block with more conditions on the rows of its result."""
    return replace(f, where=(*f.where, *conditions)) if f.group is None else replace(f, having=(*f.having, *conditions))


def _once(parts: Iterable[Expr]) -> tuple[Expr, ...]:
    return tuple(dict.fromkeys(parts))


def own_level(node: Any, change: Callable[[Any], Any]) -> Any:
    """Change the parts of expressions that are not in subqueries, from the leaves up."""
    if isinstance(node, tuple):
        return tuple(own_level(n, change) for n in node)
    if isinstance(node, Key):
        return replace(node, expr=own_level(node.expr, change))
    if isinstance(node, Op):
        node = replace(node, args=own_level(node.args, change))
    elif isinstance(node, (Agg, In)):
        node = replace(node, arg=own_level(node.arg, change))
    return change(node)


def _unordered(n: Normal) -> Normal:
    """The query without an ORDER BY that no LIMIT reads."""
    return replace(n, order=()) if isinstance(n, Flat) and not n.limited else n
