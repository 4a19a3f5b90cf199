package perturb

import (
	"context"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// written is a text of a language that only its checker reads.
type written string

func (w written) String() string { return string(w) }

// outside returns the pair of rows of a formalism that a checker decides, such as sql. Both
// have one edit of the checker, in random order: the first that it proves equivalent, and
// the first that it refutes.
func (s *stage) outside(ctx context.Context, worker int, kind record.Formalism, row *record.Row) ([]*record.Row, error) {
	failed := func(kind, message string) ([]*record.Row, error) {
		row.Error = failure(kind, message)
		return []*record.Row{row}, ctx.Err()
	}
	pair := func(text string) *verify.Pair {
		p := s.options.Read(kind, row.FS, text)
		p.Of(row)
		return p
	}
	edits, err := pair(row.FS).AskEdits(ctx)
	if err != nil {
		return failed("checker", err.Error())
	}
	row.Error = nil
	made, sides := make([]*record.Row, 2), map[record.Verdict]int{record.Equivalent: 0, record.NotEquivalent: 1}
	for _, i := range s.random(row).Perm(len(edits)) {
		result := s.verifier(worker).Decide(ctx, pair(edits[i].Text))
		sample, decided := sides[result.Verdict]
		if !decided || made[sample] != nil {
			continue
		}
		c := candidate{formula: written(edits[i].Text), role: []Role{Equivalent, Perturbation}[sample], proof: result}
		if made[sample], err = pairRow(row, sample, c, edit{Kind: edits[i].Name}); err != nil {
			return nil, err
		}
		if made[1-sample] != nil {
			return made, nil
		}
	}
	return failed("no_pair", "found no two edits of which the checker proves one to be equivalent and refutes the other")
}
