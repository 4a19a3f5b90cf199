"""Conditions in three-valued logic, decided by Z3: the part of :mod:`truthloop.sql.prove` that knows Z3.

A value is a pair: whether it is NULL, and the value. Integers are unbounded. A text is a rational number, with the
constants in their order: every order of texts embeds in the rational numbers, so what holds there holds for texts. An
operator whose value depends on the engine, and arithmetic of floating numbers, is a function of which Z3 knows nothing.
Subqueries and aggregates are atoms: values of which Z3 knows nothing, shared by those that are proved equal.
"""

from __future__ import annotations

import itertools
import operator
import time
from abc import ABC, abstractmethod
from typing import Any

import z3

from .meaning import Agg, Col, Exists, Expr, Lit, Op, Scalar
from .normal import Flat
from .schema import refuse

Nullable = tuple[Any, Any]  # is NULL, and the value
SORTS = {"int": z3.IntSort(), "real": z3.RealSort(), "text": z3.RealSort(), "date": z3.RealSort(), "bool": z3.BoolSort()}
COMPARISONS = {"=": operator.eq, "<>": operator.ne, "<": operator.lt, "<=": operator.le}
ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul}
KINDS = {"int": 0, "real": 0, "text": 1, "date": 1, "bool": 2}


class Conditions(ABC):
    """Expressions as values of Z3, and questions about them. ``ranks`` is the order of the texts."""

    def __init__(self, ranks: dict[str, int], end: float) -> None:
        self.ranks, self.end = ranks, end
        self.atoms: list[tuple[Expr, Nullable]] = []
        self.fresh = itertools.count()

    def valid(self, premises: list[Any], goals: list[Any]) -> bool:
        if not goals:
            return True
        refuse(time.monotonic() > self.end, "the time for proofs is over")
        solver = z3.Solver()
        solver.set("timeout", 500)
        solver.set("random_seed", 1)
        solver.add(*premises, *(value >= 0 for e, (_, value) in self.atoms if isinstance(e, Agg) and e.name == "count"))
        solver.add(z3.Not(z3.And(goals)))
        return bool(solver.check() == z3.unsat)

    def true(self, e: Expr) -> Any:
        null, value = self.value(e)
        return z3.And(z3.Not(null), value)

    def same(self, a: Expr, b: Expr) -> Any:
        (n, x), (m, y) = self.value(a), self.value(b)
        if KINDS[a.type] != KINDS[b.type]:
            return z3.And(n, m)  # only NULLs are equal
        return z3.Or(z3.And(n, m), z3.And(z3.Not(n), z3.Not(m), _coerced(x, y) == _coerced(y, x)))

    def value(self, e: Expr) -> Nullable:
        match e:
            case Col(source, index, type_):
                name = f"{source}.{index}"
                return z3.Bool(f"null {name}"), z3.Const(f"{type_} {name}", SORTS[type_])
            case Lit(value, type_):
                return z3.BoolVal(value is None), self.literal(value, type_)
            case Op():
                return self.operator(e)
        return self.atom(e)

    def literal(self, value: Any, type_: str) -> Any:
        if value is None:
            return _default(SORTS[type_])
        if type_ in ("int", "bool"):
            return z3.IntVal(value) if type_ == "int" else z3.BoolVal(value)
        return z3.RealVal(self.ranks[value] if isinstance(value, str) else repr(value))

    def atom(self, e: Expr) -> Nullable:
        """A subquery, an aggregate, or a loose value: a value of its own, shared with those that are proved equal."""
        for other, value in self.atoms:
            if other == e or type(other) is type(e) and not isinstance(e, (Agg, Op)) and self.same_atom(other, e):
                return value
        n = next(self.fresh)
        match e:
            case Exists() | Agg("count") | Scalar(Flat(group=(), having=(), offset=0, select=(Agg("count"), *_))):
                null = z3.BoolVal(False)
            case _:
                null = z3.Bool(f"null atom {n}")
        found = null, z3.Const(f"atom {n}", SORTS[e.type])
        self.atoms.append((e, found))
        return found

    @abstractmethod
    def same_atom(self, a: Any, b: Any) -> bool:
        """Whether two subqueries are proved equal."""

    def operator(self, e: Op) -> Nullable:
        name = e.name
        if name in ("and", "or"):
            parts = [self.value(a) for a in e.args]
            decided = z3.Or([z3.And(z3.Not(n), v if name == "or" else z3.Not(v)) for n, v in parts])
            null = z3.And(z3.Not(decided), z3.Or([n for n, _ in parts]))
            return null, decided if name == "or" else z3.Not(decided)
        if name == "not":
            null, value = self.value(e.args[0])
            return null, z3.Not(value)
        if name == "isnull":
            return z3.BoolVal(False), self.value(e.args[0])[0]
        if name == "same":
            return z3.BoolVal(False), self.same(*e.args)
        if name.startswith("loose"):
            return self.atom(e)
        if name in COMPARISONS:
            (n, x), (m, y) = map(self.value, e.args)
            x, y = _coerced(x, y), _coerced(y, x)
            if z3.is_bool(x) and name in ("<", "<="):
                x, y = z3.If(x, 1, 0), z3.If(y, 1, 0)
            return z3.Or(n, m), COMPARISONS[name](x, y)
        if name == "case":
            found = self.typed(e.args[-1], e.type)
            for c, v in reversed(list(zip(e.args[:-1:2], e.args[1::2]))):
                test, (null, value) = self.true(c), self.typed(v, e.type)
                found = z3.If(test, null, found[0]), z3.If(test, value, found[1])
            return found
        return self.function(e)

    def typed(self, e: Expr, type_: str) -> Nullable:
        null, value = self.value(e)
        return null, _coerced(value, z3.RealVal(0)) if type_ == "real" else value

    def function(self, e: Op) -> Nullable:
        """Arithmetic, and functions of which Z3 knows nothing."""
        parts = [self.value(a) for a in e.args]
        null = z3.Or([n for n, _ in parts])
        values = [v for _, v in parts]
        if e.type == "int" and all(a.type == "int" for a in e.args):
            if e.name in ("+", "-") or e.name == "*" and any(isinstance(a, Lit) for a in e.args):
                return null, ARITHMETIC[e.name](*values)
        if e.name in ("+", "*") and str(values[1]) < str(values[0]):
            values.reverse()  # commutative, in floating numbers, too
        if e.name.startswith("opaque") or e.name in ("/", "%"):  # it may be NULL, or have a value where an argument is NULL
            name = " ".join([e.name, *(f"{a.type} {_decimal(a)}" for a in e.args)])
            values = [*(n for n, _ in parts), *(z3.If(n, _default(v.sort()), v) for (n, _), v in zip(parts, values))]
            sorts = [v.sort() for v in values]
            return z3.Function(f"null {name}", *sorts, z3.BoolSort())(*values), z3.Function(name, *sorts, SORTS[e.type])(*values)
        values = [z3.If(null, _default(v.sort()), v) for v in values]  # a NULL has any value, so NULLs are made equal
        name = f"{e.name}/{len(values)}" + (" of decimals" if _decimal(e) else "")
        sorts = [v.sort() for v in values]
        none = e.type == "real" and e.name in ARITHMETIC and z3.Function(f"null {name}", *sorts, z3.BoolSort())(*values)  # inf - inf in SQLite
        return z3.Or(null, none), z3.Function(name, *sorts, SORTS[e.type])(*values)


def _decimal(e: Expr) -> bool:
    """Whether DuckDB computes the number exactly, as a decimal: 3.0 * 0.1, unlike r * 0.1 with a floating number r."""
    return e.type == "int" or isinstance(e, Lit) or isinstance(e, Op) and e.name in ("+", "-", "*") and all(map(_decimal, e.args))


def _default(sort: Any) -> Any:
    return z3.BoolVal(False) if sort == z3.BoolSort() else z3.RealVal(0) if sort == z3.RealSort() else z3.IntVal(0)


def _coerced(x: Any, y: Any) -> Any:
    return z3.ToReal(x) if z3.is_int(x) and z3.is_real(y) and not z3.is_int(y) else x
