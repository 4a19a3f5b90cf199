package informalize

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/stage"
)

// writeBatch writes the requests about the rows into files.
func (j *job) writeBatch(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	client, err := endpoint.New(endpoint.OpenAI, c.String("model"), endpoint.Config{})
	if err != nil {
		return err
	}
	w, err := endpoint.NewBatchWriter(client, c.String("batch-out"))
	if err != nil {
		return err
	}
	defer w.Abort()
	j.opened = j.opened.Recorded(translate.Retry(w, translate.Policy{Budget: j.opened.Model.Budget}))
	j.setAsker(c, env)
	rows := int64(0)
	err = cli.EachRow(ctx, c, env, func(row *record.Row, at shard.Position) error {
		for _, r := range stage.Repeat(row, j.forth.Runs, j.forth.Samples) {
			rows++
			if err := j.forth.Process(ctx, r); err != nil {
				return fmt.Errorf("%v: %w", at, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	idle := rows - j.opened.Model.Totals().Calls
	files, requests, err := w.Close()
	fmt.Fprintf(env.Stderr, "%s: %d requests in %d files in %s; %d rows without a request\n", env.Name, requests, files, c.String("batch-out"), idle)
	return err
}

// readBatch translates the rows with the answers in the files. The answers have no
// price: batches have their own prices, and the money is already spent.
func (j *job) readBatch(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	client, err := endpoint.New(endpoint.OpenAI, c.String("model"), endpoint.Config{})
	if err != nil {
		return err
	}
	answers, err := endpoint.OpenBatch(client, c.String("batch-in"))
	if err != nil {
		return err
	}
	j.opened = j.opened.Recorded(answers)
	j.setAsker(c, env)
	j.forth.StopAfter = 0 // a missing answer says nothing about the next one
	return errors.Join(j.run(ctx, c, env), answers.Close())
}

const batchDescription = `
Sends the request files that --batch-out wrote into DIR to the Batch API of
an endpoint, asks for their state, and downloads the results, which
--batch-in then reads. DIR/batches.json records each step, so that nothing is
sent twice.

Examples:

   informalize --model gpt-4o-mini fs.jsonl --batch-out work
   informalize batch submit work
   informalize batch status work
   informalize batch fetch work
   informalize --model gpt-4o-mini fs.jsonl --batch-in work -o nl.jsonl

   # the same files with vLLM
   vllm run-batch -i work/requests-00001.jsonl -o work/output-00001.jsonl \
     --model Qwen/Qwen3-8B
`

// batch returns the command "batch submit|status|fetch DIR" of a program.
func batch(program string) cli.Command {
	return cli.Command{
		Name:        program + " batch",
		Usage:       "use the Batch API",
		ArgsUsage:   "submit|status|fetch DIR",
		Description: batchDescription,
		Flags:       cli.Pick(models.Flags(), "base-url", "api-key-file"),
		Action: func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
			if c.NArg() != 2 {
				return cli.Usagef("found %d arguments, expected submit, status or fetch, and a directory", c.NArg())
			}
			key, err := endpoint.OpenAI.Key(c.String("api-key-file"), os.Getenv)
			if err != nil {
				return cli.Usagef("--api-key-file: %w", err)
			}
			base, err := endpoint.OpenAI.BaseURL(c.String("base-url"), os.Getenv)
			if err != nil {
				return cli.Usagef("--base-url: %w", err)
			}
			client, err := endpoint.New(endpoint.OpenAI, "", endpoint.Config{BaseURL: base, Key: key})
			if err != nil {
				return cli.Usagef("--base-url: %w", err)
			}
			s, err := endpoint.NewBatchService(client, c.Args().Get(1))
			if err != nil {
				return err
			}
			return drive(ctx, s, c.Args().First(), env)
		},
	}
}

// drive does one of the three steps and prints the state of every file.
func drive(ctx context.Context, s *endpoint.BatchService, what string, env *cli.Env) error {
	var open int
	var err error
	switch what {
	case "submit":
		err = s.Submit(ctx)
	case "status":
		_, err = s.Refresh(ctx, false)
	case "fetch":
		open, err = s.Refresh(ctx, true)
	default:
		return cli.Usagef("found %q, expected submit, status or fetch", what)
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "requests\tbatch\tstatus\tcompleted\tfailed\ttotal\toutput\terrors\tmessage")
	or := func(s string) string { return cmp.Or(s, "-") }
	for _, j := range s.Jobs {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\n", j.Requests, or(j.BatchID), or(j.Status), j.Completed, j.Failed, j.Total, or(j.Output), or(j.Errors), or(j.Message))
	}
	if ferr := w.Flush(); err == nil {
		err = ferr
	}
	if err == nil && open > 0 {
		err = fmt.Errorf("%d of %d request files have no results yet; fetch again later", open, len(s.Jobs))
	}
	return err
}
