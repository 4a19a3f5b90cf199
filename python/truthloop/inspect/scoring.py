"""The solver of the loop, the scorers, and the rows of a log. The examples use the names of this module and of ``inspect_ai``."""

import json
from collections.abc import Callable
from typing import Any

from anyio.to_thread import run_sync
from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from truthloop import Filter, InDoubt, Questions, Verifier
from truthloop._verifier import stored
from truthloop.tasks import says

MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
_VALUES = {"equivalent": CORRECT, "unknown": NOANSWER}
_CUT = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}


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
            state.messages = [MESSAGES[m["role"]](content=m["content"]) for m in questions.conversations[0]]
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

    :param formalism: the formalism of samples whose metadata have no ``row`` that says it.
    :param options: flags of ``verify``.

    >>> task = Task(dataset=[Sample(input="If p, then q.", target="p -> q")], scorer=equivalent_to("propositional"))
    """
    read = Filter[dict[str, Any]]("autoformalize", stored=True)

    def row_of(state: TaskState, target: Target) -> dict[str, Any]:
        kind = state.metadata.get("row", {}).get("formalism", formalism)
        return read.ask(stored("autoformalize", kind, target.text, state.output.completion)).result()

    return _scorer(row_of, options)


@scorer(metrics=[accuracy(), stderr()])
def yes_or_no() -> Scorer:
    """Score whether the last line of the answer has the word of the target, and no other.

    >>> scorer = yes_or_no()
    """

    async def score(state: TaskState, target: Target) -> Score:
        right = says(state.output.completion, target.text)
        return Score(value=CORRECT if right else INCORRECT, answer=state.output.completion.strip().rpartition("\n")[2])

    return score


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
