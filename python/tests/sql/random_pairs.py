"""Random queries over a schema, equal ones by rewriting, and different ones by a single edit.

    python random_pairs.py --count 100 --seed 1 >pairs.jsonl

writes random pairs with their verdicts, a line of JSON for each. Half of the right queries are rewritings of the left
one, and half have one edit. ``kind`` says which. Each rewriting keeps the meaning for a reason of its own, not by the
rules of truthloop.sql.prove.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sqlglot import exp

import truthloop.sql
from truthloop.sql import generate, judge
from truthloop.sql.schema import Relation, Schema

SCHEMAS = sorted((Path(truthloop.sql.__file__).parent / "schemas").glob("*.sql"))


class Maker:
    """Makes random queries. A query is well-typed by construction."""

    def __init__(self, schema: Schema, rng: random.Random) -> None:
        self.schema, self.rng = schema, rng
        self.names = 0

    def query(self, joins: int = 3) -> str:
        """A query with up to so many joins in each of its blocks."""
        kind = self.rng.random()
        if kind < 0.12:
            table = self.rng.choice(list(self.schema.tables.values()))
            column = self.rng.choice(table.columns)
            same = [(t, c) for t in self.schema.tables.values() for c in t.columns if c.type == column.type]
            other, column2 = self.rng.choice(same)
            op = self.rng.choice(("UNION", "UNION ALL", "INTERSECT", "EXCEPT"))
            sides = [f"SELECT {c.name} FROM {t.name}{self.where({t.name: t})}" for t, c in ((table, column), (other, column2))]
            return f" {op} ".join(sides)
        aliases, source = self.source(self.rng.randint(0, joins))
        if kind < 0.4:
            return self.grouped(aliases, source)
        columns = [f"{a}.{c.name}" for a, t in aliases.items() for c in t.columns]
        chosen = self.rng.sample(columns, min(len(columns), self.rng.randint(1, 3)))
        distinct = "DISTINCT " if self.rng.random() < 0.3 else ""
        order = ""
        if self.rng.random() < 0.25:
            order = f" ORDER BY {self.rng.choice(chosen)}" + self.rng.choice(("", " DESC"))
            order += f" LIMIT {self.rng.randint(1, 3)}" if self.rng.random() < 0.3 else ""
        return f"SELECT {distinct}{', '.join(chosen)} FROM {source}{self.where(aliases)}{order}"

    def alias(self) -> str:
        self.names += 1
        return f"t{self.names}"

    def source(self, joins: int) -> tuple[dict[str, Relation], str]:
        """FROM: tables that are joined along foreign keys, or on columns of one type."""
        first = self.alias()
        aliases = {first: self.rng.choice(list(self.schema.tables.values()))}
        text = f"{aliases[first].name} {first}"
        for _ in range(joins):
            a = self.rng.choice(list(aliases))
            options = self.links(aliases[a])
            if not options:
                break
            table, mine, theirs = self.rng.choice(options)
            b = self.alias()
            kind = "LEFT JOIN" if self.rng.random() < 0.2 else "JOIN"
            text += f" {kind} {table.name} {b} ON {a}.{mine} = {b}.{theirs}"
            aliases[b] = table
        return aliases, text

    def links(self, table: Relation) -> list[tuple[Relation, str, str]]:
        found = []
        for fk in table.foreign_keys:
            target = self.schema.tables[fk.target]
            if len(fk.columns) == 1:
                found.append((target, table.columns[fk.columns[0]].name, target.columns[fk.target_columns[0]].name))
        for other in self.schema.tables.values():
            for fk in other.foreign_keys:
                if fk.target == table.name.lower() and len(fk.columns) == 1:
                    found.append((other, table.columns[fk.target_columns[0]].name, other.columns[fk.columns[0]].name))
        return found

    def where(self, aliases: dict[str, Relation], share: float = 0.75) -> str:
        if self.rng.random() > share:
            return ""
        parts = [self.predicate(aliases) for _ in range(self.rng.choice((1, 1, 2, 3)))]
        return " WHERE " + self.rng.choice((" AND ", " AND ", " OR ")).join(parts)

    def predicate(self, aliases: dict[str, Relation]) -> str:
        a = self.rng.choice(list(aliases))
        column = self.rng.choice(aliases[a].columns)
        name, kind = f"{a}.{column.name}", self.rng.random()
        links = self.links(aliases[a])
        if kind < 0.15 and links:
            table, mine, theirs = self.rng.choice(links)
            b = self.alias()
            inner = self.where({b: table}, 0.5)
            if self.rng.random() < 0.5:
                return f"{a}.{mine} {self.rng.choice(('IN', 'IN', 'NOT IN'))} (SELECT {b}.{theirs} FROM {table.name} {b}{inner})"
            correlated = f"{inner} AND" if inner and " OR " not in inner else " WHERE"
            return f"{self.rng.choice(('', 'NOT '))}EXISTS (SELECT 1 FROM {table.name} {b}{correlated} {b}.{theirs} = {a}.{mine})"
        if kind < 0.25:
            return f"{name} IS {self.rng.choice(('', 'NOT '))}NULL"
        if kind < 0.3 and column.type == "int":
            b = self.alias()
            return f"{name} = (SELECT {self.rng.choice(('MAX', 'MIN'))}({b}.{column.name}) FROM {aliases[a].name} {b})"
        if kind < 0.4 and column.type == "int":
            low = self.rng.randint(0, 3)
            return f"{name} BETWEEN {low} AND {low + self.rng.randint(0, 3)}"
        if kind < 0.5:
            return f"{name} IN ({', '.join(dict.fromkeys(self.literal(column.type) for _ in range(3)))})"
        op = self.rng.choice(("=", "=", "<>", "<", "<=", ">", ">="))
        return f"{name} {op} {self.literal(column.type)}"

    def literal(self, kind: str) -> str:
        if kind == "int":
            return str(self.rng.randint(0, 5))
        if kind == "real":
            return self.rng.choice(("0.5", "1.5", "2.0"))
        if kind == "date":
            return f"'202{self.rng.randint(0, 3)}-01-01'"
        return f"'{self.rng.choice(generate.WORDS)}'" if kind == "text" else self.rng.choice(("TRUE", "FALSE"))

    def grouped(self, aliases: dict[str, Relation], source: str) -> str:
        columns = [(f"{a}.{c.name}", c.type) for a, t in aliases.items() for c in t.columns]
        keys = [n for n, _ in self.rng.sample(columns, self.rng.choice((0, 1, 1, 2)))]
        aggregates = [self.aggregate(columns) for _ in range(self.rng.choice((1, 1, 2)))]
        text = f"SELECT {', '.join([*keys, *aggregates])} FROM {source}{self.where(aliases, 0.5)}"
        if keys:
            text += f" GROUP BY {', '.join(keys)}"
            if self.rng.random() < 0.3:
                text += f" HAVING COUNT(*) {self.rng.choice(('>', '>=', '='))} {self.rng.randint(1, 3)}"
        return text

    def aggregate(self, columns: Sequence[tuple[str, str]]) -> str:
        name, kind = self.rng.choice(columns)
        if kind == "int" and self.rng.random() < 0.5:
            return f"{self.rng.choice(('SUM', 'AVG', 'MIN', 'MAX'))}({name})"
        return self.rng.choice(("COUNT(*)", f"COUNT({name})", f"COUNT(DISTINCT {name})"))


def _negated(e: exp.Expression) -> exp.Expression | None:
    opposites: dict[type[exp.Expression], type[exp.Expression]] = {exp.LT: exp.GTE, exp.LTE: exp.GT, exp.GT: exp.LTE, exp.GTE: exp.LT, exp.EQ: exp.NEQ, exp.NEQ: exp.EQ}
    opposite = opposites.get(type(e))
    return exp.Not(this=exp.Paren(this=opposite(this=e.this.copy(), expression=e.expression.copy()))) if opposite else None


def _turned(e: exp.Expression) -> exp.Expression | None:
    turns: dict[type[exp.Expression], type[exp.Expression]] = {
        exp.LT: exp.GT, exp.LTE: exp.GTE, exp.GT: exp.LT, exp.GTE: exp.LTE, exp.EQ: exp.EQ, exp.And: exp.And, exp.Or: exp.Or,
    }  # fmt: skip
    turned = turns.get(type(e))
    return turned(this=e.expression.copy(), expression=e.this.copy()) if turned else None


def _between(e: exp.Expression) -> exp.Expression | None:
    if not isinstance(e, exp.Between):
        return None
    low, high = e.args["low"].copy(), e.args["high"].copy()
    return exp.Paren(this=exp.And(this=exp.GTE(this=e.this.copy(), expression=low), expression=exp.LTE(this=e.this.copy(), expression=high)))


def _in_list(e: exp.Expression) -> exp.Expression | None:
    if not isinstance(e, exp.In) or len(e.expressions) < 2:
        return None
    return exp.Paren(this=exp.or_(*(exp.EQ(this=e.this.copy(), expression=v.copy()) for v in e.expressions)))


def _in_query(e: exp.Expression) -> exp.Expression | None:
    """IN as EXISTS. NOT IN is left alone: NULL makes it another query."""
    if not isinstance(e, exp.In) or not e.args.get("query") or isinstance(e.parent, exp.Not):
        return None
    inner = e.args["query"].this.copy()
    return exp.Exists(this=inner.where(exp.EQ(this=inner.expressions[0].copy(), expression=e.this.copy())))


def _derived(e: exp.Expression) -> exp.Expression | None:
    if not isinstance(e, exp.Table) or not e.alias or not isinstance(e.parent, (exp.From, exp.Join)):
        return None
    return exp.select("*").from_(e.name).subquery(e.alias)


def _grouped(e: exp.Expression) -> exp.Expression | None:
    if not isinstance(e, exp.Select) or not e.args.get("distinct") or e.args.get("group"):
        return None
    new = e.copy()
    new.set("distinct", None)
    return new.group_by(*(c.copy() for c in new.expressions))


def _united(e: exp.Expression) -> exp.Expression | None:
    if not isinstance(e, (exp.Union, exp.Intersect)) or e.args.get("order"):
        return None
    new = e.copy()
    new.set("this", e.expression.copy())
    new.set("expression", e.this.copy())
    return new


def _joined(e: exp.Expression) -> exp.Expression | None:
    """ON of an inner join as a condition of WHERE."""
    if not isinstance(e, exp.Select):
        return None
    new = e.copy()
    for join in new.args.get("joins") or ():
        if not join.args.get("side") and join.args.get("on"):
            condition = join.args["on"].copy()
            join.set("on", None)
            join.set("kind", "CROSS")
            where = new.args.get("where")
            new.set("where", exp.Where(this=exp.and_(exp.Paren(this=where.this.copy()), condition) if where else condition))
            return new
    return None


REWRITINGS: dict[str, Callable[[exp.Expression], exp.Expression | None]] = {
    "negated": _negated, "turned": _turned, "between": _between, "in_list": _in_list, "in_query": _in_query, "derived": _derived,
    "grouped": _grouped, "united": _united, "joined": _joined,
}  # fmt: skip


def rewritten(text: str, schema: Schema, rng: random.Random, steps: int = 2) -> tuple[str, list[str]]:
    """An equal query, and the names of the rewritings that lead to it."""
    names = []
    for _ in range(steps):
        options = [(name, new) for name, function in REWRITINGS.items() for new in generate.everywhere(text, function, schema)]
        if not options:
            break
        kinds = sorted({name for name, _ in options})
        name = rng.choice(kinds)
        text = rng.choice([new for n, new in options if n == name])
        names.append(name)
    return text, names


def pairs(count, seed, joins=3):
    rng = random.Random(seed)
    made = 0
    while made < count:
        ddl = rng.choice(SCHEMAS).read_text()
        schema = judge.schema_of(ddl)
        left = Maker(schema, rng).query(joins)
        if rng.random() < 0.5:
            kind = "rewriting"
            right, names = rewritten(left, schema, rng)
        else:
            kind = "edit"
            options = generate.edits(left, schema)
            if not options:
                continue
            name = rng.choice(sorted({n for n, _ in options}))
            right, names = rng.choice([text for n, text in options if n == name]), [name]
        made += 1
        yield {"kind": kind, "names": names, "schema": ddl, "left": left, "right": right}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    for pair in pairs(options.count, options.seed):
        start = time.monotonic()
        answer = judge.compare(pair["left"], pair["right"], pair["schema"], seconds=options.seconds)
        print(json.dumps({**pair, **answer, "seconds": round(time.monotonic() - start, 3)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
