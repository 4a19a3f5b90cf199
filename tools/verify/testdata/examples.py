"""Writes random rows with examples, and with what verify --examples must say of them.

Usage: examples.py SEED ROWS finite|infinite. The evaluators of this file follow the
definitions and share nothing with truthloop; strings are matched by Python's re.
"""

import itertools
import json
import random
import re
import sys

seed, count, words = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
rng = random.Random(seed)
BINARY = {"&": lambda a, b: a and b, "|": lambda a, b: a or b, "->": lambda a, b: not a or b, "<->": lambda a, b: a == b}


def regex(depth):  # (our notation, Python's)
    kind = rng.randrange(8) if depth else rng.randrange(2)
    if kind == 0:
        return rng.choice([("a", "a"), ("b", "b"), ("[ab]", "[ab]"), ("[^a]", "[^a]"), (".", ".")])
    if kind == 1:
        return ("ab", "ab")
    (x, px), (y, py) = regex(depth - 1), regex(depth - 1)
    if kind < 4:
        return f"({x})({y})", f"(?:{px})(?:{py})"
    if kind < 6:
        return f"({x}|{y})", f"(?:{px}|{py})"
    repeat = rng.choice(["*", "+", "?", "{2}", "{1,3}", "{2,}"])
    return f"({x}){repeat}", f"(?:{px}){repeat}"


def formula(depth, atom, unary):
    kind = rng.randrange(3) if depth else 0
    if kind == 0:
        return atom()
    if kind == 1:
        return (rng.choice(unary), formula(depth - 1, atom, unary))
    binary = list(BINARY) + (["U", "W", "R", "M"] if "X" in unary else [])
    return (rng.choice(binary), formula(depth - 1, atom, unary), formula(depth - 1, atom, unary))


def written(f):
    if isinstance(f, str):
        return f
    if len(f) == 2:
        return f"({f[0]} {written(f[1])})"
    return f"({written(f[1])} {f[0]} {written(f[2])})"


def true(f, atom):  # a Boolean combination; atom gives the value of everything else
    if isinstance(f, tuple) and f[0] == "!":
        return not true(f[1], atom)
    if isinstance(f, tuple) and f[0] in BINARY:
        return BINARY[f[0]](true(f[1], atom), true(f[2], atom))
    return atom(f)


def along(f, steps, back, i):
    """The value at step i. The word ends after the last step, or goes on at step back."""
    path = [i]
    while len(path) < 2 * len(steps) + 1 and (path[-1] + 1 < len(steps) or back is not None):
        path.append(path[-1] + 1 if path[-1] + 1 < len(steps) else back)

    def value(g):
        if isinstance(g, str):
            return g in steps[i]
        if g[0] == "X":
            return len(path) > 1 and along(g[1], steps, back, path[1])
        a = [along(g[1], steps, back, j) for j in path]
        b = [along(g[2], steps, back, j) for j in path] if len(g) == 3 else a
        n = range(len(path))
        until = any(b[k] and all(a[:k]) for k in n)
        return {
            "F": any(a), "G": all(a), "U": until, "W": until or all(a),
            "R": all(b[k] or any(a[:k]) for k in n),
            "M": any(a[k] and all(b[: k + 1]) for k in n),
        }[g[0]]

    return true(f, value)


def quantified(depth, bound):
    if depth and rng.randrange(2):
        x = f"x{len(bound) + 1}"
        return (rng.choice(["all", "exists"]), x, quantified(depth - 1, [*bound, x]))

    def atom():
        terms = [*bound, "c"]
        return rng.choice([f"P({rng.choice(terms)})", f"R({rng.choice(terms)}, {rng.choice(terms)})"])

    return formula(2, atom, ["!"])


def quantified_text(f):
    return f"{f[0]} {f[1]}. {quantified_text(f[2])}" if f[0] in ("all", "exists") else written(f)


