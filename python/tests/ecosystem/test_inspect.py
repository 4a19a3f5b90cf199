"""The loop as a task of Inspect, with a model that makes known mistakes."""

import json
import math
import subprocess
import tempfile
import unittest
import urllib.request

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import truthloop
from truthloop.inspect import equivalent_to, loop, rows_of


def output(text):
    return ModelOutput(model="mockllm", choices=ModelOutput.from_content("mockllm", text).choices, usage=ModelUsage(input_tokens=1))


class Inspect(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = subprocess.Popen(
            [truthloop.executable(), "simllm", "--addr=127.0.0.1:0", "--model=builtin:noisy"], stdout=subprocess.PIPE, text=True
        )
        cls.url = cls.server.stdout.readline().strip()

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.communicate()

    def reply(self, messages, tools, choice, config):
        body = {"model": "simllm", "messages": [{"role": m.role, "content": m.text} for m in messages]}
        request = urllib.request.Request(self.url + "/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as response:
            return output(json.load(response)["choices"][0]["message"]["content"])

    def evaluate(self, task, outputs):
        logs = tempfile.TemporaryDirectory()  # the log reads its samples from there
        self.addCleanup(logs.cleanup)
        log, = eval(task, model=get_model("mockllm/model", custom_outputs=outputs), log_dir=logs.name, display="none", max_connections=1)
        self.assertEqual(log.status, "success", log.error and log.error.message)
        return log

    def test_loop(self):
        log = self.evaluate(loop(sample_count=2), self.reply)
        rows = rows_of(log)
        table, = truthloop.metrics(rows)
        values = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
        accuracy = table["accuracy_low"]
        self.assertGreater(len(rows), 40)
        self.assertTrue(0.3 < accuracy < 1, table)
        self.assertAlmostEqual(values["accuracy"], accuracy, 9)
        self.assertAlmostEqual(values["stderr"], math.sqrt(accuracy * (1 - accuracy) / (len(rows) - 1)), 9)
        # The same formulas and the same model in our own programs.
        own = truthloop.generate("plogic", sample_count=2)
        for program in truthloop.informalize, truthloop.autoformalize:
            own = program(own, "simllm", base_url=self.url)
        self.assertEqual({row["id"]: row["fs_out"] for row in own}, {row["id"]: row["fs_out"] for row in rows})

    def test_equivalent_to(self):
        task = Task(
            dataset=[Sample(input="All cats sleep.", target="∀x (Cat(x) → Sleeps(x))", id=i) for i in range(3)],
            scorer=equivalent_to("first_order"),
        )
        replies = ["```\n∀y (¬Cat(y) ∨ Sleeps(y))\n```", "∀x (Cat(x) ∧ Sleeps(x))", "I do not know"]
        log = self.evaluate(task, [output(reply) for reply in replies])
        scores = sorted((s.scores["equivalent_to"].value, s.scores["equivalent_to"].explanation) for s in log.samples)
        self.assertEqual([value for value, _ in scores], ["C", "I", "I"])
        self.assertTrue(any("stronger" in text for _, text in scores), scores)

    def test_a_reply_that_is_cut_off(self):
        cut = ModelOutput.from_content("mockllm", "p1 hol", stop_reason="max_tokens")
        cut.usage = ModelUsage(input_tokens=1)
        log = self.evaluate(loop(sample_count=1), lambda *_: cut)
        self.assertEqual({row["outcome"] for row in rows_of(log)}, {"truncated"})
        self.assertEqual(log.results.scores[0].metrics["accuracy"].value, 0)


if __name__ == "__main__":
    unittest.main()
