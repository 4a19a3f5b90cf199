"""Pairs of temporal formulas, with past operators, and a check of what verify says of them.

Usage: words.py make SEED PAIRS, which writes rows; and
words.py check finite|infinite, which reads the verified rows. The evaluator follows the
definitions and shares nothing with truthloop: it runs a formula over all words of up to
three steps over p and q at once (a bit for each word), and over each witness.
"""

import json
import random
import sys

UNARY = ["!", "X", "WX", "F", "G", "Y", "Z", "O", "H"]
BINARY = ["&", "|", "->", "<->", "xor", "U", "W", "R", "M", "S", "T"]
PAST = set("YZOHST")
DUAL = {"X": "WX", "WX": "X", "F": "G", "G": "F", "Y": "Z", "Z": "Y", "O": "H", "H": "O", "&": "|", "|": "&",
        "U": "R", "R": "U", "W": "M", "M": "W", "S": "T", "T": "S"}  # fmt: skip


def formula(rng, depth):
    kind = rng.randrange(5) if depth else 0
    if kind == 0:
        return rng.choice(["p", "p", "q", "q", "true", "false"])
    if kind < 3:
        return (rng.choice(UNARY), formula(rng, depth - 1))
    return (rng.choice(BINARY), formula(rng, depth - 1), formula(rng, depth - 1))


def places(f, path=()):
    yield path, f
    if isinstance(f, tuple):
        for i, part in enumerate(f[1:], 1):
            yield from places(part, (*path, i))


def put(f, path, new):
    return new if not path else (*f[: path[0]], put(f[path[0]], path[1:], new), *f[path[0] + 1 :])


def equal(f):
    """Formulas that are equal to f at every step of every word, by textbook laws."""
    if not isinstance(f, tuple):
        return [("!", ("!", f)), ("&", f, "true")]
    op, *args = f
    found = [("!", ("!", f))]
    if op in DUAL:
        found.append(("!", (DUAL[op], *(("!", a) for a in args))))
    if op in ("F", "O"):
        found += [("U" if op == "F" else "S", "true", *args), ("|", args[0], ("X" if op == "F" else "Y", f))]
    if op in ("G", "H"):
        found += [("R" if op == "G" else "T", "false", *args), ("&", args[0], ("WX" if op == "G" else "Z", f))]
    if op in ("U", "S"):
        a, b = args
        found.append(("|", b, ("&", a, ("X" if op == "U" else "Y", f))))
    if op in ("R", "T"):
        a, b = args
        found.append(("&", b, ("|", a, ("WX" if op == "R" else "Z", f))))
    if op == "W":
        found.append(("|", ("U", *args), ("G", args[0])))
    if op == "M":
        found.append(("&", ("R", *args), ("F", args[0])))
    if op in ("X", "Y"):
        found.append(("&", f, (op, "true")))
    if op in ("->", "xor", "<->"):
        a, b = args
        found.append({"->": ("|", ("!", a), b), "xor": ("!", ("<->", a, b)), "<->": ("&", ("->", a, b), ("->", b, a))}[op])
    return found


def other(rng, f):
    """Formulas with the operator of f replaced."""
    if not isinstance(f, tuple):
        return [a for a in ("p", "q") if a != f]
    return [(op, *f[1:]) for op in (UNARY if len(f) == 2 else BINARY) if op != f[0]] + list(f[1:])


def changed(rng, f, change):
    path, part = rng.choice(list(places(f)))
    return put(f, path, rng.choice(change(part)))


def written(f):
    return f if isinstance(f, str) else f"({f[0]} {written(f[1])})" if len(f) == 2 else f"({written(f[1])} {f[0]} {written(f[2])})"


def parsed(tokens):
    """The formula of a text that ``written`` made."""
    token = tokens.pop(0)
    if token != "(":
        return token
    if tokens[0] in UNARY:
        f = (tokens.pop(0), parsed(tokens))
    else:
        a = parsed(tokens)
        f = (tokens.pop(0), a, parsed(tokens))
    tokens.pop(0)
    return f


def depth_of_past(f):
    return 0 if isinstance(f, str) else (f[0] in PAST) + max(map(depth_of_past, f[1:]))


