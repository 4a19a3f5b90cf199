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

// A program is what the two programs differ in.
type program struct {
	direction          prompt.Direction
	usage, description string // of its help
}

func run(ctx context.Context, p program, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        string(p.direction),
		Usage:       p.usage,
		Description: p.description,
		Flags:       flags(p.direction),
		Groups:      cli.StageGroups,
		Action: func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
			underWay := c.Int("workers")
			if underWay == 0 {
				underWay = runtime.GOMAXPROCS(0)
			}
			s, err := newStage(c, p.direction, underWay, os.Getenv)
			if err != nil {
				return err
			}
			return translateRows(ctx, c, env, s)
		},
	}, args, stdin, stdout, stderr)
}

// translateRows takes the rows through s. What a run against an endpoint took
// is told at its end, also where it ends early: it was paid for.
func translateRows(ctx context.Context, c *ucli.Context, env *cli.Env, s *stage.Stage) error {
	name := c.String("model")
	err := cli.RunStage(ctx, c, env, cli.Stage{
		Settings: map[string]string{
			"model": name, "params": s.Params.String(), "prompt": s.Version(),
			"extract": s.Extraction.String(), "conversations": fmt.Sprint(s.Conversations),
			"on-leak": fmt.Sprintf("%v %d", s.OnLeak, s.LeakRetries),
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
