"""An environment for SkyRL's ``skyrl_gym``: ``register("truthloop", "truthloop.skyrl:Truthloop")``.

:func:`rows` makes the training data. ``loop`` is not offered, because SkyRL has one conversation for each episode. SkyRL
cannot leave an answer out, so the verdict ``unknown`` has the reward 0.5 and the metric ``unknown``.
"""

import functools
import json
from itertools import islice
from typing import Any

from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput

from .tasks import Made, Rewards, tasks

_rewards = functools.cache(Rewards)


def rows(count: int, kind: str = "autoformalize", **options: Any) -> list[dict[str, Any]]:
    """Make rows for SkyRL's data: save them as Parquet.

    :param options: those of :func:`truthloop.tasks.tasks`, such as ``dataset`` and ``seed``.

    >>> rows(2, "repair")[1]["env_class"]
    'truthloop'
    """
    if kind == "loop":
        raise ValueError("loop needs two conversations for each episode, and SkyRL has one")
    made = islice(tasks(kind, **options), count)
    return [
        {
            "data_source": "truthloop",
            "prompt": one.messages,
            "env_class": "truthloop",
            "reward_spec": {"method": "rule", "ground_truth": one.row["fs"]},
            "extra_info": {"kind": kind, "row": json.dumps(one.row)},
        }
        for one in made
    ]


class Truthloop(BaseTextEnv):
    """One answer to one task. ``timeout`` in the configuration of the environment is the limit of ``verify`` for a pair."""

    def __init__(self, env_config: Any = None, extras: dict[str, Any] | None = None) -> None:
        super().__init__()
        said = (extras or {})["extra_info"]
        self.made = Made(said["kind"], json.loads(said["row"]), [])
        self.rewards = _rewards(timeout=(env_config or {}).get("timeout", "5s"))
        self.unknown = False

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Read and decide an answer."""
        value = self.rewards.reward(self.made, action)
        self.unknown = value is None
        return BaseTextEnvStepOutput(observations=[], reward=0.5 if value is None else value, done=True, metadata={})

    def get_metrics(self) -> dict[str, Any]:
        """Whether the verdict is ``unknown``."""
        return {"unknown": float(self.unknown)}
