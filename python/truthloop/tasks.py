"""Fresh tasks for training and evaluation, without end, and the reward of an answer.

:func:`tasks` makes tasks of four kinds, and :class:`Rewards` decides the answers by proof. The environments for
frameworks (:mod:`truthloop.verifiers`, :mod:`truthloop.openenv`, :mod:`truthloop.skyrl`) are made of these two.

================  =====================================================================================
``autoformalize``  write the formula of a description, which rules have made of a generated formula
``loop``           describe a formula; then, in a new conversation, write the formula of the description
``equivalence``    say whether two formulas are equivalent; half of the pairs are, and each pair is proved
``repair``         mend a formula that does not say what a description says, as is proved
================  =====================================================================================
"""

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import Filter, Questions, generate, informalize, perturb
from ._run import UsageError
from ._verifier import Verifier, stored

Messages = list[dict[str, str]]
KINDS = ("autoformalize", "loop", "equivalence", "repair")

_SAME = """Are these two formulas equivalent? They are if they have the same truth value in every case (for regular \
expressions: if they match the same strings).

1. {fs}
2. {fs_out}

Think first, and end with a line that has one word: Yes or No."""
_REPAIR = """{question}

Somebody wrote this formula, which does not mean the same as the text: {fs_out}
Write the right formula."""


@dataclass(frozen=True)
class Made:
    """A task: its kind, its row (``fs`` is the right formula), and the messages of its first conversation.

    >>> Made("loop", {"formalism": "propositional", "fs": "p ∧ q"}, []).kind
    'loop'
    """

    kind: str
    row: dict[str, Any]
    messages: Messages


def tasks(kind: str = "autoformalize", dataset: str = "plogic", seed: int = 1, low: int = 1, high: int = 12, **options: Any) -> Iterator[Made]:
    """Make tasks without end. The same arguments make the same tasks.

    :param kind: one of ``autoformalize``, ``loop``, ``equivalence`` and ``repair``.
    :param dataset: a packaged dataset; ``dataset`` and ``options``, such as ``grammar``, are for :func:`truthloop.generate`.
    :param seed: of the first formulas.
    :param low: the least number of operators of a formula (regular expressions: the least depth).
    :param high: the largest number.
    :raises UsageError: if there is no such kind, or the dataset has no formula with so many operators.

    >>> made = next(tasks("equivalence", seed=7))
    >>> made.messages[-1]["content"].startswith("Are these two formulas equivalent?")
    True
    """
    for step in itertools.count():
        yield from batch(kind, dataset, seed + step, low, high, **options)


def batch(kind: str, dataset: str, seed: int, low: int, high: int, **options: Any) -> list[Made]:
    """The tasks of one seed, some dozens, or more with a larger ``sample_count``. The parameters and errors are those of :func:`tasks`.

    >>> len(batch("repair", "plogic", 1, 2, 6)) > 20
    True
    """
    if kind not in KINDS:
        raise UsageError(f"kind: found {kind!r}, expected {', '.join(KINDS)}")
    rows = generate(dataset, seed=seed, depth=min(4 * high + 8, 60), **{"sample_count": 20, **options})
    rows = [row for row in rows if low <= size(row) <= high]
    if not rows:
        raise UsageError(f"found no formula of {dataset} with {low} to {high} operators")
    if kind in ("equivalence", "repair"):
        wanted = ("not_equivalent",) if kind == "repair" else ("equivalent", "not_equivalent")
        rows = [row for row in perturb(rows, task="pairs") if row.get("verdict") in wanted]
    random.Random(seed).shuffle(rows)
    return list(_made(kind, rows))


def size(row: dict[str, Any]) -> int:
    """The number of operators of a formula, or the depth of a regular expression.

    >>> size({"num_operators": 3, "depth": 5})
    3
    """
    number: int = row.get("num_operators", row["depth"])
    return number


def _made(kind: str, rows: list[dict[str, Any]]) -> Iterator[Made]:
    wrong = [row.get("fs_out", "") for row in rows]
    if kind in ("autoformalize", "repair"):
        rows = informalize(rows, "builtin:rules")
    if kind == "equivalence":
        conversations = [[{"role": "user", "content": _SAME.format_map(row)}] for row in rows]
    else:
        conversations = Questions("informalize" if kind == "loop" else "autoformalize", rows).conversations
    for row, messages, formula in zip(rows, conversations, wrong, strict=True):
        if kind == "repair":
            content = _REPAIR.format(question=messages[-1]["content"], fs_out=formula)
            messages = [*messages[:-1], {"role": "user", "content": content}]
        yield Made(kind, row, messages)


def right_word(row: dict[str, Any]) -> str:
    """The answer to a task of the kind ``equivalence``.

    >>> right_word({"verdict": "not_equivalent"})
    'no'
    """
    return "yes" if row["verdict"] == "equivalent" else "no"


def says(reply: str, word: str) -> bool:
    """Whether the last line of a reply with the word ``yes`` or ``no`` has this word, and not the other one.

    >>> says("They differ.\\nNo.", "no")
    True
    """
    found = [words for line in reply.lower().splitlines() if (words := set(re.findall(r"\b(yes|no)\b", line)))]
    return found[-1:] == [{word}]


class Rewards:
    """The reward of an answer: 1.0, 0.0, or None where the verdict is ``unknown``.

    :param options: flags of ``verify``, such as ``timeout="2s"``.

    >>> rewards = Rewards()
    >>> made = next(tasks("autoformalize", seed=7))
    >>> rewards.reward(made, made.row["fs"])
    1.0
    """

    def __init__(self, **options: Any):
        self._read = {program: Filter[dict[str, Any]](program, stored=True) for program in ("informalize", "autoformalize")}
        self._verifier = Verifier(**options)

    def close(self) -> None:
        """End the programs that read and decide."""
        for program in self._read.values():
            program.close()
        self._verifier.close()

    def __enter__(self) -> "Rewards":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def describe(self, made: Made, reply: str) -> tuple[dict[str, Any], Messages | None]:
        """The row with the description of the first conversation of ``loop``, and the messages of the second. There
        are none if the reply has no description, or one with formal syntax: this earns 0.0."""
        row = self._read["informalize"].ask(stored("informalize", made.row["formalism"], made.row["fs"], reply)).result()
        if "error" in row or row.get("nl_leak"):
            return row, None
        return row, Questions("autoformalize", [{**made.row, "nl": row["nl"]}]).conversations[0]

    def reward(self, made: Made, reply: str) -> float | None:
        """The reward of the last reply of a task."""
        if made.kind == "equivalence":
            return float(says(reply, right_word(made.row)))
        row = self._read["autoformalize"].ask(stored("autoformalize", made.row["formalism"], made.row["fs"], reply)).result()
        if "error" in row:
            return 0.0
        return {"equivalent": 1.0, "unknown": None}.get(self._verifier.ask(row).result().verdict, 0.0)
