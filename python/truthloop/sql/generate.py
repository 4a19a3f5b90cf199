"""Queries that are one edit away from another, and the grammar of which ``generate`` draws queries over a schema.

An edit nearly always changes the meaning; the verdict on the pair is for the checker to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import sqlglot
from sqlglot import TokenType, exp

from .parse import Invalid, Unsupported, parse_query, statement
from .schema import Schema, quote, refuse

WORDS = ("a", "b", "ab", "C")
Change = Callable[[exp.Expression], exp.Expression | None]


def everywhere(text: str, function: Change, schema: Schema, dialect: str | None = None) -> Iterator[str]:
    """The query with the function applied at each single place where it applies."""
    tree = statement(text, dialect)
    for i, node in enumerate(list(tree.walk())):
        new = function(cast(exp.Expression, node))
        if new is None:
            continue
        copy = tree.copy()
        list(copy.walk())[i].replace(new)
        changed = (copy if i else new).sql(dialect)
        try:
            parse_query(statement(changed, dialect), schema, dialect)
        except (Invalid, Unsupported):
            continue
        if changed != tree.sql(dialect):
            yield changed


def _swap(e: exp.Expression, kinds: tuple[type[exp.Expression], ...]) -> exp.Expression | None:
    if type(e) not in kinds:
        return None
    new = kinds[(kinds.index(type(e)) + 1) % len(kinds)]
    return new(**{k: v.copy() if isinstance(v, exp.Expression) else v for k, v in e.args.items()})


def _constant(e: exp.Expression) -> exp.Expression | None:
    if not isinstance(e, exp.Literal) or isinstance(e.parent, (exp.Limit, exp.Offset, exp.Ordered, exp.Group, exp.Select)):
        return None
    return exp.Literal.string(e.this + "b") if e.is_string else exp.Literal.number(int(e.this) + 1) if e.this.isdigit() else None


def _set(e: exp.Expression, kind: type[exp.Expression], name: str, value: object) -> exp.Expression | None:
    if not isinstance(e, kind) or e.args.get(name) == value:
        return None
    new = e.copy()
    new.set(name, value)
    return new


def _count(e: exp.Expression) -> exp.Expression | None:
    if not isinstance(e, exp.Count) or isinstance(e.this, exp.Star):
        return None
    return exp.Count(this=e.this.expressions[0].copy() if isinstance(e.this, exp.Distinct) else exp.Star(), big_int=True)


EDITS: dict[str, Change] = {
    "comparison": lambda e: _swap(e, (exp.LT, exp.LTE, exp.GT, exp.GTE, exp.EQ, exp.NEQ)),
    "connective": lambda e: _swap(e, (exp.And, exp.Or)),
    "aggregate": lambda e: _swap(e, (exp.Min, exp.Max)),
    "constant": _constant,
    "condition": lambda e: e.this.copy() if isinstance(e, exp.And) else None,
    "distinct": lambda e: _set(e, exp.Select, "distinct", None if e.args.get("distinct") else exp.Distinct()),
    "count": _count,
    "join": lambda e: _set(e, exp.Join, "side", None if e.args.get("side") else "LEFT") if e.args.get("on") else None,
    "order": lambda e: _set(e, exp.Ordered, "desc", not e.args.get("desc")),
    "union": lambda e: _set(e, exp.Union, "distinct", not e.args.get("distinct")),
    "negation": lambda e: exp.Not(this=e.copy()) if isinstance(e, (exp.In, exp.Exists)) and not isinstance(e.parent, exp.Not) else None,
}


def edits(text: str, schema: Schema, dialect: str | None = None) -> list[tuple[str, str]]:
    """All queries that are one edit away, each with the name of the edit."""
    return [(name, new) for name, function in EDITS.items() for new in dict.fromkeys(everywhere(text, function, schema, dialect))]


def grammar(schema: Schema) -> str:
    """A context-free grammar of queries over the schema, in the notation of docs/explanation/generator.md."""

    def written(name: str) -> str:
        refuse("'" in name, f"the name {name} has a quote, expected none in a schema for a grammar", Invalid)
        return name if [t.token_type for t in sqlglot.tokenize(name)] == [TokenType.VAR] else quote(name)

    lines = ["S -> " + " | ".join(f"Q_{n}" for n in range(len(schema.tables)))]
    for name, (key, table) in enumerate(schema.tables.items()):
        place = written(table.name)
        columns = [f"{place}.{written(c.name)}" for c in table.columns]
        joins = []
        for fk in table.foreign_keys:
            if len(fk.columns) == 1 and fk.target != key:
                other = schema.tables[fk.target]
                target = f"{written(other.name)}.{written(other.columns[fk.target_columns[0]].name)}"
                joins.append(f"'JOIN {written(other.name)} ON {columns[fk.columns[0]]} = {target}'")
        lines += [
            f"Q_{name} -> 'SELECT' D_{name} 'FROM {place}' W_{name} | 'SELECT COUNT(*) FROM {place}' W_{name}"
            + "".join(f" | 'SELECT' D_{name} 'FROM {place}' {join} W_{name}" for join in joins),
            f"D_{name} -> L_{name} | 'DISTINCT' L_{name}",
            f"L_{name} -> C_{name} | C_{name} ',' L_{name}",
            f"C_{name} -> " + " | ".join(f"'{c}'" for c in columns),
            f"W_{name} -> 'WHERE' P_{name}",
            f"P_{name} -> '(' P_{name} 'AND' P_{name} ')' | '(' P_{name} 'OR' P_{name} ')' | 'NOT' '(' P_{name} ')' | C_{name} 'IS NULL'",
        ]
        for c, column in zip(columns, table.columns):
            if column.type == "int":
                lines[-1] += "".join(f" | '{c} {op}' N" for op in ("=", "<", ">"))
            elif column.type == "text":
                lines[-1] += f" | '{c} =' T"
    kinds = {c.type for t in schema.tables.values() for c in t.columns}
    lines += ["N -> '0' | '1' | '2' | '3'"] if "int" in kinds else []
    lines += ["T -> " + " | ".join(f"\"'{w}'\"" for w in WORDS)] if "text" in kinds else []
    return "\n".join(lines) + "\n"
