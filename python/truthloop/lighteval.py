"""Tasks for lighteval: ``lighteval accelerate "model_name=..." truthloop_plogic --custom-tasks truthloop.lighteval``.

The task shows generated formulas, described by rules without errors, and scores the formulas that the model writes.
Other formulas need a file of your own for ``--custom-tasks``, with ``TASKS_TABLE = [task("fol", sample_count=20)]``.
"""

import atexit
import shutil
import tempfile
from typing import Any

import numpy as np
from lighteval.metrics.metrics_sample import SampleLevelComputation
from lighteval.metrics.utils.metric_utils import SampleLevelMetricGrouping
from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc, SamplingMethod

from truthloop.lm_eval.utils import load, process_results

METRICS = ["compliance", "accuracy_low", "accuracy_high"]


class _Proved(SampleLevelComputation):
    def compute(self, doc: Any, model_response: Any, **_: Any) -> dict[str, float]:
        return process_results(doc.specific, model_response.final_text)


def _doc(line: dict[str, Any], name: str) -> Any:
    return Doc(task_name=name, query=line["question"], choices=[line["fs"]], gold_index=0, specific={k: line[k] for k in ("fs", "formalism")})


def task(dataset: str = "plogic", sample_count: int = 5, seed: int = 1) -> Any:
    """Return the task ``truthloop_DATASET``. The arguments are those of :func:`truthloop.generate`.

    >>> task("regex", sample_count=1).name
    'truthloop_regex'
    """
    folder = tempfile.mkdtemp(prefix="truthloop-")  # lighteval reads rows from a folder or from the hub
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    load(dataset, sample_count, seed)["test"].to_json(f"{folder}/test.jsonl", force_ascii=False)
    metric = SampleLevelMetricGrouping(
        metric_name=METRICS,
        higher_is_better=dict.fromkeys(METRICS, True),  # type: ignore[arg-type]  # lighteval's own tasks do this
        category=SamplingMethod.GENERATIVE,
        sample_level_fn=_Proved(),
        corpus_level_fn=dict.fromkeys(METRICS, np.mean),
    )
    return LightevalTaskConfig(
        name=f"truthloop_{dataset}", prompt_function=_doc, hf_repo=folder, hf_subset="default", hf_avail_splits=["test"],
        evaluation_splits=["test"], metrics=[metric], generation_size=1024, stop_sequence=[], version=1,
    )  # fmt: skip


TASKS_TABLE = [task()]
