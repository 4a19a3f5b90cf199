"""Tasks and scorers for Inspect (the Python library ``inspect_ai``).

``inspect eval truthloop/loop --model openai/gpt-4o-mini -T dataset=plogic`` runs the
loop as a task. In a task of your own, :func:`equivalent_to` scores formulas.

The score of a verdict: ``equivalent`` is C (1), ``not_equivalent``, ``noncompliant``
and ``error`` are I (0), and ``unknown`` is N (0). So Inspect's accuracy is the column
``accuracy_low`` of ``truthloop metrics``.
"""

import json
from typing import Any

from anyio.to_thread import run_sync
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, ModelOutput
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from . import InDoubt, Questions, generate
from ._verifier import Filter, Verdict, Verifier, stored

_MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
_VALUES = {"equivalent": CORRECT, "unknown": NOANSWER}
_CUT = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}


@task
def loop(dataset: str = "plogic", sample_count: int = 10, seed: int = 1, shots: int = 0) -> Task:
    """Describe generated formulas, formalize the descriptions, and prove the result.

    :param dataset: a packaged dataset, as for :func:`truthloop.generate`.
    :param sample_count: at most so many formulas for each number of operators, or each
        depth of regular expressions.
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
    return MemoryDataset(
        [Sample(input=row["fs"], target=row["fs"], id=row.get("id"), metadata={"row": row}) for row in rows],
        name="truthloop",
    )


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
            row = await run_sync(lambda: _answer(questions, state.output))
        state.metadata["row"] = row
        return state

    return solve


def _answer(questions: Questions, output: ModelOutput) -> dict[str, Any]:
    reply = {"content": output.completion, "finish_reason": _CUT.get(output.stop_reason, "stop")}
    try:
        return questions.answer([reply])[0]
    except InDoubt as error:  # the only row has an error
        return error.result[0]


@scorer(metrics=[accuracy(), stderr()])
def proved(**options: Any) -> Scorer:
    """Score a sample of :func:`rounds` by the verdict of its row.

    :param options: flags of ``verify``, such as ``timeout="5s"``, the limit for a pair.

    >>> scorer = proved(timeout="5s")
    """
    verifier = Verifier(**options)

    async def score(state: TaskState, target: Target) -> Score:
        return _score(await run_sync(verifier.ask(state.metadata["row"]).result))

    return score


@scorer(metrics=[accuracy(), stderr()])
def equivalent_to(formalism: str = "first_order", **options: Any) -> Scorer:
    """Score whether the formula in the model's answer is equivalent to the target.

    :param formalism: ``propositional``, ``first_order`` or ``regex``.
    :param options: flags of ``verify``.

    >>> task = Task(dataset=[Sample(input="If p, then q.", target="p -> q")], scorer=equivalent_to("propositional"))
    """
    read, verifier = Filter("autoformalize", stored=True), Verifier(**options)

    async def score(state: TaskState, target: Target) -> Score:
        row = stored("autoformalize", formalism, target.text, state.output.completion)
        return _score(await run_sync(lambda: verifier.ask(read.ask(row).result()).result()))

    return score


def _score(verdict: Verdict) -> Score:
    parts = [verdict.verdict, verdict.relation, verdict.reason, json.dumps(verdict.witness) if verdict.witness else None]
    return Score(
        value=_VALUES.get(verdict.verdict, INCORRECT), answer=verdict.row.get("fs_out"),
        explanation="; ".join(dict.fromkeys(part for part in parts if part)), metadata={"row": verdict.row},
    )


def rows_of(log: EvalLog) -> list[dict[str, Any]]:
    """Return the verified rows of a log, for :func:`truthloop.metrics` and the other programs.

    >>> rows_of(EvalLog.model_construct(samples=None))
    []
    """
    scores = [score for sample in log.samples or [] for score in (sample.scores or {}).values()]
    return [score.metadata["row"] for score in scores if score.metadata and "row" in score.metadata]
