"""The whole loop on SQL, with the simulated model of data/examples/sql."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import truthloop.sql
from truthloop.sql import generate, judge

ROOT = pathlib.Path(__file__).parents[3]
SQL = ROOT / "data/examples/sql"


@unittest.skipUnless(shutil.which("truthloop"), "no truthloop on the PATH")
class Loop(unittest.TestCase):
    def test_loop(self):
        with tempfile.TemporaryDirectory() as name:
            place = pathlib.Path(name)
            checker = place / "truthloop-sql"
            checker.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT}/python exec {sys.executable} -m truthloop.sql.serve "$@"\n')
            checker.chmod(0o755)
            with subprocess.Popen([sys.executable, SQL / "model.py"], stdout=subprocess.PIPE, text=True) as model, contextlib.ExitStack() as last:
                last.callback(model.kill)
                env = {**os.environ, "PATH": f"{place}:{os.environ['PATH']}", "OPENAI_BASE_URL": model.stdout.readline().strip()}

                def run(*arguments, rows=""):
                    return subprocess.run(["truthloop", *arguments], input=rows, env=env, capture_output=True, text=True, timeout=300, check=True).stdout

                asked = ["--model", "words", "--prompts", str(SQL / "prompts")]
                schema = pathlib.Path(truthloop.sql.__file__).parent / "schemas/shop.sql"
                rows = run("generate", "--formalism", "sql", "--schema", str(schema), "--depth", "9", "--sample-count", "6", "--no-trivial", "--seed", "5")
                made = [json.loads(line) for line in rows.splitlines()]
                self.assertGreater(len(made), 15)
                self.assertTrue(all(row["num_tables"] >= 1 and row["schema"] == schema.read_text() for row in made))
                for program in ["informalize", *asked], ["autoformalize", *asked], ["verify", "--diagnose"]:
                    rows = run(*program, rows=rows)
                verdicts = [json.loads(line) for line in rows.splitlines()]
                self.assertEqual([row["id"] for row in verdicts], [row["id"] for row in made])
                right = sum(row["verdict"] == "equivalent" for row in verdicts)
                self.assertTrue(len(made) * 0.6 < right < len(made), right)
                self.assertFalse([row for row in verdicts if row["verdict"] in ("error", "unknown")])
                run("verify", "recheck", rows=rows)
                repaired = [row for row in verdicts if row.get("repair")]
                self.assertTrue(repaired)
                self.assertTrue({row["diagnosis"] for row in repaired} <= set(generate.EDITS))
                for row in repaired:
                    answer = judge.compare(row["fs"], row["repair"], row["schema"], seconds=30)
                    self.assertEqual(answer["verdict"], "equivalent")


if __name__ == "__main__":
    unittest.main()
