"""The data and the metrics of the task truthloop_autoformalize."""

from typing import Any

import datasets

import truthloop
from truthloop._verifier import stored

_FILTER = truthloop.Filter[dict[str, Any]]("autoformalize", stored=True)
_VERIFIER = truthloop.Verifier()


def load(dataset: str = "plogic", sample_count: int = 5, seed: int = 1, **_: Any) -> dict[str, datasets.Dataset]:
    """Generate formulas, describe them by rules, and ask for their formalization.

    ``--metadata '{"dataset": "fol", "sample_count": 20}'`` of lm_eval sets the arguments of :func:`truthloop.generate`.

    >>> sorted(load(sample_count=1)["test"].column_names)
    ['formalism', 'fs', 'nl', 'question']
    """
    rows = truthloop.informalize(truthloop.generate(dataset, sample_count=sample_count, seed=seed), "builtin:rules")
    questions = truthloop.Questions("autoformalize", rows)
    docs = [
        {"fs": row["fs"], "formalism": row["formalism"], "nl": row["nl"], "question": conversation[-1]["content"]}
        for row, conversation in zip(rows, questions.conversations, strict=True)
    ]
    return {"test": datasets.Dataset.from_list(docs)}


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """Return the metrics of one reply, each 0 or 1; accuracy_high counts the verdict unknown as right.

    >>> process_results({"formalism": "propositional", "fs": "p -> q"}, ["~p | q"])
    {'compliance': 1.0, 'accuracy_low': 1.0, 'accuracy_high': 1.0}
    """
    row = _FILTER.ask(stored("autoformalize", doc["formalism"], doc["fs"], results[0])).result()
    verdict = _VERIFIER.ask(row).result().verdict
    return {
        "compliance": float(verdict in ("equivalent", "not_equivalent", "unknown")),
        "accuracy_low": float(verdict == "equivalent"),
        "accuracy_high": float(verdict in ("equivalent", "unknown")),
    }
