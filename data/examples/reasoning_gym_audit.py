"""Audit the logic datasets of reasoning-gym by proof: contradictory premises, labels that
do not follow, and puzzles with several solutions.

    pip install reasoning-gym==0.1.25 ./python
    python data/examples/reasoning_gym_audit.py --count 2000 --seed 42 -o audited.jsonl

prints a line for each finding, and writes each item with its verdict and its witness or
certificate. Dataset, seed and index (the column id) make the item again.
"""

import argparse
import collections
import json
import re

import reasoning_gym

import truthloop

FORMS = {  # the four forms of a statement, over one element
    "All": "∀x ({s}(x) → {p}(x))", "No": "∀x ({s}(x) → ¬{p}(x))",
    "Some": "∃x ({s}(x) ∧ {p}(x))", "Some not": "∃x ({s}(x) ∧ ¬{p}(x))",
}  # fmt: skip


def propositional_logic(item):
    """Does the dataset's own answer follow from the premises?"""
    about = item["metadata"]
    yield {"premises": about["premises"], "conclusion": about["example_answer"], "formalism": "propositional", "claim": "follows"}


def statement(text):
    quantifier, subject, negation, predicate = re.fullmatch(r"(All|No|Some) (\w+) are (not )?(\w+)", text).groups()
    return FORMS[quantifier + (" not" if negation else "")].format(s=subject, p=predicate), {subject, predicate}


def syllogism(item):
    """Does the conclusion follow, if a class may be empty (modern logic) and if none is (Aristotle)?"""
    about = item["metadata"]
    (first, a), (second, b), (conclusion, c) = (statement(about[part]) for part in ("premise1", "premise2", "conclusion"))
    claim = "follows" if about["is_valid"] else "does not follow"
    for reading, more in ("classes may be empty", []), ("no class is empty", [f"∃x {term}(x)" for term in sorted(a | b | c)]):
        yield {"premises": [first, second, *more], "conclusion": conclusion, "formalism": "first_order", "claim": claim, "reading": reading}


def said(statement):
    """A statement of a knight or a knave; pN is true if person N is a knight."""
    kind, *parts = statement
    if kind in ("telling-truth", "lying"):
        return f"{'¬' if kind == 'lying' else ''}p{parts[0]}"
    if kind == "not":
        return f"¬{said(parts[0])}"
    sign = {"and": " ∧ ", "or": " ∨ ", "->": " → ", "<=>": " ↔ "}[kind]
    return f"({sign.join(map(said, parts))})"


def knights_knaves(item):
    """Is the solution the only one? It is if the statements are equivalent to it."""
    about = item["metadata"]
    rules = [f"(p{i} ↔ {said(s)})" for i, s in enumerate(about["statements"])]
    solution = [f"{'' if knight else '¬'}p{i}" for i, knight in enumerate(about["solution"])]
    yield {"fs": " ∧ ".join(rules), "fs_out": " ∧ ".join(solution), "formalism": "propositional", "claim": "equivalent"}


def gate(term):
    """A term such as A&B'&A: & is AND, ⊕ is XOR, ↑ is NAND of all inputs, and ' negates."""
    sign = next((s for s in "&⊕↑" if s in term), "&")
    inputs = [f"¬{name[0]}" if name.endswith("'") else name for name in term.split(sign)]
    joined = {"&": " ∧ ", "⊕": " ⊕ ", "↑": " ∧ "}[sign].join(inputs)
    return f"¬({joined})" if sign == "↑" else f"({joined})"


def circuit_logic(item):
    """Does the output follow from the circuit and its inputs?"""
    about = item["metadata"]
    sign = {"OR": " ∨ ", "AND": " ∧ ", "XOR": " ⊕ ", "NOR": " ∨ ", "NAND": " ∧ "}[about["final_gate"]]
    circuit = sign.join(map(gate, about["term_strings"]))
    if about["final_gate"] in ("NOR", "NAND"):
        circuit = f"¬({circuit})"
    inputs = [f"{'' if on else '¬'}{name}" for name, on in about["assignments"].items()]
    output = f"({circuit})" if item["answer"] == "1" else f"¬({circuit})"
    yield {"premises": inputs, "conclusion": output, "formalism": "propositional", "claim": "follows"}


DATASETS = {f.__name__: f for f in (propositional_logic, syllogism, knights_knaves, circuit_logic)}


def finding(row):
    """What a verdict says of an item, in words; unknown is no finding."""
    verdict, claim = row["verdict"], row["claim"]
    if row.get("verdict_reason") == "inconsistent_premises":
        return "the premises contradict each other, so every answer follows"
    if claim == "follows" and verdict in ("false", "uncertain"):
        return f"the answer says that it follows, and it does not ({'its negation does' if verdict == 'false' else 'nor does its negation'})"
    if claim == "does not follow" and verdict == "true":
        return "the answer says that it does not follow, and it does"
    if claim == "equivalent" and verdict == "not_equivalent":
        return "the puzzle has more solutions, or another one"
    return "right" if verdict in ("true", "false", "uncertain", "equivalent") else verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="items of each dataset")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--dataset", choices=sorted(DATASETS), action="append", help="may be repeated; default: all")
    parser.add_argument("--set", metavar="NAME=NUMBER", action="append", default=[], help="a setting of the datasets, such as min_statements=4")
    parser.add_argument("-o", "--output", default="audited.jsonl")
    options = parser.parse_args()
    settings = {name: int(value) for name, value in (s.split("=") for s in options.set)}
    with open(options.output, "w", encoding="utf-8") as output:
        for name in options.dataset or DATASETS:
            items = reasoning_gym.create_dataset(name, size=options.count, seed=options.seed, **settings)
            rows = [{"id": f"{name}/{options.seed}/{i}", **row} for i, item in enumerate(items) for row in DATASETS[name](item)]
            task = {"task": "entailment"} if "premises" in rows[0] else {}
            counts = collections.Counter()
            for row in truthloop.verify([{**row, "row": i} for i, row in enumerate(rows)], timing=False, **task):
                counts[row.get("reading"), finding(row)] += 1
                output.write(json.dumps(row, ensure_ascii=False) + "\n")
            for (reading, what), n in counts.most_common():
                print(f"{name}: {n} of {options.count}: {what}" + (f" (if {reading})" if reading else ""))


if __name__ == "__main__":
    main()
