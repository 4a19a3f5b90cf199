"""Run a program: write rows of any form to it, read its rows, and turn its end into a result or an error.

If the model is a function, it answers the program's questions. Questions and replies are files of OpenAI's Batch API.
"""

import collections
import importlib
import json
import logging
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

log = logging.getLogger("truthloop")
Conversation = list[dict[str, str]]
Reply = str | dict[str, Any] | None
Model = Callable[[list[Conversation]], Sequence[Reply]]


class Error(RuntimeError):
    """The program failed. ``str(error)`` is its message, ``exit_code`` its exit code."""

    def __init__(self, message: str, exit_code: int | None = None):
        super().__init__(message)
        self.exit_code = exit_code


class UsageError(Error):
    """An option, a column or a value that the program does not know (exit code 2)."""


class InDoubt(Error):
    """The run is complete, but its result is in doubt (exit code 3).

    For example, every row has an error, or more rows than ``max_errors`` have one. ``result`` has the rows, in the
    form of the input, or None if they streamed.
    """

    result: Any = None


class Interrupted(Error):
    """The program was interrupted (exit code 130)."""


def executable() -> str:
    """Return the path of the program ``truthloop``.

    It is the value of the environment variable ``TRUTHLOOP``, else the executable that the wheel has installed, else
    the first on PATH.

    :raises Error: if there is none.

    >>> "truthloop" in truthloop.executable()
    True
    """
    name = os.environ.get("TRUTHLOOP") or "truthloop"
    folders = [sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)]
    if path := shutil.which(name, path=os.pathsep.join(folders)):
        return path
    raise Error(f"found no program {name}; install the wheel for this platform, or set TRUTHLOOP to its path")


#: The flags that are repeated for each value; others take a list with commas.
REPEATED = {"checker", "name", "param", "predicted", "predictor", "stop", "where_for", "x", "y"}


def arguments(program: str, options: dict[str, Any]) -> list[str]:
    """Write a program and its options as arguments, such as ``by=["model", "run"]`` as ``--by=model,run``."""
    words = [program]
    for name, value in options.items():
        flag = ("-" if len(name) == 1 else "--") + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(flag)
        elif value is not None and value is not False:
            values = value if isinstance(value, (list, tuple)) else [value]
            repeated = values if name in REPEATED else [",".join(map(str, values))]
            words += [f"{flag}={v}" for v in repeated]
    return words


