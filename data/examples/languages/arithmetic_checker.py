"""Decides whether two expressions in +, - and * are equal for all integers.

They are equal if and only if they are the same polynomial. If they differ, they differ
for some values from 0 to the degree (Alon, Combinatorial Nullstellensatz, 1999, lemma 2.1).
"""
import ast, itertools, json, math, sys
from collections import Counter

def polynomial(node):
    """Maps each monomial, a sorted tuple of names, to its coefficient."""
    match node:
        case ast.Name(id=name):
            return Counter({(name,): 1})
        case ast.Constant(value=value) if type(value) is int:
            return Counter({(): value})
        case ast.BinOp(op=ast.Mult()):
            terms = itertools.product(polynomial(node.left).items(), polynomial(node.right).items())
            terms = [(tuple(sorted(m + n)), k * l) for (m, k), (n, l) in terms]
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            sign = 1 if isinstance(node.op, ast.Add) else -1
            terms = [*polynomial(node.left).items(), *((m, sign * k) for m, k in polynomial(node.right).items())]
        case _:
            raise SyntaxError("expected integers, names, +, -, * and parentheses")
    total = Counter()
    for monomial, k in terms:
        total[monomial] += k
    return total

def value(p, at):
    return sum(k * math.prod(at[name] for name in monomial) for monomial, k in p.items())

def compare(left, right):
    sides = []
    for text, verdict in ((left, "error"), (right, "noncompliant")):
        try:
            sides.append(polynomial(ast.parse(text.strip(), mode="eval").body))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
            return {"verdict": verdict, "reason": f"does not parse: {e}"}
    left, right = sides
    if all(left[m] == right[m] for m in [*left, *right]):
        return {"verdict": "equivalent"}
    names = sorted({name for m in [*left, *right] for name in m})
    degree = max(m.count(name) for m in [*left, *right] for name in m or ("",))
    for values in itertools.product(range(degree + 1), repeat=len(names)):
        at = dict(zip(names, values))
        a, b = value(left, at), value(right, at)
        if a != b:
            return {"verdict": "not_equivalent", "witness": {"at": at, "left": a, "right": b}}

if __name__ == "__main__":
    for line in sys.stdin:
        pair = json.loads(line)
        print(json.dumps({"id": pair["id"]} | compare(pair["left"], pair["right"])), flush=True)
