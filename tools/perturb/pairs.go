package perturb

import (
	"cmp"
	"context"
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

// makePairs returns two rows for a row. The first has the formula with one law applied, so
// the two are equivalent. The second is the first with one edit, and is not equivalent to
// the formula. Since both differ from it by the same law, the similarity of the texts says
// little about the verdict. If it cannot make both, the row gets an error.
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
	f, err := s.options.Parse(kind, row.FS)
	if err != nil {
		return fail("syntax", "fs: "+err.Error())
	}
	relate := func(g formalism.Tree) verify.Result {
		ctx, cancel := stopwatch.WithTimeout(ctx, timeout)
		defer cancel()
		return s.verifier(worker).Relate(ctx, kind, f, g)
	}
	lists := [][]syntax.Perturbation{s.kinds}
	if all := l.Perturbations(); all != nil { // if the first give no perturbation
		lists = append(lists, all)
	}
	rng := s.stream(row)
	for law, g := range drawn(l.Rewrites(f), rng) {
		if logic.Fold(g.String()) == logic.Fold(f.String()) {
			continue
		}
		p := relate(g)
		if p.Verdict == record.NotEquivalent {
			return fail("fault", wrongLaw(law, f, g).Error())
		}
		if p.Verdict != record.Equivalent {
			continue
		}
		for _, kinds := range lists {
			edits := edits(l, g, kinds, row.Vocabulary)
			for _, i := range rng.Perm(len(edits)) {
				e := edits[i]
				h := e.Apply()
				q := relate(h)
				if q.Verdict != record.NotEquivalent {
					continue
				}
				used := editField{Kind: string(law)}
				same, err := pairRow(row, 0, g, Equivalent, p, used)
				if err != nil {
					return nil, err
				}
				other, err := pairRow(row, 1, h, Perturbation, q, used, editField{cmp.Or(string(e.Perturbation), string(e.Kind)), e.From, e.To})
				return []*record.Row{same, other}, err
			}
		}
	}
	return fail("no_pair", "found no law and edit that make two formulas with a proved verdict")
}

// pairRow returns a row of a pair: the formula g, the steps that made it, and the proof of
// its relation.
func pairRow(row *record.Row, sample int, g formalism.Tree, role Role, p verify.Result, steps ...editField) (*record.Row, error) {
	out := row.Clone()
	out.ClearVerdict()
	out.Sample, out.FSOut = record.Int(sample), g.String()
	out.Verdict, out.VerdictEngine, out.Relation = p.Verdict, p.Engine, p.Relation
	proof, err := proofOf(p)
	if err != nil {
		return nil, err
	}
	out.Certificate, out.Witness = string(proof.Certificate), string(proof.Witness)
	out.SetValue("task", Pairs)
	out.SetValue("role", role)
	out.SetValue("edits", steps)
	return out, nil
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
