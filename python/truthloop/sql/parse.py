"""From SQL to the algebra of :mod:`truthloop.sql.meaning`.

sqlglot parses; this module resolves the names, and admits only what it knows. A statement that writes, a table that is
not in the schema, or a table function never reaches an engine.

There are two kinds of failure. :class:`Invalid`: this is no query over this schema. :class:`Unsupported`: the algebra
cannot express it.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import Any, cast

import sqlglot
from sqlglot import Token, TokenType, exp

from .expressions import FOLDING, FUNCTIONS, Cte, Expressions, Named, Scope, natural, unwrapped
from .meaning import (
    Agg, Block, Col, Derived, Exists, Expr, In, Key, Op, Query, Scalar, SetOp, Source, Table, alike, columns_in, conjunction, conjuncts, own, sources,
    types, walk,
)  # fmt: skip
from .schema import Invalid, Relation, Schema, Unsupported, first_line, read_schema, refuse

__all__ = ["FOLDING", "Invalid", "Unsupported", "parse_query", "parse_schema", "statement", "measures"]

MAX_TEXT, MAX_SOURCES = 20_000, 40
FOLDS = dict.fromkeys(("postgres", "redshift", "materialize", "risingwave"), str.lower) | dict.fromkeys(("snowflake", "oracle", "exasol"), str.upper)
NAMES = {*sqlglot.Parser.ID_VAR_TOKENS, TokenType.IDENTIFIER}
# Tokens before a type: the name of a column, AS and ::. A table or a column may have such a name, too.
BEFORE_TYPES = {*NAMES, TokenType.ALIAS, TokenType.DCOLON} - {TokenType.TABLE, TokenType.REFERENCES, TokenType.EXISTS}
NUMBERS = ("STRING", "STR", "BYTE", "SHORT", "LONG")  # types that SQLite does not know, so they have its affinity NUMERIC


def statement(text: str, dialect: str | None = None) -> exp.Expression:
    """Parse one query. All other statements are refused."""
    refuse(len(text) > MAX_TEXT, f"the query has {len(text)} characters, expected at most {MAX_TEXT}", Invalid)
    try:
        text.encode()  # half of a pair of surrogates is a ValueError
        statements = [s for s in sqlglot.parse(text, read=dialect) if not isinstance(s, (type(None), exp.Semicolon))]
    except (sqlglot.errors.SqlglotError, ValueError) as e:
        raise Invalid(f"does not parse: {first_line(e)}") from None
    except RecursionError:
        raise Invalid("does not parse: it is nested too deeply") from None
    refuse(len(statements) != 1, f"found {len(statements)} statements, expected one query", Invalid)
    refuse(not isinstance(statements[0], (exp.Query, exp.Values)), f"refused: found {statements[0].key.upper()}, expected a query", Invalid)
    refuse(dialect != "postgres" and any(not e.expressions for e in statements[0].find_all(exp.Select)), "does not parse: SELECT without columns", Invalid)
    return cast(exp.Expression, statements[0])


def words(text: str, dialect: str | None) -> list[tuple[TokenType, str]]:
    """The tokens of a text, with those in upper case whose case does not count, and the comments that a dialect may read as text."""
    tokens = sqlglot.tokenize(text, read=dialect)
    found = [(TokenType.UNKNOWN, text)] if _unshown(text, tokens) else []
    for t in tokens:
        if t.token_type is not TokenType.SEMICOLON:
            exact = dialect not in FOLDING or not t.text.isascii() or t.token_type.name.endswith(("STRING", "IDENTIFIER"))
            found.append((t.token_type, "" if t.token_type is TokenType.NEQ else t.text if exact else t.text.upper()))
        found += [(TokenType.COMMENT, c) for c in t.comments if _read(c)]
    return found


def _unshown(text: str, tokens: list[Token]) -> str:
    """What the tokens do not show, and a dialect reads in its own way."""
    if any(a.token_type is TokenType.NUMBER and a.end + 1 == b.start and b.token_type is TokenType.VAR for a, b in zip(tokens, tokens[1:])):
        return "a number with letters or _"
    return "" if all(c.isprintable() or c in "\t\n\f\v" for c in text.replace("\r\n", "\n")) else "a space or a sign that is none in some dialect"


def _read(comment: str) -> bool:
    """Whether an engine reads some of the comment: MySQL's /*! */, or the end of a comment in a comment."""
    return "/*" in comment or comment.startswith("!")


