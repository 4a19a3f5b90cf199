"""TRL trains a small model by our reward until its formulas are equivalent to the gold ones."""

import tempfile
import unittest

from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, PrinterCallback, set_seed
from trl import GRPOConfig, GRPOTrainer

from truthloop import rewards

# A token is a whole formula, so that a model of a few thousand weights can learn.
WORDS = ["<pad>", "<end>", "both", "either", "p∧q", "q∧p", "¬(p→¬q)", "p∨q", "q∨p", "¬p→q", "p", "¬q", "p→q", "p∧¬p", "p∧", "word"]
GOLD = {"both": "q ∧ p", "either": "q ∨ p"}


class Training(unittest.TestCase):
    def test_the_reward_teaches(self):
        set_seed(1)
        words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="word"))
        words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="<end>")
        model = LlamaForCausalLM(LlamaConfig(
            vocab_size=len(WORDS), hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2,
            max_position_embeddings=16, pad_token_id=0, eos_token_id=1, bos_token_id=None,
        ))
        data = Dataset.from_list([{"prompt": prompt, "fs": fs, "formalism": "propositional"} for prompt, fs in GOLD.items()] * 100)
        with tempfile.TemporaryDirectory() as folder:
            trainer = GRPOTrainer(model, rewards.formalization(), train_dataset=data, processing_class=tokenizer, args=GRPOConfig(
                output_dir=folder, use_cpu=True, bf16=False, report_to=[], save_strategy="no", disable_tqdm=True, seed=1, max_steps=60,
                logging_steps=1, learning_rate=0.02, per_device_train_batch_size=32, num_generations=16, max_completion_length=1,
            ))
            trainer.remove_callback(PrinterCallback)
            trainer.train()
        means = [entry["rewards/truthloop_autoformalize/mean"] for entry in trainer.state.log_history if "reward" in entry]
        first, last = sum(means[:3]) / 3, sum(means[-10:]) / 10
        print(f"TRL: mean reward {first:.2f} at the beginning, {last:.2f} at the end")
        self.assertLess(first, 0.5)  # of 16 words, 3 are right
        self.assertGreater(last, 0.9)


if __name__ == "__main__":
    unittest.main()
