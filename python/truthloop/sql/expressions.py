"""From the expressions of SQL to the algebra of :mod:`truthloop.sql.meaning`, and the names that a query may use.

An operator can be *opaque*: its name starts with ``opaque``, it is deterministic, and proofs know nothing of it but that
equal arguments give equal values. A value can be *loose*: equal numbers of other types give other results in the operator
around it, so proofs know nothing of it at all.
"""

from __future__ import annotations

import datetime
import itertools
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import cast

from sqlglot import exp

from .meaning import FALSE, NULL, TRUE, Agg, Col, Exists, Expr, In, Lit, Op, Query, Scalar, Type, alike, is_null, negation, own, sources, types, walk
from .schema import TYPES, Invalid, Unsupported, refuse

# Scalar functions that the algebra leaves to the engines, with the type of the value.
OPAQUE: dict[type[exp.Expression], Type] = {exp.Round: "real", exp.Substring: "text", exp.Trim: "text"}
# The same for the dialect sqlite: DuckDB lacks these functions, or they mean something else there.
SQLITE: dict[str, Type] = {
    "timetostr": "text", "date": "text", "datetime": "text", "time": "text", "julianday": "real", "strposition": "int", "replace": "text",
}  # fmt: skip
DATES = {"timetostr", "date", "datetime", "time", "julianday"}
# The members of sqlglot's nodes that are read below. A node with another one says something else.
MEMBERS = {
    "this", "expression", "expressions", "query", "low", "high", "ifs", "default", "true", "false", "to", "table", "is_string", "quoted",
    "negate", "decimals", "start", "length", "substr", "replacement", "format", "big_int", "typed",
    "safe", "distinct", "over", "order", "partition_by",
}  # fmt: skip
FUNCTIONS = {"user", "session_user", "localtime", "localtimestamp", *("current_" + n for n in "user role catalog schema date time timestamp".split())}
FOLDING = (None, "sqlite", "duckdb")  # the dialects of the engines; the case of names in ASCII never counts in them
COMPARISONS: dict[type[exp.Expression], str] = {
    exp.EQ: "=", exp.NEQ: "<>", exp.LT: "<", exp.LTE: "<=", exp.GT: "<", exp.GTE: "<=", exp.NullSafeEQ: "same",
}  # fmt: skip
ARITHMETIC: dict[type[exp.Expression], str] = {exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/", exp.Mod: "%"}
AGGREGATES: dict[type[exp.Expression], str] = {exp.Count: "count", exp.Sum: "sum", exp.Min: "min", exp.Max: "max", exp.Avg: "avg"}


UNIQUE = itertools.count()


@dataclass
class Named:
    """What FROM names: an alias, its source, and its columns."""

    alias: str
    source: int
    columns: list[tuple[str, Type]]


@dataclass
class Scope:
    """The names that an expression may use: those of ``aliases``, of FROM, and of the queries around it."""

    parent: Scope | None
    named: list[Named] = field(default_factory=list)
    ctes: dict[str, Cte] = field(default_factory=dict)
    aliases: dict[str, Expr] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)  # names that mean something else here than in the queries around

    def around(self) -> set[int]:
        """The sources of the queries around."""
        return {n.source for n in self.parent.named} | self.parent.around() if self.parent else set()

    def resolve(self, table: str, name: str) -> Expr:
        if not table and name in self.aliases:
            return self.aliases[name]
        scope, hidden = cast("Scope | None", self), False
        while scope is not None:
            named = [n for n in scope.named if not table or n.alias == table]
            found = [Col(n.source, i, t, c) for n in named for i, (c, t) in enumerate(n.columns) if c.lower() == name]
            refuse(len(found) > 1, f"column {name} is ambiguous", Invalid)
            unnamed = any(c == "" or [d.lower() for d, _ in n.columns].count(c.lower()) > 1 for n in scope.named for c, _ in n.columns)  # an engine names these
            refuse(found and (hidden or unnamed and re.search(r"_\d|\W|^\d|^null$", name)), f"{name}, which may be something else than it seems")
            if found:
                return found[0]
            hidden = hidden or any(n.alias == (table or name) for n in scope.named) or not table and (unnamed or name in scope.hidden)
            scope = scope.parent
        raise Invalid(f"there is no column {table + '.' if table else ''}{name}")


@dataclass(frozen=True)
class Cte:
    tree: exp.Expression | None  # None: it is not defined yet
    columns: tuple[str, ...]
    ctes: dict[str, Cte]


