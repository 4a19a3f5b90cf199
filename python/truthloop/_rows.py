"""The forms of rows: how each is written to the program, read, and returned."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple

import pyarrow as pa

from . import _run


class Form(NamedTuple):
    """Rows as Arrow, and the function that returns Arrow in the form of the rows."""

    schema: pa.Schema
    batches: Iterable[pa.RecordBatch]
    build: Callable[[pa.Table], Any]


def _form(rows: Any) -> Form | None:
    """Return the form of rows that go to the program as Arrow, or None for dicts."""
    if isinstance(rows, pa.Table):
        return Form(rows.schema, rows.to_batches(), _same)
    module = type(rows).__module__.partition(".")[0]
    if module == "pandas":
        table = pa.Table.from_pandas(rows, preserve_index=False)
        return Form(table.schema, table.to_batches(), BUILD["pandas"])
    if module == "polars":
        table = rows.to_arrow()
        return Form(table.schema, table.to_batches(), BUILD["polars"])
    if isinstance(rows, (list, tuple, Iterator)):
        return None
    raise TypeError(
        f"rows: found {type(rows).__name__}, expected a list or an iterator of dicts, a DataFrame of pandas or polars, "
        "a pyarrow.Table, or a pyarrow.RecordBatchReader"
    )


def _same(table: pa.Table) -> pa.Table:
    return table


def _to_pandas(table: pa.Table) -> Any:
    return table.replace_schema_metadata(None).to_pandas()


def _to_polars(table: pa.Table) -> Any:
    import polars

    return polars.from_arrow(table)


BUILD: dict[str, Callable[[pa.Table], Any]] = {"arrow": _same, "pandas": _to_pandas, "polars": _to_polars}


def feed(args: list[str], rows: Any) -> None:
    """Run a program that reads rows and writes none."""
    form = _form(rows)
    write = _ipc(form.schema, form.batches) if form else _lines(rows)
    for _ in _run.stream(args, write, lambda stdout: iter(stdout)):
        pass


def stage(args: list[str], rows: Any) -> Any:
    """Run a program that reads and writes rows; the result has the form of the argument rows."""
    if isinstance(rows, pa.RecordBatchReader):
        items = _arrow(args, rows.schema, rows)
        return pa.RecordBatchReader.from_batches(next(items), items)
    if form := _form(rows):
        return _whole(_arrow(args, form.schema, form.batches), lambda items: form.build(_table(items)))
    if isinstance(rows, Iterator):
        return _dicts(args, rows)
    return _whole(_dicts(args, rows), list)


def generate(args: list[str], to: str) -> Any:
    """Run a program that reads nothing, and return its rows in the form to."""
    if to == "dicts":
        return _whole(_dicts(args, ()), list)
    if to not in BUILD:
        raise ValueError(f"to: found {to!r}, expected dicts, {', '.join(BUILD)}")
    return _whole(_arrow(args, None, ()), lambda items: BUILD[to](_table(items)))


def metrics(args: list[str], rows: Any) -> Any:
    """Run a program that reads rows and writes a table as JSON.

    The result has the form of the argument rows, but does not stream.
    """
    args = [*args, "--format=json"]
    if isinstance(rows, pa.RecordBatchReader):
        form = Form(rows.schema, rows, _same)
    else:
        form = _form(rows)
    if form is None:
        return _whole(_run.stream(args, _lines(rows), _json), list)
    return _whole(
        _run.stream(args, _ipc(form.schema, form.batches), _json),
        lambda lines: form.build(pa.Table.from_pylist(list(lines))),
    )


def _json(stdout: IO[bytes]) -> Iterator[Any]:
    yield from json.loads(stdout.read() or b"[]")


def _dicts(args: list[str], rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return _run.stream([*args, "--format=jsonl"], _lines(rows), lambda stdout: map(json.loads, stdout))


def _lines(rows: Iterable[dict[str, Any]]) -> Callable[[IO[bytes]], None]:
    def feed(stdin: IO[bytes]) -> None:
        for row in rows:
            stdin.write(json.dumps(row, allow_nan=False).encode() + b"\n")

    return feed


def _arrow(args: list[str], schema: pa.Schema | None, batches: Iterable[pa.RecordBatch]) -> Iterator[Any]:
    """Yield the schema of the program's rows, and then their batches."""

    def read(stdout: IO[bytes]) -> Iterator[Any]:
        reader = pa.ipc.open_stream(stdout)
        yield reader.schema
        yield from reader

    return _run.stream([*args, "--format=arrow"], _ipc(schema, batches), read)


def _ipc(schema: pa.Schema | None, batches: Iterable[pa.RecordBatch]) -> Callable[[IO[bytes]], None]:
    def feed(stdin: IO[bytes]) -> None:
        if schema is None:
            return
        with pa.ipc.new_stream(stdin, schema) as writer:
            for batch in batches:
                writer.write_batch(batch)

    return feed


def _table(items: Iterator[Any]) -> pa.Table:
    """Collect a table.

    The program writes the caller's columns of lists and structs as JSON into the column
    extra. They become columns again.
    """
    schema = next(items)
    table = pa.Table.from_batches(items, schema)
    extra = [json.loads(text) if text else {} for text in table["extra"].to_pylist()]
    table = table.drop_columns(["extra"])
    for name in dict.fromkeys(name for row in extra for name in row):
        if name not in table.column_names:
            table = table.append_column(name, pa.array([row.get(name) for row in extra]))
    return table


def _whole(items: Iterator[Any], build: Callable[[Iterator[Any]], Any]) -> Any:
    """Build the result of all items. An InDoubt error has this result as an attribute."""
    doubt: list[_run.InDoubt] = []

    def sure() -> Iterator[Any]:
        try:
            yield from items
        except _run.InDoubt as error:
            doubt.append(error)

    try:
        result = build(sure())
    except StopIteration:  # there is not even a schema
        result = None
    if doubt:
        doubt[0].result = result
        raise doubt[0]
    return result
