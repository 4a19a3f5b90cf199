"""The loop as a task of Inspect, with a model that makes known mistakes."""

import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import truthloop
from truthloop.inspect import autoformalize, equivalence, equivalent_to, loop, repair, rounds, rows_of, samples, yes_or_no
from truthloop.inspect.scoring import proved

PYTHON = pathlib.Path(__file__).parents[2]


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

    def evaluate(self, task, outputs, **options):
        logs = tempfile.TemporaryDirectory()  # the log reads its samples from there
        self.addCleanup(logs.cleanup)
        model = get_model("mockllm/model", custom_outputs=outputs)
        log, = eval(task, model=model, log_dir=logs.name, display="none", max_connections=1, **options)
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

    def accuracy(self, log):
        return log.results.scores[0].metrics["accuracy"].value

    def test_fresh_tasks(self):
        """Each task by its name, with as many wrong answers as metrics counts."""
        log = self.evaluate("truthloop/autoformalize", self.reply, task_args={"count": 40, "dataset": "fol"})
        rows = rows_of(log)
        self.assertEqual([row["formalism"] for row in rows], ["first_order"] * 40)
        accuracy = truthloop.metrics(rows)[0]["accuracy_low"]
        self.assertTrue(0.3 < accuracy < 1, accuracy)
        self.assertAlmostEqual(self.accuracy(log), accuracy, 9)

        right = {s.input[-1].text: s.target for s in repair(count=20).dataset}
        wrong = [text.split("the same as the text: ")[1].split("\n")[0] for text in right]
        log = self.evaluate(repair(count=20), lambda messages, *_: output(right[messages[-1].text]))
        self.assertEqual(self.accuracy(log), 1)
        log = self.evaluate(repair(count=20), [output(text) for text in wrong])
        self.assertEqual((self.accuracy(log), {row["verdict"] for row in rows_of(log)}), (0, {"not_equivalent"}))

        task = equivalence(count=20)
        log = self.evaluate(task, lambda *_: output("They are.\nYes."))
        self.assertEqual(self.accuracy(log), sum(s.target == "yes" for s in task.dataset) / 20)
        self.assertEqual(self.accuracy(self.evaluate(Task(dataset=task.dataset, scorer=yes_or_no()), lambda *_: output("yes or no"))), 0)
        self.assertNotEqual(list(autoformalize(seed=1, count=5).dataset), list(autoformalize(seed=2, count=5).dataset))

    def test_unknown_is_no_answer(self):
        hard = "∀x ∃y (P(x, y) ∧ ∀z (P(y, z) → (Q(z) ↔ ¬P(z, x))))"
        rows = [{"formalism": "first_order", "fs": hard, "id": "1"}]
        task = Task(dataset=samples(rows), solver=rounds(), scorer=proved(timeout="1ns"))
        log = self.evaluate(task, [output("For each thing there is another."), output(hard.replace("∧", "∨"))])
        (score,) = log.samples[0].scores.values()
        self.assertEqual((score.value, rows_of(log)[0]["verdict"]), ("N", "unknown"))

    def test_what_the_register_asks(self):
        """The rules of the register of Inspect's evaluations, with a copy of the installed package."""
        with tempfile.TemporaryDirectory() as place:
            root = pathlib.Path(place)
            shutil.copytree(pathlib.Path(truthloop.__file__).parent, root / "truthloop", ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copytree(PYTHON / "tests", root / "tests")
            for name in "pyproject.toml", "README.md":
                shutil.copy(PYTHON / name, root)
            lint = pathlib.Path(sys.executable).with_name("inspect-evals-lint")
            command = [lint, "--root", root, "--task", "truthloop/inspect/tasks.py", "--preset", "single-eval", "--output-format", "json"]
            done = subprocess.run(command, capture_output=True, text=True)
            report = json.loads(done.stdout)
            failed = [finding for package in report["packages"] for finding in package["diagnostics"] if finding["status"] == "fail"]
            self.assertEqual((done.returncode, failed), (0, []))
            listed = subprocess.run([lint.with_name("inspect"), "list", "tasks", "truthloop"], cwd=root, capture_output=True, text=True, check=True)
        self.assertEqual({line.split("@")[1] for line in listed.stdout.split()}, {"autoformalize", "equivalence", "loop", "repair"})

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
