#!/bin/bash
# rows.sh OUT makes the rows from which paper.sh makes tables and figures, offline,
# with built-in models. docs/howto/papers.md describes the directories. For your own models,
# put your own rows there instead.
#
# Settings of builtin:noisy stand for models. Each is called rate-R, where R is the rate
# of wrong answers to questions. The rate of each kind of error for each operator of a
# formula is a tenth of R. Their scores say nothing about language models.
set -euo pipefail

out=${1:?usage: rows.sh OUT}
samples=${SAMPLES:-3}  # formulas of each complexity in a batch
batches=${BATCHES:-2}  # of formulas
depth=${DEPTH:-40}     # of derivations; AutoEval's value is 40
runs=${RUNS:-5}        # repetitions, where the papers repeat

examples=$(cd "$(dirname "$0")/.." && pwd)
rates=${RATES:-0.005 0.01 0.02 0.04 0.08 0.16} # of errors, a model each
best=${rates%% *}
four=$(echo "$rates" | cut -d ' ' -f 1-4)
two=$(echo "$rates" | cut -d ' ' -f 1-2)
datasets='ksat plogic fol fol-english regex'

mkdir -p "$out"
cd "$out"
mkdir -p formulas loop shots runs reasoner folio-a folio-i reason translation ranked embedded no-thinking work

# model prints the built-in model with a rate of errors. It ignores examples in prompts,
# so that with another seed stands for one that does not.
seed=7
model() { echo "builtin:noisy?seed=$seed,all=${1/0./0.0},judge_wrong=$1,answer_wrong=$1"; }

# named gives the rows of the model with a rate its short name.
named() { sed "s|$(model "$1")|rate-$1|g"; }

# loop RATE [OPTION...] sends the formulas of standard input through the loop. As in
# AutoEval, an answer that is more than a formula of the prompt's syntax does not parse.
loop() {
	local rate=$1
	shift
	informalize --no-conversations --model "$(model "$rate")" "$@" |
		autoformalize --no-conversations --extract strict --model "$(model "$rate")" ${shots:+--shots "$shots"} |
		verify --strict --no-timing | named "$rate"
}

# AutoEval: the loop without and with examples, judges, repetitions.
for d in $datasets; do
	generate --dataset "$d" --sample-count "$samples" --batches "$batches" --depth "$depth" -o "formulas/$d.jsonl"
	for r in $rates; do
		loop "$r" <"formulas/$d.jsonl" >"loop/$d-$r.jsonl"
		seed=8 shots=2 loop "$r" --shots 2 <"formulas/$d.jsonl" >"shots/$d-$r.jsonl"
	done
	for r in $rates; do # every model judges the formulas of the best one
		judge --model "$(model "$r")" --no-conversations --no-timing "loop/$d-$best.jsonl" | named "$r" >work/judged.jsonl
		mv work/judged.jsonl "loop/$d-$best.jsonl"
	done
done
for d in plogic fol fol-english regex; do
	for r in $four; do
		convert --where 'batch = 0' "formulas/$d.jsonl" | loop "$r" --runs "$runs" --seed 1 >"runs/$d-$r.jsonl"
	done
done
for d in plogic fol-english; do
	generate --dataset "$d" --sample-count "$samples" --depth "$depth" --seed 2 |
		loop 0.01 --runs 3 --seed 1 >"reasoner/$d.jsonl"
done

# AutoEval: FOLIO and Multi-LogiEval. The built-in models understand few sentences that
# people write, so they formalize descriptions that builtin:rules writes.
convert --from folio --copy nl=sentence "$examples/stories.jsonl" -o work/sentences.jsonl
convert --from folio-stories "$examples/stories.jsonl" -o work/stories.jsonl
convert --from logieval "$examples/logieval" -o work/questions.jsonl
informalize --model builtin:rules --no-conversations work/sentences.jsonl |
	sed 's/"model":"builtin:rules",//' >work/described.jsonl
echo model,benchmark,score,source >benchmarks.csv
for r in $rates; do
	autoformalize --no-conversations --extract strict --model "$(model "$r")" work/described.jsonl |
		verify --strict --no-timing | named "$r" >"folio-a/$r.jsonl"
	informalize --no-conversations --model "$(model "$r")" work/sentences.jsonl | named "$r" >"folio-i/$r.jsonl"
	for form in nl fol; do
		reason --no-timing --model "$(model "$r")" --form "$form" work/stories.jsonl | named "$r" >"reason/$form-$r.jsonl"
	done
	reason --no-timing --model "$(model "$r")" --task logieval work/questions.jsonl | named "$r" >"reason/questions-$r.jsonl"
	# The scores of HumanEval and BBH are invented: 100(1 - R)^5 and 100(1 - R)^10. Their
	# names say so in figures and tables.
	awk -v r="$r" 'BEGIN {
		printf "rate-%s,HumanEval (invented),%.1f,invented\n", r, 100 * (1 - r) ^ 5
		printf "rate-%s,BBH (invented),%.1f,invented\n", r, 100 * (1 - r) ^ 10
	}' >>benchmarks.csv
done

# NL-FOL-LT: logical translation, and the choice among candidates.
convert --from ontology "$examples/../ontologies/tarski.json" -o work/tarski.jsonl
cp work/sentences.jsonl work/folio.jsonl
for d in tarski folio; do
	informalize --no-conversations --model builtin:rules "work/$d.jsonl" | sed 's/"model":"builtin:rules",//' >work/described.jsonl
	for r in $four; do
		autoformalize --no-conversations --task logical-translation --runs "$runs" --seed 1 --model "$(model "$r")" work/described.jsonl |
			verify --no-timing | named "$r" >"translation/$d-$r.jsonl"
	done
	for task in most-similar ranking; do
		perturb --task "$task" work/described.jsonl >work/sets.jsonl
		for form in nl fol; do
			for r in $four; do
				rank --no-timing --no-conversations --form "$form" --runs "$runs" --seed 1 --model "$(model "$r")" work/sets.jsonl |
					named "$r" >"ranked/$d-$task-$form-$r.jsonl"
			done
			for r in $two; do # with other errors
				seed=8 rank --no-timing --no-conversations --form "$form" --runs "$runs" --seed 1 --model "$(model "$r")" work/sets.jsonl |
					named "$r" >"no-thinking/$d-$task-$form-$r.jsonl"
			done
			rank --no-timing --form "$form" --model builtin:ngrams work/sets.jsonl >"embedded/$d-$task-$form-plain.jsonl"
			rank --no-timing --form "$form" --model builtin:ngrams --instruction 'Sentence: ' --candidate-instruction 'Candidate: ' work/sets.jsonl |
				sed 's/"model":"builtin:ngrams"/"model":"builtin:ngrams-inst"/' >"embedded/$d-$task-$form-inst.jsonl"
		done
	done
done
rm -r work
