package modelstage

import (
	"context"
	"io"

	"github.com/truthloop/truthloop/translate/prompt"
)

// InformalizeSummary and AutoformalizeSummary are the programs in a line each.
const (
	InformalizeSummary   = "put formulas into English by a model"
	AutoformalizeSummary = "put English into formulas by a model"
)

// Informalize is the program informalize; see tools/informalize.
func Informalize(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return run(ctx, program{prompt.Informalize, InformalizeSummary, `
Reads rows with a formula (fs) and asks a model to describe each in English
(nl). Formal syntax in the description sets nl_leak. A call that brings no
answer makes the row's error, and the row keeps its place.

Examples:

   generate --dataset plogic | informalize --model builtin:rules
   informalize --model builtin:rules --shots 2 fs.parquet -o nl.parquet

   # 64 requests at a time to a local server; go on after an interruption
   informalize --model my-model --base-url http://localhost:8000/v1 \
     --temperature 0 --workers 64 fs.jsonl -o nl.jsonl --resume

   # once more what failed
   informalize --model my-model --base-url http://localhost:8000/v1 \
     --temperature 0 --workers 64 fs.jsonl -o nl.jsonl --retry error

   # what it would cost, and then no more than five dollars of it
   informalize --model gpt-4o-mini --samples 5 fs.jsonl --dry-run
   informalize --model gpt-4o-mini --samples 5 fs.jsonl -o nl.jsonl --budget 5

   # by the Batch API; see informalize batch --help
   informalize --model gpt-4o-mini fs.jsonl --batch-out work

   # three rounds there and back, each a row
   informalize --model builtin:rules --steps 3 fs.jsonl | verify | metrics --by step
`}, args, stdin, stdout, stderr)
}

// Autoformalize is the program autoformalize; see tools/autoformalize.
func Autoformalize(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return run(ctx, program{prompt.Autoformalize, AutoformalizeSummary, `
Reads rows with a description (nl) and asks a model, in a new conversation, to
write each as a formula (fs_out). Rows that have none, or that an earlier stage
gave up on, pass through without a call.

Examples:

   generate --dataset plogic | informalize --model builtin:rules |
     autoformalize --model builtin:noisy | verify | metrics

   # a local server; formulas are taken out of code fences and the like
   autoformalize --model my-model --base-url http://localhost:8000/v1 \
     --temperature 0 --workers 64 nl.jsonl -o out.jsonl

   # sentences with their ontology; the five runs differ in their seeds
   convert --from ontology data/ontologies/tarski.json |
     autoformalize --task logical-translation --model my-model \
       --base-url http://localhost:8000/v1 --runs 5 --seed 1 |
     verify | metrics --by quantifier_depth

   # the same answers, taken as they stand, without a call
   autoformalize --stored --extract strict out.jsonl -o strict.jsonl
`}, args, stdin, stdout, stderr)
}
