#!/bin/sh
# task.sh ARGUMENT...: truthloop with these arguments, in which %i stands for the number of
# the task in its array. If an earlier run of the task was killed, this one continues it.
for argument; do
	shift
	set -- "$@" "$(printf %s "$argument" | sed "s/%i/${SLURM_ARRAY_TASK_ID:-}/")"
done
exec truthloop "$@" --resume
