"""An environment for verifiers (Prime Intellect) 0.4: ``vf-eval truthloop-verifiers -m MODEL``.

The taskset yields the tasks of :mod:`truthloop.tasks` without end. A task of the kind ``loop`` has two conversations,
whose rewards are one half each. An answer whose verdict is ``unknown`` has the metric ``unknown``, no reward, and is
left out of training (``trainable`` is false).
"""

import asyncio
import functools
from collections.abc import Mapping
from typing import Any, Literal

import openai
import verifiers.v1 as vf

from .tasks import Made, Rewards, tasks

__all__ = ["Conversation", "Truthloop", "TruthloopEnv"]


class Data(vf.TaskData):
    """The row of a task, with the right formula."""

    kind: str
    row: dict[str, Any]


class TaskConfig(vf.TaskConfig):
    """``--env.taskset.task.timeout 2s`` is the limit of ``verify`` for a pair of formulas."""

    timeout: str = "5s"


class Task(vf.Task[Data, vf.State, TaskConfig]):
    """A task, or the second conversation of ``loop``."""

    @vf.reward
    async def proved(self, trace: Any) -> float:
        """The reward of the last reply; :class:`TruthloopEnv` gives that of ``loop``, when both conversations are over."""
        return 0.0 if self.data.kind == "loop" else _record(trace, await self.value(trace.last_reply))

    async def value(self, reply: str) -> float | None:
        return await asyncio.to_thread(_rewards(self.config.timeout).reward, self.made(), reply)

    def made(self) -> Made:
        return Made(self.data.kind, self.data.row, [])


@functools.cache
def _rewards(timeout: str) -> Rewards:
    return Rewards(timeout=timeout)


def _record(trace: Any, value: float | None) -> float:
    trace.record_metric("unknown", float(value is None))
    if value is None:
        trace.agent.trainable = False
    return value or 0.0


class Config(vf.TasksetConfig):
    """The arguments of :func:`truthloop.tasks.tasks`: ``--env.taskset.kind loop --env.taskset.high 20``."""

    kind: Literal["autoformalize", "loop", "equivalence", "repair"] = "autoformalize"
    dataset: str = "plogic"
    seed: int = 1
    low: int = 1
    high: int = 12
    task: TaskConfig = TaskConfig()


class Truthloop(vf.Taskset[Task, Config]):
    """Fresh tasks without end; ``-n 100`` takes the first ones."""

    INFINITE = True

    def load(self) -> Any:
        """Make the tasks."""
        c = self.config
        for made in tasks(c.kind, c.dataset, c.seed, c.low, c.high):
            prompt: Any = made.messages
            yield Task(Data(kind=made.kind, row=made.row, prompt=prompt), c.task)


class EnvConfig(vf.EnvConfig):
    """The model is ``--env.agent``."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class TruthloopEnv(vf.Env[EnvConfig]):
    """One conversation, or two for ``loop``."""

    async def run(self, task: Any, agents: Any) -> None:
        """Have the conversations."""
        trace = await agents.agent.run(task)
        if task.data.kind == "loop" and trace.ok:
            describe = _rewards(task.config.timeout).describe
            _, messages = await asyncio.to_thread(describe, task.made(), trace.last_reply)
            if messages:
                data = Data.model_validate({**task.data.model_dump(), "prompt": messages})
                await agents.agent.run(Task(data, task.config))

    async def finalize(self, task: Any, episode: Any) -> None:
        """Give each conversation of ``loop`` half of the reward."""
        if task.data.kind == "loop":
            both = len(episode.traces) == 2
            value = await task.value(episode.traces[1].last_reply) if both else 0.0
            for trace in episode.traces:
                trace.record_reward("proved", _record(trace, value) / 2)


class ConversationConfig(vf.HarnessConfig):
    """This harness has no settings."""


class Conversation(vf.Harness[ConversationConfig]):
    """One request, made by this process: no program is installed or started for it."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: Mapping[str, str], data: Any
    ) -> vf.ProgramResult:
        """Ask the model."""
        system, prompt = self.resolve_prompt(data)
        said = [vf.UserMessage(content=prompt)] if isinstance(prompt, str) else prompt or []
        messages: Any = [{"role": m.role, "content": m.content} for m in said]
        if system:
            messages.insert(0, {"role": "system", "content": system})
        async with openai.AsyncOpenAI(base_url=endpoint, api_key=secret, max_retries=0) as client:
            await client.chat.completions.create(model=ctx.model, messages=messages)
        return vf.ProgramResult(0, "", "")

