"""Start the program, feed it, and turn its end into a result or an error."""

import collections
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


_ERRORS: dict[int, type[Error]] = {2: UsageError, 3: InDoubt, 130: Interrupted}


def executable() -> str:
    """Return the path of the program ``truthloop``.

    It is the value of the environment variable ``TRUTHLOOP``, else the executable
    that the wheel has installed, else the first on PATH.

    :raises Error: if there is none.

    >>> import os
    >>> os.path.basename(truthloop.executable()).startswith("truthloop")
    True
    """
    name = "truthloop.exe" if sys.platform == "win32" else "truthloop"
    for path in os.environ.get("TRUTHLOOP"), os.path.join(sysconfig.get_path("scripts"), name), shutil.which(name):
        if path and os.access(path, os.X_OK):
            return path
    raise Error(f"found no program {name}; install the wheel for this platform, or set TRUTHLOOP to its path")


def arguments(program: str, options: dict[str, Any]) -> list[str]:
    """Write a program and its options as arguments.

    >>> arguments("metrics", {"by": ["model", "run"], "no_total": True, "k": 1, "seed": None})
    ['metrics', '--by=model,run', '--no-total', '-k=1']
    """
    words = [program]
    for name, value in options.items():
        flag = ("-" if len(name) == 1 else "--") + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(flag)
        elif value is not None and value is not False:
            values = [str(v) for v in value] if isinstance(value, (list, tuple)) else [str(value)]
            if name != "require":  # the flag that may be repeated
                values = [",".join(values)]
            words += [f"{flag}={v}" for v in values]
    return words


def start(args: list[str]) -> subprocess.Popen[bytes]:
    """Start the program with pipes for its standard streams."""
    pipe = subprocess.PIPE
    return subprocess.Popen([executable(), *args], stdin=pipe, stdout=pipe, stderr=pipe)


_LOGGED = re.compile(r"^time=\S+ level=(DEBUG|INFO|WARN|ERROR) msg=(.*)$")


class Messages(threading.Thread):
    """Reads the program's stderr: log lines go to the logger, the rest is its message."""

    def __init__(self, stderr: IO[bytes]):
        super().__init__(daemon=True)
        self._stderr = stderr
        self.lines: collections.deque[str] = collections.deque(maxlen=100)
        self.start()

    def run(self) -> None:
        with self._stderr:
            for raw in self._stderr:
                line = raw.decode(errors="replace").rstrip("\n")
                if logged := _LOGGED.match(line):
                    log.log(logging.getLevelName(logged[1]), "%s", logged[2])
                elif line:
                    self.lines.append(line)

    def error(self, code: int) -> Error:
        """Return the error of a program that ended with a code."""
        self.join()
        if code < 0:
            return Error(f"truthloop was killed by signal {-code}", code)
        message = "\n".join(self.lines) or f"truthloop ended with exit code {code}, without a message"
        return _ERRORS.get(code, Error)(message, code)


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
    unreadable: Exception | None = None
    try:
        yield from read(process.stdout)
    except (ValueError, OSError) as error:  # such as output that ends early
        unreadable = error
    except BaseException:
        process.kill()
        raise
    finally:
        process.stdout.close()
        code = process.wait()
        messages.join()
    writer.join()
    if failed:
        raise failed[0]
    if code:
        raise messages.error(code) from unreadable
    if unreadable:
        raise unreadable
    for line in messages.lines:
        log.info("%s", line)
