"""From SQL to the algebra of :mod:`truthloop.sql.meaning`.

sqlglot parses; this module resolves the names, and admits only what it knows. A statement that writes, a table that is
not in the schema, a table function, or a function that is not in the lists below never reaches an engine.

There are three kinds of failure. :class:`Invalid`: this is no query over this schema. :class:`Unsupported`: the algebra
cannot express it. And an operator can be *opaque*: its name starts with ``opaque``; it is deterministic, both engines
run it, proofs know nothing of it but that equal arguments give equal values, and the evaluator leaves it to the engines.
"""

from __future__ import annotations

import datetime
import itertools
import re
from dataclasses import dataclass, field
from typing import cast

import sqlglot
from sqlglot import exp

from .meaning import (
    FALSE, NULL, TRUE, Agg, Block, Col, Derived, Exists, Expr, In, Join, Key, Lit, Op, Query, Scalar, SetOp, Source, Table, Type,
    conjunction, conjuncts, leaves, types, walk,
)  # fmt: skip
from .schema import TYPES, Invalid, Relation, Schema, Unsupported, first_line, read_schema

__all__ = ["Invalid", "Unsupported", "parse_query", "parse_schema", "statement", "measures"]

MAX_TEXT, MAX_SOURCES, MAX_DEPTH = 20_000, 40, 200

