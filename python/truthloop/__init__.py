"""Prove whether language models keep the truth between formal syntax and English.

This package runs the programs of truthloop: one function for each program that reads or writes rows, and
:class:`Verifier`, which decides single pairs of formulas and starts the program only once. All examples assume
``import truthloop``.

**Rows** are a list of dicts, where absent keys stay absent, a DataFrame of pandas (with the types of
``pyarrow.Table.to_pandas``) or of polars, or a ``pyarrow.Table``. A ``pyarrow.RecordBatchReader`` or an iterator of
dicts streams: memory does not grow with the number of rows. A function returns its rows in the form in which it takes
them.

**Options** are the flags of the program, with underscores: ``verify(rows, timeout="5s")`` is ``verify --timeout
5s``. ``True`` sets a flag without a value; ``False`` and ``None`` leave it out. A list is joined by commas; for a
flag that may be repeated, such as ``stop``, the flag is repeated. With ``output``, the rows go to that file, and
the function returns no rows. The help of the program describes all flags, for example ``truthloop verify --help``.

**Errors.** If the program fails, the function raises :class:`Error` with the message of the program:
:class:`UsageError` if an option, a column or a value is not known, and :class:`InDoubt` if every row has an error.
All other messages of the program go to the logger ``truthloop``.
"""

from typing import Any

from . import _run
from ._run import Error, InDoubt, Interrupted, Model, Questions, UsageError, ask, executable
from ._verifier import Filter, Verdict, Verifier

__all__ = [
    "Error", "Filter", "InDoubt", "Interrupted", "Questions", "UsageError", "Verdict", "Verifier", "autoformalize",
    "classes", "convert", "executable", "generate", "informalize", "metrics", "perturb", "verify", "vote",
]


def generate(dataset: str | None = None, *, to: str = "dicts", **options: Any) -> Any:
    """Generate formulas.

    :param dataset: a packaged dataset, such as ``plogic``.
    :param to: the form of the rows: ``dicts``, ``pandas``, ``polars`` or ``arrow``; any other form is a ValueError.
    :param options: such as ``seed`` and ``sample_count`` (the maximum number of formulas for each number of operators,
        or for each depth of regular expressions). All options and errors: see :mod:`truthloop`.

    >>> truthloop.generate("plogic", sample_count=1, seed=7)[0]["formalism"]
    'propositional'
    """
    return _run.generate(_run.arguments("generate", {"dataset": dataset, **options}), to)


def informalize(rows: Any, model: str | Model, **options: Any) -> Any:
    """Let a model describe each formula (``fs``) in English (``nl``).

    :param model: ``builtin:rules``, ``builtin:noisy``, or a model of an endpoint; or a function that takes a list of
        conversations and returns a list of replies, see :class:`Questions`. With a function, the rows are read
        whole, and a ``pyarrow.RecordBatchReader`` is not possible.
    :param options: such as ``base_url`` and ``workers`` (the maximum number of requests under way). All
        options and errors: see :mod:`truthloop`.

    >>> row, = truthloop.informalize([{"formalism": "propositional", "fs": "p1 ∧ p2"}], "builtin:rules")
    >>> isinstance(row["nl"], str)
    True
    """
    return ask("informalize", rows, model, options)


def autoformalize(rows: Any, model: str | Model, **options: Any) -> Any:
    """Let a model write the formula (``fs_out``) of each description (``nl``).

    Parameters and errors are those of :func:`informalize`.

    >>> described = truthloop.informalize([{"formalism": "propositional", "fs": "p1 ∧ p2"}], "builtin:rules")
    >>> truthloop.autoformalize(described, "builtin:rules")[0]["fs_out"]
    '(p1 ∧ p2)'
    """
    return ask("autoformalize", rows, model, options)


