#!/bin/bash
# paper.sh ROWS OUT makes the tables and figures of two papers from stored rows: AutoEval
# (Karia et al., ICLR 2025), its preprint, and NL-FOL-LT (Brunello et al., AAAI 2026).
# rows.sh makes such rows; docs/howto/papers.md describes them and every file in OUT. Nothing
# is asked of a model. A part of ROWS that is missing is named, and its files are left out.
set -euo pipefail

rows=$(cd "${1:?usage: paper.sh ROWS OUT}" && pwd)
out=${2:?usage: paper.sh ROWS OUT}
here=$(cd "$(dirname "$0")" && pwd)
scores=$here/../../scores

mkdir -p "$out"/{autoeval,preprint,nlfol,published,work}
cd "$out"

# have DIRECTORY... reports whether ROWS has these directories.
have() {
	for part in "$@"; do
		[ -d "$rows/$part" ] || { echo "paper.sh: $rows has no $part" >&2; return 1; }
	done
}

# draw NAME ARGUMENT... draws a figure with metrics, beside the table of its numbers. The
# first argument may be a command of metrics, such as compare.
draw() {
	local name=$1
	shift
	metrics "$@" --overwrite --plot "$name.svg" -o "$name.csv"
}

# table ARGUMENT... prints a table of metrics as CSV.
table() { metrics --no-total --format csv "$@"; }

pivot() { awk -v rows="$1" -v columns="$2" -v cell="$3" -f "$here/csv.awk" -f "$here/pivot.awk"; }
pick() { awk -v columns="$1" -v names="$2" -f "$here/csv.awk" -f "$here/select.awk"; }

# AutoEval. The logic datasets with random formulas, and all with regexes.
logic="dataset in ('plogic', 'fol', 'fol-english')"
packaged="dataset in ('plogic', 'fol', 'fol-english', 'regex')"

if have formulas; then
	for d in ksat plogic fol regex; do
		echo "# $d"
		cat "$here/../../grammars/$d.cfg"
	done >autoeval/figure-2.txt

	# hyperparameter TYPE NAME SETTING DATASET prints a setting of generate.
	hyperparameter() {
		local manifest=$rows/formulas/$4.jsonl.manifest.json value
		value=$(sed -n "s/.*\"settings\.$3\": \"\(.*\)\".*/\1/p" "$manifest")
		[ -n "$value" ] || { echo "paper.sh: $manifest has no setting $3" >&2; exit 1; }
		echo "$1,$2,$value"
	}
	{
		echo parameter_type,hyperparameter,value
		hyperparameter General depth depth plogic
		hyperparameter General n nodes plogic
		hyperparameter General sample_count sample-count plogic
		hyperparameter 'First-Order Logic' free_variable_prob bind-probability fol
		hyperparameter 'First-Order Logic' max_free_variables max-free-variables fol | sed 's/,-1$/,∞/'
		hyperparameter 'First-Order Logic' max_predicate_arity max-arity fol
		hyperparameter 'First-Order Logic' min_predicate_arity min-arity fol
		hyperparameter 'First-Order Logic' num_objects objects fol
		hyperparameter 'First-Order Logic' num_predicates predicates fol
		hyperparameter 'Propositional Logic' num_propositions propositions plogic
		hyperparameter 'Regular Expression' alphabet_size alphabet-size regex
	} >autoeval/table-1.csv

	draw autoeval/figure-9 dataset --table counts --plot-of dfa_density,dfa_edges,dfa_states --where "dataset = 'regex'" "$rows/formulas"
	draw autoeval/figure-10 dataset --table counts --plot-of depth,num_and,num_or,num_not --where "$logic" "$rows/formulas"
fi

