package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"shout": func() { Main(os.Args, shout) },
		"count": func() { Main(os.Args, count) },
	})
}

// shout is a program for the tests of this package: it writes each formula in
// capitals, as often as --times says. A formula with "bad" in it becomes a row
// with an error until --forgive, one with "dunno" an unknown verdict, and one
// with "abort" ends the run until --forgive.
func shout(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return Command{
		Name:        "shout",
		Usage:       "write formulas in capitals",
		Description: "For example: shout -o out.jsonl in.jsonl",
		Groups:      StageGroups | Unknown,
		Flags: []ucli.Flag{
			&ucli.IntFlag{Name: "times", Value: 1},
			&ucli.BoolFlag{Name: "durable"},
			&ucli.BoolFlag{Name: "forgive"},
			&ucli.DurationFlag{Name: "slow"},
		},
		Action: func(ctx context.Context, c *ucli.Context, env *Env) error {
			return RunStage(ctx, c, env, Stage{
				Settings: map[string]string{"times": c.String("times")},
				Durable:  c.Bool("durable"),
				Process: func(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
					if c.Duration("slow") > 0 {
						// Rows of different lengths take different times, so
						// that they do not finish in their order.
						time.Sleep(c.Duration("slow") * time.Duration(1+len(row.FS)%3) / 2)
					}
					return shoutRow(row, c.Int("times"), c.Bool("forgive"))
				},
				Retry: func(_ context.Context, _ int, row *record.Row) ([]*record.Row, error) {
					return shoutRow(row, 1, c.Bool("forgive"))
				},
				Classes: []string{ClassError, ClassOK, ClassUnknown},
				Class: func(row *record.Row) string {
					switch {
					case row.Error != nil:
						return ClassError
					case row.Verdict == record.Unknown:
						return ClassUnknown
					}
					return ClassOK
				},
			})
		},
	}.Run(ctx, args, stdin, stdout, stderr)
}

func shoutRow(row *record.Row, times int, forgive bool) ([]*record.Row, error) {
	row.Error = nil
	switch {
	case strings.Contains(row.FS, "abort") && !forgive:
		return nil, errors.New("fs: found abort")
	case strings.Contains(row.FS, "bad") && !forgive:
		row.Error = &record.Error{Stage: "shout", Kind: "bad", Message: "fs is bad"}
	case strings.Contains(row.FS, "dunno"):
		row.Verdict = record.Unknown
	}
	var rows []*record.Row
	for i := range times {
		out := row.Clone()
		out.FSOut = strings.ToUpper(row.FS)
		if times > 1 {
			out.Sample = record.Int(i)
		}
		rows = append(rows, out)
	}
	return rows, nil
}

// count is a program for the tests that makes rows.
func count(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return Command{
		Name:   "count",
		Usage:  "make numbered rows",
		Groups: SourceGroups,
		Flags: []ucli.Flag{
			&ucli.IntFlag{Name: "n", Value: 10},
			&ucli.DurationFlag{Name: "slow"},
		},
		Action: func(ctx context.Context, c *ucli.Context, env *Env) error {
			return RunSource(ctx, c, env, Stage{
				Settings: map[string]string{"n": c.String("n")},
				Class:    func(row *record.Row) string { return fmt.Sprintf("index%%2=%d", *row.Index%2) },
			}, func(ctx context.Context, emit func(*record.Row) error) error {
				for i := range c.Int("n") {
					time.Sleep(c.Duration("slow"))
					if err := emit(&record.Row{ID: fmt.Sprint(i), Index: record.Int(i), FS: fmt.Sprintf("p%d ∧ q", i)}); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}.Run(ctx, args, stdin, stdout, stderr)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// exitcode CODE PROGRAM ARGS... wants that exit code.
			"exitcode": func(ts *testscript.TestScript, _ bool, args []string) {
				want, got := args[0], 0
				var exit *exec.ExitError
				if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
					got = exit.ExitCode()
				}
				if fmt.Sprint(got) != want {
					ts.Fatalf("exit code %d, expected %s", got, want)
				}
			},
			// appendtorn FILE leaves the file as a killed writer does.
			"appendtorn": func(ts *testscript.TestScript, _ bool, args []string) {
				f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY, 0)
				ts.Check(err)
				_, err = f.WriteString(`{"fs":"s","fs_o`)
				ts.Check(errors.Join(err, f.Close()))
			},
		},
	})
}
