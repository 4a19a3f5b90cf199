package perturb

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify"
)

// A Variant is a formula made from another one, with the proof of its relation to it.
type Variant[T any] struct {
	Formula T
	Role    Role // Equivalent or Perturbation
	Law     Law
	Edit    edit.Edit[T] // of a Perturbation, after the law
	Proof   verify.Result
}

// A language is what Pair knows of formulas, or of regular expressions.
type language[T any] struct {
	rewrites func(T) []Rewrite[T]
	edits    []func(T) []edit.Edit[T] // if the first give no perturbation, the next are used
	relate   func(a, b T) verify.Result
}

// errNoPair says that no law applies, or that no edit changes the meaning.
var errNoPair = errors.New("found no law and edit that make two formulas with a proved verdict")

// pair makes two variants of f. The first is f with one law applied, so it is
// equivalent. The second is the first with one edit, and is not equivalent to f. So
// both differ from f in the same law, and the similarity of the texts says little about
// the verdict. The error is errNoPair, or that a law is wrong.
func pair[T fmt.Stringer](f T, l language[T], rng *rand.Rand) (out [2]Variant[T], _ error) {
	text := logic.Fold(f.String())
	for law, g := range drawn(l.rewrites(f), rng) {
		if logic.Fold(g.String()) == text {
			continue
		}
		p := l.relate(f, g)
		if p.Verdict == record.NotEquivalent {
			return out, wrongLaw(law, f, g)
		}
		if p.Verdict != record.Equivalent {
			continue
		}
		for _, list := range l.edits {
			edits := list(g)
			for _, i := range rng.Perm(len(edits)) {
				h := edits[i].Apply()
				if q := l.relate(f, h); q.Verdict == record.NotEquivalent {
					return [2]Variant[T]{
						{Formula: g, Role: Equivalent, Law: law, Proof: p},
						{Formula: h, Role: Perturbation, Law: law, Edit: edits[i], Proof: q},
					}, nil
				}
			}
		}
	}
	return out, errNoPair
}

// drawn yields the rewritten formulas in random order. It first draws the law, then
// the place: laws that apply in many places are no more frequent.
func drawn[T any](rewrites []Rewrite[T], rng *rand.Rand) iter.Seq2[Law, T] {
	byLaw := map[Law][]Rewrite[T]{}
	var laws []Law
	for _, r := range rewrites {
		if byLaw[r.Law] == nil {
			laws = append(laws, r.Law)
		}
		byLaw[r.Law] = append(byLaw[r.Law], r)
	}
	rng.Shuffle(len(laws), func(i, j int) { laws[i], laws[j] = laws[j], laws[i] })
	return func(yield func(Law, T) bool) {
		for _, law := range laws {
			for _, i := range rng.Perm(len(byLaw[law])) {
				if g, ok := byLaw[law][i].Apply(); ok && !yield(law, g) {
					return
				}
			}
		}
	}
}

func wrongLaw(law Law, f, g any) error {
	return fmt.Errorf("%s made %v of %v, which is not equivalent: a fault of this program", law, g, f)
}

// makePairs returns two rows for a row with a formula: the formula beside an equivalent
// one and beside one that is not. A row without such formulas gets an error.
func (s *stage) makePairs(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	fail := func(kind, message string) ([]*record.Row, error) {
		row.Error = &record.Error{Stage: stageName, Kind: kind, Message: message}
		return []*record.Row{row}, nil
	}
	if row.Model != "" {
		return fail("answers", "model: found "+row.Model+", expected a row without answers, such as generate writes")
	}
	if row.Formalism == record.Regex {
		e, err := regex.Parse(row.FS, regex.Options{})
		if err != nil {
			return fail("syntax", "fs: "+err.Error())
		}
		return pairRows(s, row, e, language[*regex.Expr]{
			rewrites: RegexRewrites,
			edits:    []func(*regex.Expr) []edit.Edit[*regex.Expr]{regexEdits},
			relate: func(a, b *regex.Expr) verify.Result {
				ctx, cancel := context.WithTimeout(ctx, s.timeout)
				defer cancel()
				return s.verifier(worker).Expressions(ctx, a, b)
			},
		})
	}
	f, err := logic.Parse(row.FS, s.formula)
	if err != nil {
		return fail("syntax", "fs: "+err.Error())
	}
	of := func(kinds []edit.Perturbation) func(*logic.Formula) []edit.Edit[*logic.Formula] {
		return func(g *logic.Formula) []edit.Edit[*logic.Formula] { return Edits(g, kinds, row.Vocabulary) }
	}
	return pairRows(s, row, f, language[*logic.Formula]{
		rewrites: Rewrites,
		edits:    []func(*logic.Formula) []edit.Edit[*logic.Formula]{of(s.kinds), of(Kinds)},
		relate:   func(a, b *logic.Formula) verify.Result { return s.relate(ctx, worker, a, b) },
	})
}

// pairRows writes the variants of f into copies of its row. The column sample numbers
// them.
func pairRows[T fmt.Stringer](s *stage, row *record.Row, f T, l language[T]) ([]*record.Row, error) {
	pair, err := pair(f, l, s.stream(row))
	if err != nil {
		kind := "fault"
		if errors.Is(err, errNoPair) {
			kind = "no_pair"
		}
		row.Error = &record.Error{Stage: stageName, Kind: kind, Message: err.Error()}
		return []*record.Row{row}, nil
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
		if err := setFields(out, field{"task", Pairs}, field{"role", v.Role}, field{"edits", steps}); err != nil {
			return nil, err
		}
		rows = append(rows, out)
	}
	return rows, nil
}

// again makes one row of a pair again, for --retry, or both if there was none.
func (s *stage) again(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	sample := row.Sample
	rows, err := s.process(ctx, worker, row)
	if s.task == Pairs && sample != nil && len(rows) == 2 {
		return rows[*sample : *sample+1], err
	}
	return rows, err
}
