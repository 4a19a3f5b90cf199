// Command autoformalize has a model put English back into formulas.
//
// What flows in are rows with a description, nl; what flows out are the same
// rows with the formula that the model made of it, fs_out. The model sees
// neither the row's own formula nor the conversation that led to nl. See
// package stage for what else a row is given, and docs/models.md for models
// and endpoints.
package main

import (
	"context"
	"io"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/modelstage"
	"github.com/truthloop/truthloop/translate/prompt"
)

func main() { cli.Main(run) }

const description = `
Reads rows with a description (nl) and asks a model, in a new conversation, to
write each as a formula (fs_out). Rows that have none, or that an earlier stage
gave up on, pass through without a call.

Examples:

   generate --dataset plogic | informalize --model builtin:rules |
     autoformalize --model builtin:noisy | verify | metrics

   # a local server; formulas are taken out of code fences and the like
   autoformalize --model my-model --base-url http://localhost:8000/v1 \
     --temperature 0 --extract flexible --workers 64 nl.jsonl -o out.jsonl
`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return modelstage.Run(ctx, prompt.Autoformalize, "put English into formulas by a model", description, args, stdin, stdout, stderr)
}
