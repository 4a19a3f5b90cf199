"""Tasks and scorers for Inspect (the Python library ``inspect_ai``).

``inspect eval truthloop/loop --model openai/gpt-4o-mini -T dataset=plogic`` runs the loop as a task. In a task of
your own, :func:`equivalent_to` scores formulas. The examples use the names of this module and of ``inspect_ai``.

The score of a verdict: ``equivalent`` is C (1), ``not_equivalent``, ``noncompliant`` and ``error`` are I (0), and
``unknown`` is N (0). So Inspect's accuracy is the column ``accuracy_low`` of ``truthloop metrics``.
"""

import json
from collections.abc import Callable
from typing import Any

from anyio.to_thread import run_sync
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from . import Filter, InDoubt, Questions, Verifier, generate
from ._verifier import stored

_MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
_VALUES = {"equivalent": CORRECT, "unknown": NOANSWER}
_CUT = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}


@task
def loop(dataset: str = "plogic", sample_count: int = 10, seed: int = 1, shots: int = 0) -> Task:
    """Describe generated formulas, formalize the descriptions, and prove the result.

    :param dataset: a packaged dataset; ``dataset``, ``sample_count`` and ``seed`` are for :func:`truthloop.generate`.
    :param shots: examples in each prompt, 0 or 2.

    >>> len(loop("plogic", sample_count=1).dataset) > 0
    True
    """
    rows = generate(dataset, sample_count=sample_count, seed=seed)
    return Task(dataset=samples(rows), solver=rounds(shots=shots), scorer=proved())


def samples(rows: list[dict[str, Any]]) -> MemoryDataset:
    """Make a dataset of rows: the formula ``fs`` is the input and the target.

    >>> samples([{"id": "a", "formalism": "regex", "fs": "(01)*"}])[0].target
    '(01)*'
    """
    made = [Sample(input=row["fs"], target=row["fs"], id=row.get("id"), metadata={"row": row}) for row in rows]
    return MemoryDataset(made, name="truthloop")


@solver
def rounds(**options: Any) -> Solver:
    """Ask the model to describe the formula, and then, in a fresh context, to formalize the description.

    :param options: flags of ``informalize`` and ``autoformalize``, such as ``shots=2``.

    >>> task = Task(dataset=samples([{"formalism": "regex", "fs": "(01)*"}]), solver=rounds(shots=2), scorer=proved())
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        row = state.metadata["row"]
        for program in "informalize", "autoformalize":
            questions = await run_sync(lambda: Questions(program, [row], name=state.model.name, **options))
            if not questions.conversations:  # there is no description
                break
            state.messages = [_MESSAGES[m["role"]](content=m["content"]) for m in questions.conversations[0]]
            state = await generate(state)
            reply = {"content": state.output.completion, "finish_reason": _CUT.get(state.output.stop_reason, "stop")}
            try:
                row, = await run_sync(questions.answer, [reply])
            except InDoubt as error:  # the only row has an error
                row, = error.result
        state.metadata["row"] = row
        return state

    return solve


@scorer(metrics=[accuracy(), stderr()])
def proved(**options: Any) -> Scorer:
    """Score a sample of :func:`rounds` by the verdict of its row.

    :param options: flags of ``verify``, such as ``timeout="5s"``, the limit for a pair.

    >>> scorer = proved(timeout="5s")
    """
    return _scorer(lambda state, target: state.metadata["row"], options)


@scorer(metrics=[accuracy(), stderr()])
def equivalent_to(formalism: str = "first_order", **options: Any) -> Scorer:
    """Score whether the formula in the model's answer is equivalent to the target.

    :param formalism: ``propositional``, ``first_order`` or ``regex``.
    :param options: flags of ``verify``.

    >>> task = Task(dataset=[Sample(input="If p, then q.", target="p -> q")], scorer=equivalent_to("propositional"))
    """
    read = Filter[dict[str, Any]]("autoformalize", stored=True)

    def row_of(state: TaskState, target: Target) -> dict[str, Any]:
        return read.ask(stored("autoformalize", formalism, target.text, state.output.completion)).result()

    return _scorer(row_of, options)


def _scorer(row_of: Callable[[TaskState, Target], dict[str, Any]], options: dict[str, Any]) -> Scorer:
    verifier = Verifier(**options)

    async def score(state: TaskState, target: Target) -> Score:
        verdict = await run_sync(lambda: verifier.ask(row_of(state, target)).result())
        parts = [verdict.verdict, verdict.relation, verdict.reason, json.dumps(verdict.witness) if verdict.witness else None]
        why = "; ".join(dict.fromkeys(part for part in parts if part))
        value = _VALUES.get(verdict.verdict, INCORRECT)
        return Score(value=value, answer=verdict.row.get("fs_out"), explanation=why, metadata={"row": verdict.row})

    return score


def rows_of(log: EvalLog) -> list[dict[str, Any]]:
    """Return the verified rows of a log, for :func:`truthloop.metrics` and the other programs.

    >>> rows_of(EvalLog.model_construct(samples=None))
    []
    """
    scores = [score for sample in log.samples or [] for score in (sample.scores or {}).values()]
    return [score.metadata["row"] for score in scores if score.metadata and "row" in score.metadata]