if have loop; then
	rates=compliance,accuracy,judge_f1
	draw autoeval/figure-5 --by dataset,model,complexity --plot-of $rates --where "$packaged" "$rows/loop"
	draw autoeval/figure-7 --by dataset,model,num_operators --plot-of $rates --where "dataset = 'ksat'" "$rows/loop"
	draw autoeval/figure-11 --by dataset,model,depth --plot-of $rates --where "$logic" "$rows/loop"
	draw autoeval/figure-12 --by dataset,model,num_and --plot-of $rates --where "$logic" "$rows/loop"
	draw autoeval/figure-13 --by dataset,model,num_or --plot-of $rates --where "$logic" "$rows/loop"
	draw autoeval/figure-14 --by dataset,model,num_not --plot-of $rates --where "$logic" "$rows/loop"
	for measure in states edges density; do
		draw "autoeval/figure-15-$measure" --by "dataset,model,dfa_$measure" --plot-of $rates --where "dataset = 'regex'" "$rows/loop"
	done

	# errors DATASETS prints five wrong formulas of datasets, with | between.
	errors() {
		convert --where "dataset ~ '^($1)$' and verdict = 'not_equivalent'" --limit 5 --format csv "$rows/loop" |
			pick fs,nl,fs_out 'φ,I(φ),(A∘I)(φ)'
	}
	errors plogic >autoeval/table-3.csv
	errors 'fol|fol-english' >autoeval/table-4.csv
	errors regex >autoeval/table-5.csv
fi

if have reasoner; then
	draw autoeval/figure-6 --by dataset,model,num_operators --plot-of compliance+accuracy "$rows/reasoner"
fi

if have runs; then
	draw autoeval/figure-8 --by dataset,model,complexity --show runs --plot-of run_compliance_mean,run_accuracy_mean "$rows/runs"
fi

if have loop shots; then # the names of prompts without the hash of their text
	convert --where "$packaged" "$rows/loop" "$rows/shots" |
		sed -E 's|"prompt":"[^"]*/([0-9]+-shot)@[0-9a-f]*"|"prompt":"\1"|' |
		draw autoeval/figure-16 compare --column prompt --baseline 0-shot --by dataset,model,complexity --plot-of compliance,accuracy
fi

# Scores of other benchmarks, each in a column with the paper's name of the score.
if have loop folio-a folio-i reason; then
	text="--show text --reference sentence"
	names='1s/,accuracy_low,/,FOLIO(A),/; 1s/,bleu,/,FOLIO(I; BLEU),/; 1s/,rouge_l,/,FOLIO(I; ROUGE),/; 1s/,meteor,/,FOLIO(I; METEOR),/; 1s/,bertscore,/,FOLIO(I; BERT),/'
	informal=('FOLIO(I; BLEU)' 'FOLIO(I; ROUGE)')
	if metrics $text --score-columns meteor,bertscore "$rows/folio-i" >work/scored 2>&1; then # data/examples/text_scores.py adds them
		text="$text --score-columns meteor,bertscore"
		informal+=('FOLIO(I; METEOR)' 'FOLIO(I; BERT)')
	fi
	table --by dataset,model,num_operators,depth "$rows/loop" >work/loop.csv
	table --by model,num_operators "$rows/folio-a" | sed "$names" >work/folio-a.csv
	table --by model,num_operators $text "$rows/folio-i" | sed "$names" >work/folio-i.csv
	reason scores --format csv "$rows/reason" >work/reason.csv
	benchmarks=$scores/benchmarks.csv
	[ -f "$rows/benchmarks.csv" ] && benchmarks=$rows/benchmarks.csv

	compare=(--aliases "$here/aliases.csv" -x work/loop.csv:accuracy_low -y 'work/reason.csv:*' -y "$benchmarks:*")
	folio=(-y 'work/folio-a.csv:FOLIO(A)')
	for score in "${informal[@]}"; do folio+=(-y "work/folio-i.csv:$score"); done

	# as_complex SCORE CONDITION selects formulas as complex as those of the benchmark
	# (appendix K.4), if there are scores of it.
	as_complex() {
		if cat work/reason.csv work/folio-a.csv work/folio-i.csv "$benchmarks" |
			awk -F '[,"]' -v name="$1" '{ for (i = 1; i <= NF; i++) if ($i == name) found = 1 } END { exit !found }'; then
			compare+=(--where-for "$1=$2")
		fi
	}
	first="dataset ~ '^fol'"
	for score in 'FOLIO(R; NL)' 'FOLIO(R; FOL)' 'FOLIO(A)' "${informal[@]}"; do
		as_complex "$score" "$first and num_operators <= 6"
	done
	as_complex 'LogiEval(R; PL)' "dataset = 'plogic' and num_operators <= 30"
	as_complex 'LogiEval(R; FOL)' "$first and num_operators <= 30"
	for score in HumanEval 'HumanEval (invented)'; do # the second is of rows.sh
		as_complex "$score" "dataset = 'regex' and depth <= 7"
	done
	correlate --overwrite "${compare[@]}" "${folio[@]}" --plot autoeval/figure-3.svg -o autoeval/figure-3.csv
	correlate --overwrite "${compare[@]}" "${folio[@]}" --plot-of predictive_power --plot autoeval/figure-4.svg -o autoeval/figure-4.csv
	correlate --overwrite --log-level error -x work/loop.csv:accuracy_low "${folio[@]}" --where "$first" \
		--join model,num_operators --plot autoeval/figure-17.svg -o autoeval/figure-17.csv
