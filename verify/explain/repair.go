package explain

import (
	"context"
	"iter"
	"time"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// The bounds of a search for a repair.
const (
	maxRepaired   = 300   // nodes of both formulas together
	maxCandidates = 5_000 // that are evaluated
	maxDecisions  = 200   // that engines are asked for
	maxWitnesses  = 24    // that are kept
)

// rounds are the edits in the order in which they are tried: local ones first,
// so that the simplest explanation wins.
var rounds = []edit.Set{
	undoing(record.NegationDropped, record.NegationAdded, record.OperatorSwapped, record.QuantifierSwapped, record.StarPlus,
		record.TemporalSwapped, record.TemporalDropped, record.TemporalAdded, record.UntilSwapped),
	undoing(record.PartAdded), // before a renaming that makes the added part redundant
	undoing(record.SymbolRenamed, record.ConstantVariable, record.ArgumentOrder, record.NegationMisplaced, record.StarMisplaced),
	undoing(record.ScopeWrong, record.Arity),
	undoing(record.PartLost),
}

// undoing returns the set of the edits that undo the given mistakes.
func undoing(mistakes ...record.Diagnosis) edit.Set {
	kinds := make([]record.Diagnosis, len(mistakes))
	for i, m := range mistakes {
		kinds[i] = edit.Inverse(m)
	}
	return edit.OfKinds(kinds...)
}

// A Repair is one edit of a wrong formula that makes it equivalent to the right
// one, and the mistake that the edit undoes.
type Repair struct {
	Diagnosis record.Diagnosis
	Formula   string // the edited formula; empty where Diagnosis is other
}

// A Repairer searches for repairs. Each goroutine needs its own.
type Repairer struct {
	o verify.Options
	v *verify.Verifier
}

// NewRepairer makes a Repairer that reads and compares formulas as o says. Of
// the limits, o.Timeout bounds a search; o.Engines are not used.
func NewRepairer(o verify.Options) *Repairer {
	fast := verify.Options{
		Formula: o.Formula, Regex: o.Regex, Timeout: o.Timeout, NoRelation: true,
		States:  automata.Limits{States: 1_000, Steps: 50_000},
		Engines: []verify.Engine{verify.EngineTable, verify.EngineForms, verify.EngineSample, verify.EngineAutomata},
	}
	if fast.Timeout == 0 {
		fast.Timeout = time.Minute
	}
	fast.Regex.Strict = fast.Regex.Strict || fast.Formula.Strict
	return &Repairer{o: fast, v: verify.New(fast)}
}

// Repair searches for a repair of right, which is proved not to be equivalent to
// left. The witness w of that may be nil.
func (r *Repairer) Repair(ctx context.Context, f record.Formalism, left, right string, w *verify.Witness) Repair {
	ctx, cancel := context.WithTimeout(ctx, r.o.Timeout) // the bounds come first, as for a verdict
	defer cancel()
	other := Repair{Diagnosis: record.OtherMistake}
	if f == record.Regex {
		a, errA := regex.Parse(left, r.o.Regex)
		b, errB := regex.Parse(right, r.o.Regex)
		if errA != nil || errB != nil || pieces(a)+pieces(b) > maxRepaired {
			return other
		}
		return r.expressions(ctx, a, b, w)
	}
	a, errA := logic.Parse(left, r.o.Formula)
	read, errB := logic.Read(right, r.o.Formula)
	if errA != nil || errB != nil {
		return other
	}
	bs := read.Formulas
	for _, b := range bs[1:] { // the text may be right and its reading wrong
		if nodes(a)+nodes(b) <= maxRepaired && r.v.Formulas(ctx, a, b).Verdict == record.Equivalent {
			return Repair{record.ScopeWrong, b.String()}
		}
	}
	if nodes(a)+nodes(bs[0]) > maxRepaired {
		return other
	}
	return r.formulas(ctx, a, bs[0], w)
}

func pieces(x *regex.Expr) int {
	n := 1
	for _, arg := range x.Args {
		n += pieces(arg)
	}
	return n
}

func (r *Repairer) formulas(ctx context.Context, a, b *logic.Formula, w *verify.Witness) Repair {
	fold := logic.Fold
	if r.o.Formula.CaseSensitive {
		fold = func(name string) string { return name }
	}
	o := edit.Options{Fold: fold, Names: a.Signature(false), Literals: edit.Literals(a)}
	found := (&search[*logic.Formula]{
		text:   (*logic.Formula).String,
		key:    func(f *logic.Formula) string { return (&keys{fold: fold}).of(f) },
		value:  func(w *verify.Witness, f *logic.Formula) (bool, error) { return holds(w, f, fold) },
		decide: func(f *logic.Formula) verify.Result { return r.v.Formulas(ctx, a, f) },
		edits: func(set edit.Set) iter.Seq[edit.Site[*logic.Formula]] {
			o.Set = set
			return edit.Formula(b, o)
		},
	}).run(ctx, a, b, w)
	if found.Diagnosis == record.OtherMistake {
		return r.consistent(ctx, a, b, fold)
	}
	return found
}

func (r *Repairer) expressions(ctx context.Context, a, b *regex.Expr, w *verify.Witness) Repair {
	symbols := edit.Symbols(a)
	return (&search[*regex.Expr]{
		text:   (*regex.Expr).String,
		key:    (*regex.Expr).String,
		value:  func(w *verify.Witness, x *regex.Expr) (bool, error) { return check.Accepts(x, *w.String) },
		decide: func(x *regex.Expr) verify.Result { return r.v.Expressions(ctx, a, x) },
		edits: func(set edit.Set) iter.Seq[edit.Site[*regex.Expr]] {
			return edit.Regex(b, edit.Options{Set: set, Symbols: symbols})
		},
	}).run(ctx, a, b, w)
}

// A search tests the edits of a wrong formula in two passes: the first accepts
// the right formula itself, the second any formula equivalent to it.
type search[T any] struct {
	text   func(T) string
	key    func(T) string // equal for trees that count as the same
	value  func(*verify.Witness, T) (bool, error)
	decide func(T) verify.Result // of a tree and the right one
	edits  func(edit.Set) iter.Seq[edit.Site[T]]

	wanted     string // key of the right formula
	equivalent bool   // the second pass
	seen       map[string]bool
	witnesses  []*verify.Witness
	decisions  int
	found      Repair
}

// run searches for an edit of b that gives a; w is a witness that they differ.
func (s *search[T]) run(ctx context.Context, a, b T, w *verify.Witness) Repair {
	s.found.Diagnosis = record.OtherMistake
	s.wanted = s.key(a)
	s.keep(w)
	for _, s.equivalent = range []bool{false, true} {
		s.seen = map[string]bool{s.text(b): true}
		if s.pass(ctx); s.found.Formula != "" {
			break
		}
	}
	return s.found
}

func (s *search[T]) pass(ctx context.Context) {
	for _, set := range rounds {
		for e := range edit.Edits(s.edits(set)) {
			if !s.try(ctx, edit.Inverse(e.Kind), e.Apply()) {
				return
			}
		}
	}
}

// keep remembers a counterexample.
func (s *search[T]) keep(w *verify.Witness) {
	usable := w != nil && (w.String != nil || w.Left != nil && (w.Structure != nil || w.Kind == verify.KindAssignment))
	if usable && len(s.witnesses) < maxWitnesses {
		s.witnesses = append(s.witnesses, w)
	}
}

// try tests a candidate; false ends the pass.
func (s *search[T]) try(ctx context.Context, d record.Diagnosis, f T) bool {
	text := s.text(f)
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

// refuted reports whether a counterexample shows that a candidate is wrong. At the
// end of ctx, it counts as wrong.
func (s *search[T]) refuted(ctx context.Context, f T) bool {
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
