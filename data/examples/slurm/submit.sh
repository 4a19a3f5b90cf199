#!/bin/sh
# submit.sh DIR TASKS MODEL [FLAG...]: the loop over DIR/fs.jsonl as four jobs of Slurm. The
# first three are arrays of TASKS tasks. Task i of an array starts when task i of the
# array before it has finished. The last job merges the parts into DIR/verified.parquet.
#
# DIR must be shared by all nodes, and truthloop on the PATH there. The FLAGs are those of
# informalize and autoformalize, such as --base-url. --rpm, --budget and
# --budget-tokens are of all tasks of an array together. LIMITS has options of sbatch, such as
# LIMITS='--time=1:00:00 --mem=4G', and VERIFY has flags of verify. If a job fails or
# a node dies, run the same command again: what is finished is not done again.
set -eu
dir=$(cd "$1" && pwd) tasks=$2 model=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
export TRUTHLOOP_SHARE_LIMITS="$tasks" # Slurm gives them to the tasks
mkdir -p "$dir/log" "$dir/nl" "$dir/back" "$dir/verified"

array() { # array DEPENDENCY NAME ARGUMENT...
	dependency=$1 name=$2
	shift 2
	sbatch --parsable --requeue --kill-on-invalid-dep=yes ${LIMITS:-} $dependency --job-name="$name" --array="1-$tasks" \
		--output="$dir/log/$name-%a.log" --open-mode=append "$here/task.sh" "$@"
}

part='part-%i.jsonl' # task.sh puts the number of the task for %i
nl=$(array '' informalize informalize --shard env --model "$model" "$@" "$dir/fs.jsonl" -o "$dir/nl/$part")
back=$(array "--dependency=aftercorr:$nl" autoformalize autoformalize --model "$model" "$@" "$dir/nl/$part" -o "$dir/back/$part")
verified=$(array "--dependency=aftercorr:$back" verify verify --workers 1 ${VERIFY:-} "$dir/back/$part" -o "$dir/verified/$part")
sbatch --parsable --requeue --kill-on-invalid-dep=yes ${LIMITS:-} --dependency="afterok:$verified" --job-name=merge --output="$dir/log/merge.log" \
	--open-mode=append "$here/task.sh" convert "$dir/verified/" -o "$dir/verified.parquet"
