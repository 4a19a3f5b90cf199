"""The forms of rows: how each is written to the program, read, and returned."""

import functools
import importlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any

import pyarrow as pa

from . import _run


def _form(rows: Any) -> tuple[str, Iterable[Any]]:
    """Return the form of rows, and the rows as dicts or as a RecordBatchReader."""
    form = type(rows).__module__.partition(".")[0]
    if form == "pandas":
        rows = pa.Table.from_pandas(rows, preserve_index=False)
    elif form == "polars":
        rows = rows.to_arrow()
    else:
        form = "arrow"
    if isinstance(rows, pa.Table):
        return form, rows.to_reader()
    if isinstance(rows, pa.RecordBatchReader):
        return form, rows
    if isinstance(rows, (list, tuple, Iterator)):
        return "dicts", rows
    raise TypeError(
        f"rows: found {type(rows).__name__}, expected a list or an iterator of dicts, a DataFrame of pandas or polars, "
        "a pyarrow.Table, or a pyarrow.RecordBatchReader"
    )


def _table(items: list[Any]) -> pa.Table:
    """Make a table of dicts, or of the schema and the batches that the program has written.

    The program writes the caller's columns of lists and structs as JSON into the column
    extra. They become columns again.
    """
    if not items or isinstance(items[0], dict):
        return pa.Table.from_pylist(items)
    table = pa.Table.from_batches(items[1:], items[0])
    extra = [json.loads(text) if text else {} for text in table["extra"].to_pylist()]
    table = table.drop_columns(["extra"])
    for name in dict.fromkeys(name for row in extra for name in row):
        if name not in table.column_names:
            table = table.append_column(name, pa.array([row.get(name) for row in extra]))
    return table


_BUILD: dict[str, Callable[[list[Any]], Any]] = {
    "dicts": list,
    "arrow": _table,
    "pandas": lambda items: _table(items).replace_schema_metadata(None).to_pandas(),
    "polars": lambda items: importlib.import_module("polars").from_arrow(_table(items)),
}


def _write(rows: Iterable[Any], stdin: IO[bytes]) -> None:
    if isinstance(rows, pa.RecordBatchReader):
        with pa.ipc.new_stream(stdin, rows.schema) as writer:
            for batch in rows:
                writer.write_batch(batch)
    else:
        for row in rows:
            stdin.write(json.dumps(row, allow_nan=False).encode() + b"\n")


def _schema_and_batches(stdout: IO[bytes]) -> Iterator[Any]:
    reader = pa.ipc.open_stream(stdout)
    yield reader.schema
    yield from reader


_READ: dict[str, Callable[[IO[bytes]], Iterable[Any]]] = {
    "jsonl": lambda stdout: map(json.loads, stdout),
    "json": lambda stdout: json.loads(stdout.read() or b"[]"),
    "arrow": _schema_and_batches,
}


def _items(args: list[str], rows: Iterable[Any], written: str) -> Iterator[Any]:
    """Yield what the program writes: dicts, or for ``arrow`` the schema and then the batches."""
    return _run.stream([*args, f"--format={written}"], functools.partial(_write, rows), _READ[written])


def _whole(items: Iterator[Any], form: str) -> Any:
    """Build all rows in a form. An InDoubt error has them as an attribute."""
    found: list[Any] = []
    try:
        for item in items:
            found.append(item)
    except _run.InDoubt as error:
        error.result = _BUILD[form](found)
        raise
    return _BUILD[form](found)


def feed(args: list[str], rows: Any) -> None:
    """Run a program that reads rows and writes none."""
    list(_run.stream(args, functools.partial(_write, _form(rows)[1]), iter))


def stage(args: list[str], rows: Any, written: str = "") -> Any:
    """Run a program that reads rows; the result has the form of the argument rows.

    :param written: ``json`` for a program that writes a table. A table does not stream.
    """
    form, source = _form(rows)
    items = _items(args, source, written or ("jsonl" if form == "dicts" else "arrow"))
    if written or not isinstance(rows, Iterator):
        return _whole(items, form)
    return items if form == "dicts" else pa.RecordBatchReader.from_batches(next(items), items)


def generate(args: list[str], to: str) -> Any:
    """Run a program that reads nothing, and return its rows in the form to."""
    if to not in _BUILD:
        raise ValueError(f"to: found {to!r}, expected {', '.join(_BUILD)}")
    return _whole(_items(args, (), "jsonl" if to == "dicts" else "arrow"), to)
