"""A schema: CREATE TABLE statements with NOT NULL, PRIMARY KEY, UNIQUE, FOREIGN KEY and CHECK.

No engine runs the DDL of the user. :meth:`Schema.ddl` writes it anew for an engine, and closes a trap of SQLite, where a
column of a primary key may be NULL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import sqlglot
from sqlglot import exp

from .meaning import Engine, Expr, Row, Type


class Invalid(Exception):
    """The text is not SQL, names what the schema does not have, or is not a query that may run."""


class Unsupported(Exception):
    """The algebra cannot express this query; engines may still run it."""


def refuse(when: object, reason: str, kind: type[Exception] = Unsupported) -> None:
    """The algebra cannot express a query when this holds; with Invalid, it is no query."""
    if when:
        raise kind(reason)


NAMES: dict[Type, str] = {  # of the types, in sqlglot
    "int": "INT BIGINT SMALLINT TINYINT MEDIUMINT SERIAL BIGSERIAL YEAR",
    "real": "FLOAT DOUBLE DECIMAL REAL BIGDECIMAL",
    "text": "TEXT VARCHAR CHAR NCHAR NVARCHAR LONGTEXT MEDIUMTEXT TINYTEXT NAME",
    "date": "DATE",
    "bool": "BOOLEAN",
}
KEEPS_INTEGERS = "such a column keeps integers; expected INT or REAL"
STRANGE = {"sqlite": {"DECIMAL": KEEPS_INTEGERS, "BIGDECIMAL": KEEPS_INTEGERS}, "duckdb": {"FLOAT": "REAL and FLOAT have 32 bits; expected DOUBLE"}}
TYPES = {name: type_ for type_, names in NAMES.items() for name in names.split()}
DDL_TYPES: dict[Engine, dict[Type, str]] = {
    # BIGINT, since a column of SQLite with the type INTEGER as primary key numbers its rows itself.
    "sqlite": {"int": "BIGINT", "real": "REAL", "text": "TEXT", "date": "DATE", "bool": "BOOLEAN"},
    "duckdb": {"int": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "date": "DATE", "bool": "BOOLEAN"},
}


@dataclass(frozen=True)
class Column:
    name: str
    type: Type
    not_null: bool
    decimal: str = ""  # the type of a real column that DuckDB keeps as a decimal number


@dataclass(frozen=True)
class ForeignKey:
    """The columns ``columns`` refer to ``target_columns``, a key of ``target``; all are positions."""

    columns: tuple[int, ...]
    target: str
    target_columns: tuple[int, ...]


@dataclass(frozen=True)
class Relation:
    """A table. The first of ``keys`` is the primary key, if there is one; the other keys may have NULLs."""

    name: str
    columns: tuple[Column, ...]
    keys: tuple[tuple[int, ...], ...]
    foreign_keys: tuple[ForeignKey, ...]
    checks: tuple[Expr, ...]  # over Col(0, index)
    check_texts: tuple[str, ...]

    def never_null(self, columns: Iterable[int]) -> bool:
        return all(self.columns[i].not_null for i in columns)

    def identified(self, columns: set[int]) -> bool:
        """Whether the values of these columns, none of them NULL, are those of one row at most."""
        return any(set(key) <= columns and self.never_null(key) for key in self.keys)


@dataclass(frozen=True)
class Schema:
    """The tables by their names in lower case."""

    tables: dict[str, Relation]
    names: frozenset[str] = frozenset()  # as the dialect tells them apart

    def ddl(self, table: Relation, engine: Engine) -> str:
        def names(of: Relation, columns: tuple[int, ...]) -> str:
            return ", ".join(quote(of.columns[i].name) for i in columns)

        parts = [f"{quote(c.name)} {(engine == 'duckdb' and c.decimal) or DDL_TYPES[engine][c.type]}{' NOT NULL' if c.not_null else ''}" for c in table.columns]
        parts += [f"UNIQUE ({names(table, key)})" for key in table.keys]
        if engine == "sqlite":  # it checks all constraints of a witness; DuckDB refuses foreign keys in cycles
            parts += [f"CHECK ({text})" for text in table.check_texts]
            for fk in table.foreign_keys:
                target = self.tables[fk.target]
                parts.append(f"FOREIGN KEY ({names(table, fk.columns)}) REFERENCES {quote(target.name)} ({names(target, fk.target_columns)})")
        return f"CREATE TABLE {quote(table.name)} ({', '.join(parts)})"


def at(row: Row, columns: tuple[int, ...]) -> Row:
    return tuple(row[i] for i in columns)


def quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def read_schema(ddl: str, check: Callable[[exp.Expression, Relation], Expr], dialect: str | None = None) -> Schema:
    """Read CREATE TABLE statements.

    :param check: translates the expression of a CHECK over the columns of the table.
    """
    statements = [s for s in sqlglot.parse(ddl, read=dialect) if s is not None]
    plain = " ".join(t.text.upper() for t in sqlglot.tokenize(ddl, read=dialect))
    if strange := re.search("NOT ENFORCED|NULLS NOT DISTINCT|MATCH FULL", plain):
        raise Invalid(f"schema: {strange[0]} is not supported")
    readers: dict[str, _Reader] = {}
    for statement in statements:
        for name, reason in STRANGE.get(dialect or "", {}).items():
            if any(d.kind and d.kind.is_type(name) for d in statement.find_all(exp.ColumnDef)):
                raise Invalid(f"schema: {name} is not supported in {dialect}, where {reason}")
        if not (isinstance(statement, exp.Create) and statement.kind == "TABLE" and isinstance(statement.this, exp.Schema)):
            raise Invalid(f"schema: found {statement.sql()[:60]}, expected CREATE TABLE")
        reader = _Reader(statement.this)
        refuse(reader.name.lower().startswith("sqlite_"), f"schema: the name {reader.name} is SQLite's own", Invalid)
        refuse(reader.name.lower() in readers, f"schema: table {reader.name} is there twice", Invalid)
        readers[reader.name.lower()] = reader
    refuse(not readers, "the schema has no table", Invalid)
    return Schema({name: reader.relation(readers, check) for name, reader in readers.items()})


def first_line(e: Exception) -> str:
    """The message of sqlglot without its marks for a terminal."""
    return str(e).split("\n")[0].replace("\x1b[4m", "").replace("\x1b[0m", "")


class _Reader:
    """Collects the constraints of one CREATE TABLE. Names of foreign keys are resolved when all tables are known."""

    def __init__(self, schema: exp.Schema) -> None:
        self.name = schema.this.name
        self.primary: list[str] = []
        self.unique: list[list[str]] = []
        self.foreign: list[tuple[list[str], str, list[str]]] = []
        self.not_null: set[str] = set()
        self.checks: list[exp.Expression] = []
        self.columns: list[tuple[str, Type]] = []
        self.decimals: dict[str, str] = {}
        for part in schema.expressions:
            if isinstance(part, exp.ColumnDef):
                self.column(part)
            else:
                self.constraint(part, [])

    def relation(self, readers: dict[str, _Reader], check: Callable[[exp.Expression, Relation], Expr]) -> Relation:
        never_null = self.not_null | {n.lower() for n in self.primary}
        columns = tuple(Column(n, t, n.lower() in never_null, self.decimals.get(n, "")) for n, t in self.columns)
        references = []
        for names, target, targets in self.foreign:
            if (other := readers.get(target.lower())) is None:
                raise Invalid(f"schema: a foreign key of {self.name} refers to {target}, which is not in the schema")
            found = other.positions(targets or other.primary) if targets or other.primary else next(iter(other.keys()), ())
            if len(names) != len(found) or tuple(sorted(found)) not in other.keys():
                raise Invalid(f"schema: a foreign key of {self.name} does not refer to a key of {other.name}")
            references.append(ForeignKey(self.positions(names), target.lower(), found))
        bare = Relation(self.name, columns, self.keys(), tuple(references), (), ())
        return replace(bare, checks=tuple(check(c, bare) for c in self.checks), check_texts=tuple(c.sql("sqlite", identify=True) for c in self.checks))

    def positions(self, names: list[str]) -> tuple[int, ...]:
        found = {n.lower(): i for i, (n, _) in enumerate(self.columns)}
        if unknown := [n for n in names if n.lower() not in found]:
            raise Invalid(f"table {self.name} has no column {unknown[0]}")
        return tuple(found[n.lower()] for n in names)

    def keys(self) -> tuple[tuple[int, ...], ...]:
        return tuple(dict.fromkeys(tuple(sorted(self.positions(key))) for key in [self.primary, *self.unique] if key))

    def column(self, definition: exp.ColumnDef) -> None:
        name, kind = definition.name, definition.kind
        type_ = TYPES.get(kind.this.name if isinstance(kind, exp.DataType) and isinstance(kind.this, exp.DataType.Type) else "")
        if type_ is None:
            raise Invalid(f"schema: column {self.name}.{name}: the type {kind} is not supported")
        refuse(name.lower() in {n.lower() for n, _ in self.columns}, f"schema: column {self.name}.{name} is there twice", Invalid)
        self.columns.append((name, type_))
        if kind and kind.is_type("decimal", "bigdecimal"):
            self.decimals[name] = kind.sql("duckdb")
        for c in definition.args.get("constraints") or ():
            self.constraint(c.kind, [name])

    def constraint(self, c: exp.Expression, columns: list[str]) -> None:
        """A constraint of these columns, or of the columns that it lists."""
        elements = (c.this if isinstance(c.this, exp.Schema) else c).expressions
        listed = [e.name for e in elements] or columns
        match c:
            case _ if any(isinstance(e, (exp.ColumnDef, exp.ColumnPrefix)) for e in elements):
                raise Invalid(f"schema: {self.name}: {c.sql()} is not supported")
            case exp.Constraint():
                for inner in c.expressions:
                    self.constraint(inner, columns)
            case exp.PrimaryKey() | exp.PrimaryKeyColumnConstraint():
                self.primary += listed
            case exp.UniqueColumnConstraint() if listed:
                self.unique.append(listed)
            case exp.NotNullColumnConstraint() if not c.args.get("allow_null"):
                self.not_null |= {n.lower() for n in columns}
            case exp.CheckColumnConstraint():
                self.checks.append(c.this)
            case exp.ForeignKey() | exp.Reference() if c.find(exp.Table):
                target = c.args.get("reference", c).this  # a table, or a table with its columns
                self.foreign.append((columns or listed, target.find(exp.Table).name, [e.name for e in target.expressions]))
            case exp.NotNullColumnConstraint() | exp.DefaultColumnConstraint() | exp.CommentColumnConstraint() | exp.AutoIncrementColumnConstraint():
                pass
            case _:
                raise Invalid(f"schema: {'.'.join([self.name, *columns])}: {c.sql()} is not supported")

