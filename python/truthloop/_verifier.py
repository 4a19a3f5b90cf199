"""Decide single pairs of formulas by a program that keeps running."""

import asyncio
import collections
import contextlib
import html
import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from . import _run


@dataclass(frozen=True)
class Verdict:
    """What is proved about a pair of formulas.

    :param verdict: ``equivalent``, ``not_equivalent``, ``unknown``, ``noncompliant`` (the right formula does not
        parse) or ``error``.
    :param relation: ``equivalent``, ``stronger`` (the right formula entails the left one), ``weaker``,
        ``incomparable``, or None.
    :param witness: a dict: an assignment, a structure or a string on which the two differ; None unless the verdict
        is ``not_equivalent``.
    :param reason: why the verdict is ``unknown``, ``noncompliant`` or ``error``; else None.
    :param row: the whole row of the program, a dict.
    """

    verdict: str
    relation: str | None
    witness: dict[str, Any] | None
    reason: str | None
    row: dict[str, Any]

    @classmethod
    def of(cls, row: dict[str, Any]) -> "Verdict":
        """Read the verdict of a row of ``verify``.

        >>> Verdict.of({"fs": "p", "fs_out": "p", "verdict": "equivalent", "relation": "equivalent"}).proved
        True
        """
        witness, error = row.get("witness"), row.get("error") or {}
        reason = row.get("verdict_reason") or error.get("message")
        return cls(row["verdict"], row.get("relation"), json.loads(witness) if witness else None, reason, row)

    @property
    def proved(self) -> bool | None:
        """True for ``equivalent``, False for ``not_equivalent`` and ``noncompliant``, else None.

        >>> Verdict.of({"fs": "p", "fs_out": "p &", "verdict": "noncompliant"}).proved
        False
        """
        return {"equivalent": True, "not_equivalent": False, "noncompliant": False}.get(self.verdict)

    def words(self) -> str:
        """Explain the verdict in words. This starts another process, which takes about 50 ms.

        >>> with truthloop.Verifier() as v:
        ...     "p" in v.equivalent("p -> q", "q -> p").words()
        True
        """
        row = json.dumps({**self.row, "id": "pair"}) + "\n"
        command = [_run.executable(), "verify", "explain", "pair"]
        return subprocess.run(command, input=row, capture_output=True, encoding="utf-8").stdout.strip()

    def _repr_html_(self) -> str:
        cells = {"fs": self.row.get("fs"), "fs_out": self.row.get("fs_out"), "verdict": self.verdict,
                 "relation": self.relation, "reason": self.reason}
        lines = [f"<tr><th>{name}</th><td>{html.escape(str(text))}</td></tr>" for name, text in cells.items() if text]
        words = f"<pre>{html.escape(self.words())}</pre>" if self.witness else ""
        return f"<table>{''.join(lines)}</table>{words}"


Answer = TypeVar("Answer")
Self = TypeVar("Self", bound="Filter[Any]")


