"""Recompute the tables that data/examples/paper/paper.sh makes from its rows.

    python paper_tables.py ROWS OUT

prints each cell that differs, and exits with 1 if there is one. It shares no code with
the programs: r is SciPy's, and the scores of formulas are those of paper_scores.py.
"""

import collections
import csv
import itertools
import json
import pathlib
import re
import statistics
import sys
import warnings

from paper_scores import bleu, equivalence
from scipy.stats import pearsonr, pointbiserialr

warnings.simplefilter("ignore")  # of NLTK and SciPy, for pairs without common n-grams and constant scores
ROWS, OUT = map(pathlib.Path, sys.argv[1:])
differences = []


def rows(part):
    """Return the rows of a directory, in the order of the names of its files."""
    files = sorted((ROWS / part).glob("*.jsonl"), key=lambda file: file.name)
    return [json.loads(line) for file in files for line in file.open(encoding="utf-8")]


def table(name):
    with (OUT / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def compare(name, got, want):
    if got != want:
        differences.append(f"{name}: {got!r}, want {want!r}")


def close(name, got, want):
    """Compare a cell with a number; no number is an empty cell."""
    if want is None or got == "":
        compare(name, got, "" if want is None else want)
    elif abs(float(got) - want) > 1e-9:
        differences.append(f"{name}: {got}, want {want}")


def group(items, *names):
    groups = collections.defaultdict(list)
    for item in items:
        groups[tuple(item.get(name) for name in names)].append(item)
    return groups


def right(row):
    return int(row["verdict"] == "equivalent")


def printed(means):
    """Print the mean of the runs' means, with their deviation if there are several."""
    text = f"{statistics.mean(means):.2f}"
    return text + (f"±{statistics.stdev(means):.2f}" if len(means) > 1 else "")


def near(name, got, want):
    """Compare printed numbers, whose last digits may differ by rounding of a half."""
    numbers = [re.findall(r"[0-9.]+", text) for text in (got, want)]
    if len(numbers[0]) != len(numbers[1]) or any(abs(float(a) - float(b)) > 0.0101 for a, b in zip(*numbers)):
        compare(name, got, want)
    elif got != want and not half(want):
        compare(name, got, want)


halves = set()  # texts of numbers that lie between two printed ones


def half(text):
    return text in halves


def complies(row):
    return int(row["verdict"] in ("equivalent", "not_equivalent", "unknown"))


def by_run(items, value):
    """Return the mean of each run, and remember whether its rounding is unclear."""
    means = [statistics.mean(map(value, run)) for _, run in sorted(group(items, "run").items(), key=str)]
    numbers = [statistics.mean(means)] + ([statistics.stdev(means)] if len(means) > 1 else [])
    if any(abs(1000 * x % 10 - 5) < 1e-6 for x in numbers):
        halves.add(printed(means))
    return means


def nlfol():
    translation = rows("translation")
    for cells in table("nlfol/table-2.csv"):
        for model, cell in cells.items():
            if model != "dataset":
                of = [row for row in translation if (row["dataset"], row["model"]) == (cells["dataset"], model)]
                near(f"table 2: {cells['dataset']} {model}", cell, printed(by_run(of, right)))

    # Table 5 has one denominator to a line: all its rows. What does not parse has 0.
    scores = {}
    for row in translation:
        parsed = complies(row)
        pair = row["fs"], row.get("fs_out", "")
        if parsed and pair not in scores:
            scores[pair] = bleu(*pair), equivalence(*pair)
        row["bleu"], row["le"] = scores[pair] if parsed else (0, 0)
    groups = group(translation, "model", "dataset")
    lines = table("nlfol/table-5.csv")
    compare("table 5: lines", sorted((line["model"], line["dataset"]) for line in lines), sorted(groups))
    for line in lines:
        of = groups[line["model"], line["dataset"]]
        for head, name in ("BLEU", "bleu"), ("LE", "le"):
            at = f"table 5: {line['model']} {line['dataset']} {head}"
            near(at, line[head], printed(by_run(of, lambda row: row[name])))
            rs = [
                pointbiserialr(list(map(right, run)), [row[name] for row in run]).statistic
                for run in group(of, "run").values()
            ]
            rs = [r for r in rs if r == r]
            near(at + " r", line[f"r_pb({head})"], f"{statistics.mean(rs):.2f}" if rs else "")

    tarski = list(dict.fromkeys((row["nl"], row["fs"]) for row in translation if row["dataset"] != "folio"))[:6]
    compare(
        "table 7", [(line["NL sentence"], line["FOL translation"]) for line in table("nlfol/table-7.csv")], tarski
    )

    # Table 9: the same sentence in the same run.
    for line in table("nlfol/table-9.csv"):
        first, second = (
            {(row["id"], row.get("run")): right(row) for row in groups[line[model], line["dataset"]]}
            for model in "ab"
        )
        both = [(first[key], second[key]) for key in first.keys() & second.keys()]
        for head, outcome in ("both", (1, 1)), ("first only", (1, 0)), ("second only", (0, 1)), ("neither", (0, 0)):
            near(f"table 9: {line['dataset']} {head}", line[head], f"{both.count(outcome) / len(both):.2f}")

    wrong = []
    for (name, _), of in group(translation, "dataset", "fs").items():
        verdicts = {row["verdict"] for row in of}
        if "not_equivalent" in verdicts and verdicts <= {"not_equivalent", "noncompliant"}:
            wrong.append((name, of))
    lines = table("nlfol/appendix-i.csv")
    compare(
        "appendix I: formulas",
        sorted((line["dataset"], line["FOL"]) for line in lines),
        sorted((name, of[0]["fs"]) for name, of in wrong),
    )
    for line in lines:
        of = [row for row in translation if (row["dataset"], row["fs"]) == (line["dataset"], line["FOL"])]
        compare("appendix I: sentence", line["NL"], of[0]["nl"])
        compare("appendix I: answer", line["answer"] in [row.get("fs_out") for row in of], True)


TASKS = {"Most similar": "most_similar", "Ranking-Eq.": "eq", "Ranking-Neg.": "neg", "Ranking-Both": "both"}


def choices(name, part):
    answers = rows(part)
    for line in table(name):
        score = "score_" + TASKS[line["task"]]
        for head, cell in line.items():
            if head in ("task", "dataset"):
                continue
            of = [
                row
                for row in answers
                if score in row and row["dataset"] == line["dataset"] and f"{row['model']} {row['form']}" == head
            ]
            near(
                f"{name}: {line['task']} {line['dataset']} {head}", cell, printed(by_run(of, lambda row: row[score]))
            )


def table_8():
    answers = rows("ranked")
    for line in table("nlfol/table-8.csv"):
        for form in "nl", "fol":
            of = [
                row
                for row in answers
                if (row["model"], row["dataset"], row["form"]) == (line["model"], line["dataset"], form)
            ]
            similar, ranking = (
                {(row["id"], row.get("run")): row[score] for row in of if score in row}
                for score in ("score_most_similar", "score_eq")
            )
            both = [(similar[key], ranking[key]) for key in similar.keys() & ranking.keys()]
            for head, outcome in (
                ("MS and R", (1, 1)),
                ("MS and not R", (1, 0)),
                ("not MS and R", (0, 1)),
                ("not MS and not R", (0, 0)),
            ):
                near(
                    f"table 8: {line['model']} {line['dataset']} {head} {form}",
                    line[f"{head} {form}"],
                    f"{both.count(outcome) / len(both):.2f}",
                )


def figure_1():
    row = next(
        row
        for row in rows("ranked")
        if (row["task"], row["form"], row["num_quantifiers"]) == ("ranking", "nl", 1) and row["num_operators"] >= 2
    )
    got = [
        tuple(line.split("\t")) for line in (OUT / "nlfol/figure-1.tsv").read_text(encoding="utf-8").splitlines()[1:]
    ]
    compare("figure 1", got, list(zip(row["roles"], row["candidates"], row["candidates_nl"])))


def autoeval():
    settings = {
        d: json.loads((ROWS / f"formulas/{d}.jsonl.manifest.json").read_text())["settings"]
        for d in ("plogic", "fol", "regex")
    }
    names = {
        "depth": "depth",
        "n": "nodes",
        "sample_count": "sample-count",
        "free_variable_prob": "bind-probability",
        "max_free_variables": "max-free-variables",
        "max_predicate_arity": "max-arity",
        "min_predicate_arity": "min-arity",
        "num_objects": "objects",
        "num_predicates": "predicates",
        "num_propositions": "propositions",
        "alphabet_size": "alphabet-size",
    }
    of = {"First-Order Logic": "fol", "Regular Expression": "regex"}
    for line in table("autoeval/table-1.csv"):
        want = settings[of.get(line["parameter_type"], "plogic")]["settings." + names[line["hyperparameter"]]]
        compare("table 1: " + line["hyperparameter"], line["value"], "∞" if want == "-1" else want)

    loop = rows("loop")
    for number, datasets in (3, ["plogic"]), (4, ["fol", "fol-english"]), (5, ["regex"]):
        wrong = [
            (row["fs"], row["nl"], row["fs_out"])
            for row in loop
            if row["dataset"] in datasets and row["verdict"] == "not_equivalent"
        ][:5]
        compare(f"table {number}", [tuple(line.values()) for line in table(f"autoeval/table-{number}.csv")], wrong)

    runs, reasoner = rows("runs"), rows("reasoner")
    for row in loop + runs + reasoner:
        row["complexity"] = row["depth"] if row["dataset"] == "regex" else row["num_operators"]
    logic = ["plogic", "fol", "fol-english"]
    figures = {
        "5": (logic + ["regex"], "complexity"),
        "7": (["ksat"], "num_operators"),
        "11": (logic, "depth"),
        "12": (logic, "num_and"),
        "13": (logic, "num_or"),
        "14": (logic, "num_not"),
        "15-states": (["regex"], "dfa_states"),
        "15-edges": (["regex"], "dfa_edges"),
        "15-density": (["regex"], "dfa_density"),
    }
    for name, (datasets, x) in figures.items():
        rates(name, [row for row in loop if row["dataset"] in datasets], x)
    rates("6", reasoner, "num_operators")
    rates("8", runs, "complexity")
    for line in table("autoeval/figure-8.csv")[:-1]:
        of = [
            row
            for row in runs
            if (row["dataset"], row["model"], row["complexity"])
            == (line["dataset"], line["model"], int(line["complexity"]))
        ]
        for name, value in ("compliance", complies), ("accuracy", right):
            means = by_run(of, value)
            at = f"figure 8: {line['dataset']} {line['model']} {line['complexity']} {name}"
            close(at + " mean", line[f"run_{name}_mean"], statistics.mean(means))
            close(at + " sd", line[f"run_{name}_sd"], statistics.stdev(means) if len(means) > 1 else None)
    formulas = rows("formulas")
    for name, measures in ("9", ["dfa_density", "dfa_edges", "dfa_states"]), (
        "10",
        ["depth", "num_and", "num_or", "num_not"],
    ):
        for line in table(f"autoeval/figure-{name}.csv"):
            if line["measure"] in measures:
                count = sum(
                    row["dataset"] == line["dataset"] and row[line["measure"]] == float(line["value"])
                    for row in formulas
                )
                compare(
                    f"figure {name}: {line['dataset']} {line['measure']} {line['value']}", int(line["items"]), count
                )
    predictions(loop)


def predictions(loop):
    """Check the correlations and predictive powers of figures 3 and 4."""
    first = lambda most: lambda row: row["dataset"].startswith("fol") and row["num_operators"] <= most
    conditions = {
        "FOLIO(R; NL)": first(6),
        "FOLIO(R; FOL)": first(6),
        "FOLIO(A)": first(6),
        "LogiEval(R; FOL)": first(30),
        "LogiEval(R; PL)": lambda row: row["dataset"] == "plogic" and row["num_operators"] <= 30,
        "HumanEval (invented)": lambda row: row["dataset"] == "regex" and row["depth"] <= 7,
        "BBH (invented)": lambda row: True,
    }
    scores = collections.defaultdict(dict)
    for (benchmark, model), of in group(rows("reason"), "benchmark", "model").items():
        scores[benchmark][model] = 100 * statistics.mean(row["score_answer"] for row in of)
    for (model,), of in group(rows("folio-a"), "model").items():
        scores["FOLIO(A)"][model] = statistics.mean(map(right, of))
    with (ROWS / "benchmarks.csv").open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            scores[line["benchmark"]][line["model"]] = float(line["score"])
    for name in "3", "4":
        found = {line["predicted"].split(":", 1)[1]: line for line in table(f"autoeval/figure-{name}.csv")}
        compare(f"figure {name}: scores", sorted(score for score in found if "(I;" not in score), sorted(conditions))
        for score, condition in conditions.items():
            models = sorted(scores[score])
            x = [
                statistics.mean(right(row) for row in loop if row["model"] == model and condition(row))
                for model in models
            ]
            y = [scores[score][model] for model in models]
            pairs = [(p > q, s > t) for (p, s), (q, t) in itertools.permutations(zip(x, y), 2) if p > q]
            r = pearsonr(x, y).statistic
            close(f"figure {name}: r of {score}", found[score]["pearson"], r if r == r else None)
            power = statistics.mean(map(all, pairs)) if pairs else None
            close(f"figure {name}: power of {score}", found[score]["predictive_power"], power)


def rates(name, items, x):
    """Check the lines of models, and the lines of judges with their F1."""
    lines = table(f"autoeval/figure-{name}.csv")
    total = lines.pop()
    compare(f"figure {name}: rows of all", int(total["rows"]), len(items))
    judged = [line for line in lines if line.get("judge")]
    groups = group(items, "dataset", "model", x)
    compare(f"figure {name}: lines of models", len(lines) - len(judged), len(groups))
    for line in lines[: len(lines) - len(judged)]:
        of = groups[line["dataset"], line["model"], float(line[x])]
        at = f"figure {name}: {line['dataset']} {line['model']} {line[x]}"
        close(at + " rows", line["rows"], len(of))
        close(at + " compliance", line["compliance"], statistics.mean(map(complies, of)))
        close(at + " accuracy", line["accuracy_low"], statistics.mean(map(right, of)))
        compare(at + " judge", line.get("judge_f1", ""), "")
    answers = [
        {**row, **j, "proved": row["verdict"]}
        for row in items
        for j in row.get("judgements", [])
        if row["verdict"] in ("equivalent", "not_equivalent")
    ]
    groups = group(answers, "dataset", "judge", x)
    compare(
        f"figure {name}: judges",
        sorted((l["dataset"], l["judge"], float(l[x])) for l in judged if l["judge_answers"] != "0"),
        sorted((d, j, float(v)) for d, j, v in groups),
    )
    for line in judged:
        of = groups[line["dataset"], line["judge"], float(line[x])]
        pairs = collections.Counter((row["proved"], row["verdict"]) for row in of)
        yes, no = "equivalent", "not_equivalent"
        parts = 2 * pairs[yes, yes] + pairs[no, yes] + pairs[yes, no]
        at = f"figure {name}: judge {line['judge']} {line['dataset']} {line[x]}"
        close(at + " answers", line["judge_answers"], len(of))
        close(at + " F1", line["judge_f1"], 2 * pairs[yes, yes] / parts if parts else None)


nlfol()
choices("nlfol/table-3.csv", "ranked")
choices("nlfol/table-4.csv", "embedded")
choices("nlfol/table-6.csv", "no-thinking")
table_8()
figure_1()
autoeval()
print("\n".join(differences))
sys.exit(bool(differences))
