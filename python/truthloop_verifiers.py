"""The environment ``truthloop-verifiers``: the library verifiers looks for it in the module of this name."""

from truthloop.verifiers import Conversation, Truthloop, TruthloopEnv

__all__ = ["Conversation", "Truthloop", "TruthloopEnv"]
