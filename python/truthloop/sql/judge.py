"""The verdict on a pair of queries: parse, search a little, prove, then search more.

:func:`compare` gives the members of an answer in the protocol of docs/howto/languages.md.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import time
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sqlglot import Parser, TokenType, errors, exp

from .engines import EngineError, accepted
from .meaning import Block, Query, Scalar, Table, sources, types, walk
from .normal import Normalizer
from .parse import FOLDING, Invalid, Unsupported, check_words, measures, parse_query, parse_schema, statement, words
from .prove import Proof, contained, prove
from .refute import Pair, Search, witness_database
from .schema import Schema, refuse

# Nodes of sqlglot whose value may differ from one run to the next, and texts that are times.
VOLATILE = re.compile("anonymous|next|seq|current|local|utc|now|today|sys|rand|uuid|shuffle|sample")
TIMES = ("now", "today", "yesterday", "tomorrow", "subsec", "subsecond")
IDENTICAL: dict[str, Any] = {"verdict": "equivalent", "relation": "equivalent", "certificate": {"kind": "identity"}}
OWN = r"rownum|rowid|level|ctid|[xc]min|[xc]max|tableoid|ora_rowscn|uid|_partition\w+|dual|max|min|sum|avg|count|lower|upper|coalesce|case|\?column\?"
QUICK, LONG = (30, 0.2, 30), (4000, 16.0, 3000)  # efforts of the search


@lru_cache(maxsize=64)
def schema_of(ddl: str, dialect: str | None = None) -> Schema:
    return parse_schema(ddl, dialect)


def parse(text: str, ddl: str, dialect: str | None = None, trivial: bool = False) -> dict[str, Any]:
    """Whether the text is a query over the schema, its canonical text, its measures, and whether it seems to have no row on any database."""
    try:
        tree = statement(text, dialect)
        parsed = _parsed(text, tree, schema_of(ddl, dialect), dialect)
    except Invalid as e:
        return {"compliant": False, "reason": str(e)}
    note: dict[str, Any] = {"unsupported": str(parsed)} if isinstance(parsed, Unsupported) else {}
    if trivial:
        empty = f"SELECT * FROM (\n{text.rstrip().rstrip(';')}\n) q WHERE 1 = 0"
        note["trivial"] = compare(text, empty, ddl, dialect, 2.0)["verdict"] != "not_equivalent"
    with contextlib.suppress(errors.SqlglotError):  # it reads DATE() of DuckDB, but cannot write it
        text = tree.sql(dialect, comments=False)
    return {"compliant": True, "canonical": text, "measures": measures(tree), **note}


def compare(
    left: str, right: str, ddl: str, dialect: str | None = None, seconds: float = 10.0, columns: str = "ordered", seed: int = 1
) -> dict[str, Any]:
    """The verdict on two queries. The parameters are those of docs/howto/sql.md."""
    trees: list[exp.Expression] = []
    parsed: list[Query | Unsupported] = []
    for text, fault in ((left, "error"), (right, "noncompliant")):
        try:
            trees.append(statement(text, dialect))
            parsed.append(_parsed(text, trees[-1], schema_of(ddl, dialect), dialect))
        except Invalid as e:
            return {"verdict": fault, "reason": str(e)}
    schema = schema_of(ddl, dialect)
    first_words, second_words = words(left, dialect), words(right, dialect)
    nodes = (n for tree in trees for n in tree.walk())
    fixed = not any(VOLATILE.search(n.key) or isinstance(n, exp.Date) and n.this is None or n.name.lower() in TIMES for n in nodes)
    fixed = fixed and not any(isinstance(q, Unsupported) and tree.find(exp.Date, exp.Datetime, exp.Time, exp.TimeToStr) for tree, q in zip(trees, parsed))
    if fixed and first_words == second_words:
        return IDENTICAL
    for side, query in zip(("left", "right"), parsed):
        if isinstance(query, Unsupported):
            return {"verdict": "unknown", "reason": f"{side}: {query} is not supported"}

    first = Pair(schema, parsed[0], parsed[1], (trees[0], trees[1]), (left, right), dialect)  # type: ignore[arg-type]
    # Apart from aliases and the case of names: an engine also chooses the same of tied rows.
    if fixed and first.left == first.right and _shape(first_words) == _shape(second_words):
        with contextlib.closing(Search(first, seed)) as search:
            if not search.contradicted():
                return IDENTICAL
    answer = _decided(first, seconds, seed)
    if columns == "any" and answer["verdict"] != "equivalent":
        for order, tree in _permutations(trees[1], first.right):
            permuted = replace(first, right=parse_query(tree, schema, dialect), trees=(trees[0], tree), texts=(left, tree.sql(dialect)))
            other = _decided(permuted, min(seconds, 2.0), seed)
            if other["verdict"] == "equivalent":
                return {**other, "columns": order}
    return answer


def _shape(tokens: list[tuple[TokenType, str]]) -> list[tuple[TokenType, str]]:
    """A text without its names, but with those of its functions."""
    names = {*Parser.ID_VAR_TOKENS, TokenType.IDENTIFIER, TokenType.ALIAS, TokenType.DOT, TokenType.INNER, TokenType.OUTER}
    return [t for t, after in zip(tokens, [*tokens[1:], *tokens[:1]]) if t[0] not in names or after[0] is TokenType.L_PAREN]


def _parsed(text: str, tree: exp.Expression, schema: Schema, dialect: str | None) -> Query | Unsupported:
    try:
        try:
            query = parse_query(tree, schema, dialect)
        except Invalid as e:
            # What an engine of the dialect runs is a query, by rules for names that the algebra does not know.
            refuse(dialect not in FOLDING and re.search(rf"no (column|table) (\w+\.)?({OWN})$", str(e), re.I), str(e))
            refuse(not str(e).startswith(("refused", "there is no table")) and accepted(schema, text, tree, dialect), f"an engine's reading of the names ({e})")
            raise
        check_words(text, tree, dialect, schema.names)
        if dialect in FOLDING and not accepted(schema, text, tree, dialect):
            raise (Invalid if dialect else Unsupported)(f"a query that {dialect or 'SQLite or DuckDB'} does not run")
        return query
    except Unsupported as e:
        return e


def _permutations(tree: exp.Expression, query: Query) -> list[tuple[list[int], exp.Expression]]:
    """The query with its columns in other orders, where it is a SELECT that lists 2 to 4 of them."""
    n = len(tree.expressions)
    if not isinstance(tree, exp.Select) or n != len(types(query)) or not 2 <= n <= 4:
        return []
    parts = (e for name in ("order", "group") if tree.args.get(name) for e in tree.args[name].expressions)
    if any(isinstance((e.this if isinstance(e, exp.Ordered) else e).unnest(), exp.Literal) for e in parts):
        return []  # ORDER BY 1 would mean another column
    orders = [list(order) for order in itertools.permutations(range(n))][1:]
    return [(order, tree.copy().select(*(tree.expressions[i].copy() for i in order), append=False, copy=False)) for order in orders]


def _decided(pair: Pair, seconds: float, seed: int) -> dict[str, Any]:
    with contextlib.closing(Search(pair, seed)) as search:
        end = time.monotonic() + seconds
        if witness := search.run(QUICK, seconds / 4):
            return _refuted(pair, witness)
        loose = Proof(reason="SQLite takes the first row of a scalar subquery")
        proof = loose if _loose(pair) else prove(pair.left, pair.right, pair.schema, pair.lists, min(3.0, seconds / 3))
        if proof.equivalent:
            if search.disagreement or search.contradicted():
                return _unknown(f"a proof ({proof.certificate['kind']}), but {search.disagreement or 'an engine shows a difference'}", search)
            return {"verdict": "equivalent", "relation": "equivalent", "certificate": proof.certificate}
        if witness := search.run(LONG, (end - time.monotonic()) * 0.8):
            return _refuted(pair, witness)
        return _unknown(search.disagreement or search.failure or proof.reason, search)


def _loose(pair: Pair) -> bool:
    """Whether a scalar subquery may have several rows. SQLite takes the first one, whatever the order."""
    rules = Normalizer(pair.schema, lambda _, __: False)

    def single(q: Query) -> bool:
        if not isinstance(q, Block) or q.group == () or q.limit == 1:
            return isinstance(q, Block)
        tables = [s for s in q.inner if isinstance(s, Table)]
        around = sources(q) - {s.id for s in q.sources}
        return q.group is None and not q.outer and len(tables) == len(q.inner) and rules.determined(tables, q.where, set(), around)

    return pair.dialect in (None, "sqlite") and not all(single(n.query) for n in walk((pair.left, pair.right)) if isinstance(n, Scalar))


def _unknown(reason: str, found: Search) -> dict[str, Any]:
    size = f"no difference on {found.databases} databases"
    if found.rows >= 0:
        size += f", with all of up to {found.rows} row{'' if found.rows == 1 else 's'} over the first values of each column"
    return {"verdict": "unknown", "reason": f"{reason}; {size}", "searched": {"databases": found.databases, "rows": found.rows}}


def _refuted(pair: Pair, witness: dict[str, Any]) -> dict[str, Any]:
    answer = {"verdict": "not_equivalent", "witness": witness}
    if len(types(pair.left)) == len(types(pair.right)) and not _loose(pair):
        # As in row.md, of the formulas: the right query is stronger if all its rows are rows of the left one.
        left_in_right, right_in_left = contained(pair.left, pair.right, pair.schema)
        if left_in_right != right_in_left:
            answer["relation"] = "weaker" if left_in_right else "stronger"
    return answer


def recheck(left: str, right: str, ddl: str, witness: dict[str, Any], dialect: str | None = None) -> dict[str, Any]:
    """Whether the constraints hold on a stored witness, and the engines show a difference there."""
    try:
        schema = schema_of(ddl, dialect)
        trees = statement(left, dialect), statement(right, dialect)
        first, second = (_parsed(text, tree, schema, dialect) for text, tree in zip((left, right), trees))
        db = witness_database(witness, schema)
        if isinstance(first, Unsupported) or isinstance(second, Unsupported):
            raise first if isinstance(first, Unsupported) else second  # type: ignore[misc]
    except (Invalid, Unsupported) as e:
        return {"holds": False, "reason": str(e)}
    with contextlib.closing(Search(Pair(schema, first, second, trees, (left, right), dialect), 1)) as search:
        try:
            search.evaluated.load(db)
        except EngineError:
            return {"holds": False, "reason": "the constraints of the schema do not hold on it"}
        found = search.confirm(db)
    if found is None:
        return {"holds": False, "reason": search.disagreement or search.failure or "the results do not differ on it"}
    return {"holds": True}


def explain(witness: dict[str, Any]) -> str:
    """The witness in words."""
    tables = [f"{name} has {_count(len(rows), 'row')}" for name, rows in witness["tables"].items()]
    left, right = ([tuple(r) for r in witness[side]] for side in ("left", "right"))
    lines = [f"On a database where {', '.join(tables)}:" if tables else "On the empty database:"]
    lines.append(f"the left query gives {_count(len(left), 'row')}, the right query {_count(len(right), 'row')}.")
    a, b = Counter(left), Counter(right)
    for name, more in (("left", a - b), ("right", b - a)):
        lines += [f"Only the {name} query gives {_row(row)}." for row in list(more.elements())[:5]]
    if a == b:
        lines.append(f"The rows are the same in another order: {', '.join(map(_row, left))} and {', '.join(map(_row, right))}.")
    return " ".join(lines)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _row(row: tuple[Any, ...]) -> str:
    return "(" + ", ".join("NULL" if v is None else repr(v) for v in row) + ")"
