"""``truthloop-sql``: the checker of SQL, with the protocols 1 and 2 of docs/howto/languages.md.

It reads a line of JSON for each question and writes a line for each answer. A second process does the work. Its memory
is limited, it can write no file, and a question that takes too long ends it; the next question starts a new one. So no
text of a model can stop or fill this process.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any, cast

import sqlglot

MEMORY = 1 << 30  # bytes of data of the process that does the work
DESCRIPTION = "Decide whether SQL queries are equivalent, as the checker of verify: verify --checker 'sql=truthloop-sql --schema FILE'. See docs/howto/sql.md."
DIALECTS = sorted(d.value for d in sqlglot.Dialects if d.value)
LONGEST = 60.0  # seconds for a question without timeout_seconds

Message = dict[str, Any]


class Worker:
    """The process that answers questions."""

    def __init__(self) -> None:
        methods = multiprocessing.get_all_start_methods()
        self.context: Any = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
        self.process: Any = None
        self.connection: Any = None

    def ask(self, question: Message, seconds: float) -> Message:
        if self.process is None or not self.process.is_alive():
            self.stop()
            self.start()
        try:
            self.connection.send(question)
            if self.connection.poll(seconds):
                return cast(Message, self.connection.recv())
            reason = f"no answer after {seconds:g} seconds"
        except RecursionError:
            reason = "the question is nested too deeply"
        except (EOFError, OSError):
            reason = "the process ended, for example because it had no memory left"
        self.stop()
        return {"verdict": "unknown", "reason": reason}

    def start(self) -> None:
        self.connection, other = self.context.Pipe()
        self.process = self.context.Process(target=_work, args=(other,), daemon=True)
        self.process.start()
        other.close()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.process = None


def _work(connection: Connection) -> None:
    _limit()
    from . import engines

    engines.duckdb_connection(True)  # which takes long to open
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            question = connection.recv()
            try:
                answer = answered(question)
            except Exception as e:  # a fault of this program is no verdict, and must not be called a lack of memory
                answer = {"verdict": "unknown", "reason": f"{type(e).__name__} in the checker"}
            connection.send(answer)


def _limit() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def answered(q: Message) -> Message:
    """The answer to a question, without its id."""
    from . import generate, judge
    from .schema import Invalid

    ddl, dialect = q["schema"] or "", q["dialect"] or None
    match q["message"]:
        case "compare":
            return judge.compare(q["left"], q["right"], ddl, dialect, q["timeout_seconds"], q["column_order"])
        case "recheck":
            return judge.recheck(q["left"], q["right"], ddl, q["witness"], dialect)
        case "parse":
            return judge.parse(q["text"], ddl, dialect, q.get("trivial") is True)
        case "explain":
            return {"text": judge.explain(q["witness"])}
    try:
        schema = judge.schema_of(ddl, dialect)
        if q["message"] == "edit":
            return {"edits": [{"name": name, "text": text} for name, text in generate.edits(q["text"], schema, dialect)]}
        return {"grammar": generate.grammar(schema)}
    except Invalid as e:
        return {"error": str(e)}


ANSWERS: dict[str, tuple[str, ...]] = {  # the messages, with the members that each must have
    "parse": ("text", "schema"),
    "compare": ("left", "right", "schema"),
    "recheck": ("left", "right", "witness", "schema"),
    "explain": ("witness",),
    "edit": ("text", "schema"),
    "grammar": ("schema",),
}
HANDSHAKE = {"protocol": 2, "answers": sorted(ANSWERS), "columns": ["schema", "dialect"]}


def question_of(parsed: Any, options: argparse.Namespace) -> Message:
    """A line as a question of protocol 2. The options stand for what protocol 1 lacks. ValueError: it is no question."""
    if not isinstance(parsed, dict):
        raise ValueError(f"found {json.dumps(parsed)[:40]}, expected a JSON object")
    seconds = parsed.get("timeout_seconds", LONGEST)
    seconds = min(float(seconds), 3600.0) if isinstance(seconds, (int, float)) and seconds > 0 else LONGEST
    dialect = parsed.get("dialect") or options.dialect
    q: Message = {"message": "compare", "schema": options.ddl, **parsed, "dialect": dialect, "column_order": options.columns, "timeout_seconds": seconds}
    if not isinstance(q["message"], str) or q["message"] not in ANSWERS:
        raise ValueError(f"found the message {q['message']!r}, expected {', '.join(sorted(ANSWERS))}")
    for name in ANSWERS[q["message"]]:
        if name == "schema" and q["schema"] is None:
            raise ValueError("there is no schema: expected the member schema, or truthloop-sql --schema FILE")
        if not isinstance(q.get(name), dict if name == "witness" else str):
            raise ValueError(f"the member {name} is missing, or has another type")
    if dialect and str(dialect) not in DIALECTS:
        raise ValueError(f"found the dialect {dialect!r}, expected one of {', '.join(DIALECTS)}")
    return q


def serve(lines: IO[str], write: Callable[[str], None], options: argparse.Namespace) -> None:
    """Answer each line."""
    worker = Worker()
    worker.start()
    try:
        for line in filter(str.strip, lines):
            started = time.monotonic()
            head: Message = {}
            try:
                parsed = json.loads(line)
                if isinstance(parsed, dict) and "id" in parsed:
                    head = {"id": parsed["id"]}
                elif isinstance(parsed, dict) and "protocol" in parsed:
                    write(json.dumps(HANDSHAKE))
                    continue
                question = question_of(parsed, options)
            except (ValueError, OverflowError, RecursionError) as e:
                write(json.dumps({**head, "verdict": "error", "reason": str(e)}))
                continue
            # A question gets most of its time; the rest is for this process to answer.
            seconds = question["timeout_seconds"] * 0.9
            question["timeout_seconds"] = seconds * 0.8
            answer = worker.ask(question, max(seconds - (time.monotonic() - started), 0.1))
            write(json.dumps({**head, **answer}))
    finally:
        worker.stop()


def options_of(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="truthloop-sql", description=DESCRIPTION)
    parser.add_argument("--schema", metavar="FILE", help="CREATE TABLE statements, for questions that have no schema")
    parser.add_argument("--dialect", metavar="NAME", choices=DIALECTS, help="a dialect of sqlglot; without it, what SQLite and DuckDB both accept")
    parser.add_argument("--columns", choices=["ordered", "any"], default="ordered", help="any: also try other orders of the right query's columns")
    options = parser.parse_args(arguments)
    options.ddl = None
    if options.schema:
        from .parse import Invalid, parse_schema

        try:
            options.ddl = Path(options.schema).read_text("utf-8")
            parse_schema(options.ddl, options.dialect)
        except (OSError, UnicodeDecodeError, Invalid) as e:
            parser.error(f"--schema {options.schema}: {getattr(e, 'strerror', None) or e}")
    return options


def main(arguments: list[str] | None = None) -> int:
    options = options_of(arguments)
    try:
        serve(sys.stdin, lambda text: print(text, flush=True), options)
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
