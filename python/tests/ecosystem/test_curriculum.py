"""The script that trains a network with the curriculum learns, and repeats itself."""

import json
import pathlib
import subprocess
import sys
import unittest

SCRIPT = pathlib.Path(__file__).parents[3] / "data/examples/curriculum.py"


def lines(*options):
    done = subprocess.run([sys.executable, SCRIPT, *options], capture_output=True, text=True, check=True, timeout=600)
    return [json.loads(line) for line in done.stdout.splitlines()]


class Learning(unittest.TestCase):
    def test_from_scratch(self):
        with_curriculum = lines("--seed=1", "--steps=40", "--curriculum")
        self.assertEqual([line["step"] for line in with_curriculum], [10, 20, 30, 40])
        self.assertLess(with_curriculum[0]["mean_size"], 1.5)  # it can do nothing yet
        self.assertGreater(with_curriculum[-1]["by_size"][0], 0.4)  # one operator
        self.assertLess(with_curriculum[-1]["by_size"][3], 0.2)  # four operators
        without = lines("--seed=1", "--steps=10")
        self.assertEqual(without, lines("--seed=1", "--steps=10"))
        self.assertGreater(without[0]["mean_size"], 1.5)


if __name__ == "__main__":
    unittest.main()
