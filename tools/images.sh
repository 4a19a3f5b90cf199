#!/bin/sh
# images.sh DIR: make the pictures of the documentation, with the commands of
# docs/reference/figures.md. The programs are on the PATH; node, Chromium and
# playwright-core are those of the browser tests.
set -eu
cd "$(dirname "$0")/.."
dir=$(cd "$1" && pwd)
rows=$(mktemp -d)
trap 'rm -rf "$rows"' EXIT
generate --dataset plogic --sample-count 5 -o "$rows/plogic.jsonl"
for model in builtin:noisy 'builtin:noisy?seed=2'; do
	informalize --model "$model" "$rows/plogic.jsonl" | autoformalize --model "$model" | verify --diagnose
done >"$rows/verified.jsonl"
metrics --by dataset,model,num_operators:5 --overwrite --plot "$dir/accuracy.png" "$rows/verified.jsonl" -o "$rows/accuracy.csv"
metrics --by num_operators:10,model --overwrite --plot "$dir/models.png" "$rows/verified.jsonl" -o "$rows/models.csv"
report "$rows/verified.jsonl" -o "$rows/report.html"
TRUTHLOOP_SCREENSHOTS=$dir node tools/internal/e2e/testdata/images.mjs "$rows/report.html"
