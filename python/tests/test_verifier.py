"""The warm program: order, threads, coroutines, death."""

import asyncio
import os
import signal
import statistics
import tempfile
import threading
import time
import unittest
import unittest.mock
from concurrent.futures import ThreadPoolExecutor

import truthloop


class WarmVerifier(unittest.TestCase):
    def test_verdicts(self):
        with truthloop.Verifier() as v:
            self.assertIs(v.equivalent("p → q", "¬p ∨ q").proved, True)
            wrong = v.equivalent("p → q", "q → p")
            self.assertIs(wrong.proved, False)
            self.assertEqual((wrong.relation, wrong.witness["kind"]), ("incomparable", "assignment"))
            self.assertEqual(v.equivalent("p", "p ∧").verdict, "noncompliant")
            self.assertTrue(v.equivalent("p", "p ∧").reason)
            self.assertEqual(v.equivalent("(01)*", "(10)*", "regex").verdict, "not_equivalent")
            self.assertEqual(v.equivalent("p\n\u2028→ q", '"' * 99).verdict, "noncompliant")

    def test_threads_get_their_own_answers(self):
        with truthloop.Verifier() as v, ThreadPoolExecutor(16) as pool:
            answers = pool.map(lambda i: (i, v.equivalent(f"p{i}", f"p{i // 2 * 2}")), range(2000))
            for i, answer in answers:
                self.assertEqual(answer.proved, i % 2 == 0, i)
                self.assertEqual(answer.row["fs"], f"p{i}")

    def test_coroutines(self):
        async def ask(v):
            return await asyncio.gather(*(v.aequivalent(f"p{i}", "p0") for i in range(500)))

        with truthloop.Verifier() as v:
            self.assertEqual([answer.proved for answer in asyncio.run(ask(v))], [i == 0 for i in range(500)])

    def test_questions_survive_the_death_of_the_program(self):
        with truthloop.Verifier() as v:
            v.equivalent("p", "p")
            stop = threading.Event()

            def killer():
                while not stop.wait(0.3):
                    if process := v._process:
                        os.kill(process.pid, signal.SIGKILL)

            thread = threading.Thread(target=killer)
            thread.start()
            try:
                answers, begin = [], time.monotonic()
                while time.monotonic() - begin < 2:
                    answers.append(v.equivalent(f"p{len(answers)}", "p0").proved)
            finally:
                stop.set()
                thread.join()
            self.assertEqual(answers, [i == 0 for i in range(len(answers))])

    def test_a_program_that_dies_at_each_start(self):
        """A row fails after three programs that died at it. The death of an idle program does not count."""
        with tempfile.TemporaryDirectory() as work:
            program, starts = os.path.join(work, "truthloop"), os.path.join(work, "starts")
            with open(program, "w") as file:
                file.write(f"#!/bin/sh\necho start >> {starts}\necho no memory >&2\nexit 1\n")
            os.chmod(program, 0o755)
            with unittest.mock.patch.dict("os.environ", TRUTHLOOP=program), truthloop.Verifier() as v:
                with self.assertRaisesRegex(truthloop.Error, "no memory"):
                    v.equivalent("p", "p")
            with open(starts) as file:
                self.assertEqual(file.read().split(), ["start"] * 3)

    def test_an_answer_that_nobody_awaits(self):
        with truthloop.Verifier() as v:
            futures = [v.ask({"formalism": "propositional", "fs": "p", "fs_out": f"p{i}"}) for i in range(100)]
            dropped = [future.cancel() for future in futures[::2]]
            self.assertFalse(any(future.result().proved for future in futures[1::2]))
            self.assertEqual([future.cancelled() for future in futures[::2]], dropped)

    def test_wrong_option(self):
        with truthloop.Verifier(timeot="5s") as v, self.assertRaisesRegex(truthloop.UsageError, "timeot"):
            v.equivalent("p", "p")

    def test_a_closed_one_refuses(self):
        v = truthloop.Verifier()
        v.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            v.equivalent("p", "p")

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_forked_process_has_its_own_program(self):
        with truthloop.Verifier() as v:
            v.equivalent("p", "p")
            pid = os.fork()
            if pid == 0:
                os._exit(0 if v.equivalent("p", "p").proved else 1)
            self.assertEqual(os.waitpid(pid, 0)[1], 0)
            self.assertIs(v.equivalent("p", "q").proved, False)

    def test_notebook(self):
        with truthloop.Verifier() as v:
            page = v.equivalent("∀x P(x)", "∃x P(x)", "first_order")._repr_html_()
        self.assertIn("<th>relation</th><td>weaker</td>", page)
        self.assertIn("<pre>", page)

    def test_round_trip(self):
        with truthloop.Verifier() as v:
            times = []
            for _ in range(500):
                begin = time.perf_counter()
                v.equivalent("p → q", "¬p ∨ q")
                times.append(time.perf_counter() - begin)
        print(f"a round trip takes {1e3 * statistics.median(times):.2f} ms (median of 500)")
        self.assertLess(statistics.median(times), 0.1)


if __name__ == "__main__":
    unittest.main()