fi
pivot model benchmark score <"$scores/benchmarks.csv" >autoeval/table-6.csv

# The preprint has the same tables, and figures of the same kinds under other numbers.
copy() {
	for file in autoeval/"$1".* autoeval/"$1"-*.*; do
		[ ! -e "$file" ] || cp "$file" "preprint/$2${file#"autoeval/$1"}"
	done
}
for n in 1 3 4 5; do copy "table-$n" "table-$n"; done
for pair in 2:2 5:3 7:4 8:5 9:6 10:7 11:8 12:9 13:10 14:11 15:12 16:13; do
	copy "figure-${pair%:*}" "figure-${pair#*:}"
done

# NL-FOL-LT.
if have translation; then
	table --by dataset,model --show runs "$rows/translation" | pivot dataset model run_accuracy_mean,run_accuracy_sd >nlfol/table-2.csv

	# As in the paper, what does not parse has the score 0, and r is the mean of the runs' r.
	table --by model,dataset --show edits "$rows/translation" >work/edits.csv
	{
		echo score,model,dataset,mean,sd
		pick model,dataset,formula_bleu,formula_bleu_sd x <work/edits.csv | sed '1d; s/^/BLEU,/'
		pick model,dataset,le,le_sd x <work/edits.csv | sed '1d; s/^/LE,/'
		pick model,dataset,formula_bleu_r x <work/edits.csv | sed '1d; s/^/r_pb(BLEU),/'
		pick model,dataset,le_r x <work/edits.csv | sed '1d; s/^/r_pb(LE),/'
	} | pivot model,dataset score mean,sd >nlfol/table-5.csv

	convert --where "dataset != 'folio'" --format csv "$rows/translation" |
		pick nl,fs 'NL sentence,FOL translation' | awk '!seen[$0]++ && ++n <= 7' >nlfol/table-7.csv

	table --by dataset,nl,fs,fs_out,verdict "$rows/translation" | awk -f "$here/csv.awk" -f "$here/suspicious.awk" >nlfol/appendix-i.csv

	metrics compare --by dataset --format csv "$rows/translation" >work/pairs.csv
	{
		echo cell,a,b,dataset,count,pairs
		for cell in both_right:both only_a:'first only' only_b:'second only' both_wrong:neither; do
			pick "a,b,dataset,${cell%:*},pairs" x <work/pairs.csv | sed "1d; s/^/${cell#*:},/"
		done
	} | pivot a,b,dataset cell count/pairs >nlfol/table-9.csv
fi

