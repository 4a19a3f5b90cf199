package verify

import (
	"context"
	"fmt"
	"io"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify/explain"
)

// explain describes every row that has the id; repetitions of one formula share
// it. It fails if a witness is bad.
func (s *stage) explain(ctx context.Context, c *ucli.Context, env *cli.Env, id string) error {
	if out := c.String("output"); out != shard.Stdin {
		return cli.Usagef("--explain: found --output %s, expected none: the text goes to the standard output", out)
	}
	rows, found, bad := 0, 0, 0
	err := cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		rows++
		if row.ID != id {
			return nil
		}
		if found++; found > 1 {
			if _, err := io.WriteString(env.Stdout, "\n"); err != nil {
				return err
			}
		}
		k, err := s.caseOf(row)
		if err != nil {
			return fmt.Errorf("%s: %w", rowName(row), err)
		}
		text, wrong := k.Text()
		if wrong != nil {
			bad++
			fmt.Fprintf(env.Stderr, "verify: %s: witness: %v\n", rowName(row), wrong)
		}
		_, err = io.WriteString(cli.Printable(env.Stdout), text)
		return err
	})
	switch {
	case err != nil:
		return err
	case found == 0:
		return fmt.Errorf("--explain: found no row with the id %q among %d rows", id, rows)
	case bad > 0:
		return fmt.Errorf("--explain: the witnesses of %d of %d rows with the id %q are bad", bad, found, id)
	}
	return nil
}

// caseOf returns the parts of a row that are explained.
func (s *stage) caseOf(row *record.Row) (*explain.Case, error) {
	k := &explain.Case{
		ID: row.ID, Formalism: s.formalismOf(row), LeftName: s.left, RightName: s.right,
		Verdict: row.Verdict, Reason: row.VerdictReason, Engine: row.VerdictEngine, Relation: row.Relation,
		Witness: row.Witness, Certificate: row.Certificate,
		ScopeSensitive:        row.ScopeSensitive != nil && *row.ScopeSensitive,
		FreeVariableSensitive: row.FreeVariableSensitive != nil && *row.FreeVariableSensitive,
		Disagreement:          row.Disagreement, Error: row.DisagreementError,
		RelationAligned: row.RelationAligned, Alignment: row.Alignment,
		Diagnosis: row.Diagnosis, Repair: row.Repair,
		Formula: s.o.Formula, Regex: s.o.Regex,
	}
	k.Left, _ = row.Text(s.left)
	k.Right, _ = row.Text(s.right)
	if s.task == taskEntailment {
		var err error
		if k.Premises, err = list(row, s.left); err != nil {
			return nil, err
		}
	}
	return k, nil
}
