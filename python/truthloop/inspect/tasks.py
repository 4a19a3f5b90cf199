"""The tasks: the loop, and those of :mod:`truthloop.tasks` that have one conversation.

``inspect eval python/truthloop/inspect/tasks.py@repair`` runs one from a clone of the repository.
"""

from itertools import islice

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Scorer
from inspect_ai.solver import generate

import truthloop
from truthloop.inspect.scoring import MESSAGES, equivalent_to, proved, rounds, samples, yes_or_no
from truthloop.tasks import right_word, tasks


@task
def loop(dataset: str = "plogic", sample_count: int = 10, seed: int = 1, shots: int = 0) -> Task:
    """Describe generated formulas, formalize the descriptions, and prove the result.

    :param dataset: a packaged dataset; ``dataset``, ``sample_count`` and ``seed`` are for :func:`truthloop.generate`.
    :param shots: examples in each prompt, 0 or 2.

    >>> len(loop("plogic", sample_count=1).dataset) > 0
    True
    """
    rows = truthloop.generate(dataset, sample_count=sample_count, seed=seed)
    return Task(dataset=samples(rows), solver=rounds(shots=shots), scorer=proved())


@task
def autoformalize(dataset: str = "plogic", count: int = 100, seed: int = 1, low: int = 1, high: int = 12) -> Task:
    """Write the formula of a description, which rules have made of a generated formula.

    :param count: the number of samples; the other parameters are those of :func:`truthloop.tasks.tasks`.

    >>> len(autoformalize(count=3).dataset)
    3
    """
    return _fresh("autoformalize", dataset, count, seed, low, high, equivalent_to())


@task
def repair(dataset: str = "plogic", count: int = 100, seed: int = 1, low: int = 1, high: int = 12) -> Task:
    """Mend a formula that does not mean the same as a description. The parameters are those of :func:`autoformalize`.

    >>> "Write the right formula." in repair(count=1).dataset[0].input[-1].text
    True
    """
    return _fresh("repair", dataset, count, seed, low, high, equivalent_to())


@task
def equivalence(dataset: str = "plogic", count: int = 100, seed: int = 1, low: int = 1, high: int = 12) -> Task:
    """Say whether two formulas are equivalent; each pair is proved. The parameters are those of :func:`autoformalize`.

    >>> sorted({sample.target for sample in equivalence().dataset})
    ['no', 'yes']
    """
    return _fresh("equivalence", dataset, count, seed, low, high, yes_or_no())


def _fresh(kind: str, dataset: str, count: int, seed: int, low: int, high: int, scorer: Scorer) -> Task:
    made = islice(tasks(kind, dataset, seed, low, high), count)
    drawn = [
        Sample(
            input=[MESSAGES[m["role"]](content=m["content"]) for m in one.messages],
            target=right_word(one.row) if kind == "equivalence" else one.row["fs"],
            id=i,
            metadata={"row": one.row},
        )
        for i, one in enumerate(made)
    ]
    return Task(dataset=MemoryDataset(drawn, name=f"truthloop/{kind}"), solver=generate(), scorer=scorer)
