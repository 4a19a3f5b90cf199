"""The assertion of truthloop.promptfoo, called by promptfoo itself: PROMPTFOO is its executable."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import truthloop.promptfoo

RIGHT = "∀x (Cat(x) → Sleeps(x))"


@unittest.skipUnless(os.environ.get("PROMPTFOO"), "no promptfoo: make ecosystem sets PROMPTFOO where npm is installed")
class Promptfoo(unittest.TestCase):
    def test_assertion(self):
        check = [{"type": "python", "value": f"file://{truthloop.promptfoo.__file__}"}]
        said = {"∀y (¬Cat(y) ∨ Sleeps(y))": "All assertions passed", "∀x (Cat(x) ∧ Sleeps(x))": "not_equivalent; stronger", "I do not know": "noncompliant"}
        config = {
            "providers": ["echo"],
            "prompts": ["{{said}}"],
            "tests": [{"vars": {"said": text, "fs": RIGHT}, "assert": check} for text in said],
        }
        with tempfile.TemporaryDirectory() as name:
            place = pathlib.Path(name)
            (place / "promptfooconfig.json").write_text(json.dumps(config))
            env = {**os.environ, "HOME": name, "PROMPTFOO_PYTHON": sys.executable, "PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1"}
            command = [os.environ["PROMPTFOO"], "eval", "-c", place / "promptfooconfig.json", "-o", place / "out.json", "--no-cache"]
            subprocess.run(command, env=env, cwd=name, capture_output=True, timeout=300)  # its exit code says that a test failed
            found = json.loads((place / "out.json").read_text())["results"]["results"]
        self.assertEqual(len(found), 3)
        for result in found:
            wanted = said[result["vars"]["said"]]
            self.assertTrue(result["gradingResult"]["reason"].startswith(wanted), result["gradingResult"])
            self.assertEqual(result["success"], wanted == "All assertions passed")


if __name__ == "__main__":
    unittest.main()