def check_words(text: str, tree: exp.Expression, dialect: str | None, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """Refuse what the tree of sqlglot does not show. The names of a schema are returned, and are known to its queries."""
    tokens = sqlglot.tokenize(text, read=dialect)
    types = (b for a, b in zip(tokens, tokens[1:]) if a.token_type in BEFORE_TYPES and b.token_type not in (TokenType.STRING, TokenType.IDENTIFIER))
    signs = sum(t.token_type is TokenType.PLUS for t in tokens)
    unshown = _unshown(text, tokens)
    refuse(signs != sum(1 for _ in tree.find_all(exp.Add)), "a sign + that adds nothing")
    refuse(unshown, unshown)
    refuse(dialect == "clickhouse" and isinstance(tree, exp.Query), "ClickHouse's own rules for NULL and aliases")
    refuse(any(n.name.lower() in ("true", "false") for n in tree.find_all(exp.Identifier)), "a name that is a truth value")
    refuse(any(not t.text.isascii() and not t.token_type.name.endswith(("VAR", "STRING", "IDENTIFIER")) for t in tokens), "a word such as falſe")
    refuse(dialect in (None, "duckdb") and any(t.text == "==" for t in tokens), "==, which binds tighter in DuckDB")
    refuse(any(_read(comment) for t in tokens for comment in t.comments), "a comment that is none in some dialect")
    refuse(dialect in (None, "sqlite") and any(t.text.upper() in NUMBERS for t in types), "a type that is a number in SQLite alone")
    fold = FOLDS.get(dialect or "", str)
    names = known | {t.text if t.token_type is TokenType.IDENTIFIER else fold(t.text) for t in tokens if t.token_type in NAMES}
    apart = {name.encode().lower() for name in names} if dialect in FOLDING else names  # bytes have the case of ASCII alone
    refuse(isinstance(tree, exp.Query) and len(apart) > len({name.lower() for name in names}), "a name that differs from another one by case alone")
    return names if dialect in (*FOLDING, *FOLDS) else frozenset()


def parse_schema(ddl: str, dialect: str | None = None) -> Schema:
    def check(e: exp.Expression, table: Relation) -> Expr:
        scope = Scope(None, [Named(table.name.lower(), 0, [(c.name, c.type) for c in table.columns])])
        translated = _Translator(Schema({"": table})).expr(e, scope)
        own_rules = ("opaque",) if dialect == "sqlite" else ("opaque", "like")  # LIKE of SQLite, which checks it, ignores case
        if any(isinstance(n, (Agg, Exists, In, Scalar)) or isinstance(n, Op) and n.name.startswith(own_rules) for n in walk(translated)):
            raise Invalid(f"schema: CHECK ({e.sql()}) of {table.name} is not supported")
        return translated

    try:
        names = check_words(ddl, exp.Tuple(expressions=[s for s in sqlglot.parse(ddl, read=dialect) if s]), dialect)
        return replace(read_schema(ddl, check, dialect), names=names)
    except Unsupported as e:
        raise Invalid(f"schema: {e} is not supported") from None
    except sqlglot.errors.SqlglotError as e:
        raise Invalid(f"the schema does not parse: {first_line(e)}") from None


def parse_query(tree: exp.Expression, schema: Schema, dialect: str | None = None) -> Query:
    """The algebra of a parsed query, with the names of the schema resolved."""
    try:
        return _Translator(schema, dialect).query(tree, Scope(None))[0]
    except RecursionError:
        raise Unsupported("the query is nested too deeply") from None


@dataclass
class _From:
    """FROM: see :class:`~truthloop.sql.meaning.Block`."""

    inner: list[Source] = field(default_factory=list)
    outer: list[tuple[Source, Expr]] = field(default_factory=list)
    where: list[Expr] = field(default_factory=list)


class _Translator(Expressions):
    def __init__(self, schema: Schema, dialect: str | None = None) -> None:
        self.schema = schema
        self.dialect, self.affine, self.sqlite = dialect, dialect == "sqlite", dialect in (None, "sqlite")
        self.real = {bool(c.decimal) for t in schema.tables.values() for c in t.columns if c.type == "real"}
        self.stored: set[int] = set()  # sources that are tables
        self.ids = itertools.count(1)

    # --- queries ---

    def query(self, tree: exp.Expression, outer: Scope) -> tuple[Query, list[str]]:
        """A query, and the names of its columns."""
        tree = unwrapped(tree)
        if with_ := tree.args.get("with_"):
            refuse(with_.args.get("recursive"), "WITH RECURSIVE")
            refuse(len({cte.alias.lower() for cte in with_.expressions}) < len(with_.expressions), "a CTE that is there twice")
            # SQLite lets a CTE name later ones, and refuses one that names itself.
            ctes = {**outer.ctes, **{cte.alias.lower(): Cte(None, (), {}) for cte in with_.expressions}}
            for cte in with_.expressions:
                columns = tuple(c.name for c in cte.args["alias"].args.get("columns") or ())
                ctes[cte.alias.lower()] = Cte(cte.this, columns, dict(ctes))
            outer = replace(outer, ctes=ctes)
        if isinstance(tree, exp.Select):
            return self.select(tree, outer)
        if isinstance(tree, exp.SetOperation):
            return self.set_operation(tree, outer)
        raise Unsupported(f"{tree.key.upper()} as a query")

    def set_operation(self, tree: exp.SetOperation, outer: Scope) -> tuple[Query, list[str]]:
        self.only(tree, "this", "expression", "distinct", "with_", "order", "limit", "offset")
        (left, names), (right, _) = self.query(tree.this, outer), self.query(tree.expression, outer)
        refuse(len(types(left)) != len(types(right)), f"{tree.key.upper()} of {len(types(left))} and {len(types(right))} columns", Invalid)
        op = tree.key.upper()
        for a, b in zip(types(left), types(right)):
            refuse(not alike(a, b), f"{op} of a column of type {a} and one of type {b}")
        inner = self.dialect is None and isinstance(unwrapped(tree.expression), exp.Intersect) and not isinstance(tree, exp.Intersect)
        refuse(inner, f"INTERSECT after {op}: SQLite joins set operators from the left")
        refuse(op not in ("UNION", "INTERSECT", "EXCEPT") or tree.args.get("distinct") is None, op)
        refuse(op != "UNION" and not tree.args["distinct"], f"{op} ALL, which SQLite does not have")
        query: Query = SetOp(op.lower(), not tree.args["distinct"], (left, right))  # type: ignore[arg-type]
        if any(tree.args.get(a) for a in ("order", "limit", "offset")):
            source = Derived(next(self.ids), query)
            select = tuple(Col(source.id, i, t) for i, t in enumerate(types(query)))
            # The engines look for other expressions, and SQLite for ambiguous names, in the SELECT on the left, then in that on the right.
            plain = isinstance(left, Block) and len(left.sources) == 1 and len({*left.select}) == len(names) or not self.sqlite
            named = (natural(o.this) is not None or plain and isinstance(o.this, exp.Column) and not o.this.table for o in _expressions(tree, "order"))
            refuse(not all(named), "ORDER BY after a set operator")
            keys = tuple(self.key(o, Scope(None), list(zip(names, select))) for o in _expressions(tree, "order"))
            query = Block((source,), (), (), None, (), select, False, keys, *self.limits(tree))
        return query, names

    def only(self, tree: exp.Expression, *allowed: str) -> None:
        for name, value in tree.args.items():
            if value and name not in allowed:
                refuse(name in ("into", "locks"), f"refused: {name.upper()}", Invalid)
                raise Unsupported(f"{name.strip('_').upper()} in {tree.key.upper()}")

    def limits(self, tree: exp.Expression) -> tuple[int | None, int]:
        def number(name: str) -> int | None:
            if (part := tree.args.get(name)) is None:
                return None
            self.only(part, "expression")
            n = natural(part.args.get("expression"))
            refuse(n is None or n > 10**9, f"{name.upper()} that is no number")
            return n

        return number("limit"), number("offset") or 0

    def select(self, tree: exp.Select, outer: Scope) -> tuple[Block, list[str]]:
        self.only(tree, "expressions", "from_", "joins", "where", "group", "having", "distinct", "order", "limit", "offset", "with_", "kind")
        distinct = tree.args.get("distinct")
        refuse(not tree.expressions or tree.args.get("kind") or distinct and distinct.args.get("on"), "SELECT without columns, with DISTINCT ON or AS STRUCT")
        hidden = {"rowid", "oid", "_rowid_", *FUNCTIONS, *(e.alias.lower() for e in tree.expressions if isinstance(e, exp.Alias))}
        scope = Scope(outer, [], outer.ctes, {}, hidden)
        found = _From()
        if part := tree.args.get("from_"):
            self.from_item(part.this, scope, found)
            self.joins(tree, scope, found)
        if part := tree.args.get("where"):
            found.where += conjuncts(self.condition(part.this, scope))
        items = [item for e in tree.expressions for item in self.item(e, scope)]
        select = tuple(e for _, e in items)
        named = [item for e, item in zip(tree.expressions, items) if isinstance(e, exp.Alias)] if len(tree.expressions) == len(items) else []
        group = self.group(tree, scope, select, named)
        having = tuple(conjuncts(self.output(tree.args["having"].this, scope, named))) if tree.args.get("having") else ()
        order = tuple(self.key(o, scope, items) for o in _expressions(tree, "order"))
        if group is None and any(isinstance(n, Agg) for e in (*select, *having, *(k.expr for k in order)) for n in own(e)):
            group = ()
        refuse(group is None and having, "HAVING without GROUP BY")
        joins, where = tuple(found.outer), tuple(found.where)
        block = Block(tuple(found.inner), joins, where, group, having, select, bool(distinct), order, *self.limits(tree))
        if group is not None:
            self.check_grouping(block)
        elif any(isinstance(n, Agg) for c in block.where for n in own(c)):
            raise Invalid("an aggregate in WHERE")
        refuse(distinct and any(k.expr not in select for k in order), "SELECT DISTINCT with ORDER BY of what is not selected")
        return block, [name for name, _ in items]

    def check_grouping(self, block: Block) -> None:
        """Columns outside aggregates must be grouped, or belong to a table whose key is grouped."""
        group = block.group or ()
        fixed = {g for g in group if isinstance(g, Col)}  # columns with one value in each group
        equal = [c.args for c in block.where if isinstance(c, Op) and c.name == "="]
        for _ in equal:
            for x, y in equal:
                if isinstance(x, Col) and isinstance(y, Col) and (x in fixed) != (y in fixed):
                    fixed |= {x, y}
        tables = [s for s in block.sources if isinstance(s, Table)]
        keyed = {s.id for s in tables if self.schema.tables[s.name].identified({c.index for c in fixed if c.source == s.id})}
        loose = {s.id for s in block.sources} - keyed

        def check(e: Expr) -> None:
            if e in group or isinstance(e, Agg):
                return
            refuse(isinstance(e, Col) and e.source in loose, f"column {getattr(e, 'name', '')} is neither grouped nor in an aggregate")
            inner = columns_in(e.query) if isinstance(e, (Exists, In, Scalar)) else ()
            for part in (*(e.args if isinstance(e, Op) else ()), *([e.arg] if isinstance(e, In) else ()), *inner):
                check(part)

        for e in (*block.select, *block.having, *(k.expr for k in block.order)):
            check(e)

    def item(self, e: exp.Expression, scope: Scope) -> list[tuple[str, Expr]]:
        if isinstance(e, exp.Alias):
            return [(e.alias, self.expr(e.this, scope))]
        star = e.this if isinstance(e, exp.Column) else e
        if not isinstance(star, exp.Star):
            name = bare.name if isinstance(bare := unwrapped(e), exp.Column) else ""  # sqlglot names CAST(a AS INT) and MAX(a) "a"
            return [(name, self.expr(e, scope))]
        refuse(any(star.args.values()), "* with EXCEPT, REPLACE or RENAME")
        table = e.table.lower() if isinstance(e, exp.Column) else None
        named = [n for n in scope.named if table is None or n.alias == table]
        refuse(not named, f"there is no table {table}" if table else "SELECT * without FROM", Invalid)
        return [(name, Col(n.source, i, t, name)) for n in named for i, (name, t) in enumerate(n.columns)]

    def group(self, tree: exp.Select, scope: Scope, select: tuple[Expr, ...], outputs: list[tuple[str, Expr]]) -> tuple[Expr, ...] | None:
        if (part := tree.args.get("group")) is None:
            return None
        self.only(part, "expressions")
        found = [self.output(e, scope, outputs, select) for e in part.expressions]
        if any(isinstance(n, Agg) for e in found for n in own(e)):
            raise Invalid("an aggregate in GROUP BY")
        # A constant groups nothing, but GROUP BY a constant gives no row where there is no row.
        return tuple(dict.fromkeys(found))

    def key(self, o: exp.Expression, scope: Scope, items: list[tuple[str, Expr]]) -> Key:
        refuse(not isinstance(o, exp.Ordered) or o.args.get("with_fill"), "ORDER BY")
        e = unwrapped(o.this)
        if isinstance(e, exp.Column) and not e.table and len(found := {i for n, i in items if n.lower() == e.name.lower()}) == 1:
            value = found.pop()  # the alias of a column of the result goes before a column of a table
        else:
            value = self.output(e, scope, items, tuple(i for _, i in items))
        return Key(value, bool(o.args.get("desc")), bool(o.args.get("nulls_first")))

    def output(self, e: exp.Expression, scope: Scope, outputs: list[tuple[str, Expr]], select: tuple[Expr, ...] = ()) -> Expr:
        """An expression of GROUP BY, HAVING or ORDER BY, which may name a column of the result, or be its number in ``select``."""
        if select and (n := natural(unwrapped(e))) is not None:
            refuse(not 1 <= n <= len(select), f"found column {n} of the result, expected 1 to {len(select)}", Invalid)
            return select[n - 1]
        aliases = {n.lower(): v for n, v in outputs}
        for c in e.find_all(exp.Column):
            if not c.table and c.name.lower() in aliases:
                own_name = c.name.lower() in {"rowid", "oid", "_rowid_", *FUNCTIONS}  # which an engine takes before an alias
                tables = {n.source for n in scope.named if own_name or n.alias == c.name.lower() and not self.affine}  # in DuckDB, the whole row
                refuse(len({v for n, v in outputs if n.lower() == c.name.lower()} | tables) > 1, f"{c.name} is an alias of two values, or of a table")
                try:
                    meant = scope.resolve("", c.name.lower())
                except (Invalid, Unsupported):
                    continue
                refuse(meant != aliases[c.name.lower()], f"{c.name} is a column and an alias of something else")
        return self.expr(e, replace(scope, aliases=aliases))

    # --- FROM ---

    def joins(self, tree: exp.Expression, scope: Scope, found: _From) -> None:
        for join in tree.args.get("joins") or ():
            self.only(join, "this", "side", "kind", "on")
            side, kind = (join.args.get("side") or "").upper(), (join.args.get("kind") or "").upper()
            known = side in ("", "LEFT", "RIGHT") and kind in ("", "INNER", "OUTER", "CROSS")
            refuse(not known, f"{side} {kind} JOIN".replace("  ", " ").strip())
            refuse(side == "RIGHT" and (len(found.inner) > 1 or found.outer), "RIGHT JOIN after other joins")
            right = _From() if side else found
            self.from_item(join.this, scope, right)
            on = conjuncts(self.condition(join.args["on"], scope)) if join.args.get("on") else []
            # SQLite sees the tables to the right, too.
            refuse(sources(tuple(on)) & scope.around(), "a column of a query around in ON")
            if not side:  # what a left join adds does not change which rows keep the conditions on the others
                found.where += on
            else:
                refuse(len(right.inner) > 1 or right.outer, f"{side} JOIN of several tables")
                if side == "RIGHT":
                    found.inner, right.inner = right.inner, found.inner
                found.outer.append((right.inner[0], conjunction(on)))

    def from_item(self, item: exp.Expression, scope: Scope, found: _From) -> None:
        if isinstance(item, exp.Paren) or isinstance(item, exp.Subquery) and isinstance(item.this, (exp.Table, exp.Paren)):
            refuse(item.args.get("alias"), "a join in parentheses with an alias")
            inner = replace(scope, named=[])  # a join in it does not see the tables before it
            self.from_item(item.this, inner, found)
            self.joins(item, inner, found)
            refuse({n.alias for n in inner.named} & {n.alias for n in scope.named}, "a name that is there twice in FROM")
            scope.named += inner.named
            return
        alias, sid = item.alias_or_name.lower(), next(self.ids)
        refuse(sid > MAX_SOURCES, f"more than {MAX_SOURCES} tables")
        refuse(isinstance(item, (exp.Values, exp.Lateral)), item.key.upper())
        refuse(not isinstance(item, (exp.Table, exp.Subquery)), f"refused: FROM {item.key.upper()}", Invalid)
        self.only(item, "this", "alias", "joins", "db", "catalog")
        refuse(item.args.get("alias") and item.args["alias"].args.get("columns"), "an alias with names of columns")
        own = isinstance(item, exp.Table) and item.db and (self.dialect not in FOLDING or (item.db.lower(), item.catalog) == ("main", ""))
        refuse(own and item.name.lower() in self.schema.tables, "a table with the name of its database")
        if isinstance(item, exp.Table) and (not isinstance(item.this, exp.Identifier) or item.args.get("db") or item.args.get("catalog")):
            raise Invalid(f"refused: {item.sql()[:80]} is no table of the schema")
        if isinstance(item, exp.Table) and item.name.lower() not in scope.ctes:
            if (relation := self.schema.tables.get(item.name.lower())) is None:
                raise Invalid(f"there is no table {item.name}")
            self.stored.add(sid)
            source: Source = Table(sid, item.name.lower(), tuple(c.type for c in relation.columns))
            names = [c.name for c in relation.columns]
        else:
            query, names = self.cte(scope.ctes[item.name.lower()]) if isinstance(item, exp.Table) else self.query(item.this, Scope(None, [], scope.ctes))
            source = Derived(sid, query)
        refuse(any(n.alias == alias and alias for n in scope.named), f"the name {alias} is there twice in FROM", Invalid)
        scope.named.append(Named(alias, sid, list(zip(names, source.types))))
        found.inner.append(source)
        self.joins(item, scope, found)

    def cte(self, cte: Cte) -> tuple[Query, list[str]]:
        if cte.tree is None:
            raise Unsupported("a CTE that names itself or a later one")
        query, names = self.query(cte.tree, Scope(None, [], cte.ctes))
        refuse(cte.columns and len(cte.columns) != len(names), f"found {len(cte.columns)} names for {len(names)} columns", Invalid)
        return query, list(cte.columns) or names


def _expressions(tree: exp.Expression, name: str) -> list[exp.Expression]:
    part = tree.args.get(name)
    return list(part.expressions) if part else []


def measures(tree: exp.Expression) -> dict[str, int]:
    """The measures of a query, as columns of a row."""

    def depth(e: exp.Expression | None) -> int:
        return 1 + depth(e.find_ancestor(exp.Select)) if e else -1

    def count(*kinds: type[Any], but: tuple[type, ...] = ()) -> int:
        return sum(not isinstance(e, but) for e in tree.find_all(*kinds))

    return {
        "num_tables": count(exp.Table),
        "num_joins": count(exp.Join),
        "num_predicates": count(exp.Predicate, exp.Between, exp.In, but=(exp.Query, exp.Connector)),
        "num_aggregates": count(exp.AggFunc),
        "nesting": max(map(depth, tree.find_all(exp.Select)), default=0),
        "num_operators": count(exp.Binary, exp.Unary, exp.Join, exp.SetOperation, exp.AggFunc, exp.In, exp.Between, but=(exp.Paren,)),
    }
