"""Rewards, and what a model may try to earn one."""

import pickle
import unittest

import pyarrow as pa

import truthloop
import truthloop.arrow
from truthloop import rewards

FS = "∀x (pred1(x) → pred2(x))"


class Formalization(unittest.TestCase):
    def test_conversations_and_columns(self):
        reward = rewards.formalization(column="gold")
        said = [[{"role": "assistant", "content": f"The formula is:\n```\n{text}\n```"}] for text in (FS, "∃x pred1(x)")]
        self.assertEqual(reward(prompts=["", ""], completions=said, gold=[FS] * 2, other=[1, 2]), [1.0, 0.0])
        self.assertEqual(reward(None, ["(01)*", "p1 ∧ p1"], gold=["(01)*", "p1"], formalism=["regex", "propositional"]), [1.0, 1.0])

    def test_other_names(self):
        """A right formula with other names earned nothing, and no option changed that."""
        tries = ["∀x (Dog(x) → Barks(x))", "∀x (Hound(x) → Yelps(x))", "∀x (Hound(x) ∧ Yelps(x))", "∀x (Hound(x)"]
        for options, want in ({}, [1.0, 0.0, 0.0, 0.0]), ({"align": "names"}, [1.0, 1.0, 0.0, 0.0]):
            reward = rewards.formalization("first_order", **options)
            self.assertEqual(reward(None, tries, fs=tries[:1] * 4), want, options)

    def test_nothing_earned(self):
        reward = rewards.formalization("propositional", timeout="1s")
        tries = {
            "empty": "",
            "nested": "(" * 200_000 + "p1" + ")" * 200_000,
            "negated": "¬" * 999_999 + "p1",
            "truncated": "p1 ∧ (p2 ∨",
            "truncated reasoning": "<think>The answer is p1 ∧ p2",
            "refusal": "I cannot answer that.",
            "bytes": "\x00\udc80\u202e",
            "the prompt's words": "fs",
        }
        got = reward(None, list(tries.values()), fs=["p1 ∧ p2"] * len(tries))
        self.assertEqual(dict(zip(tries, got)), dict.fromkeys(tries, 0.0))

    def test_no_such_column(self):
        with self.assertRaisesRegex(truthloop.UsageError, "found the columns gold, expected fs"):
            rewards.formalization()(None, ["p"], gold=["p"])


class Description(unittest.TestCase):
    def test_a_copy_earns_nothing(self):
        reward = rewards.description("builtin:rules", "propositional")
        fs = "(p1 ∧ ¬p2)"
        tries = ["p1 is true and p2 is false.", fs, "The formula (p1 & ~p2).", "p1 is true and p2 is true.", "", "p1 ∧ ¬p2 is true"]
        self.assertEqual(reward(None, tries, fs=[fs] * len(tries)), [1.0] + [0.0] * 5)
        self.assertEqual(reward(None, [fs], fs=[fs]), [0.0])

    def test_a_function_reads_back(self):
        reward = rewards.description(lambda conversations: ["p1 | p2"] * len(conversations), "propositional")
        self.assertEqual(reward(None, ["one of them holds"] * 2, fs=["p2 ∨ p1", "p1 ∧ p2"]), [1.0, 0.0])


class Majority(unittest.TestCase):
    def test_prompts_apart(self):
        reward = rewards.majority("propositional")
        prompts = ["a", "b"] * 4
        answers = ["p → q", "p", "¬p ∨ q", "q", "p ∧ q", "q ∧ q", "p ∧", "p ∧"]
        self.assertEqual(reward(prompts, answers), [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0])

    def test_what_does_not_parse_never_wins(self):
        reward = rewards.majority("propositional")
        self.assertEqual(reward(["a"] * 4, ["p ∧", "q →", "", "p"]), [0.0, 0.0, 0.0, 1.0])
        self.assertEqual(reward(["a"] * 2, ["p ∧", ""]), [0.0, 0.0])

    def test_agreement_and_names(self):
        said = [[{"role": "assistant", "content": text}] for text in ("∀x Dog(x)", "∀x Cat(x)", "∃x Dog(x)", "∃x Cat(x)", "∀y Cow(y)")]
        prompts = [[{"role": "user", "content": "all"}]] * 5
        self.assertEqual(rewards.majority(agreement=0.6)(prompts, said), [None] * 5)
        self.assertEqual(rewards.majority(agreement=0.6, align="names")(prompts, said), [1.0, 1.0, 0.0, 0.0, 1.0])


class Stages(unittest.TestCase):
    def test_pickle(self):
        stage = pickle.loads(pickle.dumps(truthloop.arrow.Stage("verify", workers=1)))
        rows = pa.table({"formalism": ["propositional"] * 3, "fs": ["p"] * 3, "fs_out": ["p", "q", "p ∧"], "n": [1, 2, 3]})
        out = stage(rows)
        self.assertEqual(out["verdict"].to_pylist(), ["equivalent", "not_equivalent", "noncompliant"])
        self.assertEqual(out["n"].to_pylist(), [1, 2, 3])
        self.assertEqual(out.schema, stage.schema(rows.schema))

    def test_empty_partition(self):
        stage = truthloop.arrow.Stage("verify")
        rows = pa.table({"fs": pa.array([], pa.string()), "n": pa.array([], pa.int64())})
        self.assertEqual(list(stage(iter(rows.to_batches()))), [])
        self.assertIn("verdict", stage(rows).column_names)

    def test_partition_of_errors(self):
        with self.assertLogs("truthloop", "WARNING"):
            out = truthloop.arrow.Stage("verify")(pa.table({"fs": ["p", "q"], "formalism": ["propositional"] * 2}))
        self.assertEqual(out["verdict"].to_pylist(), ["error", "error"])


if __name__ == "__main__":
    unittest.main()
