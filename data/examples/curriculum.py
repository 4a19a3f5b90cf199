"""Train a small network from scratch to write the formula of a description, with the
curriculum of truthloop, or without it on as many tasks of each size.

    pip install torch numpy ./python
    python data/examples/curriculum.py --seed 1 --curriculum

The formulas are propositional, with one to four operators. Each step is supervised, on fresh
pairs of a description by rules and its formula. Every ten steps, the network answers 200
held-out tasks greedily, and truthloop decides the answers by proof. The script writes a line
of JSON each time, and ends when 90% are right.
"""

import argparse
import itertools
import json
import re

import torch
from torch import nn
from torch.nn import functional as F

from truthloop.curriculum import Curriculum
from truthloop.tasks import Rewards, size, tasks

SIZES = {"low": 1, "high": 4, "sample_count": 300}  # a batch of tasks has up to 300 formulas of each size
PAD, START, END, UNKNOWN = range(4)
WIDTH = 256


def words(text):
    return re.findall(r"\w+|[^\w\s]", text)


class Translator(nn.Module):
    """Recurrent networks that read and write words, with attention (Luong et al., EMNLP 2015). The embeddings of the
    words that it attends to are added to the output, so that it can copy them."""

    def __init__(self, vocabulary):
        super().__init__()
        self.vocabulary = ["", "", "", "", *vocabulary]
        self.numbers = {word: number for number, word in enumerate(self.vocabulary)}
        self.embed = nn.Embedding(len(self.vocabulary), WIDTH)
        self.encode = nn.GRU(WIDTH, WIDTH // 2, 2, batch_first=True, bidirectional=True)
        self.decode = nn.GRU(WIDTH, WIDTH, batch_first=True)
        self.query = nn.Linear(WIDTH, WIDTH)
        self.mix = nn.Linear(3 * WIDTH, WIDTH)

    def tensor(self, texts):
        rows = [torch.tensor([START, *(self.numbers.get(word, UNKNOWN) for word in words(text)), END]) for text in texts]
        return nn.utils.rnn.pad_sequence(rows, batch_first=True)

    def read(self, descriptions):
        given = self.tensor(descriptions)
        embedded = self.embed(given)
        return given == PAD, embedded, self.encode(embedded)[0]

    def write(self, read, written, state=None):
        """The scores of each next word, and the state after them."""
        padding, embedded, encoded = read
        out, state = self.decode(self.embed(written), state)
        scores = self.query(out) @ encoded.transpose(1, 2) / WIDTH**0.5
        attention = scores.masked_fill(padding[:, None], -1e9).softmax(-1)
        copied = attention @ embedded
        mixed = torch.tanh(self.mix(torch.cat([out, attention @ encoded, copied], -1)))
        return (mixed + copied) @ self.embed.weight.T, state

    def loss(self, descriptions, formulas):
        wanted = self.tensor(formulas)
        scores, _ = self.write(self.read(descriptions), wanted[:, :-1])
        return F.cross_entropy(scores.flatten(0, 1), wanted[:, 1:].flatten(), ignore_index=PAD)

    @torch.no_grad()
    def answer(self, descriptions, longest=32):
        read, last, state, out = self.read(descriptions), torch.full((len(descriptions), 1), START), None, []
        ended = torch.zeros(len(descriptions), 1, dtype=torch.bool)
        while len(out) < longest and not ended.all():
            scores, state = self.write(read, last, state)
            last = scores.argmax(-1)
            ended |= last == END
            out.append(last)
        rows = torch.cat(out, 1).tolist()
        return [" ".join(self.vocabulary[n] for n in itertools.takewhile(lambda n: n != END, row)) for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curriculum", action="store_true", help="let the sizes follow the horizon")
    parser.add_argument("--low", type=int, default=1, help="the least number of operators without the curriculum (default: 1)")
    parser.add_argument("--steps", type=int, default=1500, help="the largest number of steps (default: 1500)")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)

    made = list(itertools.islice(tasks(seed=10**6, **SIZES), 1200))  # the same for all values of --seed
    held = [task for n in range(1, 5) for task in [task for task in made if size(task.row) == n][:50]]
    never = {task.row["fs"] for task in held}
    model = Translator(sorted({word for task in made for word in words(task.row["nl"] + task.row["fs"])}))
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)

    curriculum = Curriculum(seed=1000 * args.seed, **SIZES)
    source = iter(curriculum.next, None) if args.curriculum else tasks(seed=1000 * args.seed, **{**SIZES, "low": args.low})
    fresh = (task for task in source if task.row["fs"] not in never)
    with Rewards() as rewards:

        def answer(some):
            answers = model.answer([task.row["nl"] for task in some])
            return [rewards.reward(task, answer) for task, answer in zip(some, answers)]

        for step in range(1, args.steps + 1):
            lesson = list(itertools.islice(fresh, 32))
            if args.curriculum:  # the network answers each task before it learns from it
                for task, reward in zip(lesson, answer(lesson)):
                    curriculum.record(task, reward)
            optimizer.param_groups[0]["lr"] = 2e-3 * min(1, step / 50)
            optimizer.zero_grad()
            loss = model.loss([task.row["nl"] for task in lesson], [task.row["fs"] for task in lesson])
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1)
            optimizer.step()
            if step % 10 == 0 or step == args.steps:
                right = [reward == 1 for reward in answer(held)]
                print(json.dumps({
                    "seed": args.seed, "curriculum": args.curriculum, "step": step, "accuracy": sum(right) / len(right),
                    "by_size": [sum(right[i : i + 50]) / 50 for i in range(0, 200, 50)],
                    "mean_size": sum(size(task.row) for task in lesson) / len(lesson), "horizon": curriculum.horizon().at,
                }), flush=True)  # fmt: skip
                if sum(right) >= 0.9 * len(right):
                    break


if __name__ == "__main__":
    main()
