"""Fresh tasks and their rewards."""

import itertools
import unittest

import truthloop
from truthloop.tasks import KINDS, Made, Rewards, tasks


class Tasks(unittest.TestCase):
    def test_made(self):
        for kind, dataset in zip(KINDS, ("plogic", "fol", "regex", "ltl")):
            with self.subTest(kind=kind, dataset=dataset):
                first = list(itertools.islice(tasks(kind, dataset, seed=3, low=2, high=5), 100))
                self.assertEqual(first[:20], list(itertools.islice(tasks(kind, dataset, seed=3, low=2, high=5), 20)))
                self.assertNotEqual(first[:20], list(itertools.islice(tasks(kind, dataset, seed=4, low=2, high=5), 20)))
                self.assertTrue(all(2 <= made.row.get("num_operators", made.row["depth"]) <= 5 for made in first))
                self.assertTrue(all(made.messages[-1]["role"] == "user" for made in first))

    def test_rewards(self):
        with Rewards(timeout="5s") as rewards:
            for made in itertools.islice(tasks("autoformalize", seed=5), 20):
                self.assertEqual(rewards.reward(made, made.row["fs"]), 1.0)
                self.assertEqual(rewards.reward(made, f"Here it is:\n```\n¬{made.row['fs']}\n```"), 0.0)
                self.assertEqual(rewards.reward(made, "I do not know"), 0.0)
            right = {"equivalent": "Yes", "not_equivalent": "No"}
            made = list(itertools.islice(tasks("equivalence", seed=5), 200))
            self.assertTrue(80 < sum(m.row["verdict"] == "equivalent" for m in made) < 120)
            for m in made[:20]:
                answer = right[m.row["verdict"]]
                self.assertEqual(rewards.reward(m, f"Both are true if p is.\n**{answer}**."), 1.0)
                self.assertEqual(rewards.reward(m, "Yes" if answer == "No" else "No"), 0.0)
                self.assertEqual(rewards.reward(m, "Yes or No"), 0.0)
            for m in itertools.islice(tasks("repair", seed=5), 20):
                wrong = m.messages[-1]["content"].split("the text: ")[-1].splitlines()[0]
                self.assertEqual((rewards.reward(m, m.row["fs"]), rewards.reward(m, wrong)), (1.0, 0.0))

    def test_unknown_is_no_reward(self):
        fs = "∀x∀y∀z (R(x, y) ∧ R(y, z) → R(x, z)) ∧ ∀x∃y R(x, y)"  # only an infinite structure tells the two apart
        made = Made("autoformalize", {"formalism": "first_order", "fs": fs}, [])
        with Rewards(timeout="20ms") as rewards:
            self.assertIsNone(rewards.reward(made, fs + " ∧ ∃x R(x, x)"))

    def test_loop(self):
        with Rewards() as rewards:
            (made,) = itertools.islice(tasks("loop", seed=5), 1)
            (described,) = truthloop.informalize([made.row], "builtin:rules")
            row, messages = rewards.describe(made, described["nl"])
            self.assertIn(row["nl"], messages[-1]["content"])
            self.assertEqual(rewards.describe(made, made.row["fs"])[1], None)

    def test_faults(self):
        with self.assertRaisesRegex(truthloop.UsageError, "found 'translate', expected autoformalize, loop"):
            next(tasks("translate"))
        with self.assertRaisesRegex(truthloop.UsageError, "no formula of plogic with 9 to 8 operators"):
            next(tasks(low=9, high=8))


if __name__ == "__main__":
    unittest.main()