class Program(subprocess.Popen[bytes]):
    """A running program. The log lines of its stderr go to the logger; the other lines are its message."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def __init__(self, args: list[str]):
        pipe = subprocess.PIPE
        super().__init__([executable(), *args], stdin=pipe, stdout=pipe, stderr=pipe)
        self.message: collections.deque[str] = collections.deque(maxlen=100)
        self._logger = threading.Thread(target=self._log, daemon=True)
        self._logger.start()

    def _log(self) -> None:
        with self.stderr:
            for raw in self.stderr:
                line = raw.decode(errors="replace").rstrip("\n")
                if logged := re.match(r"time=\S+ level=(DEBUG|INFO|WARN|ERROR) msg=(.*)$", line):
                    log.log(getattr(logging, logged[1]), "%s", logged[2])
                elif line:
                    self.message.append(line)

    def end(self) -> Error:
        """Wait for the end of the program, and return its exit code and message as an error, even for code 0."""
        self.stdout.close()
        code = self.wait()
        self._logger.join()
        if code < 0:
            return Error(f"truthloop was killed by signal {-code}", code)
        kind = {2: UsageError, 3: InDoubt, 130: Interrupted}.get(code, Error)
        return kind("\n".join(self.message) or f"truthloop ended with exit code {code}, without a message", code)


def _write(rows: Iterable[Any], stdin: IO[bytes]) -> None:
    if isinstance(rows, pa.RecordBatchReader):
        with pa.ipc.new_stream(stdin, rows.schema) as writer:
            for batch in rows:
                writer.write_batch(batch)
    else:
        stdin.writelines(json.dumps(row, allow_nan=False).encode() + b"\n" for row in rows)


def _stream(args: list[str], rows: Iterable[Any], written: str) -> Iterator[Any]:
    """Run the program on dicts or a RecordBatchReader, and yield dicts; for arrow, yield the schema and the batches.

    After the last item, raise the error of the rows, or else the error of the program. If the caller stops early, kill
    the program.
    """
    if any(arg.startswith(("--output=", "-o=")) and not arg.endswith("=-") for arg in args):
        written = "file"  # the file's name determines its format, and no row is yielded
    program = Program(args if written == "file" else [*args, f"--format={written}"])
    failed: list[BaseException] = []

    def write() -> None:
        try:
            with program.stdin as stdin:
                _write(rows, stdin)
        except BrokenPipeError:
            pass  # the program has ended; its exit code says why
        except BaseException as error:  # an error of the caller's rows
            failed.append(error)
            program.kill()

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    unreadable: Exception | None = None
    try:
        if written == "arrow":
            reader = pa.ipc.open_stream(program.stdout)
            yield reader.schema
            yield from reader
        elif written == "json":
            yield from json.loads(program.stdout.read() or b"[]")
        else:
            yield from map(json.loads, program.stdout)
    except (ValueError, OSError) as error:  # such as output that ends early
        unreadable = error
    except BaseException:
        program.kill()
        raise
    finally:
        end = program.end()
    writer.join()
    if failed:
        raise failed[0]
    if end.exit_code:
        raise end from unreadable
    if unreadable:
        raise unreadable
    for line in program.message:
        log.info("%s", line)


def _form(rows: Any) -> tuple[str, Iterable[Any]]:
    """Return the form of rows, and the rows as dicts or as a RecordBatchReader."""
    form = type(rows).__module__.partition(".")[0]
    if form == "pandas":
        rows = pa.Table.from_pandas(rows, preserve_index=False)
    elif form == "polars":
        rows = rows.to_arrow()
    if isinstance(rows, pa.Table):
        rows = rows.to_reader()
    if isinstance(rows, pa.RecordBatchReader):
        return form if form in _BUILD else "arrow", rows
    if isinstance(rows, (list, tuple, Iterator)):
        return "dicts", rows
    raise TypeError(
        f"rows: found {type(rows).__name__}, expected a list or an iterator of dicts, a DataFrame of pandas or polars, "
        "a pyarrow.Table, or a pyarrow.RecordBatchReader"
    )


def _table(items: list[Any]) -> pa.Table:
    """Make a table of dicts, or of a schema and batches; the column extra has lists and structs as JSON."""
    if not items or isinstance(items[0], dict):
        return pa.Table.from_pylist(items)
    table = pa.Table.from_batches(items[1:], items[0])
    extra = [json.loads(text) if text else {} for text in table["extra"].to_pylist()]
    table = table.drop_columns(["extra"])
    for name in dict.fromkeys(name for row in extra for name in row):
        if name not in table.column_names:
            table = table.append_column(name, pa.array([row.get(name) for row in extra]))
    return table


# The columns that a frame always gets, even if no row has a value.
_RESULTS = {"verdict", "verdict_reason", "relation", "witness", "certificate"}


def _given(values: pa.ChunkedArray) -> Iterator[bool]:
    """Yield for each value whether it is neither null nor an empty list."""
    return (value.is_valid and (not pa.types.is_list(value.type) or len(value) > 0) for value in values)


def _like(frame: Any, table: pa.Table) -> Any:
    """Make a DataFrame with the index and the columns of frame, then with the new columns of the table.

    Columns whose values are unchanged, and those of types that JSON lacks, keep the type that they have in frame.
    """
    out = table.replace_schema_metadata(None).to_pandas()
    if len(out) != len(frame):
        return out
    out.index, given = frame.index, pa.Table.from_pandas(frame, preserve_index=False)
    for name in frame.columns:
        before, after = given[str(name)], table[str(name)] if str(name) in table.column_names else None
        foreign = pa.types.is_temporal(before.type) or pa.types.is_decimal(before.type) or pa.types.is_binary(before.type)
        if after is None or foreign or before.equals(after) or before.to_pylist() == after.to_pylist():
            out[str(name)] = frame[name]
    names = [str(name) for name in frame.columns]
    new = [name for name in table.column_names if name not in names and (name in _RESULTS or any(_given(table[name])))]
    out = out[[*names, *new]]
    out.columns = [*frame.columns, *new]
    return out


_BUILD: dict[str, Callable[[list[Any]], Any]] = {
    "dicts": list,
    "arrow": _table,
    "pandas": lambda items: _table(items).replace_schema_metadata(None).to_pandas(),
    "polars": lambda items: importlib.import_module("polars").from_arrow(_table(items)),
}


def _whole(items: Iterator[Any], form: str, frame: Any = None) -> Any:
    """Build all rows in a form, or like a DataFrame of pandas. An InDoubt error gets them as its result."""
    found: list[Any] = []
    build = _BUILD[form] if frame is None else lambda found: _like(frame, _table(found))
    try:
        for item in items:
            found.append(item)
    except InDoubt as error:
        error.result = build(found)
        raise
    return build(found)


def stage(args: list[str], rows: Any, written: str = "", same: bool = True) -> Any:
    """Run a program on rows. The result has their form and streams if they stream, unless written is a format.

    If same is false, the rows of the result are not those of the input in their order.
    """
    form, source = _form(rows)
    items = _stream(args, source, written or ("jsonl" if form == "dicts" else "arrow"))
    if written or not isinstance(rows, Iterator):
        return _whole(items, form, rows if form == "pandas" and same and not written else None)
    return items if form == "dicts" else pa.RecordBatchReader.from_batches(next(items, pa.schema([])), items)


def generate(args: list[str], to: str) -> Any:
    """Run a program that reads nothing, and return its rows in the form to."""
    if to not in _BUILD:
        raise ValueError(f"to: found {to!r}, expected {', '.join(_BUILD)}")
    return _whole(_stream(args, (), "jsonl" if to == "dicts" else "arrow"), to)


class Questions:
    """The questions that a program asks about rows, for a model of any library.

    ``conversations`` has a list of messages (dicts with ``role`` and ``content``) for each question. Rows that need
    no question, such as those with an error, have none.

    :param program: ``informalize`` or ``autoformalize``.
    :param rows: rows of any form except ``pyarrow.RecordBatchReader``. An iterator is read whole.
    :param options: flags of the program, such as ``shots=2``. All options and errors: see :mod:`truthloop`.
    """

    def __init__(self, program: str, rows: Any, *, name: str = "python", **options: Any):
        self._rows = list(rows) if isinstance(rows, Iterator) else rows
        self._args = arguments(program, {"model": name, **options})
        with tempfile.TemporaryDirectory(prefix="truthloop-") as work:
            stage([*self._args, f"--batch-out={work}"], self._rows, "jsonl")
            files = sorted(Path(work).glob("requests-*.jsonl"))
            requests = [json.loads(line) for file in files for line in file.read_bytes().splitlines()]
        self._ids: list[str] = [request["custom_id"] for request in requests]
        self.conversations: list[Conversation] = [request["body"]["messages"] for request in requests]

    def answer(self, replies: Sequence[Reply]) -> Any:
        """Return the rows with the results that the program reads from the replies.

        :param replies: for each question, the text of the reply; or a dict with ``content`` and ``finish_reason``
            (``length``: the reply is cut off); or None, if there is none. If the numbers of replies and questions
            differ, a ValueError is raised.

        >>> q = truthloop.Questions("informalize", [{"formalism": "regex", "fs": s} for s in ("0*", "1*")])
        >>> [conversation[-1]["role"] for conversation in q.conversations]
        ['user', 'user']
        >>> [row["outcome"] for row in q.answer(["Any number of zeros.", {"content": "Any", "finish_reason": "length"}])]
        ['ok', 'truncated']
        """
        if len(replies) != len(self._ids):
            raise ValueError(f"found {len(replies)} replies, expected {len(self._ids)}, one for each question")
        lines = []
        for custom_id, reply in zip(self._ids, replies):
            if reply is not None:
                said = {"content": reply} if isinstance(reply, str) else reply
                message = {"role": "assistant", "content": said["content"]}
                choice = {"index": 0, "message": message, "finish_reason": said.get("finish_reason", "stop")}
                body = {"object": "chat.completion", "choices": [choice]}
                lines.append(json.dumps({"custom_id": custom_id, "response": {"status_code": 200, "body": body}}) + "\n")
        with tempfile.TemporaryDirectory(prefix="truthloop-") as work:
            (Path(work) / "output.jsonl").write_text("".join(lines), encoding="ascii")
            return stage([*self._args, f"--batch-in={work}"], self._rows)


def ask(program: str, rows: Any, model: str | Model, options: dict[str, Any]) -> Any:
    """Run a program with a model, which is a name for ``--model`` or a function."""
    if isinstance(model, str):
        return stage(arguments(program, {"model": model, **options}), rows)
    name = getattr(model, "__name__", "")
    questions = Questions(program, rows, name=name if name.isidentifier() else "python", **options)
    return questions.answer(model(questions.conversations))
