"""The environment for skyrl_gym, with a model that makes known mistakes: the rewards are the accuracy of metrics."""

import json
import tempfile
import unittest

import pyarrow as pa
import pyarrow.parquet as pq
import skyrl_gym
from omegaconf import OmegaConf
from skyrl_gym.envs import register

import truthloop
from truthloop.skyrl import Truthloop, rows

register("truthloop", "truthloop.skyrl:Truthloop")


class SkyRL(unittest.TestCase):
    def step(self, row, reply, **config):
        env = skyrl_gym.make("truthloop", env_config=OmegaConf.create(config), extras=row)
        prompt, _ = env.init(row["prompt"])
        self.assertEqual(prompt, row["prompt"])
        done = env.step(reply)
        self.assertTrue(done["done"])
        return done["reward"], env.get_metrics()

    def test_accuracy(self):
        with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
            pq.write_table(pa.Table.from_pylist(rows(60, dataset="fol", seed=3)), file.name)
            data = pq.read_table(file.name).to_pylist()
        said = truthloop.autoformalize([json.loads(row["extra_info"]["row"]) for row in data], "builtin:noisy")
        rewards = [self.step(row, one["fs_out"])[0] for row, one in zip(data, said, strict=True)]
        accuracy = truthloop.metrics(truthloop.verify(said))[0]["accuracy_low"]
        self.assertTrue(0.3 < accuracy < 1, accuracy)
        self.assertAlmostEqual(sum(rewards) / len(rewards), accuracy, 9)

    def test_other_kinds(self):
        for kind in "repair", "equivalence":
            data = rows(20, kind)
            answers = [r["reward_spec"]["ground_truth"] if kind == "repair" else "Yes" for r in data]
            got = [self.step(row, answer)[0] for row, answer in zip(data, answers, strict=True)]
            same = [kind == "repair" or json.loads(r["extra_info"]["row"])["verdict"] == "equivalent" for r in data]
            self.assertEqual(got, [float(s) for s in same])
        with self.assertRaisesRegex(ValueError, "two conversations"):
            rows(1, "loop")

    def test_unknown_is_neutral(self):
        hard = "∀x ∃y (P(x, y) ∧ ∀z (P(y, z) → (Q(z) ↔ ¬P(z, x))))"
        row = {"prompt": [], "extra_info": {"kind": "autoformalize", "row": json.dumps({"formalism": "first_order", "fs": hard})}}
        metrics = []
        for timeout, wanted in ("1ns", 0.5), ("5s", 0.0):
            reward, metric = self.step(row, hard.replace("∧", "∨"), timeout=timeout)
            self.assertEqual(reward, wanted)
            metrics.append(metric)
        self.assertEqual(Truthloop.aggregate_metrics(metrics)["unknown"], 0.5)


if __name__ == "__main__":
    unittest.main()
