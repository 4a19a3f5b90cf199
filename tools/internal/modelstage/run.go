package modelstage

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/provider"
	"github.com/truthloop/truthloop/translate/stage"
)

// Run is the program that translates in direction d; usage and description are
// for its help.
func Run(ctx context.Context, d prompt.Direction, usage, description string, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        string(d),
		Usage:       usage,
		Description: description,
		Flags:       flags(d),
		Groups:      cli.StageGroups,
		Action: func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
			underWay := c.Int("workers")
			if underWay == 0 {
				underWay = runtime.GOMAXPROCS(0)
			}
			s, err := newStage(c, d, underWay, os.Getenv)
			if err != nil {
				return err
			}
			return run(ctx, c, env, s)
		},
	}, args, stdin, stdout, stderr)
}

// run takes the rows through s. What a run against an endpoint took is told at
// its end, also where it ends early: it was paid for.
func run(ctx context.Context, c *ucli.Context, env *cli.Env, s *stage.Stage) error {
	name := c.String("model")
	err := cli.RunStage(ctx, c, env, cli.Stage{
		Settings: map[string]string{
			"model": name, "params": s.Params.String(), "prompt": s.Version(),
			"extract": s.Extraction.String(), "conversations": fmt.Sprint(s.Conversations),
		},
		Durable: !provider.Builtin(name),
		Process: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			return []*record.Row{row}, s.Process(ctx, row)
		},
	})
	if t := s.Totals(); !provider.Builtin(name) && t.Outcomes != nil {
		fmt.Fprintf(env.Stderr, "%s: %s: %v\n", env.Name, name, t)
	}
	return err
}
