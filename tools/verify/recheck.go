package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
)

// tally counts the checks of one kind, and how many of them find bad evidence.
type tally struct{ checked, bad atomic.Int64 }

const recheckDescription = `
Checks the evidence of verified rows without a solver: a separate evaluator
computes both sides on each stored witness, and compares both sides of each
stored equivalence in small cases. The rows pass unchanged. If any check fails,
the exit code is 1. Give the flags on how to read formulas with which the rows
were verified.

Examples:
  verify recheck verified.jsonl > /dev/null
  verify recheck --task entailment stories.jsonl > /dev/null`

func recheckCommand() cli.Command {
	return cli.Command{
		Name:        "verify recheck",
		Usage:       "check stored witnesses and equivalences again",
		Description: recheckDescription,
		Main:        []string{"task", "left", "right", "formalism", "strict", "lenient", "finite", "output", "workers"},
		Groups:      cli.In | cli.Out | cli.Workers | cli.Shard | cli.Limit | cli.Progress,
		Flags:       storedFlags(),
		Action:      recheckAction,
	}
}

// recheckAction checks stored witnesses, and tries stored equivalences in small cases.
func recheckAction(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	s, err := newStage(c)
	if err != nil {
		return err
	}
	s.abortable(ctx)
	defer s.close()
	if err := s.openCheckers(c, env, cli.WorkersOf(c)); err != nil {
		return err
	}
	var witnesses, proofs tally
	var foreign atomic.Int64 // verdicts of checkers and other programs
	err = cli.RunStage(ctx, c, env, cli.Stage{
		Settings: s.settings(c),
		Columns:  map[string][]string{"--left": {s.columns.Left}, "--right": {s.columns.Right}},
		Process: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			p := s.stored(row)
			count := func(t *tally, what string, err error) {
				if t.checked.Add(1); err != nil {
					t.bad.Add(1)
					fmt.Fprintf(env.Stderr, "%s: %s: %s: %v\n", env.Name, rowName(row), what, hinted(err))
				}
			}
			switch {
			case checked(row.VerdictEngine) || s.leaves(p):
				unasked := verify.ErrUnasked
				if row.Witness != "" && row.Verdict == record.NotEquivalent {
					unasked = p.AskChecker(ctx, row.Witness)
				}
				switch {
				case !errors.Is(unasked, verify.ErrUnasked):
					count(&witnesses, "witness", unasked)
				case row.Verdict == record.Equivalent || row.Verdict == record.NotEquivalent:
					foreign.Add(1)
				}
			case row.Witness != "" || row.Verdict == record.NotEquivalent || row.Verdict == record.Uncertain:
				count(&witnesses, "witness", p.RecheckRow(row))
			case row.Verdict == record.Equivalent && !p.Argument:
				count(&proofs, "equivalence", equivalence(row, p))
			}
			return []*record.Row{row}, nil
		},
		Class:   class,
		Classes: classes,
	})
	fmt.Fprintf(env.Stderr, "%s: checked %d witnesses, %d bad\n", env.Name, witnesses.checked.Load(), witnesses.bad.Load())
	if n := foreign.Load(); n > 0 {
		fmt.Fprintf(env.Stderr, "%s: left out %d rows: a checker or another program gave their verdicts, which cannot be checked\n", env.Name, n)
	}
	if n := proofs.checked.Load(); n > 0 {
		fmt.Fprintf(env.Stderr, "%s: tried %d equivalences in small cases, %d bad\n", env.Name, n, proofs.bad.Load())
	}
	switch {
	case err != nil:
		return err
	case witnesses.bad.Load() > 0:
		return fmt.Errorf("%d of %d witnesses are bad", witnesses.bad.Load(), witnesses.checked.Load())
	case proofs.bad.Load() > 0:
		return fmt.Errorf("%d of %d equivalences are bad", proofs.bad.Load(), proofs.checked.Load())
	}
	return nil
}

// equivalence tries a stored equivalence in small cases, and reads its certificate, if it
// has one.
func equivalence(row *record.Row, p *verify.Pair) error {
	if row.Certificate != "" {
		var k verify.Certificate
		if err := json.Unmarshal([]byte(row.Certificate), &k); err != nil {
			return fmt.Errorf("certificate: %w", err)
		}
		if k.Kind == "" {
			return fmt.Errorf("certificate: found %s, expected a kind of proof", row.Certificate)
		}
	}
	return p.Small()
}

// stored reads the pair of a row that is already verified. A row with leniencies was
// verified with --lenient, which does not change how other texts are read.
func (s *stage) stored(row *record.Row) *verify.Pair {
	o := s.o
	o.Formula.Lenient = o.Formula.Lenient || len(row.Leniencies) > 0 && !o.Formula.Strict
	columns := *s.columns
	columns.Examples = row.ExamplesPassed != nil
	return columns.Pair(row, o)
}

// hinted adds to the error of bad evidence what its reason may be.
func hinted(err error) error {
	return fmt.Errorf("%w; if the row was verified with other flags on how to read formulas, give them", err)
}
