"""Models that are Python functions."""

import unittest

import pandas as pd

import truthloop

ROWS = [{"formalism": "propositional", "fs": "p1 ∧ p2"}, {"formalism": "propositional", "fs": "p1 → p2"}]


class Functions(unittest.TestCase):
    def test_the_loop_with_a_function(self):
        asked = []

        def model(conversations):
            asked.extend(conversations)
            return ["p1 holds, and p2 holds." for _ in conversations]

        described = truthloop.informalize(pd.DataFrame(ROWS), model, shots=2)
        self.assertEqual(list(described["nl"]), ["p1 holds, and p2 holds."] * 2)
        self.assertEqual(list(described["model"]), ["model"] * 2)
        self.assertIn("p1 ∧ p2", asked[0][-1]["content"])
        back = truthloop.autoformalize(described, lambda conversations: ["```\np1 & p2\n```"] * 2)
        self.assertEqual(list(truthloop.verify(back)["verdict"]), ["equivalent", "not_equivalent"])

    def test_replies_that_are_missing_or_cut_off(self):
        replies = [None, {"content": "p1 hol", "finish_reason": "length"}]
        with self.assertRaises(truthloop.InDoubt) as caught:
            truthloop.informalize(ROWS, lambda _: replies)
        self.assertEqual([row["outcome"] for row in caught.exception.result], ["canceled", "truncated"])

    def test_hostile_replies(self):
        for reply in "\ud800", "\x00" * 1000, "(" * 100_000, "":
            rows = truthloop.informalize(ROWS, lambda _, reply=reply: ["fine.", reply])
            self.assertEqual((len(rows), rows[0]["nl"]), (2, "fine."))

    def test_separators_in_a_description(self):
        """The questions were split at U+0085, which JSON does not escape."""
        rows = [{"formalism": "propositional", "nl": f"p1 holds,{end}and p2 holds."} for end in "\x85\u2028\x1c"]
        questions = truthloop.Questions("autoformalize", rows)
        self.assertEqual(len(questions.conversations), 3)
        self.assertIn("\x85", questions.conversations[0][-1]["content"])

    def test_too_few_replies(self):
        with self.assertRaisesRegex(ValueError, "found 1 replies, expected 2"):
            truthloop.informalize(ROWS, lambda _: ["one"])

    def test_the_functions_error(self):
        def broken(_):
            raise KeyError("no GPU")

        with self.assertRaisesRegex(KeyError, "no GPU"):
            truthloop.informalize(ROWS, broken)


if __name__ == "__main__":
    unittest.main()
