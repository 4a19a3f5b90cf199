"""The audit of reasoning-gym. Z3 proves each finding again, from the item itself: this file shares nothing with the audit."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import reasoning_gym
import z3

SCRIPT = pathlib.Path(__file__).parents[3] / "data/examples/reasoning_gym_audit.py"
COUNT, SEED = int(os.environ.get("TRUTHLOOP_TEST_AUDIT", "300")), 42


def unsatisfiable(*formulas):
    solver = z3.Solver()
    solver.add(*formulas)
    found = solver.check()
    assert found in (z3.sat, z3.unsat), formulas
    return bool(found == z3.unsat)


def propositional(text):
    """A formula with all brackets, as reasoning-gym prints it."""
    signs = {"∧": z3.And, "∨": z3.Or, "→": z3.Implies, "↔": lambda a, b: a == b}
    tokens = re.findall(r"[A-Z]|[()∧∨→↔¬]", text)

    def one():
        token = tokens.pop(0)
        if token == "¬":
            return z3.Not(one())
        if token != "(":
            return z3.Bool(token)
        left = one()
        sign = signs[tokens.pop(0)]
        right = one()
        tokens.pop(0)
        return sign(left, right)

    found = one()
    assert not tokens, text
    return found


THING = z3.DeclareSort("Thing")


def member(name, x):
    return z3.Function(name, THING, z3.BoolSort())(x)


def categorical(text):
    words = text.split()
    x = z3.Const("x", THING)
    subject, predicate = member(words[1], x), member(words[-1], x)
    if words[0] in ("All", "No"):
        return z3.ForAll(x, z3.Implies(subject, predicate if words[0] == "All" else z3.Not(predicate)))
    return z3.Exists(x, z3.And(subject, z3.Not(predicate) if "not" in words else predicate))


class Audit(unittest.TestCase):
    def test_findings(self):
        with tempfile.TemporaryDirectory() as place:
            out = pathlib.Path(place) / "audited.jsonl"
            command = [sys.executable, SCRIPT, "--count", str(COUNT), "--seed", str(SEED), "-o", out]
            print(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            rows = [json.loads(line) for line in out.read_text().splitlines()]
        items = {name: reasoning_gym.create_dataset(name, size=COUNT, seed=SEED) for name in {r["id"].split("/")[0] for r in rows}}
        checked = {"contradiction": 0, "not entailed": 0, "entailed": 0, "consistent": 0}
        for row in rows:
            name, _, index = row["id"].split("/")
            item = items[name][int(index)]["metadata"]
            if name == "propositional_logic":
                premises, conclusion = [propositional(p) for p in item["premises"]], propositional(item["example_answer"])
            elif name == "syllogism":
                texts = [item["premise1"], item["premise2"], item["conclusion"]]
                *premises, conclusion = map(categorical, texts)
                if row["reading"] == "no class is empty":
                    x = z3.Const("x", THING)
                    premises += [z3.Exists(x, member(t, x)) for text in texts for t in (text.split()[1], text.split()[-1])]
            else:
                self.assertIn(row["verdict"], ("true", "equivalent"), row)
                continue
            contradiction = row.get("verdict_reason") == "inconsistent_premises"
            self.assertEqual(unsatisfiable(*premises), contradiction, row)
            self.assertEqual(unsatisfiable(*premises, z3.Not(conclusion)), row["verdict"] == "true", row)
            checked["contradiction" if contradiction else "consistent"] += 1
            checked["entailed" if row["verdict"] == "true" else "not entailed"] += 1
        print(checked)
        self.assertTrue(all(checked.values()), checked)
