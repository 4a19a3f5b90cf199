"""Proofs that two queries are equivalent on every database that keeps the constraints of the schema.

Both are brought to normal form. Blocks are equal as bags if a bijection of their tables makes their conditions, results
and groups equal; as sets, mappings of the tables both ways suffice. The parts of unions are compared with each other.
docs/howto/sql.md names the theorems. The questions about conditions go to :mod:`truthloop.sql.conditions`.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

import z3

from .conditions import Conditions
from .meaning import FALSE, Agg, Block, Col, Derived, Expr, Lit, Op, Query, Scalar, Source, T, Table, conjuncts, equal, rebuild, sources, types, walk
from .normal import Flat, Normal, Normalizer, Parts, own_level
from .schema import Schema, Unsupported, refuse

MAX_MAPPINGS, MAX_DEPTH = 400, 3
OFFSET = 10_000  # added to the numbers of the sources of the right query


@dataclass
class Proof:
    """What is proved: ``kinds`` of the proofs that were used, or why there is none."""

    equivalent: bool = False
    kinds: set[str] = field(default_factory=set)
    reason: str = ""

    @property
    def certificate(self) -> dict[str, Any]:
        return {"kind": "+".join(sorted(self.kinds)) or "isomorphism"}


def prove(left: Query, right: Query, schema: Schema, lists: bool, seconds: float = 3.0) -> Proof:
    """Try to prove that the queries are equivalent.

    :param lists: whether the order of the rows counts.
    """
    if len(types(left)) != len(types(right)):
        return Proof(reason="the queries have different numbers of columns")
    try:
        prover, a, b = _prepared(left, right, schema, seconds, True)
        if any(isinstance(n, Agg) and n.name in ("sum", "avg") and n.arg is not None and n.arg.type == "real" for n in walk((a, b))):
            raise Unsupported("a sum of floating numbers depends on the order of the rows")
        return Proof(prover.equal_bags(a, b, lists), prover.kinds, "no proof")
    except (Unsupported, RecursionError) as e:
        return Proof(reason=str(e) or "the queries are nested too deeply")
    except z3.Z3Exception as e:
        return Proof(reason=f"Z3: {e}")


def contained(left: Query, right: Query, schema: Schema, seconds: float = 1.0) -> tuple[bool, bool]:
    """Whether the rows of the left query are proved to be rows of the right one, and the other way round."""
    try:
        prover, a, b = _prepared(left, right, schema, seconds, False)
        return prover.contained(a, b), prover.contained(b, a)
    except (Unsupported, RecursionError, z3.Z3Exception):
        return False, False


def _prepared(left: Query, right: Query, schema: Schema, seconds: float, duplicates: bool) -> tuple[_Prover, Normal, Normal]:
    """Both normal forms, whose sources have different numbers, and a prover that knows them."""
    grouped = (m for n in walk((left, right)) if isinstance(n, Block) and n.group is not None for m in walk((n.select, n.having, n.order)))
    picked = (m for m in grouped if isinstance(m, Op) and m.name.startswith("loose") and m.type == "real" and getattr(m.args[0], "name", "") != "avg")
    refuse(any(picked), "what is computed from 0.0 or -0.0, or 1 or 1.0, whichever stands for a group, in a proof")
    right = _renumbered(right, lambda n: n + OFFSET)
    literals = (n.value for n in walk((left, right, *(t.checks for t in schema.tables.values()))) if isinstance(n, Lit))
    ranks = {t: i for i, t in enumerate(sorted({v for v in literals if isinstance(v, str)}))}
    prover = _Prover(schema, ranks, time.monotonic() + seconds)
    a, b = (prover.rules.query(q, duplicates) for q in (left, right))
    flats = [n for n in walk((a, b)) if isinstance(n, Flat)]
    filled = {t.id for f in flats for t, _ in f.outer}
    prover.solid = {t.id: t for f in flats for t in f.inner if isinstance(t, Table) and t.id not in filled}
    return prover, a, b


class _Prover(Conditions):
    def __init__(self, schema: Schema, ranks: dict[str, int], end: float) -> None:
        super().__init__(ranks, end)
        self.schema, self.rules = schema, Normalizer(schema, self.implied)
        self.kinds: set[str] = set()
        self.solid: dict[int, Table] = {}  # sources that no left join fills with NULL, once both normal forms are known
        self.depth = 0  # of subqueries that are being compared

    def by(self, kind: str) -> bool:
        self.kinds.add(kind)
        return True

    # --- equality ---

    def equal_bags(self, a: Normal, b: Normal, lists: bool = False) -> bool:
        if isinstance(a, Parts) or isinstance(b, Parts):
            if _is_set(a) and _is_set(b):
                return not lists and self.equal_sets(a, b)
            return not lists and isinstance(a, Parts) and isinstance(b, Parts) and a.all and b.all and self.matched(a.parts, b.parts)
        ordered = lists or a.limited or b.limited
        if not a.limited and not b.limited and _is_set(a) and _is_set(b):
            positions = _order_positions(a), _order_positions(b)
            if (not ordered or positions[0] is not None and positions[0] == positions[1]) and self.equal_sets(a, b):
                return True
        if self.empty(a) and self.empty(b):
            return True
        if a.distinct != b.distinct:
            return False
        refuse(not all(self.total(f) for f in (a, b) if f.limited), "LIMIT without a total order")
        return (a.limit, a.offset) == (b.limit, b.offset) and any(self.isomorphic(a, m, ordered) for m in self.renamings(a, b))

    def matched(self, parts: tuple[Normal, ...], others: tuple[Normal, ...]) -> bool:
        if not parts or len(parts) != len(others):
            return len(parts) == len(others)
        return self.by("union") and any(
            self.equal_bags(parts[0], other) and self.matched(parts[1:], others[:i] + others[i + 1 :]) for i, other in enumerate(others)
        )

    def equal_sets(self, a: Normal, b: Normal) -> bool:
        return self.contained(a, b) and self.contained(b, a)

    def contained(self, a: Normal, b: Normal, splits: int = 3) -> bool:
        """Whether each row of a is a row of b."""
        if isinstance(a, Parts):
            return self.by("union") and all(self.contained(part, b) for part in a.parts)
        if isinstance(b, Parts):
            if any(self.contained(a, part, 0) for part in b.parts):
                return self.by("union")
        elif self.mapped(a, b):
            return True
        # A block is the union of the blocks with the parts of an OR in its WHERE.
        for c in a.where if splits and a.group is None and not a.limited else ():
            if isinstance(c, Op) and c.name == "or":
                rest = tuple(w for w in a.where if w != c)
                halves = [replace(a, where=(*rest, *conjuncts(part)), unique=False) for part in c.args]
                if all(self.contained(half, b, splits - 1) for half in halves):
                    return self.by("union")
        return False

    def mapped(self, a: Flat, b: Flat) -> bool:
        """A containment mapping from b to a, or an isomorphism where one cannot be."""
        if a.limited or b.limited:
            return a.limited and b.limited and self.equal_bags(a, b)
        if a.group is not None or b.group is not None or a.outer or b.outer:
            return any(self.isomorphic(a, m, False) for m in self.renamings(a, b))
        premises = [*self.rows(a), *(self.true(c) for c in a.where)]
        for mapping in self.assignments(b.inner, a.inner, False):
            renamed = _renumbered(b, lambda n: mapping.get(n, n))
            if self.valid(premises, [*map(self.true, renamed.where), *map(self.same, a.select, renamed.select)]):
                return self.by("containment_mappings")
        return self.empty(a)

    def empty(self, f: Flat) -> bool:
        """Whether the block never has a row, since its condition is never true."""
        return f.group != () and bool(f.where) and self.implied(f, FALSE) and self.by("empty")

    def renamings(self, a: Flat, b: Flat) -> Iterator[Flat]:
        """The block b with its sources renamed to those of a, by each bijection."""
        if (len(a.inner), len(a.outer)) != (len(b.inner), len(b.outer)):
            return
        for inner in self.assignments(b.inner, a.inner, True):
            for outer in self.assignments(tuple(t for t, _ in b.outer), tuple(t for t, _ in a.outer), True):
                mapping = {**inner, **outer}
                yield _renumbered(b, lambda n: mapping.get(n, n))

    def assignments(self, sources: tuple[Any, ...], targets: tuple[Any, ...], bijective: bool) -> Iterator[dict[int, int]]:
        options = []
        for s in sources:
            options.append([t for t in targets if self.same_source(s, t, bijective)])
            if not options[-1]:
                return
        choices = (c for c in itertools.product(*options) if not bijective or time.monotonic() > self.end or len({t.id for t in c}) == len(c))
        for choice in itertools.islice(choices, MAX_MAPPINGS):
            if time.monotonic() > self.end:
                return
            yield {s.id: t.id for s, t in zip(sources, choice)}

    def same_source(self, s: Source, t: Source, bijective: bool) -> bool:
        if isinstance(s, Table) or isinstance(t, Table):
            return isinstance(s, Table) and isinstance(t, Table) and s.name == t.name
        a, b = cast(Normal, t.query), cast(Normal, s.query)
        return len(types(a)) == len(types(b)) and (self.equal_bags(a, b) if bijective else self.contained(a, b))

    def isomorphic(self, a: Flat, b: Flat, ordered: bool) -> bool:
        """Whether a and b, which have the same sources now, give the same bag; and the same order if ``ordered``."""
        if (a.group is None, a.group == ()) != (b.group is None, b.group == ()):
            return False
        others = {t.id: on for t, on in b.outer}
        for t, on in a.outer:
            if not self.valid([*self.rows(a), *self.axioms(t)], [self.true(on) == self.true(others[t.id])]):
                return False
        premises = [*self.rows(a), *self.outer_rows(a)]
        first, second = [*map(self.true, a.where)], [*map(self.true, b.where)]
        if not self.equivalent(premises, first, second):
            return False
        premises += first
        if a.group is not None:
            self.kinds.add("aggregates")
            a, b = self.shared_aggregates(a, premises), self.shared_aggregates(b, premises)
            if not self.same_groups(a, b, premises):
                return False
            if a.group == ():
                premises = []  # there is a row even where FROM and WHERE give none
            first, second = [*map(self.true, a.having)], [*map(self.true, b.having)]
            if not self.equivalent(premises, first, second):
                return False
            premises += first
        same = self.valid(premises, [*map(self.same, a.select, b.select)]) and (not ordered or self.same_order(a, b, premises))
        return same and self.by("isomorphism")

    def equivalent(self, premises: list[Any], first: list[Any], second: list[Any]) -> bool:
        return self.valid([*premises, *first], second) and self.valid([*premises, *second], first)

    def shared_aggregates(self, f: Flat, premises: list[Any]) -> Flat:
        """COUNT of a value that is never NULL is COUNT(*)."""

        def change(n: Any) -> Any:
            if isinstance(n, Agg) and n.name == "count" and n.arg is not None and not n.distinct:
                if self.valid(premises, [z3.Not(self.value(n.arg)[0])]):
                    return Agg("count", None, False, "int")
            return n

        select, having, order = own_level((f.select, f.having, f.order), change)
        return replace(f, select=select, having=having, order=order)

    def same_groups(self, a: Flat, b: Flat, premises: list[Any]) -> bool:
        def covered(keys: tuple[Expr, ...], others: tuple[Expr, ...]) -> bool:
            return all(isinstance(g, Lit) or any(self.valid(premises, [self.same(g, h)]) for h in others) for g in keys)

        return covered(a.group or (), b.group or ()) and covered(b.group or (), a.group or ())

    def same_order(self, a: Flat, b: Flat, premises: list[Any]) -> bool:
        if len(a.order) != len(b.order):
            return False
        for x, y in zip(a.order, b.order):
            if x.descending != y.descending or not self.valid(premises, [self.same(x.expr, y.expr)]):
                return False
            if x.nulls_first != y.nulls_first and not self.valid(premises, [z3.Not(self.value(x.expr)[0])]):
                return False
        return True

    def total(self, f: Flat) -> bool:
        """Whether ORDER BY leaves no ties, but between equal rows."""
        if f.group == ():
            return True
        keys = [k.expr for k in f.order]
        known = self.rules.known(f, keys)

        def settled(e: Expr) -> bool:
            return e in keys or e in known or isinstance(e, Lit) or isinstance(e, Op) and not e.name.startswith("loose") and all(map(settled, e.args))

        if all(map(settled, f.select)):
            return True
        return f.group is not None and all(map(settled, f.group)) or f.group is None and not f.distinct and self.rules.all_rows_known(f, known)

    # --- what is known about rows ---

    def rows(self, f: Flat) -> list[Any]:
        """The constraints on the rows of the inner tables, and on the rows around a subquery."""
        around = [self.solid[sid] for sid in sorted(sources(f) - {s.id for s in walk(f) if isinstance(s, (Table, Derived))}) if sid in self.solid]
        pairs = itertools.combinations([s for s in f.inner if isinstance(s, Table)], 2)
        axioms = [axiom for s in (*f.inner, *around) for axiom in self.axioms(s)]
        return axioms + [axiom for s, t in pairs if s.name == t.name for axiom in self.keys(s, t)]

    def axioms(self, s: Source) -> list[Any]:
        if isinstance(s, Derived):
            select = s.query.select if isinstance(s.query, Flat) else ()
            return [z3.Not(self.value(Col(s.id, i, e.type))[0]) for i, e in enumerate(select) if isinstance(e, Agg) and e.name == "count"]
        table = self.schema.tables[s.name]
        not_null = [z3.Not(self.value(Col(s.id, i, c.type))[0]) for i, c in enumerate(table.columns) if c.not_null]
        return not_null + [z3.Or(*self.value(_renumbered(check, lambda _: s.id))) for check in table.checks]  # unknown, or true

    def keys(self, s: Table, t: Table) -> list[Any]:
        """Rows of a table that have the same key are the same row."""
        columns = [(Col(s.id, i, k), Col(t.id, i, k)) for i, k in enumerate(s.types)]
        same_row = z3.And([self.same(x, y) for x, y in columns])
        return [z3.Implies(z3.And([self.true(equal(*columns[i])) for i in key]), same_row) for key in self.schema.tables[s.name].keys]

    def outer_rows(self, f: Flat) -> list[Any]:
        """A row of a left join keeps its ON and its constraints, or is NULL."""
        nulls = {t.id: z3.And([self.value(Col(t.id, i, k))[0] for i, k in enumerate(t.types)]) for t, _ in f.outer}
        return [z3.Or(nulls[t.id], z3.And(self.true(on), *self.axioms(t))) for t, on in f.outer]

    def implied(self, f: Flat, e: Expr) -> bool:
        """Whether the condition is true on all rows of the block before grouping."""
        return self.valid([*self.rows(f), *self.outer_rows(f), *map(self.true, f.where)], [self.true(e)])

    def same_atom(self, a: Any, b: Any) -> bool:
        if self.depth == MAX_DEPTH or getattr(a, "arg", None) != getattr(b, "arg", None):
            return False
        self.depth += 1
        try:
            x, y = cast(Normal, a.query), cast(Normal, b.query)
            return bool(a.type == b.type) and (self.equal_bags(x, y) if isinstance(a, Scalar) else self.equal_sets(x, y))
        finally:
            self.depth -= 1


def _is_set(n: Normal) -> bool:
    return not n.all if isinstance(n, Parts) else n.distinct or n.unique


def _order_positions(f: Flat) -> list[tuple[int, bool, bool]] | None:
    """ORDER BY as positions in the result, or None."""
    if any(k.expr not in f.select for k in f.order):
        return None
    return [(f.select.index(k.expr), k.descending, k.nulls_first) for k in f.order]


def _renumbered(node: T, number: Callable[[int], int]) -> T:
    """The node with other numbers of its sources."""

    def change(n: Any) -> Any:
        if isinstance(n, Col):
            return replace(n, source=number(n.source))
        return replace(n, id=number(n.id)) if isinstance(n, (Table, Derived)) else n

    return cast(T, rebuild(node, change))
