"""An assertion for promptfoo: the output is a formula that is proved equivalent to the right one.

In ``promptfooconfig.yaml``, with the path of this file, which ``python -m truthloop.promptfoo`` prints::

    tests:
      - vars: {sentence: All cats sleep., fs: "∀x (Cat(x) → Sleeps(x))"}
        assert: [{type: python, value: "file:///path/of/truthloop/promptfoo.py"}]

``fs`` is the right formula, and ``formalism`` is ``first_order`` by default. A verdict ``unknown`` does not pass; its
score is 0.5, and the reason says so.
"""

import json
from typing import Any

from truthloop import Filter, Verifier
from truthloop._verifier import stored


def get_assert(output: str, context: dict[str, Any]) -> dict[str, Any]:
    """Return the result that promptfoo expects.

    >>> get_assert("p and q", {"vars": {"fs": "q ∧ p", "formalism": "propositional"}})["pass"]
    True
    """
    variables = context["vars"]
    if "fs" not in variables:
        return {"pass": False, "score": 0.0, "reason": f"found the vars {', '.join(variables) or 'none'}, expected fs"}
    with Filter[dict[str, Any]]("autoformalize", stored=True) as read, Verifier() as verifier:
        row = read.ask(stored("autoformalize", variables.get("formalism", "first_order"), variables["fs"], output)).result()
        verdict = verifier.ask(row).result()
    parts = [verdict.verdict, verdict.relation, verdict.reason, json.dumps(verdict.witness) if verdict.witness else None]
    score = {"equivalent": 1.0, "unknown": 0.5}.get(verdict.verdict, 0.0)
    return {"pass": score == 1.0, "score": score, "reason": "; ".join(dict.fromkeys(p for p in parts if p))}


if __name__ == "__main__":
    print(__file__)
