package perturb

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify"
)

// A Variant is a formula made from another one, with the proof of its relation to it.
type Variant struct {
	Formula formalism.Tree
	Role    Role // Equivalent or Perturbation
	Law     syntax.Law
	Edit    syntax.Edit // the edit of a Perturbation, made after the law
	Proof   verify.Result
}

// A pairing makes the pair of one row.
type pairing struct {
	rewrites func(formalism.Tree) []syntax.Rewrite
	edits    []func(formalism.Tree) []syntax.Edit // if the first give no perturbation, the next are used
	relate   func(a, b formalism.Tree) verify.Result
}

// errNoPair means that no law applies, or that no edit changes the meaning.
var errNoPair = errors.New("found no law and edit that make two formulas with a proved verdict")

// pair makes two variants of f. The first is f with one law applied, so it is
// equivalent. The second is the first with one edit, and is not equivalent to f. Since
// both differ from f by the same law, the similarity of the texts says little about the
// verdict. The error is errNoPair, or it means that a law is wrong.
func (m *pairing) pair(f formalism.Tree, rng *rand.Rand) (out [2]Variant, _ error) {
	text := logic.Fold(f.String())
	for law, g := range drawn(m.rewrites(f), rng) {
		if logic.Fold(g.String()) == text {
			continue
		}
		p := m.relate(f, g)
		if p.Verdict == record.NotEquivalent {
			return out, wrongLaw(law, f, g)
		}
		if p.Verdict != record.Equivalent {
			continue
		}
		for _, list := range m.edits {
			edits := list(g)
			for _, i := range rng.Perm(len(edits)) {
				h := edits[i].Apply()
				if q := m.relate(f, h); q.Verdict == record.NotEquivalent {
					return [2]Variant{
						{Formula: g, Role: Equivalent, Law: law, Proof: p},
						{Formula: h, Role: Perturbation, Law: law, Edit: edits[i], Proof: q},
					}, nil
				}
			}
		}
	}
	return out, errNoPair
}

// drawn yields the rewritten formulas in random order. It first draws the law and then
// the place, so that laws that apply in many places are not more frequent.
func drawn(rewrites []syntax.Rewrite, rng *rand.Rand) iter.Seq2[syntax.Law, formalism.Tree] {
	byLaw := map[syntax.Law][]syntax.Rewrite{}
	var laws []syntax.Law
	for _, r := range rewrites {
		if byLaw[r.Law] == nil {
			laws = append(laws, r.Law)
		}
		byLaw[r.Law] = append(byLaw[r.Law], r)
	}
	rng.Shuffle(len(laws), func(i, j int) { laws[i], laws[j] = laws[j], laws[i] })
	return func(yield func(syntax.Law, formalism.Tree) bool) {
		for _, law := range laws {
			for _, i := range rng.Perm(len(byLaw[law])) {
				if g, ok := byLaw[law][i].Apply(); ok && !yield(law, g) {
					return
				}
			}
		}
	}
}

func wrongLaw(law syntax.Law, f, g any) error {
	return fmt.Errorf("%s made %v of %v, which is not equivalent: a fault of this program", law, g, f)
}

// makePairs returns two rows for a row: one with an equivalent formula, and one with a
// formula that is not equivalent. If it cannot make both, the row gets an error.
func (s *stage) makePairs(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	fail := func(kind, message string) ([]*record.Row, error) {
		row.Error = &record.Error{Stage: stageName, Kind: kind, Message: message}
		return []*record.Row{row}, nil
	}
	if row.Model != "" {
		return fail("answers", "model: found "+row.Model+", expected a row without answers, such as generate writes")
	}
	kind := formalism.OrLogic(row)
	l, ok := formalism.Of(kind).(language)
	if !ok {
		return fail("formalism", formalism.Unknown(kind).Error())
	}
	v := s.verifier(worker)
	f, err := s.options.Parse(kind, row.FS)
	if err != nil {
		return fail("syntax", "fs: "+err.Error())
	}
	of := func(kinds []syntax.Perturbation) func(formalism.Tree) []syntax.Edit {
		return func(t formalism.Tree) []syntax.Edit { return edits(l, t, kinds, row.Vocabulary) }
	}
	m := pairing{
		rewrites: l.Rewrites,
		edits:    []func(formalism.Tree) []syntax.Edit{of(s.kinds)},
		relate: func(a, b formalism.Tree) verify.Result {
			ctx, cancel := stopwatch.WithTimeout(ctx, timeout)
			defer cancel()
			return v.Relate(ctx, kind, a, b)
		},
	}
	if all := l.Perturbations(); all != nil {
		m.edits = append(m.edits, of(all))
	}
	pair, err := m.pair(f, s.stream(row))
	switch {
	case errors.Is(err, errNoPair):
		return fail("no_pair", err.Error())
	case err != nil:
		return fail("fault", err.Error())
	}
	var rows []*record.Row
	for i, v := range pair {
		out := row.Clone()
		out.ClearVerdict()
		out.Sample, out.FSOut = record.Int(i), v.Formula.String()
		out.Verdict, out.VerdictEngine, out.Relation = v.Proof.Verdict, v.Proof.Engine, v.Proof.Relation
		proof, err := proofOf(v.Proof)
		if err != nil {
			return nil, err
		}
		out.Certificate, out.Witness = string(proof.Certificate), string(proof.Witness)
		steps := []editField{{Kind: string(v.Law)}}
		if v.Role == Perturbation {
			kind := string(v.Edit.Perturbation)
			if kind == "" {
				kind = string(v.Edit.Kind)
			}
			steps = append(steps, editField{kind, v.Edit.From, v.Edit.To})
		}
		out.SetValue("task", Pairs)
		out.SetValue("role", v.Role)
		out.SetValue("edits", steps)
		rows = append(rows, out)
	}
	return rows, nil
}

// again makes one row of a pair again, for --retry, or both rows if there is no pair yet.
func (s *stage) again(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	sample := row.Sample
	rows, err := s.process(ctx, worker, row)
	if s.task == Pairs && sample != nil && len(rows) == 2 {
		return rows[*sample : *sample+1], err
	}
	return rows, err
}
