"""An environment for OpenEnv 0.10: ``python -m truthloop.openenv --port 8000`` serves the tasks of :mod:`truthloop.tasks`.

Each session of a server has its own tasks. ``reset`` takes ``kind``, ``dataset``, ``low`` and ``high``; the same ``seed`` gives
the same task, and without one, the next task comes. ``step`` takes an answer. ``loop`` has two steps, of which the
first has the reward 0; all other tasks have one. The reward of the verdict ``unknown`` is None.
"""

import argparse
import functools
import itertools
from typing import Any

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from .tasks import Made, Rewards, batch

_batch = functools.lru_cache(maxsize=64)(batch)
SPACE = 20  # consecutive seeds that share a batch
_sessions = itertools.count()


class Answer(Action):
    """The reply of a model."""

    text: str


class Conversation(Observation):
    """What to ask the model, in a new conversation: messages with ``role`` and ``content``. There are none at the end."""

    messages: list[dict[str, str]] = []


class Truthloop(Environment[Answer, Conversation, State]):
    """A session."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, rewards: Rewards) -> None:
        super().__init__()
        self.rewards = rewards
        self.seeds = itertools.count(next(_sessions) * 1000 * SPACE)
        self.made: Made | None = None
        self.current = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, kind: str = "autoformalize", dataset: str = "plogic",
              low: int = 1, high: int = 12, **_: Any) -> Conversation:  # fmt: skip
        """Begin a task."""
        seed = next(self.seeds) if seed is None else seed
        made = _batch(kind, dataset, seed // SPACE + 1, low, high)
        self.made = made[seed % SPACE % len(made)]
        self.current = State(episode_id=episode_id, step_count=0)
        return Conversation(messages=self.made.messages)

    def step(self, action: Answer, timeout_s: float | None = None, **_: Any) -> Conversation:
        """Read and decide an answer."""
        if self.made is None:
            raise ValueError("there is no task: reset comes first")
        self.current.step_count += 1
        if self.made.kind == "loop" and self.current.step_count == 1:
            _row, messages = self.rewards.describe(self.made, action.text)
            if messages is None:
                self.made = None
            return Conversation(messages=messages or [], reward=0.0, done=messages is None)
        made, self.made = self.made, None
        return Conversation(reward=self.rewards.reward(made, action.text), done=True)

    @property
    def state(self) -> State:
        """The episode and the number of steps."""
        return self.current


def app(sessions: int = 256, timeout: str = "5s") -> Any:
    """The application, for a server of ASGI applications.

    :param sessions: that may be open at once.
    :param timeout: the limit of ``verify`` for a pair of formulas.

    >>> app(sessions=1).title != ""
    True
    """
    rewards = Rewards(timeout=timeout)
    return create_fastapi_app(lambda: Truthloop(rewards), Answer, Conversation, max_concurrent_envs=sessions)


def main() -> None:
    """Serve until it is interrupted."""
    import uvicorn

    parser = argparse.ArgumentParser(description="Serve the tasks of truthloop as an environment of OpenEnv.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--sessions", type=int, default=256, help="sessions that may be open at once")
    parser.add_argument("--timeout", default="5s", help="the limit of verify for a pair of formulas")
    options = parser.parse_args()
    uvicorn.run(app(options.sessions, options.timeout), host=options.host, port=options.port)


if __name__ == "__main__":
    main()
