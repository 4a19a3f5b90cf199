"""The normal form in which :mod:`truthloop.sql.prove` compares queries.

A :class:`Flat` is a SELECT without nested joins: tables that are joined by conditions in WHERE, then tables of left
joins, each with its ON. Each rule that leads there keeps the result as a bag, under the constraints of the schema; the
comment of a rule says why. The rules are:

- derived tables and inner joins are merged into the block around them;
- conditions are in negation normal form. IN becomes EXISTS, and NOT IN becomes NOT EXISTS with the NULLs of both sides,
  where only the truth of a condition counts (WHERE, HAVING and ON keep the rows where it is true);
- EXISTS becomes a join where it matches at most one row, or where duplicates do not count;
- a left join that WHERE makes an inner join, or that changes no row, goes (Galindo-Legaria and Rosenthal 1997);
- a join along a foreign key, and a join of a table with itself on a key, go (the chase, Johnson and Klug 1984);
- DISTINCT goes where a key is in the result (Paulley and Larson 1994), and GROUP BY without aggregates becomes DISTINCT;
- INTERSECT and EXCEPT become EXISTS with IS NOT DISTINCT FROM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Union, cast

from .meaning import (
    FALSE, TRUE, Agg, Block, Col, Derived, Exists, Expr, In, Join, Key, Lit, Op, Query, Scalar, SetOp, Source, Table, conjunction,
    conjuncts, leaves, rebuild, types, walk,
)  # fmt: skip
from .schema import Schema, Unsupported


@dataclass(frozen=True)
class Flat:
    inner: tuple[Table | Derived, ...]
    outer: tuple[tuple[Table | Derived, Expr], ...]
    where: tuple[Expr, ...]
    group: tuple[Expr, ...] | None
    having: tuple[Expr, ...]
    select: tuple[Expr, ...]
    distinct: bool  # False where the rows are proved distinct
    unique: bool  # no two rows are equal
    order: tuple[Key, ...] = ()
    limit: int | None = None
    offset: int = 0

    @property
    def limited(self) -> bool:
        return self.limit is not None or self.offset > 0

    @property
    def plain(self) -> bool:
        """A bag of joined and filtered rows."""
        return self.group is None and not self.distinct and not self.limited


@dataclass(frozen=True)
class Parts:
    """A union of more than one query, or INTERSECT or EXCEPT of two that cannot be one block."""

    op: str
    all: bool
    parts: tuple[Normal, ...]


Normal = Union[Flat, Parts]


def normal(query: Query, schema: Schema, proved: Callable[[Flat, Expr], bool], duplicates: bool = True) -> Normal:
    """The normal form.

    :param proved: whether a condition is always true on the rows of a block.
    :param duplicates: whether the number of equal rows counts.
    """
    return _Normalizer(schema, proved).query(query, duplicates)


class _Normalizer:
    def __init__(self, schema: Schema, proved: Callable[[Flat, Expr], bool]) -> None:
        self.schema = schema
        self.proved = proved

    # --- queries ---

    def query(self, q: Any, duplicates: bool) -> Normal:
        if isinstance(q, (Flat, Parts)):
            return q
        return self.block(q, duplicates) if isinstance(q, Block) else self.set_op(q, duplicates)

    def set_op(self, q: SetOp, duplicates: bool) -> Normal:
        inner_duplicates = duplicates and q.all
        left, right = self.query(q.left, inner_duplicates), self.query(q.right, inner_duplicates)
        if q.op == "union":
            parts: list[Normal] = []
            for part in (left, right):
                # Parts of UNION ALL may become parts of a UNION, which drops the duplicates in any case.
                if isinstance(part, Parts) and part.op == "union" and (part.all or not inner_duplicates):
                    parts += part.parts
                else:
                    parts.append(part)
            return Parts("union", inner_duplicates, tuple(parts))
        if isinstance(left, Flat) and isinstance(right, Flat) and left.group is None and not left.limited and not right.limited:
            # x is in the result if x is a row of left and, with NULL the same as NULL, of right.
            same = tuple(Op("same", (b, a), "bool") for a, b in zip(left.select, right.select))
            matched = replace(right, having=(*right.having, *same)) if right.group is not None else replace(right, where=(*right.where, *same))
            found = self.exists(matched)
            where = (*left.where, found if q.op == "intersect" else self.false(found))
            return self.simplified(replace(left, where=where, distinct=True, unique=False, order=()), duplicates)
        return Parts(q.op, False, (left, right))

    def block(self, q: Block, duplicates: bool) -> Normal:
        inner: list[Table | Derived] = []
        outer: list[tuple[Table | Derived, Expr]] = []
        where: list[Expr] = []
        inlined: dict[tuple[int, int], Expr] = {}
        no_duplicates = q.group is None and (q.distinct or not duplicates) and not q.limit and not q.offset

        def merge(s: Source) -> None:
            if isinstance(s, Table):
                inner.append(s)
            elif isinstance(s, Derived):
                n = self.query(s.query, not no_duplicates)
                if isinstance(n, Flat) and (n.plain or no_duplicates and n.group is None and not n.limited):
                    inner.extend(n.inner)
                    outer.extend(n.outer)
                    where.extend(n.where)
                    inlined.update({(s.id, i): e for i, e in enumerate(n.select)})
                else:
                    inner.append(Derived(s.id, cast(Query, _unordered(n))))
            elif s.kind == "inner":
                merge(s.left)
                merge(s.right)
                where.extend(conjuncts(s.on))
            elif s.kind == "left":
                merge(s.left)
                outer.append(self.right_side(s, inlined))
            else:
                raise Unsupported("FULL JOIN in a proof")

        if q.source is not None:
            merge(q.source)

        def inline(node: Any) -> Any:
            return rebuild(node, lambda n: inlined.get((n.source, n.index), n) if isinstance(n, Col) else n)

        flat = Flat(
            tuple(inner),
            tuple((t, conjunction([self.true(c) for c in conjuncts(self.inner_queries(inline(on)))])) for t, on in outer),
            tuple(self.true(self.inner_queries(inline(c))) for c in (*where, *conjuncts(q.where))),
            self.inner_queries(inline(q.group)) if q.group is not None else None,
            tuple(self.true(self.inner_queries(inline(c))) for c in conjuncts(q.having)),
            self.inner_queries(inline(q.select)),
            q.distinct,
            False,
            tuple(Key(self.inner_queries(inline(k.expr)), k.descending, k.nulls_first) for k in q.order),
            q.limit,
            q.offset,
        )
        if q.limit == 0:
            raise Unsupported("LIMIT 0 in a proof")
        return self.simplified(self.lifted(flat), duplicates)

    def right_side(self, s: Join, inlined: dict[tuple[int, int], Expr]) -> tuple[Table | Derived, Expr]:
        """The right side of a left join as one source: several tables become a derived table."""
        if isinstance(s.right, Table):
            return s.right, s.on
        if isinstance(s.right, Derived):
            n = _unordered(self.query(s.right.query, True))
            if isinstance(n, Flat) and n.plain and len(n.inner) == 1 and not n.outer and not n.where and all(isinstance(e, Col) for e in n.select):
                inlined.update({(s.right.id, i): e for i, e in enumerate(n.select)})
                return n.inner[0], s.on
            return Derived(s.right.id, cast(Query, n)), s.on
        sides = leaves(s.right)
        columns = [
            (leaf.id, i, t)
            for leaf in sides
            for i, t in enumerate(
                [c.type for c in self.schema.tables[leaf.name].columns] if isinstance(leaf, Table) else types(leaf.query)
            )
        ]
        sid = -sides[0].id - 1_000_000  # negative, so that no other source has this number
        inlined.update({(a, i): Col(sid, at, t) for at, (a, i, t) in enumerate(columns)})
        block = Block(s.right, TRUE, None, TRUE, tuple(Col(a, i, t) for a, i, t in columns))
        return Derived(sid, cast(Query, self.query(block, True))), s.on

    def lifted(self, f: Flat) -> Flat:
        """A block over one grouped block becomes its HAVING and SELECT."""
        if len(f.inner) != 1 or f.outer or f.group is not None or not isinstance(f.inner[0], Derived):
            return f
        n: Any = f.inner[0].query
        if not isinstance(n, Flat) or n.group is None or n.distinct or n.limited:
            return f
        sid = f.inner[0].id

        def lift(node: Any) -> Any:
            return rebuild(node, lambda c: n.select[c.index] if isinstance(c, Col) and c.source == sid else c)

        if any(isinstance(m, (Flat, Parts)) and any(isinstance(c, Col) and c.source == sid for c in walk(m)) for m in walk((f.where, f.select, f.order))):
            return f  # an aggregate must not move into a subquery
        return replace(n, having=(*n.having, *lift(f.where)), select=lift(f.select), distinct=f.distinct, unique=False,
                       order=lift(f.order), limit=f.limit, offset=f.offset)  # fmt: skip

    def inner_queries(self, e: Any) -> Any:
        """The expression with the normal forms of its subqueries."""

        def change(n: Any) -> Any:
            if isinstance(n, Scalar):
                return replace(n, query=cast(Query, _unordered(self.query(n.query, True))))
            if isinstance(n, In):
                return replace(n, query=cast(Query, _unordered(self.query(n.query, False))))
            if isinstance(n, Exists):
                return self.exists(self.query(n.query, False))
            return n

        if isinstance(e, tuple):
            return tuple(self.inner_queries(x) for x in e)
        if isinstance(e, (Flat, Parts)):
            return e
        if isinstance(e, Op):
            return replace(e, args=tuple(self.inner_queries(a) for a in e.args))
        if isinstance(e, Agg) and e.arg is not None:
            return replace(e, arg=self.inner_queries(e.arg))
        if isinstance(e, In):
            e = replace(e, arg=self.inner_queries(e.arg))
        return change(e)

    def exists(self, n: Normal) -> Expr:
        """EXISTS of a query: what it selects does not count."""
        if isinstance(n, Parts):
            if n.op == "union":
                return Op("or", tuple(self.exists(p) for p in n.parts), "bool")
            return Exists(cast(Query, n))
        if n.limited:
            if n.offset or n.limit == 0:
                return Exists(cast(Query, n))
            n = replace(n, limit=None)
        if n.group == () and not n.having:
            return TRUE  # aggregates over all rows give one row
        if n.group and not n.having:
            n = replace(n, group=None)
        n = replace(n, select=() if n.group is None else n.select, distinct=False, unique=False, order=())
        return Exists(cast(Query, self.simplified(n, False)))

    # --- conditions ---

    def true(self, e: Expr) -> Expr:
        """A condition that is true where the condition is true."""
        if isinstance(e, Op) and e.name in ("and", "or"):
            return replace(e, args=tuple(self.true(a) for a in e.args))
        if isinstance(e, Op) and e.name == "not":
            return self.false(e.args[0])
        if isinstance(e, In):
            return self.matching(e, lambda arg, value: Op("=", (arg, value), "bool"))
        return e

    def false(self, e: Expr) -> Expr:
        """A condition that is true where the condition is false."""
        if isinstance(e, Op) and e.name in ("and", "or"):
            return replace(e, name="or" if e.name == "and" else "and", args=tuple(self.false(a) for a in e.args))
        if isinstance(e, Op) and e.name == "not":
            return self.true(e.args[0])
        if isinstance(e, In):
            # NOT IN is true if no row is equal, and none could be: NULL on either side makes it unknown.
            def possible(arg: Expr, value: Expr) -> Expr:
                parts = (Op("=", (arg, value), "bool"), Op("isnull", (arg,), "bool"), Op("isnull", (value,), "bool"))
                return Op("or", parts, "bool")

            return Op("not", (self.matching(e, possible),), "bool")
        if isinstance(e, Op) and e.name in ("=", "<>"):
            return replace(e, name="<>" if e.name == "=" else "=")
        return Op("not", (e,), "bool")

    def matching(self, e: In, condition: Callable[[Expr, Expr], Expr]) -> Expr:
        n: Any = e.query
        if isinstance(n, Parts) and n.op == "union":
            return Op("or", tuple(self.matching(replace(e, query=cast(Query, p)), condition) for p in n.parts), "bool")
        if isinstance(n, Parts) or n.limited:
            return e
        c = condition(e.arg, n.select[0])
        return self.exists(replace(n, having=(*n.having, c)) if n.group is not None else replace(n, where=(*n.where, c)))

    # --- the rules on a block ---

    def simplified(self, f: Flat, duplicates: bool) -> Flat:
        f = replace(f, where=tuple(dict.fromkeys(c for w in f.where for c in conjuncts(w))))
        f = self.grouping(self.conditions_before_grouping(f), duplicates)
        if f.group is None and not f.limited and not f.order and not duplicates and f.distinct:
            f = replace(f, distinct=False)  # nobody counts the duplicates
        while True:
            before = f
            for rule in (self.inner_join, self.sure_join, self.no_left_join, self.anti_join, self.unnested, self.without_self_join, self.without_foreign_key):
                f = rule(f, duplicates)
            if f == before:
                break
        return self.distinct(self.grouping(self.single_rows(f), duplicates), duplicates)

    def conditions_before_grouping(self, f: Flat) -> Flat:
        if not f.group:
            return f
        before = tuple(c for c in f.having if not any(isinstance(n, Agg) for n in walk(c)))
        return replace(f, where=(*f.where, *before), having=tuple(c for c in f.having if c not in before))

    def inner_join(self, f: Flat, _: bool) -> Flat:
        """A left join is an inner join if WHERE is not true for the rows that it fills with NULL."""
        for at, (t, on) in enumerate(f.outer):
            width = len(self.schema.tables[t.name].columns) if isinstance(t, Table) else len(output_types(t.query))
            null = [Op("isnull", (Col(t.id, i, k),), "bool") for i, k in enumerate(self.types_of(t))][:width]
            if f.where and self.proved(f, Op("not", (conjunction(null),), "bool")):
                rest = (*f.outer[:at], *f.outer[at + 1 :])
                return replace(f, inner=(*f.inner, t), outer=rest, where=tuple(dict.fromkeys((*f.where, *conjuncts(on)))))
        return f

    def sure_join(self, f: Flat, _: bool) -> Flat:
        """A left join along a foreign key that is never NULL is an inner join."""
        for at, (t, on) in enumerate(f.outer):
            pairs = {c.args for c in conjuncts(on) if isinstance(c, Op) and c.name == "="}
            if not isinstance(t, Table) or len(pairs) < len(conjuncts(on)):
                continue
            for a in (s for s in f.inner if isinstance(s, Table)):
                for fk in self.schema.tables[a.name].foreign_keys:
                    links = [(self.col(a, i), self.col(t, j)) for i, j in zip(fk.columns, fk.target_columns)]
                    never_null = all(self.schema.tables[a.name].columns[i].not_null for i in fk.columns)
                    if fk.target == t.name and never_null and pairs <= {*links, *((y, x) for x, y in links)}:
                        rest = (*f.outer[:at], *f.outer[at + 1 :])
                        return replace(f, inner=(*f.inner, t), outer=rest, where=tuple(dict.fromkeys((*f.where, *conjuncts(on)))))
        return f

    def types_of(self, t: Table | Derived) -> list[Any]:
        return [c.type for c in self.schema.tables[t.name].columns] if isinstance(t, Table) else output_types(t.query)

    def no_left_join(self, f: Flat, duplicates: bool) -> Flat:
        """A left join changes nothing if nobody reads its columns, and it matches one row at most or duplicates do not count."""
        free = f.group is None and not f.limited and (f.distinct or not duplicates)
        for at, (t, on) in enumerate(f.outer):
            rest = (*f.outer[:at], *f.outer[at + 1 :])
            new = replace(f, outer=rest)
            if t.id not in all_sources(new):
                others = {s.id for s in f.inner} | {s.id for s, _ in rest}
                if free or isinstance(t, Table) and self.determined([t], conjuncts(on), set(), others | (all_sources(f) - {t.id})):
                    return new
        return f

    def anti_join(self, f: Flat, _: bool) -> Flat:
        """A left join whose WHERE keeps the rows without a match, and reads nothing else of it, is NOT EXISTS."""
        for at, (t, on) in enumerate(f.outer):
            for c in f.where:
                column = c.args[0] if isinstance(c, Op) and c.name == "isnull" else None
                if not (isinstance(t, Table) and isinstance(column, Col) and column.source == t.id):
                    continue
                new = replace(f, outer=(*f.outer[:at], *f.outer[at + 1 :]), where=tuple(w for w in f.where if w != c))
                if self.schema.tables[t.name].columns[column.index].not_null and t.id not in all_sources(new):
                    matches = Flat((t,), (), tuple(conjuncts(on)), None, (), (), False, False)
                    return replace(new, where=(*new.where, Op("not", (self.exists(matches),), "bool")))
        return f

    def unnested(self, f: Flat, duplicates: bool) -> Flat:
        """EXISTS is a join if it matches one row at most, or if duplicates do not count."""
        free = f.group is None and not f.limited and (f.distinct or not duplicates)
        own = {s.id for s in f.inner} | {s.id for s, _ in f.outer}
        for c in f.where:
            if not isinstance(c, Exists):
                continue
            n: Any = c.query
            if not isinstance(n, Flat) or n.group is not None or n.outer or any(s.id in own for s in n.inner):
                continue
            tables = [s for s in n.inner if isinstance(s, Table)]
            mine = {s.id for s in n.inner}
            if free or len(tables) == len(n.inner) and self.determined(tables, n.where, set(), all_sources(n) - mine):
                return replace(f, inner=(*f.inner, *n.inner), where=tuple(dict.fromkeys((*(w for w in f.where if w != c), *n.where))))
        return f

    def without_self_join(self, f: Flat, _: bool) -> Flat:
        """Two rows of a table with the same key are the same row."""
        equal = Equalities(f.where)
        tables = [s for s in f.inner if isinstance(s, Table)]
        for a in tables:
            for b in tables:
                if a.id < b.id and a.name == b.name:
                    for key in self.schema.tables[a.name].keys:
                        if all(equal.same(self.col(a, i), self.col(b, i)) for i in key):
                            kept = replace(f, inner=tuple(s for s in f.inner if s != b))
                            return _tidy(replaced(kept, lambda c: replace(c, source=a.id) if c.source == b.id else c))
        return f

    def without_foreign_key(self, f: Flat, _: bool) -> Flat:
        """A foreign key that is not NULL has one row that it refers to. So a join that reads only this key goes."""
        equal = Equalities(f.where)
        tables = [s for s in f.inner if isinstance(s, Table)]
        for b in tables:
            read = {n.index for n in walk(f) if isinstance(n, Col) and n.source == b.id}
            for a in tables:
                for fk in self.schema.tables[a.name].foreign_keys:
                    if a.id == b.id or fk.target != b.name or not read <= set(fk.target_columns):
                        continue
                    if all(equal.same(self.col(a, i), self.col(b, j)) for i, j in zip(fk.columns, fk.target_columns)):
                        to = {j: self.col(a, i) for i, j in zip(fk.columns, fk.target_columns)}
                        kept = replace(f, inner=tuple(s for s in f.inner if s != b))
                        kept = replace(kept, where=(*kept.where, *(Op("=", (c, c), "bool") for c in to.values())))
                        return _tidy(replaced(kept, lambda c: to[c.index] if c.source == b.id else c))
        return f

    def col(self, t: Table, i: int) -> Col:
        return Col(t.id, i, self.schema.tables[t.name].columns[i].type)

    def single_rows(self, f: Flat) -> Flat:
        """Groups by a key have one row each, so COUNT(*) is 1 and MAX(x) is x."""
        if not f.group or f.distinct or not self.all_rows_known(f, self.known(f, f.group)):
            return f

        def single(n: Any) -> Any:
            if not isinstance(n, Agg):
                return n
            if n.arg is None:
                return Lit(1, "int")
            if n.name == "count":
                return Op("case", (Op("isnull", (n.arg,), "bool"), Lit(0, "int"), Lit(1, "int")), "int")
            return n.arg if n.name != "avg" or n.arg.type == "real" else Op("real", (n.arg,), "real")

        having = tuple(map(lambda c: own_level(c, single), f.having))
        select, order = own_level(f.select, single), own_level(f.order, single)
        return replace(f, group=None, having=(), where=(*f.where, *having), select=select, order=order)

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
        if f.group is not None:
            unique = all(g in f.select or g in known for g in f.group)
        else:
            unique = self.all_rows_known(f, known)
        if f.distinct and not unique and not duplicates and not f.limited and f.group is None:
            return replace(f, distinct=False)
        return replace(f, distinct=f.distinct and not unique, unique=unique)

    # --- what determines what ---

    def known(self, f: Flat, given: Iterable[Expr]) -> set[Col]:
        """The columns whose values the given expressions determine, on the rows of the block."""
        tables = [s for s in f.inner if isinstance(s, Table)]
        known = {e for e in given if isinstance(e, Col)}
        self.determined(tables, f.where, known, set())
        # The row of a left join is determined by what is known in its ON, or by its own key.
        for t, on in f.outer:
            if isinstance(t, Table):
                mine = {c for c in known}
                others = {c.source for c in walk(on) if isinstance(c, Col)} - {t.id}
                if all(Col(o, i, k) in known for o in others for i, k in self.indexes(f, o, on)):
                    if self.determined([t], conjuncts(on), mine, set()):
                        known |= mine
                if self.own_key(t, known):
                    known |= {self.col(t, i) for i in range(len(self.schema.tables[t.name].columns))}
        self.determined(tables, f.where, known, set())
        return known

    def indexes(self, f: Flat, source: int, on: Expr) -> set[tuple[int, Any]]:
        return {(n.index, n.type) for n in walk(on) if isinstance(n, Col) and n.source == source}

    def own_key(self, t: Table, known: set[Col]) -> bool:
        columns = self.schema.tables[t.name].columns
        return any(all(columns[i].not_null and self.col(t, i) in known for i in key) for key in self.schema.tables[t.name].keys)

    def all_rows_known(self, f: Flat, known: set[Col]) -> bool:
        def row(t: Table | Derived) -> bool:
            if isinstance(t, Derived):
                n: Any = t.query
                return isinstance(n, Flat) and n.unique and all(Col(t.id, i, k) in known for i, k in enumerate(self.types_of(t)))
            return t.id in self.rows
        return all(row(t) for t in f.inner) and all(isinstance(t, Table) and (self.own_key(t, known)) for t, _ in f.outer)  # fmt: skip

    def determined(self, tables: list[Table], where: Iterable[Expr], known: set[Col], fixed: set[int]) -> bool:
        """Whether each table has one row at most, given the columns ``known`` and all columns of the sources ``fixed``.

        ``known`` grows by what it determines; ``self.rows`` has the sources whose row is determined.
        """
        self.rows = set[int]()
        equalities = [c.args for c in where if isinstance(c, Op) and c.name == "="]
        compared = {c for pair in equalities for c in pair if isinstance(c, Col)}

        def settled(e: Expr) -> bool:
            return all(n in known or n.source in fixed for n in walk(e) if isinstance(n, Col)) and not any(
                isinstance(n, (Agg, Exists, In, Scalar)) for n in walk(e)
            )

        while True:
            before = len(known), len(self.rows)
            for a, b in equalities:
                for x, y in ((a, b), (b, a)):
                    # x = y with y known determines x; an equality of an integer and a real number does, too.
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


class Equalities:
    """The classes of columns that WHERE makes equal."""

    def __init__(self, where: Iterable[Expr]) -> None:
        self.parent: dict[Col, Col] = {}
        for c in where:
            if isinstance(c, Op) and c.name == "=" and isinstance(c.args[0], Col) and isinstance(c.args[1], Col):
                self.parent[self.find(c.args[0])] = self.find(c.args[1])

    def find(self, c: Col) -> Col:
        while self.parent.get(c, c) != c:
            c = self.parent[c]
        return c

    def same(self, a: Col, b: Col) -> bool:
        return self.find(a) == self.find(b)


def replaced(f: Flat, change: Callable[[Col], Expr]) -> Flat:
    """The block with each column changed, in subqueries, too."""
    return cast(Flat, rebuild(f, lambda n: change(n) if isinstance(n, Col) else n))


def own_level(node: Any, change: Callable[[Any], Any]) -> Any:
    """Change the aggregates of a block, but not those of its subqueries."""
    if isinstance(node, tuple):
        return tuple(own_level(n, change) for n in node)
    if isinstance(node, Op):
        return replace(node, args=own_level(node.args, change))
    if isinstance(node, In):
        return replace(node, arg=own_level(node.arg, change))
    if isinstance(node, Key):
        return replace(node, expr=own_level(node.expr, change))
    return change(node)


def _tidy(f: Flat) -> Flat:
    """x = x says that x is not NULL."""
    where = []
    for c in f.where:
        if isinstance(c, Op) and c.name == "=" and c.args[0] == c.args[1]:
            c = Op("not", (Op("isnull", (c.args[0],), "bool"),), "bool")
        where.append(c)
    return replace(f, where=tuple(dict.fromkeys(where)))


def _unordered(n: Normal) -> Normal:
    """The query without an ORDER BY that no LIMIT reads."""
    return replace(n, order=()) if isinstance(n, Flat) and not n.limited else n


def all_sources(node: Any) -> set[int]:
    return {n.source for n in walk(node) if isinstance(n, Col)}


def output_types(n: Any) -> list[Any]:
    return [e.type for e in n.select] if isinstance(n, Flat) else output_types(n.parts[0]) if isinstance(n, Parts) else list(types(n))


__all__ = ["Equalities", "Flat", "Lit", "FALSE", "Normal", "Parts", "all_sources", "normal", "output_types", "replaced"]
