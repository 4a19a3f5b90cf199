"""The examples of the package and of its README run."""

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
import unittest
from pathlib import Path

import truthloop


def load_tests(loader, tests, pattern):
    for module in ["truthloop", *(m.name for m in pkgutil.walk_packages(truthloop.__path__, "truthloop."))]:
        try:
            tests.addTests(doctest.DocTestSuite(importlib.import_module(module), extraglobs={"truthloop": truthloop}))
        except ImportError:  # a library that is not here
            pass
    return tests


class Documentation(unittest.TestCase):
    def test_readme(self):
        text = (Path(__file__).parent.parent / "README.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        self.assertGreaterEqual(len(blocks), 2)
        names: dict = {}
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            for block in blocks:
                exec(block, names)
        self.assertIn("not_equivalent incomparable", printed.getvalue())
        self.assertTrue(names["accuracy"].between(0, 1).all())

    def test_public_functions_of_modules_have_examples(self):
        """Those of lm_eval.utils had none."""
        for name in "arrow", "curriculum", "inspect.scoring", "inspect.tasks", "lighteval", "promptfoo", "rewards", "tasks", "lm_eval.utils":
            try:
                module = importlib.import_module(f"truthloop.{name}")
            except ImportError:  # a library that is not here
                continue
            for thing in vars(module).values():
                if getattr(thing, "__module__", "") == module.__name__ and callable(thing) and not thing.__name__.startswith("_"):
                    self.assertIn(">>>", thing.__doc__ or "", f"{name}.{thing.__name__} has no example")

    def test_public_names_have_examples(self):
        for name in truthloop.__all__:
            thing = getattr(truthloop, name)
            self.assertTrue(thing.__doc__, name)
            if not (isinstance(thing, type) and issubclass(thing, Exception)):
                found = doctest.DocTestFinder().find(thing, name)
                self.assertTrue(any(test.examples for test in found), f"{name} has no example")
            for member, value in vars(thing).items() if isinstance(thing, type) else ():
                if not member.startswith("_") and (callable(value) or isinstance(value, (classmethod, property))):
                    self.assertIn(">>>", getattr(thing, member).__doc__ or value.__doc__ or "", f"{name}.{member} has no example")


if __name__ == "__main__":
    unittest.main()
