"""Answers a minute on one core, through each library of this environment: ``taskset -c 0 python tests/speed.py``.

A minute is one of the processor's time, of this process and those that it starts, so that other work does not count.
"""

import asyncio
import contextlib
import os
import pathlib
import tempfile
import time
from itertools import islice

import truthloop
from truthloop.rewards import formalization
from truthloop.tasks import Rewards, tasks

COUNT = 2000
MADE = list(islice(tasks("autoformalize", "plogic", seed=5), COUNT))
SAID = [row["fs_out"] for row in truthloop.autoformalize([made.row for made in MADE], "builtin:noisy", no_conversations=True)]
GOLD = [made.row["fs"] for made in MADE]


def processor():
    """The seconds of the processor that this process and its descendants have taken."""
    stats = {}
    for file in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended
            stats[int(file.parent.name)] = file.read_text().rpartition(")")[2].split()
    family, more = set(), {os.getpid()}
    while more:
        family |= more
        more = {pid for pid, fields in stats.items() if int(fields[1]) in family} - family
    return sum(int(ticks) for pid in family for ticks in stats[pid][11:15]) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def measure(name, count=COUNT):
    before, begin = processor(), time.monotonic()
    yield
    spent, passed = processor() - before, time.monotonic() - begin
    print(f"{name}: {count / spent * 60:,.0f} answers a minute of one core ({count / passed * 60:,.0f} beside the other work of this machine)", flush=True)


def rewards():
    with Rewards() as one:
        one.reward(MADE[0], SAID[0])
        with measure("truthloop.tasks"):
            for made, said in zip(MADE, SAID, strict=True):
                one.reward(made, said)
    reward = formalization("propositional")
    reward(None, SAID[:1], fs=GOLD[:1])
    with measure("TRL, 32 completions at once"):
        for i in range(0, COUNT, 32):
            reward(None, SAID[i : i + 32], fs=GOLD[i : i + 32])


def verl():
    import numpy as np
    import torch
    from tensordict import TensorDict
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast
    from verl import DataProto
    from verl.workers.reward_manager import BatchRewardManager

    words = Tokenizer(models.WordLevel({text: i for i, text in enumerate(["<pad>", *dict.fromkeys(" ".join(SAID).split())])}, unk_token="<pad>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>")
    reward = formalization("propositional")
    manager = BatchRewardManager(tokenizer, 0, lambda data_sources, solution_strs, ground_truths, extra_infos: reward(None, solution_strs, fs=ground_truths))
    with measure("verl, 100 completions at once"):
        for i in range(0, COUNT, 100):
            tokens = [tokenizer.encode(text) for text in SAID[i : i + 100]]
            responses = torch.tensor([t + [0] * (max(map(len, tokens)) - len(t)) for t in tokens])
            prompts = torch.ones(100, 1, dtype=torch.long)
            mask = torch.cat([prompts, (responses != 0).long()], dim=1)
            manager(DataProto(
                batch=TensorDict({"prompts": prompts, "responses": responses, "attention_mask": mask}, batch_size=100),
                non_tensor_batch={
                    "data_source": np.array(["truthloop"] * 100, dtype=object),
                    "reward_model": np.array([{"ground_truth": gold} for gold in GOLD[i : i + 100]], dtype=object),
                    "extra_info": np.array([{}] * 100, dtype=object),
                },
            ))  # fmt: skip


def inspect():
    from inspect_ai import eval, score
    from inspect_ai.model import ModelName, ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import Target
    from inspect_ai.solver import TaskState

    from truthloop.inspect import autoformalize, equivalent_to

    task = autoformalize(count=COUNT, seed=5)

    def state(number, sample, text):
        output = ModelOutput.from_content("mockllm", text)
        return TaskState(ModelName("mockllm/model"), number, 1, sample.input, [], output=output, metadata=sample.metadata)

    async def scores(scorer, answers):
        await asyncio.gather(*(scorer(one, Target(sample.target)) for one, sample in zip(answers, task.dataset, strict=True)))

    answers = [state(i, sample, text) for i, (sample, text) in enumerate(zip(task.dataset, SAID, strict=True))]
    with measure("Inspect, the scorer"):
        asyncio.run(scores(equivalent_to(), answers))
    said = {sample.input[-1].text: text for sample, text in zip(task.dataset, SAID, strict=True)}

    def reply(messages, *_):
        choices = ModelOutput.from_content("mockllm", said[messages[-1].text]).choices
        return ModelOutput(model="mockllm", choices=choices, usage=ModelUsage(input_tokens=1))

    with tempfile.TemporaryDirectory() as place:
        with measure("Inspect, the whole evaluation"):
            (log,) = eval(task, model=get_model("mockllm/model", custom_outputs=reply), log_dir=place, display="none")
        with measure("Inspect, inspect_ai.score of a log"):
            score(log, equivalent_to(), display="none")
        with measure("Inspect, inspect_ai.score of a log that it may change"):
            score(log, equivalent_to(), display="none", copy=False)


def lm_eval():
    from truthloop.lm_eval.utils import process_results

    with measure("lm-evaluation-harness, process_results"):
        for gold, said in zip(GOLD, SAID, strict=True):
            process_results({"formalism": "propositional", "fs": gold}, [said])


def lighteval():
    from lighteval.models.model_output import ModelResponse
    from lighteval.tasks.requests import Doc

    from truthloop.lighteval import TASKS_TABLE

    (metric,) = TASKS_TABLE[0].metrics
    with measure("lighteval, the metrics"):
        for gold, said in zip(GOLD, SAID, strict=True):
            doc = Doc(query="", choices=[gold], gold_index=0, specific={"formalism": "propositional", "fs": gold})
            metric.compute_sample(doc=doc, model_response=ModelResponse(text=[said]))


def skyrl():
    import skyrl_gym
    from skyrl_gym.envs import register

    from truthloop.skyrl import rows

    register("truthloop", "truthloop.skyrl:Truthloop")
    data = rows(COUNT, seed=5)
    with measure("skyrl-gym"):
        for row, said in zip(data, SAID, strict=True):
            env = skyrl_gym.make("truthloop", env_config={}, extras=row)
            env.init(row["prompt"])
            env.step(said)


def verifiers():
    from truthloop.verifiers import Config, Truthloop

    task_of = iter(Truthloop(Config(seed=5)).load())
    made = [next(task_of) for _ in range(COUNT)]

    async def some():
        await asyncio.gather(*(task.value(said) for task, said in zip(made, SAID, strict=True)))

    with measure("verifiers, the rewards"):
        asyncio.run(some())


def openenv():
    import socket
    import subprocess
    import sys

    from openenv.core.generic_client import GenericEnvClient

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "truthloop.openenv", "--port", str(port)], stderr=subprocess.DEVNULL)

    async def play(count):
        async with GenericEnvClient(base_url=f"http://127.0.0.1:{port}") as env:
            for seed in range(count):
                await env.reset(seed=seed, low=2, high=6)
                await env.step({"text": "p1 ∧ p2"})

    async def some():
        await play(100)  # the batches are made
        with measure("OpenEnv, client and server", 400):
            await asyncio.gather(*(play(100) for _ in range(4)))

    try:
        while socket.socket().connect_ex(("127.0.0.1", port)):
            time.sleep(0.2)
        asyncio.run(some())
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    for part in rewards, verl, inspect, lm_eval, skyrl, verifiers, openenv, lighteval:
        with contextlib.suppress(ImportError):  # it is not in this environment
            part()
