#!/usr/bin/env python3
"""Adds METEOR and BERTScore to rows, as columns for metrics --score-columns.

    text_scores.py --reference gold --meteor rows.jsonl scored.jsonl
    text_scores.py --reference gold --meteor --bertscore MODEL rows.parquet scored.parquet
    metrics --by model --score-columns meteor,bertscore scored.jsonl

Each score compares nl with the sentence in the column --reference. Rows that
lack either sentence get no score.

METEOR (Lavie and Agarwal, WMT 2007) is NLTK's: words are separated by spaces
and compared in lower case, by stem and by WordNet's synonyms. WordNet is read
from --wordnet, else from the copy that nltk.download("wordnet") installs.

BERTScore (Zhang et al., ICLR 2020, Sec. 3) is F1 over the token vectors of the
model's last layer, without weights by idf and without a baseline. MODEL is a
directory with model.onnx and tokenizer.json.

Packages: nltk for METEOR; numpy, onnxruntime and tokenizers for BERTScore;
pyarrow for Parquet.
"""

import argparse
import io
import json
import os


def meteor(directory):
    from nltk.translate.meteor_score import single_meteor_score

    if directory is None:
        from nltk.corpus import wordnet
    else:
        wordnet = read_wordnet(directory)
    return lambda nl, reference: single_meteor_score(reference.split(), nl.split(), wordnet=wordnet)


def read_wordnet(directory):
    import nltk.data
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    directory = os.path.abspath(directory)
    nltk.data.path.append(directory)  # NLTK reads from these directories only

    class Reader(WordNetCorpusReader):
        """Reads a WordNet without lexnames and sense maps, which METEOR does not use."""

        def open(self, name):
            if name == "lexnames" and not os.path.exists(os.path.join(directory, name)):
                return io.StringIO("".join(f"{i:02}\tname\t1\n" for i in range(45)))
            return super().open(name)

        def map_wn(self, version="wordnet"):
            return None

    return Reader(directory, None)


def bertscore(directory):
    import numpy
    import onnxruntime
    import tokenizers

    session = onnxruntime.InferenceSession(os.path.join(directory, "model.onnx"), providers=["CPUExecutionProvider"])
    inputs = {i.name for i in session.get_inputs()}
    tokenizer = tokenizers.Tokenizer.from_file(os.path.join(directory, "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(512)

    def vectors(text):
        """Unit vectors of the tokens, and which tokens are words of the text."""
        tokens = tokenizer.encode(text)
        feed = {"input_ids": tokens.ids, "attention_mask": tokens.attention_mask, "token_type_ids": tokens.type_ids}
        feed = {name: numpy.array([ids], "int64") for name, ids in feed.items() if name in inputs}
        hidden = session.run(["last_hidden_state"], feed)[0][0]
        return hidden / numpy.linalg.norm(hidden, axis=1, keepdims=True), numpy.array(tokens.special_tokens_mask) == 0

    def score(nl, reference):
        x, of_nl = vectors(nl)
        y, of_reference = vectors(reference)
        if not of_nl.any() or not of_reference.any():
            return 0.0
        cosines = x @ y.T
        precision = cosines[of_nl].max(axis=1).mean()
        recall = cosines[:, of_reference].max(axis=0).mean()
        return float(2 * precision * recall / (precision + recall))

    return score


def score_jsonl(args, scores):
    with open(args.input, encoding="utf-8") as rows, open(args.output, "x", encoding="utf-8") as out:
        for line in rows:
            row = json.loads(line)
            nl, reference = row.get("nl"), row.get(args.reference)
            if nl and reference:
                row |= {name: score(nl, reference) for name, score in scores.items()}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def score_parquet(args, scores):
    import pyarrow.parquet

    rows = pyarrow.parquet.read_table(args.input)
    pairs = list(zip(rows["nl"].to_pylist(), rows[args.reference].to_pylist()))
    for name, score in scores.items():
        column = [score(*pair) if all(pair) else None for pair in pairs]
        rows = rows.append_column(name, pyarrow.array(column, "float64"))
    with open(args.output, "xb") as out:
        pyarrow.parquet.write_table(rows, out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", required=True, metavar="COLUMN")
    parser.add_argument("--meteor", action="store_true")
    parser.add_argument("--wordnet", metavar="DIR")
    parser.add_argument("--bertscore", metavar="MODEL")
    parser.add_argument("input")
    parser.add_argument("output")
    args = parser.parse_args()
    scores = {}
    if args.meteor:
        scores["meteor"] = meteor(args.wordnet)
    if args.bertscore:
        scores["bertscore"] = bertscore(args.bertscore)
    if not scores:
        parser.error("expected --meteor or --bertscore")
    (score_parquet if args.input.endswith(".parquet") else score_jsonl)(args, scores)


if __name__ == "__main__":
    main()
