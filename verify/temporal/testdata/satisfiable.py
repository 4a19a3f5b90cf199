"""Read a JSON list of LTLf formulas in the syntax of ltlf2dfa, and write a JSON list:
whether each formula holds on some finite word of one step or more.

ltlf2dfa translates a formula into WS1S (De Giacomo and Vardi, IJCAI 2013), and MONA
translates that into an automaton.
"""

import json
import re
import sys
import tempfile

from ltlf2dfa import ltlf2dfa
from ltlf2dfa.parser.ltlf import LTLfParser


def holds_somewhere(automaton):
    """Report whether MONA's text of an automaton accepts a word of one step or more."""
    accepting = re.search(r"^Accepting states:([ \d]*)$", automaton, re.MULTILINE)
    edges = re.findall(r"^State (\d+): [01X]* -> state (\d+)$", automaton, re.MULTILINE)
    if not accepting or not edges or "Initial state: 0" not in automaton:
        raise ValueError(f"found no automaton in MONA's output: {automaton!r}")
    following = {}
    for state, successor in edges:
        following.setdefault(state, set()).add(successor)
    # The first edge reads values of Boolean variables, which these formulas do not
    # have. Each further edge reads a step of the word.
    reached, queue = set(), [step for state in following["0"] for step in following[state]]
    while queue:
        state = queue.pop()
        if state not in reached:
            reached.add(state)
            queue.extend(following[state])
    return not reached.isdisjoint(accepting.group(1).split())


parse = LTLfParser()
with tempfile.TemporaryDirectory() as directory:
    ltlf2dfa.PACKAGE_DIR = directory  # where it writes its file for MONA
    json.dump([holds_somewhere(str(parse(text).to_dfa(mona_dfa_out=True))) for text in json.load(sys.stdin)], sys.stdout)
