package modelstage

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/provider"
	"github.com/truthloop/truthloop/translate/stage"
)

// A program is what the two programs differ in.
type program struct {
	direction          prompt.Direction
	usage, description string // of its help
}

func run(ctx context.Context, p program, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) > 1 && args[1] == "batch" {
		return runBatch(ctx, string(p.direction), args[1:], stdin, stdout, stderr)
	}
	return cli.Run(ctx, cli.Command{
		Name:        string(p.direction),
		Usage:       p.usage,
		Description: p.description,
		Flags:       flags(p.direction),
		Groups:      cli.StageGroups,
		Action: func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
			underWay, err := workers(c)
			if err != nil {
				return err
			}
			abort, stop := access.Grace(ctx, c.Duration("grace"))
			defer stop()
			s, err := newStage(abort, c, p.direction, underWay, os.Getenv)
			if err != nil {
				return err
			}
			j, err := newJob(c, s, p.direction)
			if err != nil {
				return err
			}
			if err := checkOffline(c, j); err != nil {
				return err
			}
			switch {
			case c.Bool("dry-run"):
				return dryRun(ctx, c, env, j)
			case c.String("batch-out") != "":
				return writeBatch(ctx, c, env, j)
			case c.String("batch-in") != "":
				return readBatch(ctx, c, env, j)
			}
			return translateRows(ctx, c, env, j)
		},
	}, args, stdin, stdout, stderr)
}

// endpointWorkers is the default of --workers for endpoints, which wait more
// than they compute: enough to keep a server busy, few enough for a service's
// smallest plan to be found out by a handful of 429s.
const endpointWorkers = 32

// workers is the number of requests under way at most.
func workers(c *ucli.Context) (int, error) {
	switch n := c.Int("workers"); {
	case n > 0:
		return n, nil
	case provider.Builtin(c.String("model")), c.Bool("stored"):
		return runtime.GOMAXPROCS(0), nil
	}
	return endpointWorkers, c.Set("workers", strconv.Itoa(endpointWorkers))
}

// translateRows takes the rows through j. What a run against an endpoint took
// is told at its end, also where it ends early: it was paid for.
func translateRows(ctx context.Context, c *ucli.Context, env *cli.Env, j *job) error {
	name := j.stage.Model.Name()
	for _, s := range j.stages() {
		s.Note = func(note string) { fmt.Fprintf(env.Stderr, "%s: %s: %s\n", env.Name, name, note) }
	}
	var resumed map[string]int64
	err := cli.RunStage(ctx, c, env, cli.Stage{
		Settings: j.settings(),
		Durable:  !provider.Builtin(name),
		Process:  j.process,
		Retry:    j.retry,
		Status:   j.status,
		Sums:     j.sums,
		Resumed:  func(sums map[string]int64) { resumed = sums; j.spent(sums) },
	})
	if provider.Builtin(name) {
		return err
	}
	for _, s := range j.stages() {
		if t := s.Totals(); t.Outcomes != nil {
			fmt.Fprintf(env.Stderr, "%s: %s: %v\n", s.Direction, name, t)
		}
	}
	if resumed[stage.SumAttempts] > 0 {
		before := fmt.Sprintf("%d attempts; tokens: %d prompt, %d completion", resumed[stage.SumAttempts], resumed[stage.SumPrompt], resumed[stage.SumCompletion])
		if j.stage.Price != nil {
			before += fmt.Sprintf("; $%.6f", float64(resumed[stage.SumCost])/1e9)
		}
		fmt.Fprintf(env.Stderr, "%s: %s: and before this run %s\n", env.Name, name, before)
	}
	return err
}

// stages are those that each row goes through.
func (j *job) stages() []*stage.Stage {
	if j.back == nil {
		return []*stage.Stage{j.stage}
	}
	return []*stage.Stage{j.stage, j.back}
}

// status is what there is to tell while rows are under way.
func (j *job) status() string {
	if provider.Builtin(j.stage.Model.Name()) {
		return ""
	}
	var status []string
	for _, s := range j.stages() {
		status = append(status, s.Status())
	}
	return strings.Join(status, "; ")
}

// sums is what a row took in all stages.
func (j *job) sums(row *record.Row) map[string]int64 {
	if provider.Builtin(j.stage.Model.Name()) {
		return nil
	}
	total := map[string]int64{}
	for _, s := range j.stages() {
		for name, n := range s.Sums(row) {
			total[name] += n
		}
	}
	return total
}

// spent takes what earlier runs of a resumed output took from the budget.
func (j *job) spent(sums map[string]int64) {
	if j.stage.Budget != nil {
		j.stage.Budget.Spent(float64(sums[stage.SumCost])/1e9, sums[stage.SumPrompt]+sums[stage.SumCompletion])
	}
}

// settings are all that decides the output beside the input.
func (j *job) settings() map[string]string {
	s := j.stage
	out := map[string]string{
		"model": s.Model.Name(), "provider": j.provider, "params": s.Params.String(), "prompt": s.Version(),
		"extract": s.Extraction.String(), "conversations": fmt.Sprint(s.Conversations),
		"on-leak": fmt.Sprintf("%v %d", s.OnLeak, s.LeakRetries),
		"repeat":  fmt.Sprintf("runs=%d samples=%d steps=%d from-out=%t until-different=%t", j.runs, j.samples, j.steps, j.fromOut, j.untilDifferent),
	}
	if s.Stored {
		out["stored"] = "true"
	}
	if s.Structured || j.back != nil && j.back.Structured {
		out["structured"] = "true"
	}
	if j.back != nil {
		out["prompt-back"] = j.back.Version()
	}
	return out
}
