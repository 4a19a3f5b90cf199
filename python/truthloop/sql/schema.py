"""A schema: CREATE TABLE statements with NOT NULL, PRIMARY KEY, UNIQUE, FOREIGN KEY and CHECK.

No engine runs the DDL of the user. :meth:`Schema.ddl` writes it anew for an engine, and closes a trap of SQLite, where a
column of a primary key may be NULL.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlglot
from sqlglot import exp

from .meaning import Database, Engine, Env, Expr, Row, Type, Value


class Invalid(Exception):
    """The text is not SQL, names what the schema does not have, or is not a query that may run."""


class Unsupported(Exception):
    """The algebra cannot express this query; engines may still run it."""


TYPES: dict[str, Type] = {
    "INT": "int", "BIGINT": "int", "SMALLINT": "int", "TINYINT": "int", "MEDIUMINT": "int", "UINT": "int", "UBIGINT": "int",
    "SERIAL": "int", "BIGSERIAL": "int", "YEAR": "int",
    "FLOAT": "real", "DOUBLE": "real", "DECIMAL": "real", "REAL": "real", "BIGDECIMAL": "real", "UDOUBLE": "real",
    "TEXT": "text", "VARCHAR": "text", "CHAR": "text", "NCHAR": "text", "NVARCHAR": "text", "LONGTEXT": "text", "MEDIUMTEXT": "text",
    "TINYTEXT": "text", "NAME": "text", "ENUM": "text",
    "DATE": "date", "BOOLEAN": "bool",
}  # fmt: skip
DDL_TYPES: dict[Engine, dict[Type, str]] = {
    # BIGINT, since a column of SQLite with the type INTEGER as primary key numbers its rows itself.
    "sqlite": {"int": "BIGINT", "real": "REAL", "text": "TEXT", "date": "TEXT", "bool": "BOOLEAN"},
    "duckdb": {"int": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "date": "DATE", "bool": "BOOLEAN"},
}


@dataclass(frozen=True)
class Column:
    name: str
    type: Type
    not_null: bool


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

    def position(self, name: str) -> int:
        for i, column in enumerate(self.columns):
            if column.name.lower() == name.lower():
                return i
        raise Invalid(f"table {self.name} has no column {name}")

    def ddl(self, engine: Engine) -> str:
        def names(columns: tuple[int, ...]) -> str:
            return ", ".join(quote(self.columns[i].name) for i in columns)

        parts = [f"{quote(c.name)} {DDL_TYPES[engine][c.type]}{' NOT NULL' if c.not_null else ''}" for c in self.columns]
        parts += [f"UNIQUE ({names(key)})" for key in self.keys]
        if engine == "sqlite":  # it checks all constraints of a witness; DuckDB refuses foreign keys in cycles
            parts += [f"CHECK ({text})" for text in self.check_texts]
        return f"CREATE TABLE {quote(self.name)} ({', '.join(parts)})"


@dataclass(frozen=True)
class Schema:
    """The tables by their names in lower case."""

    tables: dict[str, Relation]

    def widths(self) -> dict[str, int]:
        return {name: len(t.columns) for name, t in self.tables.items()}

    def broken(self, db: Database, check: Callable[[Expr, Env], Value]) -> str | None:
        """The first constraint that does not hold in the database. ``check`` evaluates an expression of a CHECK."""
        for name, rows in db.items():
            table = self.tables[name]
            for i, column in enumerate(table.columns):
                if column.not_null and any(r[i] is None for r in rows):
                    return f"{table.name}.{column.name} is NULL"
            for key in table.keys:
                values = [v for r in rows if None not in (v := at(r, key))]
                if len(set(values)) < len(values):
                    return f"a key of {table.name} is not unique"
            for fk in table.foreign_keys:
                targets = {at(r, fk.target_columns) for r in db.get(fk.target, [])}
                if any(None not in at(r, fk.columns) and at(r, fk.columns) not in targets for r in rows):
                    return f"a foreign key of {table.name} refers to no row"
            for e in table.checks:
                if any(check(e, {0: r}) is False for r in rows):
                    return f"a CHECK of {table.name} is false"
        return None


def at(row: Row, columns: tuple[int, ...]) -> Row:
    return tuple(row[i] for i in columns)


def quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def read_schema(ddl: str, check: Callable[[exp.Expression, Relation], Expr], dialect: str | None = None) -> Schema:
    """Read CREATE TABLE statements.

    :param check: translates the expression of a CHECK over the columns of the table.
    """
    try:
        statements = [s for s in sqlglot.parse(ddl, read=dialect) if s is not None]
    except sqlglot.errors.SqlglotError as e:
        raise Invalid(f"the schema does not parse: {first_line(e)}") from None
    tables: dict[str, Relation] = {}
    for statement in statements:
        if not (isinstance(statement, exp.Create) and statement.kind == "TABLE" and isinstance(statement.this, exp.Schema)):
            raise Invalid(f"schema: found {statement.sql()[:60]}, expected CREATE TABLE")
        table = _Reader(statement).relation(check)
        if table.name.lower().startswith("sqlite_"):
            raise Invalid(f"schema: the name {table.name} is SQLite's own")
        if table.name.lower() in tables:
            raise Invalid(f"schema: table {table.name} is there twice")
        tables[table.name.lower()] = table
    if not tables:
        raise Invalid("the schema has no table")
    for table in tables.values():
        _check_references(table, tables)
    return Schema({name: _resolved(table, tables) for name, table in tables.items()})


def first_line(e: Exception) -> str:
    """The message of sqlglot without its marks for a terminal."""
    return str(e).split("\n")[0].replace("\x1b[4m", "").replace("\x1b[0m", "")


class _Reader:
    """Collects the constraints of one CREATE TABLE. Names of foreign keys are resolved when all tables are known."""

    def __init__(self, create: exp.Create) -> None:
        self.schema: exp.Schema = create.this
        self.name = self.schema.this.name
        self.primary: list[str] = []
        self.unique: list[list[str]] = []
        self.foreign: list[tuple[list[str], str, list[str]]] = []
        self.not_null: set[str] = set()
        self.checks: list[exp.Expression] = []
        self.columns: list[tuple[str, Type]] = []

    def relation(self, check: Callable[[exp.Expression, Relation], Expr]) -> Relation:
        for part in self.schema.expressions:
            if isinstance(part, exp.ColumnDef):
                self.column(part)
            else:
                self.constraint(part)
        self.not_null |= {n.lower() for n in self.primary}
        columns = tuple(Column(n, t, n.lower() in self.not_null) for n, t in self.columns)
        bare = Relation(self.name, columns, (), (), (), ())
        keys = dict.fromkeys(tuple(sorted(bare.position(n) for n in key)) for key in [self.primary, *self.unique] if key)
        pending = tuple((tuple(bare.position(n) for n in names), target.lower(), tuple(targets)) for names, target, targets in self.foreign)
        return Relation(
            self.name, columns, tuple(keys), pending, tuple(check(c, bare) for c in self.checks), tuple(c.sql("sqlite") for c in self.checks)  # type: ignore[arg-type]
        )

    def column(self, definition: exp.ColumnDef) -> None:
        name = definition.name
        kind = definition.kind
        type_ = TYPES.get(kind.this.name if isinstance(kind, exp.DataType) and isinstance(kind.this, exp.DataType.Type) else "")
        if type_ is None:
            raise Invalid(f"schema: column {self.name}.{name}: the type {kind} is not supported")
        if name.lower() in {n.lower() for n, _ in self.columns}:
            raise Invalid(f"schema: column {self.name}.{name} is there twice")
        self.columns.append((name, type_))
        for c in definition.args.get("constraints") or ():
            match c.kind:
                case exp.PrimaryKeyColumnConstraint():
                    self.primary.append(name)
                case exp.UniqueColumnConstraint():
                    self.unique.append([name])
                case exp.NotNullColumnConstraint():
                    if not c.kind.args.get("allow_null"):
                        self.not_null.add(name.lower())
                case exp.CheckColumnConstraint():
                    self.checks.append(c.kind.this)
                case exp.Reference():
                    self.reference([name], c.kind)
                case exp.DefaultColumnConstraint() | exp.CommentColumnConstraint() | exp.AutoIncrementColumnConstraint():
                    pass
                case _:
                    raise Invalid(f"schema: column {self.name}.{name}: {c.sql()} is not supported")

    def constraint(self, part: exp.Expression) -> None:
        match part:
            case exp.Constraint():
                for inner in part.expressions:
                    self.constraint(inner)
            case exp.PrimaryKey():
                self.primary += [e.name for e in part.expressions]
            case exp.UniqueColumnConstraint() if isinstance(part.this, exp.Schema):
                self.unique.append([e.name for e in part.this.expressions])
            case exp.ForeignKey():
                self.reference([e.name for e in part.expressions], part.args["reference"])
            case exp.CheckColumnConstraint():
                self.checks.append(part.this)
            case _:
                raise Invalid(f"schema: table {self.name}: {part.sql()} is not supported")

    def reference(self, columns: list[str], reference: exp.Expression) -> None:
        target = reference.this
        names = [e.name for e in target.expressions] if isinstance(target, exp.Schema) else []
        self.foreign.append((columns, target.this.name if isinstance(target, exp.Schema) else target.name, names))


def _check_references(table: Relation, tables: dict[str, Relation]) -> None:
    for fk in table.foreign_keys:
        if fk.target not in tables if isinstance(fk, ForeignKey) else fk[1] not in tables:
            raise Invalid(f"schema: a foreign key of {table.name} refers to {fk[1]}, which is not in the schema")  # type: ignore[index]


def _resolved(table: Relation, tables: dict[str, Relation]) -> Relation:
    found = []
    pending: Any = table.foreign_keys  # with names, as _Reader leaves them
    for columns, target, names in pending:
        other = tables[target]
        targets = tuple(other.position(n) for n in names) if names else other.keys[0] if other.keys else ()
        if len(columns) != len(targets) or tuple(sorted(targets)) not in other.keys:
            raise Invalid(f"schema: a foreign key of {table.name} does not refer to a key of {other.name}")
        found.append(ForeignKey(columns, target, targets))
    return Relation(table.name, table.columns, table.keys, tuple(found), table.checks, table.check_texts)
