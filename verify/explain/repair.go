package explain

import (
	"context"
	"iter"
	"time"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify"
)

// The bounds of a search for a repair.
const (
	maxRepaired   = 300   // nodes of both formulas together
	maxCandidates = 5_000 // edited formulas that a pass evaluates
	maxDecisions  = 200   // edited formulas that engines decide
	maxWitnesses  = 24    // witnesses that are kept
)

// rounds are the edits in the order in which they are tried: local ones first,
// so that the simplest explanation wins.
var rounds = []syntax.Set{
	undoing(record.NegationDropped, record.NegationAdded, record.OperatorSwapped, record.QuantifierSwapped, record.StarPlus,
		record.TemporalSwapped, record.TemporalDropped, record.TemporalAdded, record.UntilSwapped),
	undoing(record.PartAdded), // before a renaming that makes the added part redundant
	undoing(record.SymbolRenamed, record.ConstantVariable, record.ArgumentOrder, record.NegationMisplaced, record.StarMisplaced),
	undoing(record.ScopeWrong, record.Arity),
	undoing(record.PartLost),
}

// undoing returns the set of the edits that undo the given mistakes.
func undoing(mistakes ...record.Diagnosis) syntax.Set {
	kinds := make([]record.Diagnosis, len(mistakes))
	for i, m := range mistakes {
		kinds[i] = syntax.Inverse(m)
	}
	return syntax.OfKinds(kinds...)
}

// A Repair is one edit of a wrong formula, or the same change in several places, that
// makes it equivalent to the right one. Diagnosis is the mistake that it undoes.
type Repair struct {
	Diagnosis record.Diagnosis
	Formula   string // the edited formula; empty if Diagnosis is other
}

// A Repairer searches for repairs. Each goroutine needs its own.
type Repairer struct {
	o verify.Options
	v *verify.Verifier
}

// NewRepairer returns a Repairer that compares formulas with the options o. Of its limits,
// only Timeout is used: it bounds a search. o.Engines is ignored.
func NewRepairer(o verify.Options) *Repairer {
	fast := verify.Options{
		Formula: o.Formula, Finite: o.Finite, Timeout: o.Timeout, NoRelation: true,
		States:  automata.Limits{States: 1_000, Steps: 200_000},
		Engines: []verify.Engine{verify.EngineTable, verify.EngineForms, verify.EngineSample, verify.EngineAutomata, verify.EngineTableau},
	}
	if fast.Timeout == 0 {
		fast.Timeout = time.Minute
	}
	return &Repairer{o: fast, v: verify.New(fast)}
}

// Repair searches for a repair of the right side of a pair, which is proved not to be
// equivalent to the left side. w is the witness of this verdict; it may be nil.
func (r *Repairer) Repair(ctx context.Context, p *verify.Pair, w *verify.Witness) Repair {
	ctx, cancel := stopwatch.WithTimeout(ctx, r.o.Timeout) // the bounds normally end the search first
	defer cancel()
	other := Repair{Diagnosis: record.OtherMistake}
	l, ok := formalism.Of(p.Formalism).(editor)
	a, b := p.Left.Tree, p.Right.Tree
	if !ok || a == nil || b == nil {
		return other
	}
	tooLarge := func(b formalism.Tree) bool { return l.Size(a)+l.Size(b) > maxRepaired }
	decide := func(t formalism.Tree) verify.Result { return r.v.Relate(ctx, p.Formalism, a, t) }
	for _, b := range p.Right.Others { // the text may be right and its reading wrong
		if !tooLarge(b) && decide(b).Verdict == record.Equivalent {
			return Repair{record.ScopeWrong, b.String()}
		}
	}
	if tooLarge(b) {
		return other
	}
	key := formalism.Tree.String
	if c, ok := l.(comparer); ok {
		key = func(t formalism.Tree) string { return c.Outline(t, p.Fold()) }
	}
	o := formalism.EditOptions{Fold: p.Key, From: a}
	found := (&search{
		key:    key,
		value:  p.Value,
		decide: decide,
		edits: func(set syntax.Set) iter.Seq[syntax.Site] {
			o.Set = set
			return l.Edits(b, o)
		},
	}).run(ctx, a, b, w)
	if right, ok := a.(*logic.Formula); ok && found.Diagnosis == record.OtherMistake {
		return r.consistent(ctx, right, b.(*logic.Formula), p.Key)
	}
	return found
}

// An editor is a language whose formulas can be edited.
type editor interface {
	formalism.Language
	Edits(formalism.Tree, formalism.EditOptions) iter.Seq[syntax.Site]
}

// A search tests the edits of a wrong formula in two passes: the first accepts only
// the right formula itself, and the second accepts any formula equivalent to it.
type search struct {
	key    func(formalism.Tree) string // equal for trees that count as the same
	value  func(*verify.Witness, formalism.Tree) (bool, error)
	decide func(formalism.Tree) verify.Result // compares a tree with the right one
	edits  func(syntax.Set) iter.Seq[syntax.Site]

	wanted     string // key of the right formula
	equivalent bool   // the second pass
	seen       map[string]bool
	witnesses  []*verify.Witness
	decisions  int
	found      Repair
}

// run searches for an edit of b that gives a; w is a witness that they differ.
func (s *search) run(ctx context.Context, a, b formalism.Tree, w *verify.Witness) Repair {
	s.found.Diagnosis = record.OtherMistake
	s.wanted = s.key(a)
	s.keep(w)
	for _, s.equivalent = range []bool{false, true} {
		s.seen = map[string]bool{b.String(): true}
		if s.pass(ctx); s.found.Formula != "" {
			break
		}
	}
	return s.found
}

func (s *search) pass(ctx context.Context) {
	for _, set := range rounds {
		for e := range syntax.Edits(s.edits(set)) {
			if !s.try(ctx, syntax.Inverse(e.Kind), e.Apply()) {
				return
			}
		}
	}
}

// keep stores a counterexample.
func (s *search) keep(w *verify.Witness) {
	usable := w != nil && (w.String != nil || w.Left != nil)
	if usable && len(s.witnesses) < maxWitnesses {
		s.witnesses = append(s.witnesses, w)
	}
}

// try tests a candidate. It returns false to end the pass.
func (s *search) try(ctx context.Context, d record.Diagnosis, f formalism.Tree) bool {
	text := f.String()
	if s.seen[text] {
		return true
	}
	s.seen[text] = true
	switch {
	case len(s.seen) > maxCandidates || ctx.Err() != nil:
		return false
	case s.refuted(ctx, f) || !s.equivalent && s.key(f) != s.wanted:
		return true
	}
	if s.decisions++; s.decisions > maxDecisions {
		return false
	}
	r := s.decide(f)
	if r.Verdict == record.Equivalent {
		s.found = Repair{d, text}
		return false
	}
	s.keep(r.Witness)
	return true
}

// refuted reports whether a counterexample shows that a candidate is wrong. After the
// end of ctx, the candidate counts as wrong.
func (s *search) refuted(ctx context.Context, f formalism.Tree) bool {
	for _, w := range s.witnesses {
		if ctx.Err() != nil {
			return true
		}
		want := w.AcceptedBy == "left"
		if w.Left != nil {
			want = *w.Left
		}
		if v, err := s.value(w, f); err == nil && v != want {
			return true
		}
	}
	return false
}
