"""The data and the metrics of the task truthloop_autoformalize."""

from __future__ import annotations

import functools
from typing import Any

import datasets

import truthloop


def load(dataset: str = "plogic", sample_count: int = 5, seed: int = 1, **_: Any) -> dict[str, datasets.Dataset]:
    """Generate formulas, describe them by rules, and ask for their formalization.

    ``--metadata '{"dataset": "fol", "sample_count": 20}'`` of lm_eval sets the arguments.
    """
    rows = truthloop.informalize(truthloop.generate(dataset, sample_count=sample_count, seed=seed), "builtin:rules")
    questions = truthloop.Questions("autoformalize", rows)
    docs = [
        {"fs": row["fs"], "formalism": row["formalism"], "nl": row["nl"], "question": conversation[-1]["content"]}
        for row, conversation in zip(rows, questions.conversations, strict=True)
    ]
    return {"test": datasets.Dataset.from_list(docs)}


@functools.cache
def _programs() -> tuple[truthloop.Filter, truthloop.Verifier]:
    return truthloop.Filter("autoformalize", stored=True), truthloop.Verifier()


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """Return the metrics of one reply, each 0 or 1; accuracy_high counts open verdicts as right."""
    read, verifier = _programs()
    said = {"stage": "autoformalize", "messages": [{"role": "assistant", "content": results[0]}]}
    row = read.ask({**{name: doc[name] for name in ("fs", "formalism", "nl")}, "conversations": [said]}).result()
    verdict = verifier.ask(row).result().verdict
    return {
        "compliance": float(verdict in ("equivalent", "not_equivalent", "unknown")),
        "accuracy_low": float(verdict == "equivalent"),
        "accuracy_high": float(verdict in ("equivalent", "unknown")),
    }
