package modelstage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"text/tabwriter"

	api "github.com/sashabaranov/go-openai"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/batch"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/openai"
	"github.com/truthloop/truthloop/translate/provider"
	"github.com/truthloop/truthloop/translate/stage"
)

// checkOffline refuses what cannot be asked by files.
func checkOffline(c *ucli.Context, j *job) error {
	out, in := c.String("batch-out") != "", c.String("batch-in") != ""
	switch {
	case !out && !in:
		return nil
	case out && in || c.Bool("dry-run"):
		return cli.Usagef("--batch-out, --batch-in and --dry-run: found more than one of them")
	case provider.Builtin(c.String("model")):
		return cli.Usagef("--batch-out and --batch-in: found --model %s, expected a model at an endpoint", c.String("model"))
	case c.String("provider") != string(provider.OpenAI):
		return cli.Usagef("--batch-out and --batch-in: found --provider %s, expected openai, whose files they are", c.String("provider"))
	case j.back != nil:
		return cli.Usagef("--batch-out and --batch-in: found --steps %d; a step's questions follow from the answers of the one before", j.steps)
	case j.stage.OnLeak == stage.RetryLeak:
		return cli.Usagef("--batch-out and --batch-in: found --on-leak retry; whether to ask again follows from the answers")
	}
	return nil
}

// writeBatch writes the requests about the rows, and calls nothing.
func writeBatch(ctx context.Context, c *ucli.Context, env *cli.Env, j *job) error {
	client, err := openai.New(c.String("model"), openai.Config{})
	if err != nil {
		return err
	}
	w, err := batch.NewWriter(client, c.String("batch-out"), batch.Limits{})
	if err != nil {
		return err
	}
	defer w.Abort()
	var idle int
	err = cli.EachRow(ctx, c, env, func(row *record.Row, at shard.Position) error {
		if j.fromOut {
			if j.untilDifferent && row.Verdict != record.Equivalent {
				idle++
				return nil
			}
			row = stage.NextStep(row)
		}
		for _, r := range stage.Repeat(row, j.runs, j.samples) {
			req, err := j.stage.Preview(r)
			switch {
			case err != nil:
				return fmt.Errorf("%v: %w", at, err)
			case req == nil:
				idle++
				continue
			}
			if err := j.access.Foresee(req.Messages); err != nil {
				return fmt.Errorf("%v: %w", at, err)
			}
			if err := w.Add(*req); err != nil {
				return fmt.Errorf("%v: %w", at, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	files, requests, err := w.Close()
	fmt.Fprintf(env.Stderr, "%s: %d requests in %d files in %s; %d rows without a request\n", env.Name, requests, files, c.String("batch-out"), idle)
	return err
}

// readBatch translates the rows by the answers in the files.
func readBatch(ctx context.Context, c *ucli.Context, env *cli.Env, j *job) error {
	client, err := openai.New(c.String("model"), openai.Config{})
	if err != nil {
		return err
	}
	answers, err := batch.Open(client, c.String("batch-in"))
	if err != nil {
		return err
	}
	j.access.Recorded(answers) // batches have prices of their own, and what is read has been spent
	j.stage.Model = j.access.Model
	j.stage.StopAfter = 0 // answers that are missing say nothing of the next
	return errors.Join(translateRows(ctx, c, env, j), answers.Close())
}

const batchDescription = `
Sends the request files that --batch-out wrote into DIR to the Batch API of an
endpoint, asks how far it is, and fetches the results, which --batch-in then
reads. What was done is kept in DIR/batches.json: nothing is sent twice.

Examples:

   informalize --model gpt-4o-mini fs.jsonl --batch-out work
   informalize batch submit work
   informalize batch status work
   informalize batch fetch work
   informalize --model gpt-4o-mini fs.jsonl --batch-in work -o nl.jsonl

   # the same files, by vLLM
   vllm run-batch -i work/requests-00001.jsonl -o work/output-00001.jsonl --model Qwen/Qwen3-8B
`

// runBatch is the program's "batch submit|status|fetch DIR".
func runBatch(ctx context.Context, program string, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        program + " batch",
		Usage:       "drive the Batch API",
		ArgsUsage:   "submit|status|fetch DIR",
		Description: batchDescription,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "base-url", DefaultText: "OpenAI's", Usage: "`URL` of the endpoint; without it, the environment's OPENAI_BASE_URL"},
			&ucli.StringFlag{Name: "api-key-file", Usage: "`FILE` with the key for the endpoint; without it, the environment's OPENAI_API_KEY"},
		},
		Action: func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
			if c.NArg() != 2 {
				return cli.Usagef("found %d arguments, expected submit, status or fetch, and a directory", c.NArg())
			}
			s, err := service(c, c.Args().Get(1))
			if err != nil {
				return err
			}
			return drive(ctx, s, c.Args().First(), env)
		},
	}, args, stdin, stdout, stderr)
}

func service(c *ucli.Context, dir string) (*batch.Service, error) {
	key, err := provider.OpenAI.Key(c.String("api-key-file"), os.Getenv)
	if err != nil {
		return nil, cli.Usagef("--api-key-file: %w", err)
	}
	base := c.String("base-url")
	if base == "" {
		base = provider.OpenAI.BaseURL(os.Getenv)
	}
	if base == "" {
		base = openai.DefaultBaseURL
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return nil, cli.Usagef("--base-url: expected the form https://host/v1")
	}
	config := api.DefaultConfig(key)
	config.BaseURL = u.String()
	return batch.NewService(config, dir, endpoint.NewSecrets(key, u).Excerpt)
}

// drive does one of the three things and tells where every file is.
func drive(ctx context.Context, s *batch.Service, what string, env *cli.Env) error {
	var open int
	var err error
	switch what {
	case "submit":
		err = s.Submit(ctx)
	case "status":
		err = s.Refresh(ctx)
	case "fetch":
		open, err = s.Fetch(ctx)
	default:
		return cli.Usagef("found %q, expected submit, status or fetch", what)
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "requests\tbatch\tstatus\tcompleted\tfailed\ttotal\toutput\terrors\tmessage")
	for _, j := range s.Jobs() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\n", j.Requests, or(j.BatchID), or(j.Status), j.Completed, j.Failed, j.Total, or(j.Output), or(j.Errors), or(j.Message))
	}
	if ferr := w.Flush(); err == nil {
		err = ferr
	}
	if err == nil && open > 0 {
		err = fmt.Errorf("%d of %d request files have no results yet; fetch again later", open, len(s.Jobs()))
	}
	return err
}

func or(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
