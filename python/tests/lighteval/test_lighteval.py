"""The task of lighteval, with a model that makes known mistakes."""

import sys
import tempfile
import types
import unittest

from lighteval.logging.evaluation_tracker import EvaluationTracker
from lighteval.models.abstract_model import LightevalModel, ModelConfig
from lighteval.models.model_output import ModelResponse
from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters
from lighteval.utils.cache_management import SampleCache

import truthloop
from truthloop.lighteval import task


# lighteval loads its own tasks, too, and this one downloads a file.
sys.modules["lighteval.tasks.tasks.tiny_benchmarks"] = types.ModuleType("tiny_benchmarks")


class Noisy(LightevalModel):
    """Replies with the formulas of a built-in model."""

    tokenizer, add_special_tokens, max_length = None, False, 2048

    def __init__(self, dataset, cache):
        self.config = ModelConfig(model_name="noisy", cache_dir=cache)
        self._cache = SampleCache(self.config)
        rows = truthloop.informalize(truthloop.generate(dataset, sample_count=3), "builtin:rules")
        self.rows = truthloop.verify(truthloop.autoformalize(rows, "builtin:noisy"))
        questions = truthloop.Questions("autoformalize", rows)
        self.replies = {c[-1]["content"]: row["fs_out"] for c, row in zip(questions.conversations, self.rows, strict=True)}

    def greedy_until(self, docs):
        return [ModelResponse(text=[self.replies[doc.query]]) for doc in docs]

    def loglikelihood(self, docs):
        raise NotImplementedError

    loglikelihood_rolling = loglikelihood


class Lighteval(unittest.TestCase):
    def test_lighteval_and_metrics_agree(self):
        for dataset in "plogic", "fol":
            with self.subTest(dataset=dataset), tempfile.TemporaryDirectory() as place:
                tasks = types.ModuleType("tasks")
                tasks.TASKS_TABLE = [task(dataset, sample_count=3)]
                model = Noisy(dataset, place)
                pipeline = Pipeline(
                    tasks=f"truthloop_{dataset}", model=model, evaluation_tracker=EvaluationTracker(output_dir=place),
                    pipeline_parameters=PipelineParameters(launcher_type=ParallelismManager.NONE, custom_tasks_directory=tasks),
                )
                pipeline.evaluate()
                result = pipeline.get_results()["results"][f"truthloop_{dataset}:0"]
                table, = truthloop.metrics(model.rows)
                self.assertGreater(len(model.rows), 60)
                self.assertTrue(0.3 < table["accuracy_low"] < 1, table)
                for name in "compliance", "accuracy_low", "accuracy_high":
                    self.assertAlmostEqual(result[name], table[name], 9)


if __name__ == "__main__":
    unittest.main()
