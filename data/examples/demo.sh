#!/bin/bash
# The whole loop, offline: generate, informalize, autoformalize, verify, metrics.
# The rows are written to the directory of the first argument, or to out/demo.
set -euo pipefail
out=${1:-out/demo}
here=$(dirname "$0")
datasets='ksat plogic fol fol-english regex'
mkdir -p "$out"

loop() { # MODEL OUTPUT, rows with formulas on standard input
	informalize --model "$1" | autoformalize --model "$1" | verify --overwrite -o "$2"
}

echo '== The built-in rule-based model, which makes no mistakes, on five datasets at the'
echo '   parameters of the AutoEval paper. Every pair must be equivalent.'
echo
for d in $datasets; do
	generate --dataset "$d" --seed 1 | loop builtin:rules "$out/rules-$d.jsonl"
done
metrics --by dataset "$out"/rules-*.jsonl
echo

echo '== Sentences that people wrote: the stories of data/examples, in the layout of FOLIO.'
echo
convert --from folio "$here/stories.jsonl" | loop builtin:rules "$out/stories.jsonl"
metrics --by dataset "$out/stories.jsonl"
echo
echo '   Do the conclusions of these stories follow from their premises?'
echo
convert --from folio-stories "$here/stories.jsonl" |
	verify --task entailment --overwrite -o "$out/entailment.jsonl"
metrics --by label,verdict "$out/entailment.jsonl" | awk '{ print $1, $2, $3 }' | column -t
echo

echo '== A model that makes errors of the kinds that language models make, at known rates.'
echo
for d in $datasets; do
	generate --dataset "$d" --seed 1 | loop builtin:noisy "$out/noisy-$d.jsonl"
done
metrics --by dataset "$out"/noisy-*.jsonl
echo
metrics --by num_operators:5 "$out"/noisy-{ksat,plogic,fol,fol-english}.jsonl
echo
echo "The rows, with every conversation, verdict and witness, are in $out."
