"""A function for each program that reads or writes rows."""

from __future__ import annotations

from typing import Any

from . import _rows, _run
from ._questions import Model, ask


def generate(dataset: str | None = None, *, to: str = "dicts", **options: Any) -> Any:
    """Generate formulas.

    :param dataset: a packaged dataset, such as ``plogic``; see ``truthloop generate --help``.
    :param to: the form of the rows: ``dicts``, ``pandas``, ``polars`` or ``arrow``.
    :param options: flags of the program, such as ``sample_count`` (at most so many
        formulas for each number of operators, or each depth of regular
        expressions) and ``seed``.
    :raises UsageError: if a name or a value is not known.

    >>> import truthloop
    >>> rows = truthloop.generate("plogic", sample_count=1, seed=7)
    >>> rows[0]["formalism"]
    'propositional'
    """
    return _rows.generate(["generate", *_run.arguments({"dataset": dataset, **options})], to)


def informalize(rows: Any, model: str | Model, **options: Any) -> Any:
    """Let a model describe each formula (``fs``) in English (``nl``).

    :param model: ``builtin:rules``, ``builtin:noisy``, or a model of an endpoint; or a
        function that takes a list of conversations and returns a list of replies, see
        :class:`Questions`. With a function, the rows are read whole, and
        a ``pyarrow.RecordBatchReader`` is not possible.
    :param options: flags of the program, such as ``base_url`` and ``workers``
        (the largest number of requests at the same time).
    :raises UsageError: if an option or a built-in model is not known.
    :raises InDoubt: if every row has an error; ``error.result`` has the rows.

    >>> import truthloop
    >>> row, = truthloop.informalize([{"formalism": "propositional", "fs": "p1 ∧ p2"}], "builtin:rules")
    >>> isinstance(row["nl"], str)
    True
    """
    return ask("informalize", rows, model, options)


def autoformalize(rows: Any, model: str | Model, **options: Any) -> Any:
    """Let a model write the formula (``fs_out``) of each description (``nl``).

    :param model: as for :func:`informalize`.
    :param options: flags of the program.
    :raises UsageError: as for :func:`informalize`.
    :raises InDoubt: as for :func:`informalize`.

    >>> import truthloop
    >>> described = truthloop.informalize([{"formalism": "propositional", "fs": "p1 ∧ p2"}], "builtin:rules")
    >>> truthloop.autoformalize(described, "builtin:rules")[0]["fs_out"]
    '(p1 ∧ p2)'
    """
    return ask("autoformalize", rows, model, options)


def verify(rows: Any, **options: Any) -> Any:
    """Prove for each row whether ``fs`` and ``fs_out`` are equivalent.

    Adds ``verdict`` (``equivalent``, ``not_equivalent``, ``unknown``, ``noncompliant``
    or ``error``), ``relation``, and a ``witness`` or a ``certificate``.

    :param options: flags of the program, such as ``timeout="5s"`` (for each row),
        ``left`` and ``right`` (the columns to compare), ``task="entailment"``.
    :raises InDoubt: if every row has an error; ``error.result`` has the rows.

    >>> import truthloop
    >>> row, = truthloop.verify([{"formalism": "regex", "fs": "(0*1)*", "fs_out": "(0|1)*"}])
    >>> row["verdict"], row["relation"]
    ('not_equivalent', 'weaker')
    """
    return _rows.stage(["verify", *_run.arguments(options)], rows)


def perturb(rows: Any, **options: Any) -> Any:
    """Add candidates to each formula: edits and rewrites, each with a proof.

    :param options: flags of the program, such as ``task="ranking"`` and ``k``
        (the number of perturbations).
    :raises UsageError: if an option is not known.

    >>> import truthloop
    >>> row, = truthloop.perturb([{"formalism": "first_order", "fs": "∀x (P(x) → Q(x))"}], task="ranking")
    >>> row["roles"][0]
    'original'
    """
    return _rows.stage(["perturb", *_run.arguments(options)], rows)


def convert(rows: Any, **options: Any) -> Any:
    """Convert rows, for example to training data.

    :param options: flags of the program, such as ``to="sft"`` and ``where``
        (a condition).
    :raises UsageError: if an option or a column of the condition is not known.

    >>> import truthloop
    >>> rows = [{"fs": "p", "verdict": "equivalent"}, {"fs": "q", "verdict": "unknown"}]
    >>> [row["fs"] for row in truthloop.convert(rows, where="verdict = 'equivalent'")]
    ['p']
    """
    return _rows.stage(["convert", *_run.arguments(options)], rows)


def metrics(rows: Any, **options: Any) -> Any:
    """Compute the table of rates from verified rows.

    Returns the table in the form of the rows: a DataFrame of pandas or polars, a
    ``pyarrow.Table`` (also for a ``pyarrow.RecordBatchReader``), or a list of dicts (also
    for an iterator). Rates are between 0 and 1.

    :param options: flags of the program, such as ``by=["model", "num_operators"]``.
    :raises UsageError: if a column does not exist.

    >>> import truthloop
    >>> rows = [{"formalism": "propositional", "fs": "p → q", "fs_out": answer} for answer in ("¬p ∨ q", "q → p")]
    >>> truthloop.metrics(truthloop.verify(rows))[0]["accuracy_low"]
    0.5
    """
    return _rows.metrics(["metrics", *_run.arguments(options)], rows)

