"""A curriculum: fresh tasks whose size follows the horizon of the model that is trained.

The horizon is the number of operators at which the accuracy falls to a share. ``metrics horizon`` estimates it from the
last answers, with its confidence interval. New tasks have a size in the interval. It is wide after few answers, moves as
the model learns, and narrows as answers agree, so the model gets the tasks that it solves about as often as not.
"""

import collections
import math
import random
from typing import Any, NamedTuple

from . import UsageError, _run
from .tasks import Made, batch, size


class Horizon(NamedTuple):
    """The horizon ``at``, and the ends of its interval, as numbers of operators. What the answers do not bound is None.

    >>> Horizon(2.5, 1.5, None).high is None
    True
    """

    at: float | None
    low: float | None
    high: float | None


class Curriculum:
    """Tasks without end. The same arguments and the same answers give the same tasks.

    Of four tasks, three have a size in the interval of the horizon. The fourth has any size from ``low`` to the upper
    end of the interval, so that the model keeps what it can do. Where the answers do not bound the horizon, ``low`` and
    ``high`` do.

    :param kind: this, ``dataset``, ``seed``, ``low``, ``high`` and ``options`` are the parameters of
        :func:`truthloop.tasks.tasks`. With a larger ``sample_count``, each task takes less time.
    :param share: the accuracy at the horizon.
    :param last: the number of answers that count; older answers are forgotten.
    :param level: the level of the confidence interval.
    :raises UsageError: as ``tasks``; ``next``, too, if the dataset has no formula of some size between ``low`` and
        ``high``.

    >>> curriculum = Curriculum("equivalence", seed=7, low=2, high=6, last=50)
    >>> task = curriculum.next()
    >>> curriculum.record(task, 1.0)
    """

    def __init__(
        self, kind: str = "autoformalize", dataset: str = "plogic", seed: int = 1, low: int = 1, high: int = 12,
        *, share: float = 0.5, last: int = 200, level: float = 0.95, **options: Any,
    ):  # fmt: skip
        self._arguments: list[Any] = [kind, dataset, seed, low, high, share, last, level, options]
        self._asked = 0
        self._places = {n: (0, 0) for n in range(low, high + 1)}  # for each size, the batch of the next task, and the place in it
        self._answers: collections.deque[list[Any]] = collections.deque(maxlen=last)
        self._horizon: Horizon | None = None
        self._batches = {n: self._batch(n) for n in (low, high)}  # fails early if no formula is so small or so large

    def next(self) -> Made:
        """Make the next task.

        >>> Curriculum(seed=3, high=4).next() == Curriculum(seed=3, high=4).next()
        True
        """
        _, low, high = self.horizon()
        least, most = min(self._places), max(self._places)
        upper = most if high is None else max(least, min(most, math.ceil(high)))
        lower = least if low is None else max(least, min(upper, math.floor(low)))
        chance = random.Random(f"{self._arguments[2]} {self._asked}")
        self._asked += 1
        return self._task(chance.randint(lower if chance.random() < 0.75 else least, upper))

    def record(self, task: Made, reward: float | None) -> None:
        """Count an answer to a task. An answer is right if its reward is 1, and does not count if it is None, as for the
        verdict ``unknown``. All answers to a task have the weight of one.

        >>> curriculum = Curriculum(high=4)
        >>> curriculum.record(curriculum.next(), None)
        >>> curriculum.state_dict()["answers"]
        []
        """
        if reward is not None:
            self._answers.append([task.row["id"], size(task.row), "equivalent" if reward == 1 else "not_equivalent"])
            self._horizon = None

    def horizon(self) -> Horizon:
        """The horizon of the last answers, as ``metrics horizon`` estimates it.

        >>> Curriculum(high=4).horizon()
        Horizon(at=None, low=None, high=None)
        """
        if self._horizon is None and self._answers:
            *_, share, _, level, _ = self._arguments
            rows = [{"sample": i, "id": id, "complexity": n, "verdict": verdict} for i, (id, n, verdict) in enumerate(self._answers)]
            words = ["metrics", "horizon", "--column=complexity", f"--share={share}", f"--level={level}"]
            (line,) = _run.stage(words, rows, "json")
            self._horizon = Horizon(*(line.get(name) for name in ("horizon_low", "interval_low", "interval_high")))
        return self._horizon or Horizon(None, None, None)

    def state_dict(self) -> dict[str, Any]:
        """What has happened so far, for ``json.dumps``.

        >>> sorted(Curriculum(high=4).state_dict())
        ['answers', 'arguments', 'asked', 'places']
        """
        places = {str(n): list(place) for n, place in self._places.items()}
        return {"arguments": self._arguments, "asked": self._asked, "places": places, "answers": list(self._answers)}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on where another curriculum with the same arguments was.

        >>> first, second = Curriculum(high=4), Curriculum(high=4)
        >>> _ = first.next()
        >>> second.load_state_dict(first.state_dict())
        >>> first.next() == second.next()
        True
        """
        if state["arguments"] != self._arguments:
            raise UsageError(f"curriculum: found the state of {state['arguments']}, expected {self._arguments}")
        self._asked, self._horizon, self._batches = state["asked"], None, {}
        self._places = {int(n): (step, place) for n, (step, place) in state["places"].items()}
        self._answers = collections.deque(state["answers"], self._answers.maxlen)

    def _batch(self, n: int) -> list[Made]:
        kind, dataset, seed, *_, options = self._arguments
        return batch(kind, dataset, seed + self._places[n][0], n, n, **options)

    def _task(self, n: int) -> Made:
        while not (made := self._batches.get(n) or self._batch(n)):
            self._places[n] = (self._places[n][0] + 1, 0)  # a batch without tasks, such as one whose pairs are all unknown
        step, place = self._places[n]
        self._batches[n], self._places[n] = made, (step, place + 1)
        if place + 1 == len(made):
            del self._batches[n]
            self._places[n] = (step + 1, 0)
        return made[place]
