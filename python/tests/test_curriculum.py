"""The curriculum: sizes follow the horizon."""

import functools
import json
import random
import unittest

import truthloop
from truthloop import _run
from truthloop.curriculum import Curriculum, Horizon
from truthloop.tasks import Rewards, size


def follow(curriculum, count, able):
    """Answer so many tasks, ten at a time, up to a size, and return them."""
    made = []
    while len(made) < count:
        lesson = [curriculum.next() for _ in range(10)]
        for task in lesson:
            curriculum.record(task, float(size(task.row) <= able))
        made += lesson
    return made


class Curricula(unittest.TestCase):
    def test_sizes_follow_the_horizon(self):
        for able in 2, 5, 8:
            with self.subTest(able=able):
                curriculum = Curriculum(seed=able, high=10, last=60)
                follow(curriculum, 120, able)
                self.assertTrue(able <= curriculum.horizon().at <= able + 1, curriculum.horizon())
                sizes = [size(made.row) for made in follow(curriculum, 80, able)]
                self.assertLessEqual(max(sizes), able + 2)
                self.assertGreater(sum(able <= n <= able + 1 for n in sizes), 40)

    def test_ends(self):
        """A model that can do nothing gets small tasks, one that can do all gets large ones, and most sizes return."""
        nothing = Curriculum(seed=1, high=6, last=60)
        follow(nothing, 60, 0)
        self.assertEqual({size(made.row) for made in follow(nothing, 20, 0)}, {1})
        everything = Curriculum(seed=1, high=6, last=60)
        follow(everything, 60, 6)
        sizes = [size(made.row) for made in follow(everything, 80, 6)]
        self.assertGreater(sizes.count(6), 40)
        self.assertGreater(len(set(sizes)), 3)

    def test_the_horizon_is_that_of_metrics(self):
        """On the rows that verify has decided, with several answers to a task."""
        curriculum, chance, rows = Curriculum(seed=9, high=8, share=0.7, level=0.9), random.Random(4), []
        with Rewards() as rewards:
            for _ in range(60):
                made = curriculum.next()
                for sample in range(2):
                    answer = made.row["fs"] if chance.random() < 0.9 ** size(made.row) else f"¬{made.row['fs']}"
                    curriculum.record(made, rewards.reward(made, answer))
                    rows.append({**made.row, "fs_out": answer, "sample": sample})
        (line,) = _run.stage(["metrics", "horizon", "--share=0.7", "--level=0.9", "--allow-duplicates"], truthloop.verify(rows), "json")
        found = curriculum.horizon()
        self.assertEqual(found, Horizon(line["horizon_low"], line["interval_low"], line["interval_high"]))
        self.assertTrue(found.low < found.at < found.high)

    def test_resumed(self):
        """The same answers give the same tasks, also after a resume at any place."""
        for kind, dataset in ("autoformalize", "regex"), ("repair", "plogic"):
            with self.subTest(kind=kind):
                fresh = functools.partial(Curriculum, kind, dataset, seed=2, low=2, high=5, last=20)
                whole = follow(fresh(), 90, 3)
                for cut in 0, 10, 60:
                    first, second = fresh(), fresh()
                    follow(first, cut, 3)
                    second.load_state_dict(json.loads(json.dumps(first.state_dict())))
                    self.assertEqual(follow(second, 90 - cut, 3), whole[cut:])
                self.assertNotEqual(follow(fresh(), 90, 2), whole)
        with self.assertRaisesRegex(truthloop.UsageError, "found the state of .*'plogic', 2, .*expected .*'plogic', 3,"):
            Curriculum(seed=3).load_state_dict(Curriculum(seed=2).state_dict())

    def test_unknown_does_not_count(self):
        with_unknown, without = Curriculum(seed=5, high=6), Curriculum(seed=5, high=6)
        for _ in range(10):
            made = with_unknown.next()
            self.assertEqual(made, without.next())
            for curriculum, rewards in (with_unknown, (None, 1.0, None)), (without, (1.0,)):
                for reward in rewards:
                    curriculum.record(made, reward)
        self.assertEqual(with_unknown.state_dict(), without.state_dict())

    def test_faults(self):
        with self.assertRaisesRegex(truthloop.UsageError, "found no formula of plogic with 90 to 90 operators"):
            Curriculum(high=90)
        with self.assertRaisesRegex(truthloop.UsageError, "found 'translate', expected autoformalize, loop"):
            Curriculum("translate")


if __name__ == "__main__":
    unittest.main()
