#!/usr/bin/env bash
# Writes the packaged datasets, ten batches each, into a directory and checks
# them against their published digests. The programs are taken from PATH.
set -euo pipefail

out=${1:?usage: data/datasets.sh DIRECTORY}
digests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/datasets.sha256
mkdir -p "$out"
for dataset in ksat plogic fol fol-english regex ltl; do
	generate --dataset "$dataset" --batches 10 --seed 1 --overwrite -o "$out/$dataset.jsonl"
done
cd "$out"
sha256sum -c "$digests"
