package modelstage

import (
	"context"
	"io"

	"github.com/truthloop/truthloop/translate/prompt"
)

// Informalize is the program informalize; see tools/informalize.
func Informalize(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return run(ctx, program{prompt.Informalize, "put formulas into English by a model", `
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
`}, args, stdin, stdout, stderr)
}

// Autoformalize is the program autoformalize; see tools/autoformalize.
func Autoformalize(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return run(ctx, program{prompt.Autoformalize, "put English into formulas by a model", `
Reads rows with a description (nl) and asks a model, in a new conversation, to
write each as a formula (fs_out). Rows that have none, or that an earlier stage
gave up on, pass through without a call.

Examples:

   generate --dataset plogic | informalize --model builtin:rules |
     autoformalize --model builtin:noisy | verify | metrics

   # a local server; formulas are taken out of code fences and the like
   autoformalize --model my-model --base-url http://localhost:8000/v1 \
     --temperature 0 --extract flexible --workers 64 nl.jsonl -o out.jsonl
`}, args, stdin, stdout, stderr)
}