def within(f, s, values):
    if f[0] in ("all", "exists"):
        return {"all": all, "exists": any}[f[0]](within(f[2], s, {**values, f[1]: e}) for e in range(s["size"]))

    def atom(text):
        name, *terms = re.findall(r"\w+", text)
        args = [values[t] if t in values else s["constants"][t] for t in terms]
        return args in s["predicates"][f"{name}/{len(args)}"]

    return true(f, atom)


def structure():
    n = rng.randint(1, 3)
    some = lambda k: [list(t) for t in itertools.product(range(n), repeat=k) if rng.randrange(2)]
    return {"size": n, "constants": {"c": rng.randrange(n)}, "predicates": {"P/1": some(1), "R/2": some(2)}}


def word():
    steps = [[p for p in "pqr" if rng.randrange(2)] for _ in range(rng.randint(1, 5))]
    if words == "finite":
        return steps
    back = rng.randrange(len(steps))
    return {"prefix": steps[:back], "loop": steps[back:]}


def holds_along(f, w):
    return along(f, w, None, 0) if isinstance(w, list) else along(f, w["prefix"] + w["loop"], len(w["prefix"]), 0)


KINDS = {  # formalism: (a formula, its text, an example, its value)
    "regex": (lambda: regex(3), lambda f: f[0], lambda: "".join(rng.choice("abc") for _ in range(rng.randrange(7))),
              lambda f, s: re.fullmatch(f[1], s, re.DOTALL) is not None),
    "ltl": (lambda: formula(3, lambda: rng.choice("pqr"), ["!", "X", "F", "G"]), written, word, holds_along),
    "propositional": (lambda: formula(3, lambda: rng.choice(["p1", "p2", "P3"]), ["!"]), written,
                      lambda: {f"p{k}": rng.randrange(2) == 1 for k in (1, 2, 3)}, lambda f, a: true(f, lambda p: a[p.lower()])),
    "first_order": (lambda: quantified(3, []), quantified_text, structure, lambda f, s: within(f, s, {})),
}


def witness(kind, f, e, wanted):
    if kind == "regex":
        return {"kind": "string", "string": e, "accepted_by": "left" if wanted else "right"}
    if kind == "ltl":
        step = lambda s: {p: p in s for p in {*s, *(c for c in text(f) if c in "pqr")}}
        lists = e if isinstance(e, dict) else {"trace": e}
        e = {"kind": "word", "value": {name: [step(s) for s in steps] for name, steps in lists.items() if steps}}
    elif kind == "propositional":
        e = {"kind": "assignment", "assignment": e}
    else:
        e = {"kind": "structure", "structure": json.loads(json.dumps(e).lower())}
    return {**e, "left": wanted, "right": not wanted}


for n in range(count):
    kind = rng.choice(list(KINDS))
    make, text, example, value = KINDS[kind]
    f, gold = make(), make()
    label = gold if rng.randrange(2) else None  # examples of fs, or with random labels
    lists, seen = {"accepts": [], "rejects": []}, set()
    for _ in range(rng.randint(1, 8)):
        e = example()
        if json.dumps(e) not in seen and not (kind == "ltl" and isinstance(e, dict) and seen):  # one lasso has many forms
            seen.add(json.dumps(e))
            accepted = value(label, e) if label else rng.randrange(2) == 1
            lists["accepts" if accepted else "rejects"].append(e)
    judged = lambda g: [value(g, e) for e in lists["accepts"]] + [not value(g, e) for e in lists["rejects"]]
    row = {"id": str(n), "formalism": kind, "fs_out": text(f), **lists}
    row["want"] = {"passed": sum(judged(f)), "failed": judged(f).count(False)}
    if False in judged(f):
        first = judged(f).index(False)
        row["want"]["first"] = witness(kind, f, (lists["accepts"] + lists["rejects"])[first], first < len(lists["accepts"]))
    if rng.randrange(2):
        row["fs"], row["want"]["gold"] = text(gold), judged(gold).count(False)
    print(json.dumps(row))
