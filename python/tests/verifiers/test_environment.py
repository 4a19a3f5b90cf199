"""The environment for verifiers, with a model that makes known mistakes: the rewards are the accuracy of metrics."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import truthloop
from truthloop._verifier import stored

VF_EVAL = pathlib.Path(sys.executable).with_name("vf-eval")


class Verifiers(unittest.TestCase):
    def episodes(self, kind, count):
        with tempfile.TemporaryDirectory() as place, subprocess.Popen(
            [truthloop.executable(), "simllm", "--addr=127.0.0.1:0", "--model=builtin:noisy"], stdout=subprocess.PIPE, text=True
        ) as server:
            url = server.stdout.readline().strip()
            command = [VF_EVAL, "truthloop-verifiers", "-m", "simllm", "--client.base-url", url, "--client.api-key-var", "HOME"]
            command += ["--env.taskset.kind", kind, "-n", str(count), "--no-push", "--no-rich", "-o", place]
            try:
                subprocess.run(command, check=True, capture_output=True, timeout=600)
            finally:
                server.terminate()
            (traces,) = pathlib.Path(place).glob("*/traces.jsonl")
            return [json.loads(line) for line in traces.read_text().splitlines()]

    def test_accuracy(self):
        for kind, parts in ("autoformalize", 1), ("loop", 2):
            with self.subTest(kind=kind):
                episodes = self.episodes(kind, 60)
                self.assertEqual(len(episodes), 60)
                rows, rewards = [], []
                read = truthloop.Filter("autoformalize", stored=True)
                for episode in episodes:
                    self.assertTrue(episode["ok"], episode["errors"])
                    self.assertEqual(len(episode["traces"]), parts)
                    rewards += [t["rewards"]["proved"]["score"] for t in episode["traces"]]
                    last = [n["message"]["content"] for n in episode["traces"][-1]["nodes"] if n["message"]["role"] == "assistant"][-1]
                    row = episode["task"]["data"]["row"]
                    rows.append(read.ask(stored("autoformalize", row["formalism"], row["fs"], last)).result())
                read.close()
                accuracy = truthloop.metrics(truthloop.verify(rows))[0]["accuracy_low"]
                self.assertTrue(0.5 < accuracy < 1, accuracy)
                self.assertAlmostEqual(sum(rewards) / len(episodes), accuracy, 9)


if __name__ == "__main__":
    unittest.main()