# Scalar functions that the algebra leaves to the engines, with the type of the value (None: that of the argument).
OPAQUE: dict[type[exp.Expression], Type | None] = {exp.Round: "real", exp.Substring: "text", exp.Trim: "text"}
COMPARISONS: dict[type[exp.Expression], tuple[str, bool]] = {  # the operator, and whether its sides change places
    exp.EQ: ("=", False), exp.NEQ: ("<>", False), exp.LT: ("<", False), exp.LTE: ("<=", False), exp.GT: ("<", True), exp.GTE: ("<=", True),
    exp.NullSafeEQ: ("same", False),
}  # fmt: skip
ARITHMETIC: dict[type[exp.Expression], str] = {exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/", exp.Mod: "%"}
AGGREGATES: dict[type[exp.Expression], str] = {exp.Count: "count", exp.Sum: "sum", exp.Min: "min", exp.Max: "max", exp.Avg: "avg"}
NUMBERS = ("int", "real", "bool", "null")


@dataclass
class _Named:
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
class _Scope:
    parent: _Scope | None
    named: list[_Named] = field(default_factory=list)
    ctes: dict[str, _Cte] = field(default_factory=dict)

    def resolve(self, table: str, name: str) -> Col:
        scope: _Scope | None = self
        while scope is not None:
            found = [c for n in scope.named if (n.alias == table if table else name not in n.hidden) and (c := n.column(name))]
            if len(found) > 1:
                raise Invalid(f"column {name} is ambiguous")
            if found:
                return found[0]
            scope = scope.parent
        raise Invalid(f"there is no column {table + '.' if table else ''}{name}")


def statement(text: str, dialect: str | None = None) -> exp.Expression:
    """Parse one query. All other statements are refused."""
    if len(text) > MAX_TEXT:
        raise Invalid(f"the query has {len(text)} characters, expected at most {MAX_TEXT}")
    try:
        statements = [s for s in sqlglot.parse(text, read=dialect) if s is not None]
    except (sqlglot.errors.SqlglotError, ValueError) as e:
        raise Invalid(f"does not parse: {first_line(e)}") from None
    except RecursionError:
        raise Invalid("does not parse: it is nested too deeply") from None
    if len(statements) != 1:
        raise Invalid(f"found {len(statements)} statements, expected one query")
    if not isinstance(statements[0], exp.Query):
        raise Invalid(f"refused: found {statements[0].key.upper()}, expected a query")
    if any(not e.expressions for e in statements[0].find_all(exp.Select)):
        raise Invalid("does not parse: SELECT without columns")
    return cast(exp.Expression, statements[0])


def parse_schema(ddl: str, dialect: str | None = None) -> Schema:
    def check(e: exp.Expression, table: Relation) -> Expr:
        scope = _Scope(None, [_Named(table.name.lower(), 0, [(c.name, c.type) for c in table.columns])])
        translated = _Translator(Schema({})).expr(e, scope)
        if any(isinstance(n, Op) and n.name.startswith("opaque") for n in walk(translated)):
            raise Invalid(f"schema: CHECK ({e.sql()}) of {table.name} is not supported")
        return translated

    try:
        return read_schema(ddl, check, dialect)
    except Unsupported as e:
        raise Invalid(f"schema: CHECK: {e}") from None


def parse_query(tree: exp.Expression, schema: Schema, dialect: str | None = None) -> Query:
    """The algebra of a parsed query, with the names of the schema resolved."""
    try:
        return _Translator(schema, dialect).query(tree, _Scope(None))[0]
    except RecursionError:
        raise Unsupported("the query is nested too deeply") from None


def _inner_conditions(source: Source | None) -> list[Expr]:
    """The conditions of ON that hold on each row."""
    if not isinstance(source, Join) or source.kind == "full":
        return []
    below = _inner_conditions(source.left)
    return [*below, *conjuncts(source.on), *_inner_conditions(source.right)] if source.kind == "inner" else below


@dataclass(frozen=True)
class _Cte:
    tree: exp.Expression
    columns: tuple[str, ...]
    ctes: dict[str, _Cte]


class _Translator:
    def __init__(self, schema: Schema, dialect: str | None = None) -> None:
        self.schema = schema
        self.affine = dialect == "sqlite"
        self.stored: set[int] = set()  # sources that are tables
        self.ids = itertools.count(1)

    # --- queries ---

    def query(self, tree: exp.Expression, outer: _Scope) -> tuple[Query, list[str]]:
        """A query, and the names of its columns."""
        tree = unwrapped(tree)
        if with_ := tree.args.get("with_"):
            if with_.args.get("recursive"):
                raise Unsupported("WITH RECURSIVE")
            ctes = dict(outer.ctes)
            for cte in with_.expressions:
                columns = tuple(c.name for c in cte.args["alias"].args.get("columns") or ())
                ctes[cte.alias.lower()] = _Cte(cte.this, columns, dict(ctes))
            outer = _Scope(outer.parent, outer.named, ctes)
        if isinstance(tree, exp.Select):
            return self.select(tree, outer)
        if isinstance(tree, exp.SetOperation):
            return self.set_operation(tree, outer)
        raise Unsupported(f"{tree.key.upper()} as a query")

    def set_operation(self, tree: exp.SetOperation, outer: _Scope) -> tuple[Query, list[str]]:
        self.only(tree, "this", "expression", "distinct", "with_", "order", "limit", "offset")
        (left, names), (right, _) = self.query(tree.this, outer), self.query(tree.expression, outer)
        if len(types(left)) != len(types(right)):
            raise Invalid(f"{tree.key.upper()} of {len(types(left))} and {len(types(right))} columns")
        for a, b in zip(types(left), types(right)):
            if a != b and "null" not in (a, b) and not {a, b} <= {"int", "real"}:
                raise Unsupported(f"{tree.key.upper()} of a column of type {a} and one of type {b}")
        op = {exp.Union: "union", exp.Intersect: "intersect", exp.Except: "except"}.get(type(tree))
        if op is None or tree.args.get("distinct") is None:
            raise Unsupported(tree.key.upper())
        if op != "union" and not tree.args["distinct"]:
            raise Unsupported(f"{op.upper()} ALL, which SQLite does not have")
        query: Query = SetOp(op, not tree.args["distinct"], left, right)  # type: ignore[arg-type]
        if any(tree.args.get(a) for a in ("order", "limit", "offset")):
            source = Derived(next(self.ids), query)
            select = tuple(Col(source.id, i, t) for i, t in enumerate(types(query)))
            scope = _Scope(None, [_Named("", source.id, list(zip(names, types(query))))], outer.ctes)
            keys = tuple(self.key(o, scope, list(zip(names, select))) for o in _expressions(tree, "order"))
            query = Block(source, TRUE, None, TRUE, select, False, keys, *self.limits(tree))
        return query, names

    def only(self, tree: exp.Expression, *allowed: str) -> None:
        for name, value in tree.args.items():
            if value and name not in allowed:
                if name in ("into", "locks"):
                    raise Invalid(f"refused: {name.upper()}")
                raise Unsupported(f"{name.strip('_').upper()} in {tree.key.upper()}")

    def limits(self, tree: exp.Expression) -> tuple[int | None, int]:
        found: list[int | None] = []
        for name in ("limit", "offset"):
            part = tree.args.get(name)
            if part is None:
                found.append(None)
                continue
            value = part.args.get("expression")
            if not isinstance(value, exp.Literal) or value.is_string or not value.this.isdigit() or int(value.this) > 10**9:
                raise Unsupported(f"{name.upper()} that is no number")
            found.append(int(value.this))
        return found[0], found[1] or 0

    def select(self, tree: exp.Select, outer: _Scope) -> tuple[Block, list[str]]:
        self.only(
            tree, "expressions", "from_", "joins", "where", "group", "having", "distinct", "order", "limit", "offset", "with_", "kind"
        )
        if tree.args.get("kind") or (d := tree.args.get("distinct")) and d.args.get("on"):
            raise Unsupported("SELECT with DISTINCT ON or AS STRUCT")
        scope = _Scope(outer, [], outer.ctes)
        source, conditions = self.from_(tree, scope), list[Expr]()
        if where := tree.args.get("where"):
            conditions.append(self.condition(where.this, scope))
        items: list[tuple[str, Expr]] = []
        for e in tree.expressions:
            items += self.item(e, scope)
        aliases = [(e.alias, i) for e, i in zip(tree.expressions, items) if isinstance(e, exp.Alias)] if len(tree.expressions) == len(items) else []
        outputs = [(alias, item[1]) for alias, item in aliases]
        select = tuple(e for _, e in items)
        group = self.group(tree, scope, select, outputs)
        having = self.output(tree.args["having"].this, scope, outputs) if tree.args.get("having") else TRUE
        ordering = [(n, e) for n, e in items]
        order = tuple(self.key(o, scope, ordering) for o in _expressions(tree, "order"))
        aggregated = any(isinstance(n, Agg) for e in (*select, having, *(k.expr for k in order)) for n in own(e))
        if group is None and aggregated:
            group = ()
        if group is None and having != TRUE:
            raise Unsupported("HAVING without GROUP BY")
        distinct = bool(tree.args.get("distinct"))
        block = Block(source, conjunction(conditions), group, having, select, distinct, order, *self.limits(tree))
        if group is not None:
            self.check_grouping(block)
        elif any(isinstance(n, Agg) for n in own(block.where)):
            raise Invalid("an aggregate in WHERE")
        if distinct and any(k.expr not in select for k in order):
            raise Unsupported("SELECT DISTINCT with ORDER BY of what is not selected")
        return block, [name for name, _ in items]

    def check_grouping(self, block: Block) -> None:
        """Columns outside aggregates must be grouped, or belong to a table whose key is grouped."""
        group = block.group or ()
        inner = {leaf.id: leaf for leaf in leaves(block.source)}
        keyed = set[int]()
        fixed = {g for g in group if isinstance(g, Col)}  # columns with one value in each group
        equal = [c.args for c in (*conjuncts(block.where), *_inner_conditions(block.source)) if isinstance(c, Op) and c.name == "="]
        for _ in equal:
            for x, y in equal:
                if isinstance(x, Col) and isinstance(y, Col) and (x in fixed) != (y in fixed):
                    fixed |= {x, y}
        for sid, leaf in inner.items():
            if isinstance(leaf, Table):
                columns = {g.index for g in fixed if g.source == sid}
                relation = self.schema.tables[leaf.name]
                if any(set(k) <= columns and all(relation.columns[i].not_null for i in k) for k in relation.keys):
                    keyed.add(sid)

        def check(e: Expr) -> None:
            if e in group or isinstance(e, Agg):
                return
            if isinstance(e, Col) and e.source in inner and e.source not in keyed:
                raise Unsupported(f"column {e.name} is neither grouped nor in an aggregate")
            if isinstance(e, Op):
                for a in e.args:
                    check(a)
            elif isinstance(e, (Exists, In, Scalar)):
                if isinstance(e, In):
                    check(e.arg)
                for n in walk(e.query):
                    if isinstance(n, Col):
                        check(n)

        for e in (*block.select, block.having, *(k.expr for k in block.order)):
            check(e)

    def item(self, e: exp.Expression, scope: _Scope) -> list[tuple[str, Expr]]:
        star = e if isinstance(e, exp.Star) else e.this if isinstance(e, exp.Column) and isinstance(e.this, exp.Star) else None
        if star is None:
            inner = e.this if isinstance(e, exp.Alias) else e
            return [(e.alias_or_name, self.expr(inner, scope))]
        if any(star.args.values()):
            raise Unsupported("* with EXCEPT, REPLACE or RENAME")
        table = e.table.lower() if isinstance(e, exp.Column) else None
        named = [n for n in scope.named if table is None or n.alias == table]
        if not named:
            raise Invalid(f"there is no table {table}" if table else "SELECT * without FROM")
        return [
            (name, Col(n.source, i, t, name))
            for n in named
            for i, (name, t) in enumerate(n.columns)
            if table is not None or name.lower() not in n.hidden
        ]

    def group(
        self, tree: exp.Select, scope: _Scope, select: tuple[Expr, ...], outputs: list[tuple[str, Expr]]
    ) -> tuple[Expr, ...] | None:
        part = tree.args.get("group")
        if part is None:
            return None
        self.only(part, "expressions")
        found = []
        for e in part.expressions:
            if isinstance(e, exp.Literal) and not e.is_string and e.this.isdigit():
                found.append(_ordinal(int(e.this), select))
            else:
                found.append(self.output(e, scope, outputs))
        if any(isinstance(n, Agg) for e in found for n in own(e)):
            raise Invalid("an aggregate in GROUP BY")
        # A constant groups nothing, but GROUP BY a constant gives no row where there is no row.
        return tuple(dict.fromkeys(found))

    def key(self, o: exp.Expression, scope: _Scope, items: list[tuple[str, Expr]]) -> Key:
        if not isinstance(o, exp.Ordered) or o.args.get("with_fill"):
            raise Unsupported("ORDER BY")
        e = unwrapped(o.this)
        if isinstance(e, exp.Literal) and not e.is_string and e.this.isdigit():
            value = _ordinal(int(e.this), tuple(i for _, i in items))
        elif isinstance(e, exp.Column) and not e.table and len(found := {i for n, i in items if n.lower() == e.name.lower()}) == 1:
            value = found.pop()  # the alias of a column of the result goes before a column of a table
        else:
            value = self.output(e, scope, items)
        return Key(value, bool(o.args.get("desc")), bool(o.args.get("nulls_first")))

    def output(self, e: exp.Expression, scope: _Scope, outputs: list[tuple[str, Expr]]) -> Expr:
        """An expression of GROUP BY, HAVING or ORDER BY, which may name a column of the result."""
        aliases = {n.lower(): v for n, v in outputs}
        for c in e.find_all(exp.Column):
            if not c.table and c.name.lower() in aliases:
                try:
                    meant = scope.resolve("", c.name.lower())
                except Invalid:
                    continue
                if meant != aliases[c.name.lower()]:
                    raise Unsupported(f"{c.name} is a column and an alias of something else")
        return self.expr(e, _Aliased(scope.parent, scope.named, scope.ctes, aliases))

    # --- FROM ---

    def from_(self, tree: exp.Select, scope: _Scope) -> Source | None:
        part = tree.args.get("from_")
        if part is None:
            return None
        source = self.from_item(part.this, scope)
        for join in tree.args.get("joins") or ():
            source = self.join(source, join, scope)
        return source

    def join(self, left: Source, join: exp.Join, scope: _Scope) -> Source:
        self.only(join, "this", "side", "kind", "on", "using")
        side, kind = (join.args.get("side") or "").upper(), (join.args.get("kind") or "").upper()
        if side not in ("", "LEFT", "RIGHT", "FULL") or kind not in ("", "INNER", "OUTER", "CROSS"):
            raise Unsupported(f"{side} {kind} JOIN".strip())
        before = list(scope.named)
        right = self.from_item(join.this, scope)
        conditions = [self.condition(join.args["on"], scope)] if join.args.get("on") else []
        for column in join.args.get("using") or ():
            name = column.name.lower()
            new = scope.named[-1]
            other = _Scope(None, before).resolve("", name)
            mine = new.column(name)
            if mine is None:
                raise Invalid(f"there is no column {name} on both sides of USING")
            if side in ("RIGHT", "FULL"):
                raise Unsupported("RIGHT or FULL JOIN with USING")
            new.hidden.add(name)
            conditions.append(self.compare("=", other, mine))
        on = conjunction(conditions)
        if side == "RIGHT":
            return Join("left", right, left, on)
        return Join("left" if side == "LEFT" else "full" if side == "FULL" else "inner", left, right, on)

    def from_item(self, item: exp.Expression, scope: _Scope) -> Source:
        if isinstance(item, exp.Paren) or isinstance(item, exp.Subquery) and isinstance(item.this, (exp.Table, exp.Paren)):
            if item.args.get("alias"):
                raise Unsupported("a join in parentheses with an alias")
            inner = self.from_item(item.this, scope)
            for join in item.args.get("joins") or ():
                inner = self.join(inner, join, scope)
            return inner
        alias = item.alias_or_name
        sid = next(self.ids)
        if sid > MAX_SOURCES:
            raise Unsupported(f"more than {MAX_SOURCES} tables")
        columns: list[tuple[str, Type]]
        source: Source
        if isinstance(item, exp.Table):
            if not isinstance(item.this, exp.Identifier) or item.args.get("db") or item.args.get("catalog"):
                raise Invalid(f"refused: {item.sql()[:80]} is no table of the schema")
            self.only(item, "this", "alias", "joins")
            name = item.name.lower()
            if name in scope.ctes:
                cte = scope.ctes[name]
                query, names = self.query(cte.tree, _Scope(None, [], cte.ctes))
                source, columns = Derived(sid, query), _named(names, cte.columns, query)
            elif name in self.schema.tables:
                self.stored.add(sid)
                source, columns = Table(sid, name), [(c.name, c.type) for c in self.schema.tables[name].columns]
            else:
                raise Invalid(f"there is no table {item.name}")
            if item.args.get("alias") and item.args["alias"].args.get("columns"):
                raise Unsupported("an alias with names of columns")
        elif isinstance(item, exp.Subquery):
            self.only(item, "this", "alias", "joins")
            query, names = self.derived(item.this, scope)
            new = [c.name for c in item.args["alias"].args.get("columns") or ()] if item.args.get("alias") else []
            source, columns = Derived(sid, query), _named(names, tuple(new), query)
        else:
            raise Invalid(f"refused: FROM {item.sql()[:80]}")
        if any(n.alias == alias.lower() and alias for n in scope.named):
            raise Invalid(f"the name {alias} is there twice in FROM")
        scope.named.append(_Named(alias.lower(), sid, columns))
        for join in item.args.get("joins") or ():
            source = self.join(source, join, scope)
        return source

    def derived(self, tree: exp.Expression, scope: _Scope) -> tuple[Query, list[str]]:
        try:
            return self.query(tree, _Scope(None, [], scope.ctes))
        except Invalid:
            self.query(tree, scope.parent or scope)
            raise Unsupported("a table in FROM that refers to a row around the query") from None

    # --- expressions ---

    def condition(self, e: exp.Expression, scope: _Scope) -> Expr:
        return self.boolean(self.expr(e, scope))

    def boolean(self, e: Expr) -> Expr:
        if e.type in ("bool", "null"):
            return e
        raise Unsupported(f"a condition of type {e.type}")

    def expr(self, e: exp.Expression, scope: _Scope) -> Expr:
        e = unwrapped(e)
        kind = type(e)
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
                raise Unsupported("LIKE of what is no text")
            case exp.Case():
                return self.case(e, scope)
            case exp.If():
                no = self.expr(e.args["false"], scope) if e.args.get("false") else NULL
                return self.choice([self.condition(e.this, scope), self.expr(e.args["true"], scope), no])
            case exp.Neg():
                return self.negative(self.expr(e.this, scope))
        return self.function(e, scope)

    def function(self, e: exp.Expression, scope: _Scope) -> Expr:
        if type(e) in OPAQUE:
            parts = [a for a in e.args.values() if isinstance(a, exp.Expression)]
            if len(parts) != sum(1 for a in e.args.values() if a):
                raise Unsupported(e.key.upper())
            return Op(f"opaque {e.key}", tuple(self.expr(a, scope) for a in parts), OPAQUE[type(e)] or "null")
        match e:
            case exp.Coalesce():
                args = [self.expr(a, scope) for a in (e.this, *e.expressions)]
                return Op("coalesce", tuple(args), self.common([a.type for a in args], "COALESCE"))
            case exp.Nullif():
                left, right = self.expr(e.this, scope), self.expr(e.expression, scope)
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
                raise Invalid(f"refused: there is no function {e.name}")
        raise Unsupported(f"{e.key.upper()}")

    def cast(self, e: exp.Cast, arg: Expr) -> Expr:
        to = e.args["to"]
        target = TYPES.get(to.this.name if isinstance(to, exp.DataType) and hasattr(to.this, "name") else "")
        if target is None or type(e) is not exp.Cast or e.args.get("format"):
            raise Unsupported(f"CAST to {to.sql()}")
        if isinstance(arg, Lit) and arg.type == "text" and target == "date" and _is_date(arg.value):
            return Lit(arg.value, "date")
        if arg.type == target and not to.expressions:
            return arg
        if arg.type == "int" and target == "real" and not to.expressions:
            return Op("real", (arg,), "real")
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
            # The engines convert one side, each by its own rules.
            return Op(f"opaque {name} {a} {b}", (left, right), "bool")
        if name in ("=", "<>", "same") and _rank(right) < _rank(left):
            left, right = right, left
        return Op(name, (left, right), "bool")

    def arithmetic(self, name: str, left: Expr, right: Expr) -> Expr:
        pair = {left.type, right.type}
        if not pair <= {"int", "real", "null"} or name == "%" and not pair <= {"int", "null"}:
            raise Unsupported(f"{name} of values of type {left.type} and {right.type}")
        return Op(name, (left, right), "real" if "real" in pair else "int")

    def is_(self, arg: Expr, value: Expr) -> Expr:
        if value == NULL:
            return Op("isnull", (arg,), "bool")
        if value in (TRUE, FALSE) and arg.type == "bool":
            return Op("same", (arg, value), "bool")
        raise Unsupported("IS of values")

    def in_(self, e: exp.In, scope: _Scope) -> Expr:
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

    def case(self, e: exp.Case, scope: _Scope) -> Expr:
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

    def aggregate(self, e: exp.Expression, scope: _Scope) -> Agg:
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
        if name in ("sum", "avg") and arg.type not in ("int", "real"):
            raise Unsupported(f"{name.upper()} of values of type {arg.type}")
        type_: Type = "int" if name == "count" else "real" if name == "avg" else arg.type
        return Agg(name, arg, distinct and name not in ("min", "max"), type_)


@dataclass
class _Aliased(_Scope):
    aliases: dict[str, Expr] = field(default_factory=dict)


def _resolve(scope: _Scope, e: exp.Column) -> Expr:
    name, table = e.name.lower(), e.table.lower()
    if isinstance(scope, _Aliased) and not table and name in scope.aliases:
        return scope.aliases[name]
    return scope.resolve(table, name)


def own(e: Expr) -> list[Expr]:
    """The parts of an expression that are not in subqueries."""
    children: tuple[Expr, ...] = e.args if isinstance(e, Op) else (e.arg,) if isinstance(e, (In, Agg)) and e.arg is not None else ()
    return [e, *(part for c in children for part in own(c))]


def unwrapped(e: exp.Expression) -> exp.Expression:
    """The expression without parentheses."""
    while isinstance(e, exp.Paren) or (isinstance(e, exp.Subquery) and not any(v for k, v in e.args.items() if k != "this")):
        e = e.this
    return e


def _expressions(tree: exp.Expression, name: str) -> list[exp.Expression]:
    part = tree.args.get(name)
    return list(part.expressions) if part else []


def _ordinal(n: int, select: tuple[Expr, ...]) -> Expr:
    if not 1 <= n <= len(select):
        raise Invalid(f"found column {n} of the result, expected 1 to {len(select)}")
    return select[n - 1]


def _named(names: list[str], new: tuple[str, ...], query: Query) -> list[tuple[str, Type]]:
    if new and len(new) != len(types(query)):
        raise Invalid(f"found {len(new)} names for {len(types(query))} columns")
    return list(zip(new or names, types(query)))


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


def measures(tree: exp.Expression) -> dict[str, int]:
    """The measures of a query, as columns of a row."""

    def depth(e: exp.Expression) -> int:
        inner = max((depth(c) for c in e.iter_expressions()), default=0)
        return inner + isinstance(e, exp.Select)

    predicates = (exp.Predicate, exp.Between, exp.In)
    return {
        "num_tables": sum(1 for _ in tree.find_all(exp.Table)),
        "num_joins": sum(1 for _ in tree.find_all(exp.Join)),
        "num_predicates": sum(1 for e in tree.find_all(*predicates) if not isinstance(e, (exp.Query, exp.Connector))),
        "num_aggregates": sum(1 for _ in tree.find_all(exp.AggFunc)),
        "nesting": depth(tree) - 1,
        "num_operators": sum(1 for e in tree.find_all(exp.Binary, exp.Unary, exp.Join, exp.SetOperation, exp.AggFunc, exp.In, exp.Between)
                             if not isinstance(e, exp.Paren)),
    }  # fmt: skip
