"""From the expressions of SQL to the algebra of :mod:`truthloop.sql.meaning`, and the names that a query may use.

An operator can be *opaque*: its name starts with ``opaque``; it is deterministic, both engines run it, proofs know
nothing of it but that equal arguments give equal values, and the evaluator leaves it to the engines.
"""

from __future__ import annotations

import datetime
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import cast

from sqlglot import exp

from .engines import functions
from .meaning import FALSE, NULL, TRUE, Agg, Col, Exists, Expr, In, Lit, Op, Query, Scalar, Type, types, walk
from .schema import TYPES, Invalid, Unsupported

# Scalar functions that the algebra leaves to the engines, with the type of the value (None: that of the argument).
OPAQUE: dict[type[exp.Expression], Type | None] = {exp.Round: "real", exp.Substring: "text", exp.Trim: "text"}
# The same for the dialect sqlite: DuckDB lacks these functions, or they mean something else there.
SQLITE: dict[str, Type] = {
    "timetostr": "text", "date": "text", "datetime": "text", "time": "text", "julianday": "real", "strposition": "int", "replace": "text",
}  # fmt: skip
DATES = {"timetostr", "date", "datetime", "time", "julianday"}
# The members of sqlglot's nodes that are read below. A node with another one says something else.
MEMBERS = {
    "this", "expression", "expressions", "query", "low", "high", "ifs", "default", "true", "false", "to", "table", "is_string", "quoted",
    "negate", "symmetric", "escape", "unnest", "field", "decimals", "start", "length", "substr", "replacement", "format", "big_int", "typed",
    "safe", "distinct", "over", "order", "partition_by",
}  # fmt: skip
COMPARISONS: dict[type[exp.Expression], tuple[str, bool]] = {  # the operator, and whether its sides change places
    exp.EQ: ("=", False), exp.NEQ: ("<>", False), exp.LT: ("<", False), exp.LTE: ("<=", False), exp.GT: ("<", True), exp.GTE: ("<=", True),
    exp.NullSafeEQ: ("same", False),
}  # fmt: skip
ARITHMETIC: dict[type[exp.Expression], str] = {exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/", exp.Mod: "%"}
AGGREGATES: dict[type[exp.Expression], str] = {exp.Count: "count", exp.Sum: "sum", exp.Min: "min", exp.Max: "max", exp.Avg: "avg"}


@dataclass
class Named:
    """What FROM names: an alias, its source, and its columns. ``hidden`` columns are joined by USING."""

    alias: str
    source: int
    columns: list[tuple[str, Type]]
    hidden: set[str] = field(default_factory=set)

    def column(self, name: str) -> Col | None:
        found = [Col(self.source, i, t, n) for i, (n, t) in enumerate(self.columns) if n.lower() == name]
        if len(found) > 1:
            raise Invalid(f"column {name} is ambiguous")
        return found[0] if found else None


@dataclass
class Scope:
    parent: Scope | None
    named: list[Named] = field(default_factory=list)
    ctes: dict[str, Cte] = field(default_factory=dict)

    def resolve(self, table: str, name: str) -> Col:
        scope: Scope | None = self
        while scope is not None:
            found = [c for n in scope.named if (n.alias == table if table else name not in n.hidden) and (c := n.column(name))]
            if len(found) > 1:
                raise Invalid(f"column {name} is ambiguous")
            if found:
                return found[0]
            scope = scope.parent
        raise Invalid(f"there is no column {table + '.' if table else ''}{name}")


@dataclass(frozen=True)
class Cte:
    tree: exp.Expression | None  # None: it is not defined yet
    columns: tuple[str, ...]
    ctes: dict[str, Cte]


@dataclass
class Aliased(Scope):
    aliases: dict[str, Expr] = field(default_factory=dict)


def _resolve(scope: Scope, e: exp.Column) -> Expr:
    name, table = e.name.lower(), e.table.lower()
    if isinstance(scope, Aliased) and not table and name in scope.aliases:
        return scope.aliases[name]
    return scope.resolve(table, name)


class Expressions(ABC):
    """Translates expressions. :mod:`truthloop.sql.parse` translates the queries in them."""

    dialect: str | None
    affine: bool  # SQLite converts constants
    stored: set[int]  # sources that are tables

    @abstractmethod
    def query(self, tree: exp.Expression, outer: Scope) -> tuple[Query, list[str]]:
        """A query, and the names of its columns."""

    def condition(self, e: exp.Expression, scope: Scope) -> Expr:
        return self.boolean(self.expr(e, scope))

    def boolean(self, e: Expr) -> Expr:
        if e.type in ("bool", "null"):
            return e
        raise Unsupported(f"a condition of type {e.type}")

    def expr(self, e: exp.Expression, scope: Scope) -> Expr:
        e = unwrapped(e)
        kind = type(e)
        if strange := [k for k, v in e.args.items() if v and k not in MEMBERS and not isinstance(e, (exp.Select, exp.SetOperation))]:
            raise Unsupported(f"{strange[0].strip('_').upper()} in {e.key.upper()}")
        if e.args.get("negate"):
            e = e.copy()
            e.set("negate", False)
            return Op("not", (self.condition(e, scope),), "bool")
        if isinstance(e, exp.Column):
            if not isinstance(e.this, exp.Identifier) or e.args.get("db"):
                raise Unsupported(e.sql())
            return _resolve(scope, e)
        if kind in COMPARISONS:
            name, swap = COMPARISONS[kind]
            if any(isinstance(unwrapped(side), (exp.Any, exp.All, exp.Tuple)) for side in (e.this, e.expression)):
                raise Unsupported("a comparison with ANY, ALL or a row")
            left, right = self.expr(e.this, scope), self.expr(e.expression, scope)
            return self.compare(name, right, left) if swap else self.compare(name, left, right)
        if kind in ARITHMETIC:
            return self.arithmetic(ARITHMETIC[kind], self.expr(e.this, scope), self.expr(e.expression, scope))
        if kind in AGGREGATES:
            return self.aggregate(e, scope)
        match e:
            case exp.Literal():
                return _literal(e)
            case exp.Boolean():
                return TRUE if e.this else FALSE
            case exp.Null():
                return NULL
            case exp.And() | exp.Or():
                parts = [self.condition(cast(exp.Expression, p), scope) for p in e.flatten()]
                return Op(e.key, tuple(parts), "bool")
            case exp.Not():
                return Op("not", (self.condition(e.this, scope),), "bool")
            case exp.NullSafeNEQ():
                same = self.compare("same", self.expr(e.this, scope), self.expr(e.expression, scope))
                return Op("not", (same,), "bool")
            case exp.Is():
                return self.is_(self.expr(e.this, scope), self.expr(e.expression, scope))
            case exp.Between():
                value = self.expr(e.this, scope)
                low, high = self.expr(e.args["low"], scope), self.expr(e.args["high"], scope)
                if e.args.get("symmetric"):
                    raise Unsupported("BETWEEN SYMMETRIC")
                return Op("and", (self.compare("<=", low, value), self.compare("<=", value, high)), "bool")
            case exp.In():
                return self.in_(e, scope)
            case exp.Exists():
                return Exists(self.query(e.this, scope)[0])
            case exp.Subquery() | exp.Select() | exp.SetOperation():
                query = self.query(e, scope)[0]
                if len(types(query)) != 1:
                    raise Invalid(f"a scalar subquery has {len(types(query))} columns")
                return Scalar(query, types(query)[0])
            case exp.Like():
                left, right = self.expr(e.this, scope), self.expr(e.expression, scope)
                if {left.type, right.type} <= {"text", "null"} and not e.args.get("escape"):
                    return Op("like", (left, right), "bool")
                if self.affine and not e.args.get("escape"):  # SQLite makes texts of both sides
                    self.one_sort(left)
                    self.one_sort(right)
                    return Op(f"opaque like {left.type} {right.type}", (left, right), "bool")
                raise Unsupported("LIKE of what is no text")
            case exp.Case():
                return self.case(e, scope)
            case exp.If():
                no = self.expr(e.args["false"], scope) if e.args.get("false") else NULL
                return self.choice([self.condition(e.this, scope), self.expr(e.args["true"], scope), no])
            case exp.Neg():
                return self.negative(self.expr(e.this, scope))
        return self.function(e, scope)

    def function(self, e: exp.Expression, scope: Scope) -> Expr:
        if type(e) in OPAQUE:
            parts = [a for a in e.args.values() if isinstance(a, exp.Expression)]
            if len(parts) != sum(1 for a in e.args.values() if a):
                raise Unsupported(e.key.upper())
            args = [self.expr(a, scope) for a in parts]
            for a in args:
                self.one_sort(a)
            return Op(f"opaque {e.key}", tuple(args), OPAQUE[type(e)] or "null")
        if self.affine and (name := (e.name if isinstance(e, exp.Anonymous) else e.key).lower()) in SQLITE:
            args = [self.expr(a.this if isinstance(a, exp.TsOrDsToTimestamp) else a, scope) for a in e.iter_expressions()]
            if name in DATES and not (args and all(map(self.no_time, args))):
                raise Unsupported("a date that may be the current time")
            return Op(f"opaque {name}", tuple(args), SQLITE[name])
        match e:
            case exp.Coalesce():
                args = [self.expr(a, scope) for a in (e.this, *e.expressions)]
                return Op("coalesce", tuple(args), self.common([a.type for a in args], "COALESCE"))
            case exp.Nullif():
                left, right = self.expr(e.this, scope), self.expr(e.expression, scope)
                if left.type != right.type and not {left.type, right.type} <= {"int", "real", "null"}:
                    raise Unsupported("NULLIF of values of different types")
                return Op("case", (self.compare("=", left, right), NULL, left), left.type)
            case exp.Abs() | exp.Lower() | exp.Upper() | exp.Length():
                arg = self.expr(e.this, scope)
                if arg.type not in (("int", "real") if isinstance(e, exp.Abs) else ("text",)):
                    raise Unsupported(f"{e.key.upper()} of a value of type {arg.type}")
                return Op(e.key, (arg,), "int" if isinstance(e, exp.Length) else arg.type)
            case exp.DPipe():
                left, right = self.expr(e.this, scope), self.expr(e.expression, scope)
                if left.type == right.type == "text":
                    return Op("||", (left, right), "text")
                raise Unsupported("|| of what is no text")
            case exp.Cast():
                return self.cast(e, self.expr(e.this, scope))
            case exp.Window():
                raise Unsupported("window functions")
            case exp.Anonymous():
                if self.dialect in (None, "sqlite", "duckdb") and e.name.lower() not in functions(self.dialect):
                    raise Invalid(f"there is no function {e.name}")
                raise Unsupported(e.name.upper())
        raise Unsupported(f"{e.key.upper()}")

    def no_time(self, e: Expr) -> bool:
        """Whether an argument of a date function is surely not 'now'."""
        if isinstance(e, Op):
            return e.name.removeprefix("opaque ") in DATES
        return isinstance(e, Lit) and str(e.value).lower() != "now" or isinstance(e, Col) and e.source in self.stored

    def cast(self, e: exp.Cast, arg: Expr) -> Expr:
        to = e.args["to"]
        target = TYPES.get(to.this.name if isinstance(to, exp.DataType) and hasattr(to.this, "name") else "")
        if target is None or type(e) is not exp.Cast or e.args.get("format"):
            raise Unsupported(f"CAST to {to.sql()}")
        if isinstance(arg, Lit) and arg.type == "text" and target == "date" and _is_date(arg.value):
            return Lit(arg.value, "date")
        # In SQLite, a CAST to DECIMAL keeps integers. DuckDB's FLOAT has 32 bits, and its DECIMAL three places.
        exact = target != "real" or to.this.name == "DOUBLE" or self.affine and to.this.name == "FLOAT"
        if arg.type == target and exact and not to.expressions:
            return arg
        if arg.type == "int" and target == "real" and exact and not to.expressions:
            return Op("real", (arg,), "real")
        self.one_sort(arg)
        return Op(f"opaque cast {to.sql()}", (arg,), target)

    def negative(self, arg: Expr) -> Expr:
        if isinstance(arg, Lit) and arg.type in ("int", "real"):
            return Lit(-arg.value, arg.type)  # type: ignore[operator]
        if arg.type not in ("int", "real"):
            raise Unsupported(f"- of a value of type {arg.type}")
        return Op("neg", (arg,), arg.type)

    def affinity(self, column: Expr, value: Expr) -> Expr:
        """SQLite converts a constant to the type of the column with which it is compared (datatype3.html, section 4.2)."""
        if self.affine and isinstance(column, Col) and column.source in self.stored and isinstance(value, Lit):
            if column.type == "text" and value.type == "int":
                return Lit(str(value.value), "text")
            if column.type in ("int", "real") and value.type == "text" and re.fullmatch(r"-?(0|[1-9][0-9]{0,14})", str(value.value)):
                return Lit(int(str(value.value)), "int")
        return value

    def compare(self, name: str, left: Expr, right: Expr) -> Expr:
        left, right = self.affinity(right, left), self.affinity(left, right)
        a, b = left.type, right.type
        if {a, b} == {"text", "date"}:
            text = left if a == "text" else right
            if not (isinstance(text, Lit) and _is_date(text.value)):
                raise Unsupported("a comparison of a date with a text that is no date")
        elif a != b and not {a, b} <= {"int", "real", "null"} and "null" not in (a, b):
            # The engines convert one side, each by its own rules; SQLite's are about columns and other expressions.
            if any(isinstance(side, Col) and side.source not in self.stored for side in (left, right)):
                raise Unsupported(f"a comparison of types {a} and {b} across a derived table")
            sides = (t if not isinstance(side, Col) else t + ":column" for t, side in ((a, left), (b, right)))
            return Op(f"opaque {name} {' '.join(sides)}", (left, right), "bool")
        if name in ("=", "<>", "same") and _rank(right) < _rank(left):
            left, right = right, left
        return Op(name, (left, right), "bool")

    def arithmetic(self, name: str, left: Expr, right: Expr) -> Expr:
        pair = {left.type, right.type}
        if not pair <= {"int", "real", "null"} or name == "%" and not pair <= {"int", "null"}:
            raise Unsupported(f"{name} of values of type {left.type} and {right.type}")
        if name in ("/", "%"):
            self.one_sort(left, True)
            self.one_sort(right, True)
        return Op(name, (left, right), "real" if "real" in pair or name == "/" and not self.affine else "int")

    def one_sort(self, e: Expr, zero: bool = False) -> None:
        """SQLite's values keep their own types: 1 and 1.0 are equal, but 1/2 and 1.0/2 are not.

        :param zero: whether a literal 0 beside real numbers does no harm.
        """
        for n in own(e) if self.affine else ():
            if isinstance(n, Op) and n.name in ("case", "coalesce") and n.type == "real":
                values = n.args if n.name == "coalesce" else (*n.args[1::2], n.args[-1])
                if any(v.type == "int" and not (zero and isinstance(v, Lit) and v.value == 0) for v in values):
                    raise Unsupported(f"{n.name.upper()} of integers and real numbers, in an operator that tells them apart")

    def is_(self, arg: Expr, value: Expr) -> Expr:
        if value == NULL:
            return Op("isnull", (arg,), "bool")
        if value in (TRUE, FALSE) and arg.type == "bool":
            return Op("same", (arg, value), "bool")
        raise Unsupported("IS of values")

    def in_(self, e: exp.In, scope: Scope) -> Expr:
        if isinstance(unwrapped(e.this), exp.Tuple):
            raise Unsupported("IN of a row")
        if e.args.get("unnest") or e.args.get("field"):
            raise Unsupported("IN UNNEST")
        arg = self.expr(e.this, scope)
        if query_tree := e.args.get("query"):
            query = self.query(query_tree, scope)[0]
            if len(types(query)) != 1:
                raise Invalid(f"a subquery of IN has {len(types(query))} columns")
            a, b = arg.type, types(query)[0]
            if a != b and not {a, b} <= {"int", "real", "null"} and "null" not in (a, b):
                raise Unsupported(f"IN of a value of type {a} and a query of type {b}")
            return In(arg, query)
        parts = tuple(self.compare("=", arg, self.expr(v, scope)) for v in e.expressions)
        if not parts:
            raise Unsupported("IN without values")
        return parts[0] if len(parts) == 1 else Op("or", parts, "bool")

    def case(self, e: exp.Case, scope: Scope) -> Expr:
        subject = self.expr(e.this, scope) if e.this else None
        args: list[Expr] = []
        for branch in e.args["ifs"]:
            if subject is None:
                args.append(self.condition(branch.this, scope))
            else:
                args.append(self.compare("=", subject, self.expr(branch.this, scope)))
            args.append(self.expr(branch.args["true"], scope))
        args.append(self.expr(e.args["default"], scope) if e.args.get("default") else NULL)
        return self.choice(args)

    def choice(self, args: list[Expr]) -> Expr:
        return Op("case", tuple(args), self.common([a.type for a in [*args[1::2], args[-1]]], "CASE"))

    def common(self, kinds: list[Type], what: str) -> Type:
        found = {k for k in kinds if k != "null"}
        if found == {"int", "real"}:
            return "real"
        if len(found) > 1:
            raise Unsupported(f"{what} of values of the types {', '.join(sorted(found))}")
        return found.pop() if found else "null"

    def aggregate(self, e: exp.Expression, scope: Scope) -> Agg:
        name = AGGREGATES[type(e)]
        if any(v for k, v in e.args.items() if k not in ("this", "big_int")):
            raise Unsupported(f"{name.upper()} with several arguments")
        inner, distinct = e.this, False
        if isinstance(inner, exp.Distinct):
            if len(inner.expressions) != 1 or inner.args.get("on"):
                raise Unsupported(f"{name.upper()} DISTINCT of several columns")
            inner, distinct = inner.expressions[0], True
        if isinstance(inner, exp.Star) or inner is None:
            if name != "count" or distinct:
                raise Invalid(f"{name.upper()}(*)")
            return Agg("count", None, False, "int")
        arg = self.expr(inner, scope)
        if any(isinstance(n, (Agg, Exists, In, Scalar)) for n in walk(arg)):
            raise Unsupported("an aggregate or a subquery in an aggregate")
        if any(isinstance(n, Col) and n.source not in {inner.source for inner in scope.named} for n in walk(arg)):
            raise Unsupported("an aggregate of columns around its query")
        if name in ("sum", "avg") and arg.type == "bool" and self.affine:  # SQLite's truth values are the numbers 1 and 0
            arg = Op("case", (arg, Lit(1, "int"), Op("not", (arg,), "bool"), Lit(0, "int"), NULL), "int")
        if name in ("sum", "avg") and arg.type not in ("int", "real"):
            raise Unsupported(f"{name.upper()} of values of type {arg.type}")
        type_: Type = "int" if name == "count" else "real" if name == "avg" else arg.type
        return Agg(name, arg, distinct and name not in ("min", "max"), type_)


def own(e: Expr) -> list[Expr]:
    """The parts of an expression that are not in subqueries."""
    children: tuple[Expr, ...] = e.args if isinstance(e, Op) else (e.arg,) if isinstance(e, (In, Agg)) and e.arg is not None else ()
    return [e, *(part for c in children for part in own(c))]


def unwrapped(e: exp.Expression) -> exp.Expression:
    """The expression without parentheses."""
    while isinstance(e, exp.Paren) or (isinstance(e, exp.Subquery) and not any(v for k, v in e.args.items() if k != "this")):
        e = e.this
    return e


def _rank(e: Expr) -> tuple[int, str]:
    """An order for the sides of =: columns go before the rest, and literals last."""
    return (2, "") if isinstance(e, Lit) else (0, "") if isinstance(e, Col) else (1, "")


def _literal(e: exp.Literal) -> Lit:
    if e.is_string:
        return Lit(e.this, "text")
    try:
        return Lit(int(e.this), "int") if e.this.isdigit() else Lit(float(e.this), "real")
    except ValueError:
        raise Unsupported(f"the number {e.this}") from None


def _is_date(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False
