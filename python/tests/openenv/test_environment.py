"""The environment for OpenEnv: real sessions with its server, and as many answers a minute as are promised."""

import asyncio
import os
import socket
import subprocess
import sys
import time
import unittest

from openenv.core.generic_client import GenericEnvClient

import truthloop
from truthloop.openenv import SPACE
from truthloop.tasks import batch


class OpenEnv(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        cls.url = f"http://127.0.0.1:{port}"
        cls.server = subprocess.Popen([sys.executable, "-m", "truthloop.openenv", "--port", str(port)], stderr=subprocess.DEVNULL)
        for _ in range(600):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.1)
        raise AssertionError("the server does not start")

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.wait()

    def test_sessions(self):
        """Sessions at once do not mix their tasks, and the rewards are the accuracy of metrics."""
        model = truthloop.Filter("autoformalize", model="builtin:noisy")

        async def session(start):
            rows, rewards = [], []
            async with GenericEnvClient(base_url=self.url) as env:
                for seed in range(start, start + 10):
                    result = await env.reset(seed=seed, kind="autoformalize", low=2, high=8)
                    asked = result.observation["messages"][-1]["content"]
                    nl = asked.split("[NL DESCRIPTION]\n")[1].split("\n\n")[0]
                    said = model.ask({"formalism": "propositional", "nl": nl, "id": str(seed)}).result()["fs_out"]
                    result = await env.step({"text": said})
                    self.assertTrue(result.done)
                    rewards.append(result.reward)
                    rows.append((nl, said))
            return rows, rewards

        async def all_sessions():
            return await asyncio.gather(*(session(100 * i) for i in range(8)))

        found = asyncio.run(all_sessions())
        model.close()
        rows, rewards = [], [r for _, some in found for r in some]
        for i, (said, _) in enumerate(found):
            made = batch("autoformalize", "plogic", 100 * i // SPACE + 1, 2, 8)
            for k, (nl, answer) in enumerate(said):
                row = made[k % len(made)].row
                self.assertEqual(row["nl"], nl)
                rows.append({"formalism": row["formalism"], "fs": row["fs"], "fs_out": answer, "id": f"{i}/{k}"})
        accuracy = truthloop.metrics(truthloop.verify(rows))[0]["accuracy_low"]
        self.assertTrue(0.5 < accuracy < 1, accuracy)
        self.assertAlmostEqual(sum(rewards) / len(rewards), accuracy, 9)

    def test_loop(self):
        async def play():
            async with GenericEnvClient(base_url=self.url) as env:
                first = await env.reset(seed=7, kind="loop", low=2, high=6)
                formula = first.observation["messages"][-1]["content"].split("[FORMULA]\n")[1].split("\n")[0]
                described = truthloop.informalize([{"formalism": "propositional", "fs": formula}], "builtin:rules")[0]["nl"]
                second = await env.step({"text": described})
                third = await env.step({"text": formula})
                again = await env.reset(seed=7, kind="loop", low=2, high=6)
                leak = await env.step({"text": formula})
                with self.assertRaisesRegex(Exception, "reset comes first"):
                    await env.step({"text": formula})
                other = await env.reset(kind="loop", low=2, high=6)
                self.assertNotEqual(other.observation["messages"], (await env.reset(kind="loop", low=2, high=6)).observation["messages"])
                return first, second, third, again, leak

        first, second, third, again, leak = asyncio.run(play())
        self.assertEqual(first.observation["messages"], again.observation["messages"])
        self.assertEqual((second.done, second.reward, third.done, third.reward), (False, 0.0, True, 1.0))
        self.assertEqual((leak.done, leak.reward), (True, 0.0))

    def test_speed(self):
        """10,000 answers a minute, where the machine is not busy."""

        async def play(start, count):
            async with GenericEnvClient(base_url=self.url) as env:
                for seed in range(start, start + count):
                    await env.reset(seed=seed, kind="equivalence", low=2, high=6)
                    await env.step({"text": "Yes"})

        async def some():
            await play(0, 1)
            started = time.monotonic()
            await asyncio.gather(*(play(0, 100) for _ in range(4)))
            return time.monotonic() - started

        seconds = asyncio.run(some())
        print(f"{400 / seconds * 60:.0f} answers a minute")
        if os.environ.get("TRUTHLOOP_TEST_SPEED"):
            self.assertGreater(400 / seconds * 60, 10_000)


if __name__ == "__main__":
    unittest.main()
