// Command informalize has a model put formulas into English.
//
// What flows in are rows with a formula, fs; what flows out are the same rows
// with its description, nl, and whether formal syntax was copied into it,
// nl_leak. See package stage for what else a row is given, and docs/models.md
// for models and endpoints.
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
`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return modelstage.Run(ctx, prompt.Informalize, "put formulas into English by a model", description, args, stdin, stdout, stderr)
}
