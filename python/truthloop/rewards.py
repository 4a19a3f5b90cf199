"""Rewards for reinforcement learning, in the form that TRL expects.

A reward is 1.0 for a formula that is proved equivalent and 0.0 for one that is not. These earn 0.0, too: a formula
that does not parse, however deeply it is nested; a reply that ends inside its reasoning or its formula; and a
description that contains formal syntax, such as a copy of the formula. If a reply has several formulas, its last one
counts. The verdict ``unknown`` gives None, which TRL leaves out of the mean. Examples use the names of this module.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, cast

from . import _run, autoformalize, vote
from ._verifier import Filter, Verifier, stored

Completion = str | Sequence[dict[str, str]]
Rewards = list[float | None]
Reward = Callable[..., Rewards]
Rows = list[dict[str, Any]]


def formalization(formalism: str = "first_order", column: str = "fs", **options: Any) -> Reward:
    """Reward completions that formalize a sentence.

    :param formalism: the formalism of all formulas; if the data set has a column ``formalism``, this column is used
        instead.
    :param column: the column of the data set with the right formula.
    :param options: flags of ``verify``, such as ``timeout="2s"``. With ``align="names"``, a formula that is proved
        equivalent under a mapping of its names earns 1.0, too.
    :returns: a function ``(prompts, completions, **columns) -> list of float or None``. It raises
        :class:`truthloop.UsageError` if there is no such column.

    >>> reward = formalization("propositional")
    >>> reward(None, ["~p | q", "q -> p", "p ->"], fs=["p -> q"] * 3)
    [1.0, 0.0, 0.0]
    >>> formalization("propositional", align="names")(None, ["r -> s", "r & s"], fs=["p -> q"] * 2)
    [1.0, 0.0]
    """
    return _reward("autoformalize", lambda rows: rows, formalism, column, options)


def description(back: str | _run.Model, formalism: str = "first_order", column: str = "fs", **options: Any) -> Reward:
    """Reward completions that describe a formula, if a model formalizes them as an equivalent formula.

    The other parameters, the result and its errors are those of :func:`formalization`.

    :param back: the model that formalizes the descriptions, as for :func:`truthloop.autoformalize`. If it is the
        model in training, the two can agree on a private code.

    >>> reward = description("builtin:rules", "propositional")
    >>> reward(None, ["If p1 is true, then p2 is true.", "p1 -> p2"], fs=["p1 → p2"] * 2)
    [1.0, 0.0]
    """

    def formalize(rows: Rows) -> Rows:
        with contextlib.suppress(_run.InDoubt):
            return cast(Rows, autoformalize(rows, back))
        return rows  # there is no formula for any of them

    return _reward("informalize", formalize, formalism, column, options)


def majority(formalism: str = "first_order", agreement: float = 0.0, **options: Any) -> Reward:
    """Reward completions whose formula has the meaning that most completions of the same prompt have.

    No right formula is needed (Zuo et al., "TTRL: Test-Time Reinforcement Learning", 2025). Samples of one model share
    its mistakes, so a majority can be wrong: ``metrics selective`` measures how often, on questions whose formula is
    known.

    :param agreement: the smallest share of the largest class. Completions of a prompt that agree less get None, and so
        does a completion whose class may be the majority's, because a verdict is ``unknown``.
    :param options: flags of ``vote``, such as ``timeout="2s"`` and ``align="names"``.
    :returns: a function as that of :func:`formalization`, which needs the prompts and no column.

    >>> reward = majority("propositional", agreement=0.5)
    >>> reward(["a"] * 3 + ["b"] * 3, ["~p | q", "p -> q", "p & q", "p", "q", "r ->"])
    [1.0, 1.0, 0.0, None, None, None]
    """
    read = Filter[dict[str, Any]]("autoformalize", stored=True)

    def reward(prompts: Sequence[Any], completions: Sequence[Completion], **columns: Any) -> Rewards:
        kinds = columns.get("formalism") or [formalism] * len(completions)
        futures = [read.ask(stored("autoformalize", kind, " ", _text(reply))) for kind, reply in zip(kinds, completions, strict=True)]
        rows = [
            {"place": i, "question": repr(prompt), "formalism": future.result()["formalism"], "fs_out": future.result().get("fs_out")}
            for i, (prompt, future) in enumerate(zip(prompts, futures, strict=True))
        ]
        rewards: Rewards = [0.0] * len(rows)
        for row in vote(rows, by="question", keep="all", **options):  # the answers to a question are adjacent
            rewards[row["place"]] = _in_majority(row, agreement)
        return rewards

    reward.__name__ = "truthloop_majority"
    return reward


def _in_majority(row: dict[str, Any], least: float) -> float | None:
    winner = next((i for i, one in enumerate(row["classes"]) if one.get("fs_out")), None)
    if winner is None:
        return 0.0  # nothing parses
    if row["agreement"] < least:
        return None
    if row["class"] == winner:
        return 1.0
    return None if "agreement_high" in row and row["classes"][row["class"]].get("fs_out") else 0.0


def _text(completion: Completion) -> str:
    return completion if isinstance(completion, str) else completion[-1]["content"]


def _value(row: dict[str, Any]) -> float | None:
    """The reward of a verified row: the better one of the verdict and, with ``align``, the verdict up to names."""
    relations = {row["verdict"], row.get("relation_aligned")}
    return 1.0 if "equivalent" in relations else None if "unknown" in relations else 0.0


def _reward(program: str, formalize: Callable[[Rows], Rows], formalism: str, column: str, options: dict[str, Any]) -> Reward:
    read, verifier = Filter[dict[str, Any]](program, stored=True), Verifier(**options)

    def reward(prompts: Any = None, completions: Sequence[Completion] = (), **columns: Any) -> Rewards:
        if column not in columns:
            raise _run.UsageError(f"rewards: found the columns {', '.join(columns) or 'none'}, expected {column}")
        kinds = columns.get("formalism") or [formalism] * len(completions)
        futures = [read.ask(stored(program, *item)) for item in zip(kinds, columns[column], map(_text, completions), strict=True)]
        rows = [future.result() for future in futures]
        fair = [i for i, row in enumerate(rows) if "error" not in row and not row.get("nl_leak")]
        asked = [verifier.ask(row) for row in formalize([rows[i] for i in fair])]
        rewards: Rewards = [0.0] * len(rows)
        for i, future in zip(fair, asked, strict=True):
            rewards[i] = _value(future.result().row)
        return rewards

    reward.__name__ = f"truthloop_{program}"  # TRL uses this name for its columns
    return reward