def first(f, steps, loop, every):
    """The value of f at the first step, of many words at once: bit k belongs to word k.

    steps maps propositions to bits, loop is the step to which the last one goes back, or
    None. A loop is repeated once for each level of past operators: from then on, the
    value at a step of the loop is the same in each round.
    """
    if loop is not None:
        rounds = depth_of_past(f)
        steps = steps[:loop] + steps[loop:] * (rounds + 1)
        loop = len(steps) - (len(steps) - loop) // (rounds + 1)
    n = len(steps)

    def back(start, step):  # from the last step to the first; a second round settles a loop
        values, after = [start] * n, start
        for _ in range(2):
            for i in reversed(range(n)):
                values[i] = after = step(i, after)
            if loop is None:
                break
            after = values[loop]
        return values

    def forth(start, step):
        values, before = [], start
        for i in range(n):
            before = step(i, before)
            values.append(before)
        return values

    def of(g):
        if isinstance(g, str):
            return [every if g == "true" else 0 if g == "false" else s[g] for s in steps]
        op, parts = g[0], [of(a) for a in g[1:]]
        a, b = parts[0], parts[-1]
        simple = {
            "!": lambda x, y: every & ~x, "&": lambda x, y: x & y, "|": lambda x, y: x | y, "->": lambda x, y: every & ~x | y,
            "<->": lambda x, y: every & ~(x ^ y), "xor": lambda x, y: x ^ y,
        }  # fmt: skip
        if op in simple:
            return [simple[op](x, y) for x, y in zip(a, b)]
        if op in ("X", "WX"):
            return [*a[1:], a[loop] if loop is not None else every if op == "WX" else 0]
        if op in ("Y", "Z"):
            return [every if op == "Z" else 0, *a[:-1]]
        if op in ("F", "G", "U", "W", "R", "M"):
            if op == "W":
                return [x | y for x, y in zip(of(("U", *g[1:])), of(("G", g[1])))]
            if op == "M":
                return of(("U", g[2], ("&", g[1], g[2])))
            return back(*{
                "F": (0, lambda i, after: a[i] | after), "G": (every, lambda i, after: a[i] & after),
                "U": (0, lambda i, after: b[i] | a[i] & after), "R": (every, lambda i, after: b[i] & (a[i] | after)),
            }[op])  # fmt: skip
        return forth(*{
            "O": (0, lambda i, before: a[i] | before), "H": (every, lambda i, before: a[i] & before),
            "S": (0, lambda i, before: b[i] | a[i] & before), "T": (every, lambda i, before: b[i] & (a[i] | before)),
        }[op])  # fmt: skip

    return of(f)[0]


def differ(f, g, finite):
    """Whether f and g differ on a word of up to three steps over p and q."""
    for n in (1, 2, 3):
        words = range(4**n)
        steps = [{name: sum((k >> 2 * s + i & 1) << k for k in words) for i, name in enumerate("pq")} for s in range(n)]
        for loop in [None] if finite else range(n):
            every = (1 << 4**n) - 1
            if first(f, steps, loop, every) != first(g, steps, loop, every):
                return True
    return False


def make(seed, count):
    rng = random.Random(seed)
    for i in range(count):
        f = g = formula(rng, 4)
        kind = rng.choice(["law", "law", "edit", "random"])
        if kind == "random":
            g = formula(rng, 4)
        for _ in range(rng.randint(1, 3) if kind != "random" else 0):
            g = changed(rng, g, equal)
        if kind == "edit":
            g = changed(rng, g, lambda part: other(rng, part))
        yield {"id": str(i), "formalism": "ltl", "fs": written(f), "fs_out": written(g), "made_by": kind}


def check(finite):
    counts = dict.fromkeys(["equivalent", "not_equivalent", "unknown"], 0)
    for line in sys.stdin:
        row = json.loads(line)
        f, g = (parsed(row[c].replace("(", "( ").replace(")", " )").split()) for c in ("fs", "fs_out"))
        counts[row["verdict"]] += 1
        if row["verdict"] == "equivalent":
            wrong = differ(f, g, finite)
        elif row["verdict"] == "not_equivalent":
            word = json.loads(row["witness"])["value"]
            word = {"prefix": word.get("trace") or word.get("prefix") or [], "loop": word.get("loop") or []}
            steps = [{a: int(s.get(a, False)) for a in "pq"} for s in word["prefix"] + word["loop"]]
            loop = None if finite else len(word["prefix"])
            wrong = first(f, steps, loop, 1) == first(g, steps, loop, 1) or row["made_by"] == "law"
        else:
            wrong = False
        if wrong:
            sys.exit(f"wrong: {line}")
    print(json.dumps(counts))


if sys.argv[1] == "make":
    for made in make(int(sys.argv[2]), int(sys.argv[3])):
        print(json.dumps(made))
else:
    check(sys.argv[2] == "finite")
