"""Start the program, feed it, and turn its end into a result or an error."""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any

log = logging.getLogger("truthloop")


class Error(RuntimeError):
    """The program failed. ``str(error)`` is its message, ``exit_code`` its exit code.

    >>> import truthloop
    >>> try:
    ...     truthloop.verify([], timeout="soon")
    ... except truthloop.Error as error:
    ...     error.exit_code
    2
    """

    def __init__(self, message: str, exit_code: int | None = None):
        super().__init__(message)
        self.exit_code = exit_code


class UsageError(Error):
    """An option, a column or a value that the program does not know (exit code 2)."""


class InDoubt(Error):
    """The run is complete, but its result is in doubt (exit code 3).

    For example, every row has an error, or more rows than ``max_errors`` have one.
    ``result`` has the rows, in the form of the input, or None if they streamed.
    """

    result: Any = None


class Interrupted(Error):
    """The program was interrupted (exit code 130)."""


ERRORS: dict[int, type[Error]] = {2: UsageError, 3: InDoubt, 130: Interrupted}


def executable() -> str:
    """Return the path of the program ``truthloop``.

    It is the value of the environment variable ``TRUTHLOOP``, else the executable
    that the wheel has installed, else the first on PATH.

    :raises Error: if there is none.

    >>> import os, truthloop
    >>> os.path.basename(truthloop.executable()).startswith("truthloop")
    True
    """
    name = "truthloop.exe" if sys.platform == "win32" else "truthloop"
    candidates = [os.environ.get("TRUTHLOOP"), os.path.join(sysconfig.get_path("scripts"), name), shutil.which(name)]
    for path in candidates:
        if path and os.access(path, os.X_OK):
            return path
    raise Error(f"found no program {name}; install the wheel for this platform, or set TRUTHLOOP to its path")


REPEATED = {"require"}  # the flags that may be repeated; other lists are joined by commas


def arguments(options: dict[str, Any]) -> list[str]:
    """Write options as flags.

    >>> arguments({"by": ["model", "run"], "no_total": True, "k": 1, "seed": None})
    ['--by=model,run', '--no-total', '-k=1']
    """
    flags = []
    for name, value in options.items():
        flag = ("-" if len(name) == 1 else "--") + name.rstrip("_").replace("_", "-")
        if value is True:
            flags.append(flag)
        elif value is not None and value is not False:
            values = [str(v) for v in value] if isinstance(value, (list, tuple)) else [str(value)]
            if name not in REPEATED:
                values = [",".join(values)]
            flags += [f"{flag}={v}" for v in values]
    return flags


def start(arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start the program with pipes for its standard streams."""
    return subprocess.Popen(
        [executable(), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


_LEVELS = {"DEBUG": logging.DEBUG, "INFO": logging.INFO, "WARN": logging.WARNING, "ERROR": logging.ERROR}
_LOGGED = re.compile(r"^time=\S+ level=(\w+) msg=(.*)$")


class Messages(threading.Thread):
    """Reads the program's stderr: log lines go to the logger, the rest is its message."""

    def __init__(self, stderr: IO[bytes]):
        super().__init__(daemon=True)
        self._stderr = stderr
        self._lines: list[str] = []
        self.start()

    def run(self) -> None:
        with self._stderr:
            for raw in self._stderr:
                line = raw.decode(errors="replace").rstrip("\n")
                if logged := _LOGGED.match(line):
                    log.log(_LEVELS.get(logged[1], logging.INFO), "%s", logged[2])
                elif line:
                    self._lines = [*self._lines[-99:], line]

    def error(self, code: int) -> Error:
        """Return the error of a program that ended with a code."""
        self.join()
        if code < 0:
            return Error(f"truthloop was killed by signal {-code}", code)
        message = "\n".join(self._lines) or f"truthloop ended with exit code {code}, without a message"
        return ERRORS.get(code, Error)(message, code)

    def tell(self) -> None:
        """Log what a program that succeeded has written."""
        self.join()
        for line in self._lines:
            log.info("%s", line)


def stream(args: list[str], feed: Callable[[IO[bytes]], None], read: Callable[[IO[bytes]], Iterable[Any]]) -> Iterator[Any]:
    """Run the program: feed writes its input, in a thread, and read yields from its output.

    The error of feed, else that of the program, is raised after the last item. If the
    caller stops early, the program is ended.
    """
    process = start(args)
    assert process.stdin and process.stdout and process.stderr
    stdin, messages, failed = process.stdin, Messages(process.stderr), []

    def write() -> None:
        try:
            with stdin:
                feed(stdin)
        except BrokenPipeError:
            pass  # the program has ended; its exit code says why
        except BaseException as error:  # of the caller's rows
            failed.append(error)
            process.kill()

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    finished = False
    unreadable: Exception | None = None
    try:
        try:
            yield from read(process.stdout)
        except (ValueError, OSError) as error:  # such as output that ends early
            unreadable = error
        finished = True
    finally:
        if not finished:
            process.kill()
        process.stdout.close()
        code = process.wait()
        if not finished:
            messages.join()
    writer.join()
    if failed:
        raise failed[0]
    if code:
        raise messages.error(code) from unreadable
    if unreadable:
        raise unreadable
    messages.tell()
