"""The task of lm-evaluation-harness, with a model that makes known mistakes."""

import unittest

import lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

import truthloop
import truthloop.lm_eval


class Noisy(LM):
    """Replies with the formulas of a built-in model."""

    def __init__(self):
        super().__init__()
        rows = truthloop.informalize(truthloop.generate("plogic", sample_count=3), "builtin:rules")
        self.rows = truthloop.verify(truthloop.autoformalize(rows, "builtin:noisy"))
        questions = truthloop.Questions("autoformalize", rows)
        self.replies = {c[-1]["content"]: row["fs_out"] for c, row in zip(questions.conversations, self.rows, strict=True)}

    def generate_until(self, requests, disable_tqdm=False):
        return [self.replies[request.args[0]] for request in requests]

    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError

    loglikelihood_rolling = loglikelihood


class Harness(unittest.TestCase):
    def test_the_harness_and_metrics_agree(self):
        model = Noisy()
        done = lm_eval.simple_evaluate(
            model=model, tasks=["truthloop_autoformalize"], bootstrap_iters=0, metadata={"dataset": "plogic", "sample_count": 3},
            task_manager=TaskManager(include_path=truthloop.lm_eval.PATH, include_defaults=False, metadata={"dataset": "plogic", "sample_count": 3}),
        )
        result = done["results"]["truthloop_autoformalize"]
        table, = truthloop.metrics(model.rows)
        self.assertGreater(len(model.rows), 60)
        self.assertTrue(0.3 < table["accuracy_low"] < 1, table)
        for name in "compliance", "accuracy_low", "accuracy_high":
            self.assertAlmostEqual(result[f"{name},none"], table[name], 9)


if __name__ == "__main__":
    unittest.main()