def verify(rows: Any, **options: Any) -> Any:
    """Prove for each row whether ``fs`` and ``fs_out`` are equivalent.

    Adds ``verdict`` (``equivalent``, ``not_equivalent``, ``unknown``, ``noncompliant`` or ``error``), ``relation``,
    and a ``witness`` or a ``certificate``.

    :param options: such as ``timeout="5s"`` (for each row), ``left`` and ``right`` (the columns to compare),
        ``examples=True`` (judge by the lists ``accepts`` and ``rejects``) and ``task="entailment"``. All options and
        errors: see :mod:`truthloop`.

    >>> row, = truthloop.verify([{"formalism": "regex", "fs": "(0*1)*", "fs_out": "(0|1)*"}])
    >>> row["verdict"], row["relation"]
    ('not_equivalent', 'weaker')
    """
    return _run.stage(_run.arguments("verify", options), rows, same=options.get("align") != "story")


def vote(rows: Any, **options: Any) -> Any:
    """Group the answers to each question by proved meaning, and choose one.

    Returns a row for each question, with ``fs_out``, ``agreement`` (the share of the largest class), ``classes`` and
    ``semantic_entropy``. The first rows of the questions determine the order.

    :param options: such as ``by="nl"`` (the columns of a question; default ``id``), ``tie="abstain"`` and
        ``keep="all"`` (every row, with the number of its ``class``). All options and errors: see :mod:`truthloop`.

    >>> answers = ("p ∧ q", "q ∧ p", "p ∨ q")
    >>> row, = truthloop.vote([{"id": "1", "formalism": "propositional", "fs_out": answer} for answer in answers])
    >>> row["fs_out"], [one["size"] for one in row["classes"]]
    ('p ∧ q', [2, 1])
    """
    return _run.stage(_run.arguments("vote", options), rows, same=False)


def classes(formulas: list[str], formalism: str, **options: Any) -> list[int]:
    """Number the classes of formulas that are proved to mean the same, the largest class first.

    :param options: those of :func:`vote` that read and decide, such as ``align="names"``.

    >>> truthloop.classes(["p ∨ q", "p ∧ q", "q ∧ p"], "propositional")
    [1, 0, 0]
    """
    rows = [{"group": "one", "formalism": formalism, "fs_out": formula} for formula in formulas]
    return [row["class"] for row in vote(rows, by="group", keep="all", **options)]


def perturb(rows: Any, **options: Any) -> Any:
    """Add candidates to each formula: edits and rewrites, each with a proof.

    :param options: such as ``k`` (the number of perturbations). All options and errors: see :mod:`truthloop`.

    >>> row, = truthloop.perturb([{"formalism": "first_order", "fs": "∀x (P(x) → Q(x))"}], task="ranking")
    >>> row["roles"][0]
    'original'
    """
    return _run.stage(_run.arguments("perturb", options), rows)


def convert(rows: Any, **options: Any) -> Any:
    """Convert rows, for example to training data.

    :param options: such as ``to="sft"`` and ``where`` (a condition). All options and errors: see :mod:`truthloop`.

    >>> rows = [{"fs": "p", "verdict": "equivalent"}, {"fs": "q", "verdict": "unknown"}]
    >>> [row["fs"] for row in truthloop.convert(rows, where="verdict = 'equivalent'")]
    ['p']
    """
    return _run.stage(_run.arguments("convert", options), rows)


def metrics(rows: Any, **options: Any) -> Any:
    """Compute the table of rates, between 0 and 1, from verified rows.

    The table has the form of the rows. It does not stream: for a ``pyarrow.RecordBatchReader`` it is a
    ``pyarrow.Table``, and for an iterator a list of dicts.

    :param options: such as ``by=["model", "num_operators"]``. All options and errors: see :mod:`truthloop`.

    >>> rows = [{"formalism": "propositional", "fs": "p → q", "fs_out": answer} for answer in ("¬p ∨ q", "q → p")]
    >>> truthloop.metrics(truthloop.verify(rows))[0]["accuracy_low"]
    0.5
    """
    return _run.stage(_run.arguments("metrics", options), rows, "json")