# choices DIRECTORY makes the table of most similar and ranking.
choices() {
	rank scores --by dataset,model --format csv "$rows/$1" >work/scores.csv
	{
		head -n 1 work/scores.csv
		for score in most_similar eq neg both; do grep ",$score," work/scores.csv | sort -t , -k 1,2 -k 4,4r; done
	} | pivot score,dataset model,form mean,sd |
		sed 's/^score/task/; s/^most_similar/Most similar/; s/^eq/Ranking-Eq./; s/^neg/Ranking-Neg./; s/^both/Ranking-Both/'
}
if have ranked; then
	choices ranked >nlfol/table-3.csv

	rank contingency --score eq --by dataset,model --format csv "$rows/ranked" |
		sed -nE 's/^dataset,first,second,score,/dataset,model,form,/p; s/^([^,]*),(.*) most-similar (nl|fol),\2 ranking \3,eq,/\1,\2,\3,/p' >work/pairs.csv
	{
		echo cell,model,dataset,form,share
		for cell in first_only:'MS and not R' second_only:'not MS and R' both_right:'MS and R' both_wrong:'not MS and not R'; do
			pick "model,dataset,form,${cell%:*}_share" x <work/pairs.csv | sed "1d; s/^/${cell#*:},/" | sort -t , -k 2,3 -k 4,4r
		done
	} | pivot model,dataset cell,form share >nlfol/table-8.csv

	convert --where "task = 'ranking' and form = 'nl' and num_quantifiers = 1 and num_operators >= 2" --limit 1 --format jsonl "$rows/ranked" >work/set.jsonl
	# list NAME prints a list of strings of that row, one to a line.
	list() { sed "s/.*\"$1\":\[\"\([^]]*\)\"\].*/\1/" work/set.jsonl | awk '{ gsub(/","/, "\n") } 1'; }
	{
		printf 'role\tformula\tdescription\n'
		paste <(list roles) <(list candidates) <(list candidates_nl)
	} >nlfol/figure-1.tsv
fi
if have embedded; then
	choices embedded >nlfol/table-4.csv
fi
if have no-thinking; then
	choices no-thinking >nlfol/table-6.csv
fi

# What the papers print, as they print it, and what follows from published inputs.
# published TABLE prints the lines of a table of NL-FOL-LT.
published() { grep -E "^(table|$1)," "$scores/nlfol.csv"; }
published 2 | pivot dataset model mean,sd >published/nlfol-table-2.csv
for n in 3 4 6; do published "$n" | pivot task,dataset model,form mean,sd >"published/nlfol-table-$n.csv"; done
published 5 | pivot model,dataset task mean,sd >published/nlfol-table-5.csv
published 8 | pivot model,dataset task,form mean >published/nlfol-table-8.csv
published 9 | pivot model,dataset task mean >published/nlfol-table-9.csv

verify --no-timing "$here/pairs.csv" >work/pairs.jsonl
table --by source,paper,verdict work/pairs.jsonl | pick source,paper,verdict,rows source,paper,verdict,pairs >published/pairs.csv
{
	echo value,source,paper,recomputed
	echo "formulas of the first batch,AutoEval appendix H: propositional,1974,$(generate --dataset plogic | wc -l)"
	echo "formulas of the first batch,AutoEval appendix H: first-order,1900,$(generate --dataset fol | wc -l)"
	echo "formulas of the first batch,AutoEval appendix H: regular expressions,1842,$(generate --dataset regex | wc -l)"
	metrics --show edits --format csv --where "source = 'NL-FOL-LT table 1'" work/pairs.jsonl | pick le,formula_bleu x |
		awk -F, 'NR == 2 { printf "LE of the example,NL-FOL-LT table 1,0.875,%.3f\nBLEU of the example,NL-FOL-LT section on BLEU,0.18,%.2f\n", $1, $2 }'
	awk -F, -f "$here/published.awk" "$scores/nlfol.csv"
} >published/values.csv
rm -r work