class Filter(Generic[Answer]):
    """A program that keeps running and answers rows one by one: ``verify``, or ``autoformalize`` with
    ``stored=True``, which reads answers stored in the rows.

    Threads and coroutines may share a filter. The answers come in the order of the rows. If the program dies, it is
    started again and gets the rows without an answer again. If it dies three times at the same row, the future of
    this row raises :class:`Error`.

    :param program: a program that writes one row for each row that it reads.
    :param options: flags of the program.
    """

    TRIES = 3
    _of_row: Callable[[dict[str, Any]], Any] = dict  # makes an answer from the program's row

    def __init__(self, program: str, **options: Any):
        self._args = [*_run.arguments(program, options), "--format=jsonl"]
        self._lock = threading.Lock()
        self._process: _run.Program | None = None
        self._reader: threading.Thread | None = None
        self._waiting: collections.deque[tuple[bytes, Future[Answer]]] = collections.deque()
        self._deaths = 0  # since the last answer
        self._owner = os.getpid()
        self._closed = False

    def ask(self, row: dict[str, Any]) -> Future[Answer]:
        """Send a row to the program, and return the future of the row that the program writes. The future of a
        :class:`Verifier` has the :class:`Verdict` of this row.

        :raises ValueError: if the filter is closed, or a number of the row is not finite.

        >>> with truthloop.Filter("autoformalize", stored=True) as f:
        ...     said = {"stage": "autoformalize", "messages": [{"role": "assistant", "content": "p -> q"}]}
        ...     f.ask({"formalism": "propositional", "nl": "If p, then q.", "conversations": [said]}).result()["fs_out"]
        'p -> q'
        """
        line, future = json.dumps(row, allow_nan=False).encode() + b"\n", Future[Answer]()
        with self._lock:
            if self._closed:
                raise ValueError("the program is closed")
            if self._owner != os.getpid():  # the pipes belong to the parent process
                self._owner, self._process, self._deaths = os.getpid(), None, 0
                self._waiting = collections.deque()
            self._waiting.append((line, future))
            self._send([line])
        return future

    def close(self) -> None:
        """End the program when all questions are answered.

        >>> f = truthloop.Filter("verify")
        >>> future = f.ask({"formalism": "regex", "fs": "0", "fs_out": "1"})
        >>> f.close()
        >>> future.result()["verdict"]
        'not_equivalent'
        """
        with self._lock:
            self._closed = True
            process, reader = self._process, self._reader
            if not process or not reader or self._owner != os.getpid():
                return
            with contextlib.suppress(OSError):  # the program has died with unsent questions
                process.stdin.close()
        while self._waiting and reader.is_alive():
            reader.join(0.05)
        reader.join(1)
        if reader.is_alive():  # a forked process still holds the pipe open
            process.kill()
            reader.join()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, lines: Iterable[bytes]) -> None:
        """Send lines. A new program gets all questions without an answer instead. The caller holds the lock."""
        if self._process is None:
            self._process = _run.Program(self._args)
            self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
            self._reader.start()
            lines = [line for line, _ in self._waiting]
        with contextlib.suppress(OSError, ValueError):  # the program has died; _read starts it again
            self._process.stdin.writelines(lines)
            self._process.stdin.flush()

    def _read(self, process: _run.Program) -> None:
        """Deliver the answers, in the order of the questions, until the program ends."""
        for line in process.stdout:
            if line.endswith(b"\n"):
                self._answer(line)
        error = process.end()
        with self._lock:
            with contextlib.suppress(OSError):
                process.stdin.close()
            self._process = None
            self._deaths += bool(self._waiting)
            hopeless = self._closed or isinstance(error, _run.UsageError)
            while self._waiting and (hopeless or self._deaths == self.TRIES):
                self._answer(error)
            if self._waiting:
                self._send([])

    def _answer(self, answer: bytes | Exception) -> None:
        """Give the first question its answer, unless the caller has cancelled it."""
        _, future = self._waiting.popleft()
        self._deaths = 0
        if future.set_running_or_notify_cancel():
            try:
                if isinstance(answer, Exception):
                    raise answer
                future.set_result(self._of_row(json.loads(answer)))
            except Exception as error:
                future.set_exception(error)


class Verifier(Filter[Verdict]):
    """A program that keeps running and decides pairs of formulas, for reward functions and notebooks.

    It is a :class:`Filter`, so a hard pair delays the pairs behind it, by at most ``timeout``. Its method ``ask``
    takes a whole row, such as one with ``premises`` and ``conclusion``.

    :param options: flags of ``verify``, such as ``timeout="5s"``, ``strict=True`` or ``formalism="first_order"``.

    >>> with truthloop.Verifier(task="entailment") as v:
    ...     v.ask({"premises": ["∀x (P(x) → Q(x))", "P(a)"], "conclusion": "Q(a)"}).result().verdict
    'true'
    """

    _of_row = Verdict.of

    def __init__(self, **options: Any):
        super().__init__("verify", **options)

    def equivalent(self, left: str, right: str, formalism: str = "propositional") -> Verdict:
        """Prove whether two formulas are equivalent.

        :param formalism: ``propositional``, ``first_order`` or ``regex``.
        :raises Error: if the program fails.

        >>> with truthloop.Verifier() as v:
        ...     v.equivalent("(01)*", "(10)*", "regex").witness["string"]
        '01'
        """
        return self.ask({"formalism": formalism, "fs": left, "fs_out": right}).result()

    async def aequivalent(self, left: str, right: str, formalism: str = "propositional") -> Verdict:
        """Prove whether two formulas are equivalent, in a coroutine, as :meth:`equivalent` does.

        >>> import asyncio
        >>> with truthloop.Verifier() as v:
        ...     asyncio.run(v.aequivalent("p", "p & p")).verdict
        'equivalent'
        """
        return await asyncio.wrap_future(self.ask({"formalism": formalism, "fs": left, "fs_out": right}))


def stored(program: str, formalism: str, formula: str, reply: str) -> dict[str, Any]:
    """Return a row that stores a reply as the model's answer, for a Filter with ``stored=True``."""
    said = {"stage": program, "messages": [{"role": "assistant", "content": reply}]}
    return {"formalism": formalism, "fs": formula, "nl": " ", "conversations": [said]}
