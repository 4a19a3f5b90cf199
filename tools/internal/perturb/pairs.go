package perturb

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/verify"
)

// A Variant is a formula made from another one, with the proof of its relation to it.
type Variant struct {
	Formula formalism.Tree
	Role    Role // Equivalent or Perturbation
	Law     Law
	Edit    edit.Edit[formalism.Tree] // the edit of a Perturbation, made after the law
	Proof   verify.Result
}

// A language makes rewrites and edits of formulas of a formalism.
type language struct {
	rewrites func(formalism.Tree) []Rewrite[formalism.Tree]
	// edits lists edits of some kinds, with the names of a vocabulary.
	edits func(t formalism.Tree, kinds []edit.Perturbation, v *record.Vocabulary) []edit.Edit[formalism.Tree]
	kinds bool // the edits depend on the kinds
}

// languages holds the languages of the known formalisms.
var languages = map[record.Formalism]language{
	record.Propositional: ofLogic,
	record.FirstOrder:    ofLogic,
	record.LTL:           ofTime,
	record.Regex:         ofRegex(record.Regex, regex.Paper),
	record.RegexBrics:    ofRegex(record.RegexBrics, regex.Brics),
}

func ofRegex(f record.Formalism, d regex.Dialect) language {
	return language{
		rewrites: func(t formalism.Tree) []Rewrite[formalism.Tree] {
			return trees(RegexRewrites(t.(regex.Tree).Expression()), func(e *regex.Expr) formalism.Tree { return e.In(d) })
		},
		edits: func(t formalism.Tree, _ []edit.Perturbation, _ *record.Vocabulary) []edit.Edit[formalism.Tree] {
			return regexEdits(f, t)
		},
	}
}

var ofLogic = language{
	rewrites: func(t formalism.Tree) []Rewrite[formalism.Tree] {
		return trees(Rewrites(t.(*logic.Formula)), func(f *logic.Formula) formalism.Tree { return f })
	},
	edits: func(t formalism.Tree, kinds []edit.Perturbation, v *record.Vocabulary) []edit.Edit[formalism.Tree] {
		var all []edit.Edit[formalism.Tree]
		for _, e := range Edits(t.(*logic.Formula), kinds, v) {
			all = append(all, edit.Edit[formalism.Tree]{
				Kind: e.Kind, Perturbation: e.Perturbation, From: e.From, To: e.To, Apply: func() formalism.Tree { return e.Apply() },
			})
		}
		return all
	},
	kinds: true,
}

// trees converts rewrites of one kind of tree to rewrites of a formalism.Tree.
func trees[T any](rewrites []Rewrite[T], tree func(T) formalism.Tree) []Rewrite[formalism.Tree] {
	all := make([]Rewrite[formalism.Tree], len(rewrites))
	for i, r := range rewrites {
		all[i] = Rewrite[formalism.Tree]{r.Law, func() (formalism.Tree, bool) {
			t, ok := r.Apply()
			if !ok {
				return nil, false
			}
			return tree(t), true
		}}
	}
	return all
}

// A pairing makes the pair of one row.
type pairing struct {
	rewrites func(formalism.Tree) []Rewrite[formalism.Tree]
	edits    []func(formalism.Tree) []edit.Edit[formalism.Tree] // if the first give no perturbation, the next are used
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
	l, ok := languages[kind]
	if !ok {
		return fail("formalism", formalism.Unknown(kind).Error())
	}
	v := s.verifier(worker)
	f, err := v.Semantics(kind).Parse(row.FS)
	if err != nil {
		return fail("syntax", "fs: "+err.Error())
	}
	of := func(kinds []edit.Perturbation) func(formalism.Tree) []edit.Edit[formalism.Tree] {
		return func(t formalism.Tree) []edit.Edit[formalism.Tree] { return l.edits(t, kinds, row.Vocabulary) }
	}
	m := pairing{
		rewrites: l.rewrites,
		edits:    []func(formalism.Tree) []edit.Edit[formalism.Tree]{of(s.kinds)},
		relate: func(a, b formalism.Tree) verify.Result {
			ctx, cancel := stopwatch.WithTimeout(ctx, s.timeout)
			defer cancel()
			return v.Relate(ctx, kind, a, b)
		},
	}
	if l.kinds {
		m.edits = append(m.edits, of(Kinds))
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
		if err := setFields(out, field{"task", Pairs}, field{"role", v.Role}, field{"edits", steps}); err != nil {
			return nil, err
		}
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
