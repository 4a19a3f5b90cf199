"""Tasks and scorers for Inspect (the Python library ``inspect_ai``).

``inspect eval truthloop/loop --model openai/gpt-4o-mini -T dataset=plogic`` runs the loop as a task; ``inspect list
tasks`` lists the others of :mod:`truthloop.inspect.tasks`. In a task of your own, :func:`equivalent_to` scores formulas.

The score of a verdict: ``equivalent`` is C (1), ``not_equivalent``, ``noncompliant`` and ``error`` are I (0), and
``unknown`` is N (0). So Inspect's accuracy is the column ``accuracy_low`` of ``truthloop metrics``.
"""

from truthloop.inspect.scoring import equivalent_to, proved, rounds, rows_of, samples, yes_or_no
from truthloop.inspect.tasks import autoformalize, equivalence, loop, repair

__all__ = ["autoformalize", "equivalence", "equivalent_to", "loop", "proved", "repair", "rounds", "rows_of", "samples", "yes_or_no"]
