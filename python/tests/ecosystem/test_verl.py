"""The batch reward manager of verl calls our reward as docs/howto/reward.md shows."""

import unittest

import numpy as np
import torch
from tensordict import TensorDict
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast
from verl import DataProto
from verl.workers.reward_manager import BatchRewardManager

from truthloop import rewards

reward = rewards.formalization("propositional", timeout="2s")


def compute_score(data_sources, solution_strs, ground_truths, extra_infos):
    scores = reward(None, solution_strs, fs=ground_truths)
    return [0.5 if score is None else score for score in scores]


class Manager(unittest.TestCase):
    def test_scores_at_the_last_token(self):
        vocabulary = ["<pad>", "prompt", "¬(p", "→", "¬q)", "p", "∧", "q"]
        words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(vocabulary)}, unk_token="<pad>"))
        words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>")
        said = ["¬(p → ¬q)", "q ∧ p", "p ∧", "q"]  # two are equivalent to the gold formula, one does not parse
        replies = [tokenizer.encode(text) for text in said]
        lengths = [len(reply) for reply in replies]
        responses = torch.tensor([reply + [0] * (max(lengths) - len(reply)) for reply in replies])
        prompts = torch.ones(len(said), 1, dtype=torch.long)
        mask = torch.cat([prompts, (responses != 0).long()], dim=1)
        data = DataProto(
            batch=TensorDict({"prompts": prompts, "responses": responses, "attention_mask": mask}, batch_size=len(said)),
            non_tensor_batch={
                "data_source": np.array(["truthloop"] * len(said), dtype=object),
                "reward_model": np.array([{"ground_truth": "p ∧ q"}] * len(said), dtype=object),
                "extra_info": np.array([{} for _ in said], dtype=object),
            },
        )
        scores = BatchRewardManager(tokenizer, 0, compute_score)(data)
        self.assertEqual(scores.sum(dim=1).tolist(), [1.0, 1.0, 0.0, 0.0])
        self.assertEqual([scores[i, length - 1].item() for i, length in enumerate(lengths)], [1.0, 1.0, 0.0, 0.0])


if __name__ == "__main__":
    unittest.main()
