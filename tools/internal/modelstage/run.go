package modelstage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	ucli "github.com/urfave/cli/v2"

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
			underWay, err := access.Workers(c, provider.Builtin(c.String("model")) || c.Bool("stored"))
			if err != nil {
				return err
			}
			abort, stop := access.Grace(ctx, c.Duration("grace"))
			defer stop()
			s, a, err := newStage(abort, c, p.direction, underWay, os.Getenv)
			if err != nil {
				return err
			}
			j, err := newJob(c, s, a, p.direction)
			if err != nil {
				return err
			}
			if err := checkOffline(c, j); err != nil {
				return err
			}
			switch {
			case a.Dry():
				return a.DryRun(ctx, c, env, j.rehearse)
			case c.String("batch-out") != "":
				return writeBatch(ctx, c, env, j)
			case c.String("batch-in") != "":
				return readBatch(ctx, c, env, j)
			}
			finish, err := j.share(c, underWay)
			if err != nil {
				return err
			}
			return errors.Join(translateRows(ctx, c, env, j), finish())
		},
	}, args, stdin, stdout, stderr)
}

// translateRows takes the rows through j. What a run against an endpoint took
// is told at its end, also where it ends early: it was paid for.
func translateRows(ctx context.Context, c *ucli.Context, env *cli.Env, j *job) error {
	name := j.stage.Model.Name()
	for _, s := range j.stages() {
		s.Note = func(note string) { fmt.Fprintf(env.Stderr, "%s: %s: %s\n", env.Name, name, note) }
	}
	defer j.access.Report(env)
	return cli.RunStage(ctx, c, env, cli.Stage{
		Settings: j.settings(),
		Durable:  !provider.Builtin(name),
		Process:  j.process,
		Retry:    j.retry,
		Status:   j.access.Status,
		Sums:     j.access.Sums(string(prompt.Informalize), string(prompt.Autoformalize)),
		Resumed:  j.access.Resumed,
	})
}

// stages are those that each row goes through.
func (j *job) stages() []*stage.Stage {
	if j.back == nil {
		return []*stage.Stage{j.stage}
	}
	return []*stage.Stage{j.stage, j.back}
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
