"""BLEU and LE of pairs of formulas, for paper_tables.py: BLEU is NLTK's, and LE is
computed from its definition in MALLS (Yang et al. 2023, arXiv:2305.15541).
"""

import itertools
import re

from nltk.translate.bleu_score import sentence_bleu

TOKEN = re.compile(r"[\w'-]+|\S")


class Formula:
    def __init__(self, text):
        self.tokens, self.atoms = TOKEN.findall(text), []
        self.tree = self.infix(0)
        if self.tokens:
            raise ValueError(text)

    def accept(self, token):
        if self.tokens and self.tokens[0] == token:
            return self.tokens.pop(0)

    def infix(self, level):
        signs = "↔→⊕∨∧"
        if level == len(signs):
            return self.unary()
        left = self.infix(level + 1)
        while self.accept(signs[level]):
            right = self.infix(level if signs[level] == "→" else level + 1)
            left = (signs[level], left, right)
        return left

    def unary(self):
        if self.accept("¬"):
            return ("¬", self.unary())
        if self.tokens[0] in "∀∃":
            del self.tokens[:2]
            return self.infix(0) if self.accept(".") else self.unary()
        if self.accept("("):
            inside = self.infix(0)
            self.accept(")") or self.fail()
            return inside
        text = self.tokens.pop(0)
        if self.accept("("):
            text += "("
            while not self.accept(")"):
                text += self.tokens.pop(0)
            text += ")"
        for sign in "=≠":
            if self.accept(sign):
                atom = self.atom(text + "=" + self.tokens.pop(0))
                return atom if sign == "=" else ("¬", atom)
        return self.atom(text)

    def atom(self, text):
        if text.lower() not in self.atoms:
            self.atoms.append(text.lower())
        return text.lower()

    def fail(self):
        raise ValueError(self.tokens)


def value(tree, at):
    if isinstance(tree, str):
        return at[tree]
    sign, *parts = tree
    a, b = value(parts[0], at), value(parts[-1], at)
    return {"¬": not a, "∧": a and b, "∨": a or b, "⊕": a != b, "→": not a or b, "↔": a == b}[sign]


def equivalence(truth, answer):
    """LE: the best agreement of the truth tables over all one-to-one bindings."""
    x, y = Formula(truth), Formula(answer)
    n = max(len(x.atoms), len(y.atoms))
    if n > 6:
        raise ValueError("more bindings than truthloop tries")
    worlds = list(itertools.product([False, True], repeat=n))
    want = [value(x.tree, dict(zip(x.atoms, world))) for world in worlds]
    best = 0
    for binding in itertools.permutations(range(n), len(y.atoms)):
        got = [value(y.tree, {atom: world[i] for atom, i in zip(y.atoms, binding)}) for world in worlds]
        best = max(best, sum(a == b for a, b in zip(want, got)) / len(worlds))
    return best


WRITTEN = re.compile(r"[∀∃]\s*[\w'-]+|[\w'-]+|\S")


def bleu(truth, answer):
    want, got = ([re.sub(r"\s", "", token) for token in WRITTEN.findall(text)] for text in (truth, answer))
    order = min(4, len(got))
    return sentence_bleu([want], got, weights=[1 / order] * order)