class Expressions(ABC):
    """Translates expressions. :mod:`truthloop.sql.parse` translates the queries in them."""

    dialect: str | None
    affine: bool  # SQLite converts constants
    sqlite: bool  # SQLite is one of the engines that decide
    stored: set[int]  # sources that are tables
    real: set[bool]  # whether the real columns of the schema are decimals

    @abstractmethod
    def query(self, tree: exp.Expression, outer: Scope) -> tuple[Query, list[str]]:
        """A query, and the names of its columns."""

    def condition(self, e: exp.Expression, scope: Scope) -> Expr:
        found = _typed(self.expr(e, scope), "bool")
        refuse(found.type != "bool", f"a condition of type {found.type}")
        return found

    def expr(self, e: exp.Expression, scope: Scope) -> Expr:
        e = unwrapped(e)
        kind = type(e)
        if strange := [k for k, v in e.args.items() if v and k not in MEMBERS and not isinstance(e, (exp.Select, exp.SetOperation))]:
            raise Unsupported(f"{strange[0].strip('_').upper()} in {e.key.upper()}")
        if e.args.get("negate"):
            e = e.copy()
            e.set("negate", False)
            return negation(self.condition(e, scope))
        if isinstance(e, (exp.Subquery, exp.Select, exp.SetOperation)):
            return Scalar(*self.one_column(e, scope))
        if isinstance(e, exp.Binary) and not isinstance(e, exp.Connector):
            refuse(any(isinstance(unwrapped(side), (exp.Any, exp.All, exp.Tuple)) for side in (e.this, e.expression)), "a comparison with ANY, ALL or a row")
            refuse(kind in COMPARISONS and any(map(self.open_ended, (e.this, e.expression))), "comparisons, LIKE, IN, BETWEEN or IS in a row, without brackets")
            return self.binary(e, self.expr(e.this, scope), self.expr(e.expression, scope))
        compared = kind in (exp.Between, exp.In, exp.Like) and isinstance(unwrapped(e.this), (*COMPARISONS, exp.NullSafeNEQ, exp.Is))
        refuse(compared, f"{e.key.upper()} of a comparison")
        if kind in AGGREGATES:
            return self.aggregate(e, scope)
        match e:
            case exp.Column():
                called = self.dialect not in FOLDING and not e.table and e.name.lower() in FUNCTIONS
                refuse(not isinstance(e.this, exp.Identifier) or e.args.get("db") or called, f"the name {e.name}")
                return scope.resolve(e.table.lower(), e.name.lower())
            case exp.Literal():
                return _literal(e)
            case exp.Boolean():
                return TRUE if e.this else FALSE
            case exp.Null():
                return NULL
            case exp.And() | exp.Or():
                return Op(e.key, tuple(self.condition(cast(exp.Expression, p), scope) for p in e.flatten()), "bool")
            case exp.Not():
                return negation(self.condition(e.this, scope))
            case exp.Between():
                refuse(any(type(e.args[part]) in COMPARISONS for part in ("low", "high")), "BETWEEN beside a comparison, without brackets")
                value, low, high = (self.expr(e.args[part], scope) for part in ("this", "low", "high"))
                value = self.one_type(value, [low, high])
                return Op("and", (self.compare("<=", low, value), self.compare("<=", value, high)), "bool")
            case exp.In():
                return self.in_(e, scope)
            case exp.Exists():
                return Exists(self.query(e.this, scope)[0])
            case exp.Case():
                return self.case(e.this, e.args["ifs"], e.args.get("default"), scope)
            case exp.If():
                return self.case(None, [e], e.args.get("false"), scope)
            case exp.Neg():
                arg = self.expr(e.this, scope)
                if isinstance(arg, Lit) and arg.value is not None and arg.type in ("int", "real"):
                    return Lit(-arg.value, arg.type)  # type: ignore[operator]
                return self.arithmetic("*", Lit(-1, "int"), arg) if arg.type == "real" else self.arithmetic("-", Lit(0, "int"), arg)
        return self.function(e, scope)

    def open_ended(self, side: exp.Expression) -> bool:
        """Whether dialects differ about a side of a comparison: SQLite reads a = b LIKE c as (a = b) LIKE c, and MySQL a = b < c as (a = b) < c."""
        if self.dialect not in FOLDING:
            return isinstance(side, tuple(COMPARISONS))
        return self.sqlite and isinstance(unwrapped(side), (exp.In, exp.Like, exp.Between, exp.Not, exp.Is, exp.NullSafeEQ, exp.NullSafeNEQ))

    def one_column(self, e: exp.Expression, scope: Scope) -> tuple[Query, Type]:
        query, names = self.query(e, scope)
        refuse(len(names) != 1, f"a subquery has {len(names)} columns, expected one", Invalid)
        return query, types(query)[0]

    def binary(self, e: exp.Expression, left: Expr, right: Expr) -> Expr:
        kind: type[exp.Expression] = type(e)
        if kind in COMPARISONS:
            return self.compare(COMPARISONS[kind], *((right, left) if kind in (exp.GT, exp.GTE) else (left, right)))
        if kind in ARITHMETIC:
            return self.arithmetic(ARITHMETIC[kind], left, right)
        match e:
            case exp.NullSafeNEQ():
                return negation(self.compare("same", left, right))
            case exp.Is() if self.sqlite and isinstance(unwrapped(e.this), (*COMPARISONS, exp.In, exp.Like, exp.Between, exp.Not, exp.Is)):
                raise Unsupported("IS of a comparison")
            case exp.Is() if right == NULL:
                return is_null(left)
            case exp.Is() if right in (TRUE, FALSE) and left.type == "bool":
                return Op("same", (left, right), "bool")
            case exp.DPipe() if left.type == right.type == "text" and self.dialect != "oracle":  # where NULL is ''
                return Op("||", (left, right), "text")
            case exp.Like():
                left, right = _typed(left, "text"), _typed(right, "text")
                refuse(self.dialect not in FOLDING and isinstance(right, Lit) and "\\" in str(right.value), "LIKE with a backslash")
                if left.type == right.type == "text":
                    return Op("like", (left, right), "bool")
                if self.affine:  # SQLite makes texts of both sides
                    return Op(f"opaque like {left.type} {right.type}", (self.as_text(left), self.as_text(right)), "bool")
        raise Unsupported(f"{e.key.upper()} of values of type {left.type} and {right.type}")

    def function(self, e: exp.Expression, scope: Scope) -> Expr:
        odd = isinstance(e, exp.Length) and self.dialect == "tsql" or isinstance(e, exp.Substring) and not natural(e.args.get("start"))
        refuse(self.dialect not in FOLDING and odd, f"{e.key.upper()}, which counts in another way in {self.dialect}")
        if type(e) in OPAQUE:
            parts = [a for a in e.args.values() if isinstance(a, exp.Expression)]
            refuse(len(parts) != sum(1 for a in e.args.values() if a), e.key.upper())
            return Op(f"opaque {e.key}", tuple(self.as_text(self.expr(a, scope)) for a in parts), OPAQUE[type(e)])
        if self.affine and (name := (e.name if isinstance(e, exp.Anonymous) else e.key).lower()) in SQLITE:
            args = [self.expr(a.this if isinstance(a, exp.TsOrDsToTimestamp) else a, scope) for a in e.iter_expressions()]
            refuse(name in DATES and not (args and all(map(self.no_time, args))), "a date that may be the current time")
            return Op(f"opaque {name}", tuple(map(self.one_sort, args)), SQLITE[name])
        match e:
            case exp.Coalesce():
                *first, last = [self.expr(a, scope) for a in (e.this, *e.expressions)]
                return self.choice([*(part for a in first for part in (negation(is_null(a)), a)), last])
            case exp.Nullif():
                value, other = self.expr(e.this, scope), self.expr(e.expression, scope)
                refuse(self.sqlite and not alike(value.type, other.type) and other != NULL, "NULLIF of values of different types")
                return self.choice([self.compare("=", value, other), NULL, value])
            case exp.Abs() | exp.Lower() | exp.Upper() | exp.Length():
                arg = self.expr(e.this, scope)
                refuse(arg.type not in (("int", "real") if isinstance(e, exp.Abs) else ("text",)), f"{e.key.upper()} of a value of type {arg.type}")
                return Op(e.key, (arg,), "int" if isinstance(e, exp.Length) else arg.type)
            case exp.Cast():
                return self.cast(e, self.expr(e.this, scope))
            case exp.Anonymous():
                raise (Invalid if self.dialect in FOLDING else Unsupported)(f"{e.name} is no function that is known")
        raise Unsupported("window functions" if isinstance(e, exp.Window) else e.key.upper())

    def no_time(self, e: Expr) -> bool:
        """Whether an argument of a date function is surely not 'now'."""
        if isinstance(e, Op):
            return e.name.removeprefix("opaque ") in DATES
        return isinstance(e, Lit) and str(e.value).lower() not in ("now", "subsec", "subsecond") or isinstance(e, Col) and e.source in self.stored

    def cast(self, e: exp.Cast, arg: Expr) -> Expr:
        to = e.args["to"]
        target = TYPES.get(to.this.name if isinstance(to, exp.DataType) and hasattr(to.this, "name") else "")
        if target is None or type(e) is not exp.Cast or e.args.get("format") or e.args.get("default"):
            raise Unsupported(f"CAST to {to.sql()}")
        number = target in ("date", "bool") or to.this.name in ("SERIAL", "BIGSERIAL", "YEAR", "NAME")
        refuse(self.sqlite and number or to.this.name == "YEAR", f"CAST to {to.sql()}, which is a number in SQLite or MySQL")
        if isinstance(arg, Lit) and arg.type == "text" and target == "date" and _is_date(arg.value):
            return Lit(arg.value, "date")
        # In SQLite, a CAST to DECIMAL keeps integers. DuckDB's FLOAT has 32 bits, and its DECIMAL three places.
        refuse(to.this.name in ("CHAR", "NCHAR") and self.dialect != "sqlite", f"CAST to {to.sql()}, which can be one character")
        exact = target != "real" or True not in self.real and (to.this.name == "DOUBLE" or self.affine and to.this.name == "FLOAT")
        if arg.type == target and exact and not to.expressions and (isinstance(arg, Col) and arg.source in self.stored or not self.sqlite and target != "real"):
            return arg  # in SQLite, a CAST has an affinity, and a number of the type real may be an integer; in DuckDB, a decimal
        return Op(f"opaque cast {to.sql()}", (self.as_text(arg) if target == "text" else self.one_sort(arg),), target)

    def affinity(self, column: Expr, value: Expr) -> Expr:
        """SQLite converts a constant to the type of the column with which it is compared (datatype3.html, section 4.2)."""
        if self.affine and isinstance(column, Col) and column.source in self.stored and isinstance(value, Lit):
            if column.type == "text" and value.type == "int":
                return Lit(str(value.value), "text")
            if column.type in ("int", "real") and value.type == "text" and re.fullmatch(r"-?(0|[1-9][0-9]{0,14})", str(value.value)):
                return Lit(int(str(value.value)), "int")
        return value

    def affinity_of(self, e: Expr) -> str:
        return ":column" if isinstance(e, Col) else ":cast" if isinstance(e, Op) and e.name.startswith("opaque cast") else ""

    def compare(self, name: str, left: Expr, right: Expr) -> Expr:
        left, right = _typed(left, right.type), _typed(right, left.type)
        left, right = self.affinity(right, left), self.affinity(left, right)
        a, b = left.type, right.type
        if {a, b} == {"text", "date"}:
            text = left if a == "text" else right
            refuse(not (isinstance(text, Lit) and _is_date(text.value)), "a comparison of a date with a text that is no date")
        elif not alike(a, b):
            # The engines convert one side, each by its own rules; SQLite's are about columns and other expressions.
            derived = (isinstance(side, Scalar) or isinstance(side, Col) and side.source not in self.stored for side in (left, right))
            refuse(any(derived), f"a comparison of types {a} and {b} across a derived table")
            sides = (side.type + self.affinity_of(side) for side in (left, right))
            return Op(f"opaque {name} {' '.join(sides)}", (self.as_text(left), self.as_text(right)), "bool")
        elif a != b and not self.affine and not any(isinstance(side, Lit) and (side.type == "real" or _small(side)) for side in (left, right)):
            left = self.loose(left)  # DuckDB rounds an integer that it compares with a floating number
        elif "real" in (a, b) and True in self.real and (len(self.real) == 2 or not all(isinstance(side, (Col, Lit)) for side in (left, right))):
            left = self.loose(left)  # and a decimal
        return Op(name, (left, right), "bool")

    def arithmetic(self, name: str, left: Expr, right: Expr) -> Expr:
        pair = {left.type, right.type}
        refuse(not pair <= {"int", "real"} or name == "%" and "real" in pair, f"{name} of values of type {left.type} and {right.type}")
        if "real" in pair and True in self.real:
            left = self.loose(left)
        if name in ("/", "%") or self.dialect != "sqlite":
            left, right = self.one_sort(left, True), self.one_sort(right, True)
        if name == "/" and right.type == "real" and not isinstance(right, Lit) and not self.affine:
            right = self.loose(right)  # 0.0 and -0.0 are equal numbers, but not equal divisors
        return Op(name, (left, right), "real" if "real" in pair or name == "/" and not self.affine else "int")

    def loose(self, e: Expr, type_: Type | None = None) -> Expr:
        """The value of an expression, of which proofs know nothing. Only over the same rows of stored tables is it the same again."""
        decimals = (n for n in walk(e) if isinstance(n, Lit) or isinstance(n, Op) and n.name.startswith("opaque cast DEC"))
        scaled = self.dialect != "sqlite" and any(n.type == "real" for n in decimals)  # in DuckDB, 1.00 is not the text 1.0
        return Op("loose" if sources(e) <= self.stored and not scaled else f"loose {next(UNIQUE)}", (e,), type_ or e.type)

    def one_sort(self, e: Expr, zero: bool = False) -> Expr:
        """The value for an operator that tells integers and real numbers apart: it is loose if it may be either.

        SQLite's values keep their own types: 1 and 1.0 are equal, but 1/2 and 1.0/2 are not.

        :param zero: whether a literal 0 beside real numbers does no harm.
        """

        def either(n: Expr) -> bool:
            if isinstance(n, Op) and n.name == "case" and n.type == "real":
                harmless = zero and n in (e, getattr(e, "arg", None))
                values = (v.args[0] if isinstance(v, Op) and v.name.startswith("loose") else v for v in (*n.args[1::2], n.args[-1]))
                return any(v.type == "int" and not (harmless and isinstance(v, Lit) and v.value == 0) for v in values)
            if isinstance(n, Op) and n.name == "/" and n.type == "real":
                return self.dialect is None and all(a.type == "int" for a in n.args)
            if isinstance(n, Op) and n.name.startswith("opaque cast") and n.type == "real":
                return not n.name.startswith(("opaque cast DOUBLE", "opaque cast FLOAT", "opaque cast REAL"))
            return n.type == "real" and (isinstance(n, Scalar) or isinstance(n, Col) and n.source not in self.stored)

        loose = self.sqlite and any(map(either, own(e))) or self.dialect != "sqlite" and e.type == "real" and not self.exact_or_not(e)
        return self.loose(e) if loose else e

    def as_text(self, e: Expr) -> Expr:
        """The value for an operator that takes it as a text: 0.0 and -0.0 are equal numbers, but not equal texts."""
        return self.loose(e) if e.type == "real" else self.one_sort(e)

    def exact_or_not(self, e: Expr) -> bool:
        """Whether it is known if DuckDB has the number as a decimal: 0.1 + 0.2 = 0.3 is true for decimals alone."""
        if isinstance(e, Agg):
            return e.name == "avg" or isinstance(e.arg, Col) and self.exact_or_not(e.arg)
        known = isinstance(e, Op) and (e.name in ("+", "-", "*", "/") or re.match("opaque cast (DOUBLE|FLOAT|REAL)", e.name))
        return bool(known) or isinstance(e, Lit) or isinstance(e, Col) and e.source in self.stored

    def one_type(self, value: Expr, others: list[Expr]) -> Expr:
        """The left side of BETWEEN and IN. It is loose if an engine compares it with values of other types in its own way.

        SQLite converts the left side of IN only. DuckDB takes all values as one type, so it rounds integers beside a real number.
        """
        dated = value.type == "date" or not any(v.type == "text" for v in others)  # DuckDB makes dates of all texts beside one
        strange = [v for v in others if v != NULL and not alike(value.type, v.type) and not (dated and {value.type, v.type} == {"text", "date"})]
        if strange and not (self.affine and all(isinstance(v, Lit) for v in strange)):
            return Op(f"loose {next(UNIQUE)}", (value,), value.type)
        rounded = not self.affine and {"int", "real"} <= {v.type for v in [value, *others] if not isinstance(v, Lit)}
        return self.loose(value) if rounded else value

    def in_(self, e: exp.In, scope: Scope) -> Expr:
        refuse(isinstance(unwrapped(e.this), exp.Tuple), "IN of a row")
        arg = self.expr(e.this, scope)
        if query_tree := e.args.get("query"):
            refuse(self.dialect != "duckdb" and isinstance(query_tree.this, exp.Subquery), "IN ((SELECT)), a list of one value in SQLite")
            query, type_ = self.one_column(query_tree, scope)
            arg = _typed(arg, type_)
            refuse(not alike(arg.type, type_), f"IN of a value of type {arg.type} and a query of type {type_}")
            same = arg.type == type_ and not (type_ == "real" and True in self.real)
            return In(arg if same else self.loose(self.loose(arg)), query)  # = compares in another way
        values = [self.expr(v, scope) for v in e.expressions]
        arg = self.one_type(arg, values)
        parts = tuple(self.compare("=", arg, v) for v in values)
        refuse(not parts, "IN without values")
        return parts[0] if len(parts) == 1 else Op("or", parts, "bool")

    def case(self, of: exp.Expression | None, branches: list[exp.Expression], default: exp.Expression | None, scope: Scope) -> Expr:
        subject = self.expr(of, scope) if of else None
        args: list[Expr] = []
        for b in branches:
            test = self.compare("=", subject, self.expr(b.this, scope)) if subject else self.condition(b.this, scope)
            args += [test, self.expr(b.args["true"], scope)]
        return self.choice([*args, self.expr(default, scope) if default else NULL])

    def choice(self, args: list[Expr]) -> Expr:
        """CASE, which COALESCE is, too."""
        found: set[Type] = {a.type for a in [*args[1::2], args[-1]] if a != NULL}
        refuse(len(found) > 1 and found != {"int", "real"}, f"CASE of values of the types {', '.join(sorted(found))}")
        type_: Type = "real" if len(found) > 1 else found.pop() if found else "int"
        if len(found) > 1 and not self.affine:  # DuckDB rounds the integers, or not
            args = [a if a.type != "int" or isinstance(a, Lit) and _small(a) else self.loose(a, "real") for a in args]
        return Op("case", tuple(_typed(a, type_) for a in args), type_)

    def aggregate(self, e: exp.Expression, scope: Scope) -> Agg:
        name = AGGREGATES[type(e)]
        refuse(any(v for k, v in e.args.items() if k not in ("this", "big_int")), f"{name.upper()} with several arguments")
        distinct = isinstance(e.this, exp.Distinct)
        refuse(distinct and (len(e.this.expressions) != 1 or e.this.args.get("on")), f"{name.upper()} DISTINCT of several columns")
        inner = e.this.expressions[0] if distinct else e.this
        if isinstance(inner, exp.Star) or inner is None:
            refuse(name != "count" or distinct, f"{name.upper()}(*)", Invalid)
            return Agg("count", None, False, "int")
        arg = self.expr(inner, scope)
        refuse(any(isinstance(n, (Agg, Exists, In, Scalar)) for n in walk(arg)), "an aggregate or a subquery in an aggregate")
        refuse(not sources(arg) <= {n.source for n in scope.named}, "an aggregate of columns around its query")
        if name in ("sum", "avg") and arg.type == "bool" and self.affine:  # SQLite's truth values are the numbers 1 and 0
            arg = Op("case", (arg, Lit(1, "int"), negation(arg), Lit(0, "int"), NULL), "int")
        refuse(name in ("sum", "avg") and arg.type not in ("int", "real"), f"{name.upper()} of values of type {arg.type}")
        type_: Type = "int" if name == "count" else "real" if name == "avg" else arg.type
        return Agg(name, arg, distinct and name not in ("min", "max"), type_)


def natural(e: exp.Expression | None) -> int | None:
    return int(e.this) if isinstance(e, exp.Literal) and not e.is_string and e.this.isdigit() and len(e.this) < 20 else None


def unwrapped(e: exp.Expression) -> exp.Expression:
    """The expression without parentheses."""
    while isinstance(e, exp.Paren) or (isinstance(e, exp.Subquery) and not any(v for k, v in e.args.items() if k != "this")):
        e = e.this
    return e


def _typed(e: Expr, type_: Type) -> Expr:
    return Lit(None, type_) if e == NULL else e


def _literal(e: exp.Literal) -> Lit:
    if e.is_string:
        return Lit(e.this, "text")
    try:
        if e.this.isdigit() and int(e.this) < 2**63:
            return Lit(int(e.this), "int")
        if re.fullmatch(r"\d*\.\d*", e.this) and len(e.this) <= 16:
            return Lit(float(e.this), "real")
    except ValueError:
        pass
    raise Unsupported(f"the number {e.this}")  # DuckDB's decimals and SQLite's floating numbers differ about the others


def _small(number: Lit) -> bool:
    """Whether the integer is the same as a floating number."""
    return not isinstance(number.value, int) or abs(number.value) <= 2**53


def _is_date(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False
