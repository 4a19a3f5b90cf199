"""Prove whether language models keep the truth between formal syntax and English.

This package runs the programs of truthloop. It has one function for each program
that reads or writes rows::

    generate  informalize  autoformalize  verify  perturb  convert  metrics

and :class:`Verifier`, which decides single pairs of formulas and starts the program
only once.

**Rows.** A function takes rows in one of these forms, and returns its rows in the
same form (a table of :func:`metrics` never streams, and :func:`generate` reads no rows):

=================================  ==================================================
list of dicts                      absent keys stay absent
pandas.DataFrame                   with the types of ``pyarrow.Table.to_pandas``
polars.DataFrame
pyarrow.Table
pyarrow.RecordBatchReader          rows stream: memory does not grow with their number
iterator of dicts                  the same
=================================  ==================================================

**Options** are the flags of the program, with underscores: ``verify(rows,
timeout="5s")`` is ``verify --timeout 5s``. ``True`` sets a flag without a value;
``False`` and ``None`` leave it out. A list is joined by commas; for a flag that may be
repeated, such as ``require``, the flag is repeated.

**Errors.** If the program fails, the function raises :class:`Error` with the message
of the program. All other messages of the program go to the logger ``truthloop``.

>>> import truthloop
>>> rows = [{"formalism": "propositional", "fs": "p -> q", "fs_out": "~p | q"}]
>>> truthloop.verify(rows)[0]["verdict"]
'equivalent'
"""

from ._programs import autoformalize, convert, generate, informalize, metrics, perturb, verify
from ._questions import Questions
from ._run import Error, InDoubt, Interrupted, UsageError, executable
from ._verifier import Filter, Verdict, Verifier

__all__ = [
    "Error", "Filter", "InDoubt", "Interrupted", "Questions", "UsageError", "Verdict", "Verifier", "autoformalize", "convert",
    "executable", "generate", "informalize", "metrics", "perturb", "verify",
]
