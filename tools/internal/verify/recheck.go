package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/align"
)

// tally counts the checks of one kind, and how many of them find bad evidence.
type tally struct{ checked, bad atomic.Int64 }

// recheckAll checks stored witnesses, and tries stored equivalences in small cases. The
// rows pass unchanged.
func (s *stage) recheckAll(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	var witnesses, proofs, alignments tally
	var foreign atomic.Int64 // verdicts of checkers and other programs
	err := cli.RunStage(ctx, c, env, cli.Stage{
		Settings: s.settings(c),
		Columns:  map[string]string{"--left": s.left, "--right": s.right},
		Process: func(_ context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			check := func(t *tally, what string, one func(*verify.Verifier, *record.Row) error) {
				t.checked.Add(1)
				if err := s.read(row, one); err != nil {
					t.bad.Add(1)
					fmt.Fprintf(env.Stderr, "verify: %s: %s: %v\n", rowName(row), what, err)
				}
			}
			switch {
			case checked(row.VerdictEngine) || s.leaves(row):
				if row.Verdict == record.Equivalent || row.Verdict == record.NotEquivalent {
					foreign.Add(1)
				}
			case row.Witness != "" || row.Verdict == record.NotEquivalent || row.Verdict == record.Uncertain:
				check(&witnesses, "witness", s.recheck)
			case row.Verdict == record.Equivalent && s.task == taskEquivalence:
				check(&proofs, "equivalence", s.retry)
			}
			if row.RelationAligned == record.RelEquivalent {
				check(&alignments, "alignment", s.realign)
			}
			return []*record.Row{row}, nil
		},
		Class:   class,
		Classes: classes,
	})
	fmt.Fprintf(env.Stderr, "verify: checked %d witnesses, %d bad\n", witnesses.checked.Load(), witnesses.bad.Load())
	if n := foreign.Load(); n > 0 {
		fmt.Fprintf(env.Stderr, "verify: left out %d rows: a checker or another program gave their verdicts, which --recheck cannot check\n", n)
	}
	if n := proofs.checked.Load(); n > 0 {
		fmt.Fprintf(env.Stderr, "verify: tried %d equivalences in small cases, %d bad\n", n, proofs.bad.Load())
	}
	if n := alignments.checked.Load(); n > 0 {
		fmt.Fprintf(env.Stderr, "verify: tried %d alignments in small cases, %d bad\n", n, alignments.bad.Load())
	}
	switch {
	case err != nil:
		return err
	case alignments.bad.Load() > 0:
		return fmt.Errorf("%d of %d alignments are bad", alignments.bad.Load(), alignments.checked.Load())
	case witnesses.bad.Load() > 0:
		return fmt.Errorf("%d of %d witnesses are bad", witnesses.bad.Load(), witnesses.checked.Load())
	case proofs.bad.Load() > 0:
		return fmt.Errorf("%d of %d equivalences are bad", proofs.bad.Load(), proofs.checked.Load())
	}
	return nil
}

// retry tries a stored equivalence in small cases, and reads its certificate, if it has
// one.
func (s *stage) retry(v *verify.Verifier, row *record.Row) error {
	if row.Certificate != "" {
		var k verify.Certificate
		if err := json.Unmarshal([]byte(row.Certificate), &k); err != nil {
			return fmt.Errorf("certificate: %w", err)
		}
		if k.Kind == "" {
			return fmt.Errorf("certificate: found %s, expected a kind of proof", row.Certificate)
		}
	}
	left, _ := row.Text(s.left)
	right, _ := row.Text(s.right)
	return v.RecheckEquivalence(s.formalismOf(row), left, right)
}

// realign tries a stored alignment in small cases.
func (s *stage) realign(v *verify.Verifier, row *record.Row) error {
	var a align.Alignment
	if err := json.Unmarshal([]byte(row.Alignment), &a); err != nil {
		return err
	}
	left, _ := row.Text(s.left)
	right, _ := row.Text(s.right)
	o := verify.Beside(s.optionsFor(row).Formula, s.formalismOf(row), left, right)
	x, err := logic.Parse(left, o)
	if err != nil {
		return fmt.Errorf("%s: %w", s.left, err)
	}
	y, err := logic.Parse(right, o)
	if err != nil {
		return fmt.Errorf("%s: %w", s.right, err)
	}
	if x, err = a.Rename(x, y, s.fold()); err != nil {
		return err
	}
	return v.RecheckFormulas(x, y)
}
