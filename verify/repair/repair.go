package repair

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
	"github.com/truthloop/truthloop/verify/explain"
)

// The bounds of a search.
const (
	maxNodes      = 300   // of both formulas together
	maxCandidates = 5_000 // that are evaluated
	maxDecisions  = 200   // that engines are asked for
	maxWitnesses  = 24    // that are kept
)

// rounds are the edits in the order in which they are tried. Each names the
// diagnoses that they undo.
var rounds = []edit.Set{
	undoing(edit.NegationDropped, edit.NegationAdded, edit.OperatorSwapped, edit.QuantifierSwapped, edit.StarPlus),
	undoing(edit.PartAdded), // before a name that is put for it and says nothing more
	undoing(edit.SymbolRenamed, edit.ConstantVariable, edit.ArgumentOrder, edit.NegationMisplaced, edit.StarMisplaced),
	undoing(edit.Scope, edit.Arity),
	undoing(edit.PartLost),
}

// undoing is the set of the edits that undo mistakes of some kinds.
func undoing(mistakes ...edit.Kind) edit.Set {
	kinds := make([]edit.Kind, len(mistakes))
	for i, m := range mistakes {
		kinds[i] = m.Inverse()
	}
	return edit.OfKinds(kinds...)
}

// A Repair is what was found.
type Repair struct {
	Diagnosis record.Diagnosis
	Formula   string // the edited formula; empty where Diagnosis is other
}

// A Searcher looks for repairs, one after another; goroutines need one each.
type Searcher struct {
	o verify.Options
	v *verify.Verifier
}

// New makes a Searcher that reads and compares formulas as o says. Of its
// limits, o.Timeout bounds a search; its engines are not used.
func New(o verify.Options) *Searcher {
	fast := verify.Options{
		Formula: o.Formula, Regex: o.Regex, Timeout: o.Timeout, NoRelation: true,
		States:  automata.Limits{States: 1_000, Steps: 50_000},
		Engines: []verify.Engine{verify.EngineTable, verify.EngineForms, verify.EngineSample, verify.EngineAutomata},
	}
	if fast.Timeout == 0 {
		fast.Timeout = time.Minute
	}
	fast.Regex.Strict = fast.Regex.Strict || fast.Formula.Strict
	return &Searcher{o: fast, v: verify.New(fast)}
}

// Pair looks for a repair of right, which was found not to mean what left
// means, with the witness w of that.
func (s *Searcher) Pair(ctx context.Context, f record.Formalism, left, right string, w *verify.Witness) Repair {
	ctx, cancel := context.WithTimeout(ctx, s.o.Timeout) // behind the bounds, as for a verdict
	defer cancel()
	if f == record.Regex {
		a, errA := regex.Parse(left, s.o.Regex)
		b, errB := regex.Parse(right, s.o.Regex)
		if errA == nil && errB == nil {
			return s.Expressions(ctx, a, b, w)
		}
		return Repair{Diagnosis: record.OtherMistake}
	}
	a, errA := logic.Parse(left, s.o.Formula)
	bs, errB := logic.Readings(right, s.o.Formula)
	if errA != nil || errB != nil {
		return Repair{Diagnosis: record.OtherMistake}
	}
	for _, other := range bs[1:] { // the text may be right and its reading wrong
		if size(a)+size(other) <= maxNodes && s.v.Formulas(ctx, a, other).Verdict == record.Equivalent {
			return Repair{record.ScopeWrong, other.String()}
		}
	}
	return s.Formulas(ctx, a, bs[0], w)
}

// Formulas is Pair of formulas that are parsed.
func (s *Searcher) Formulas(ctx context.Context, a, b *logic.Formula, w *verify.Witness) Repair {
	if size(a)+size(b) > maxNodes {
		return Repair{Diagnosis: record.OtherMistake}
	}
	fold := s.fold()
	t := search[*logic.Formula]{
		text: (*logic.Formula).String,
		key:  func(f *logic.Formula) string { return explain.Key(f, fold) },
		value: func(w *verify.Witness, f *logic.Formula) (bool, error) {
			if w.Kind == verify.KindAssignment {
				return check.Under(w.Assignment, f, fold)
			}
			return check.In(w.Structure, f, fold)
		},
		decide: func(f *logic.Formula) verify.Result { return s.v.Formulas(ctx, a, f) },
	}
	o := edit.Options{Fold: fold, Names: a.Signature(false), Literals: edit.Literals(a)}
	return t.run(ctx, a, b, w, func(set edit.Set) iter.Seq[edit.Site[*logic.Formula]] {
		o.Set = set
		return edit.Formula(b, o)
	})
}

// Expressions is Pair of expressions that are parsed.
func (s *Searcher) Expressions(ctx context.Context, a, b *regex.Expr, w *verify.Witness) Repair {
	if sizeRegex(a)+sizeRegex(b) > maxNodes {
		return Repair{Diagnosis: record.OtherMistake}
	}
	t := search[*regex.Expr]{
		text:   (*regex.Expr).String,
		key:    (*regex.Expr).String,
		value:  func(w *verify.Witness, x *regex.Expr) (bool, error) { return check.Accepts(x, *w.String) },
		decide: func(x *regex.Expr) verify.Result { return s.v.Expressions(ctx, a, x) },
	}
	symbols := edit.Symbols(a)
	return t.run(ctx, a, b, w, func(set edit.Set) iter.Seq[edit.Site[*regex.Expr]] {
		return edit.Regex(b, edit.Options{Set: set, Symbols: symbols})
	})
}

func (s *Searcher) fold() func(string) string {
	if s.o.Formula.CaseSensitive {
		return func(name string) string { return name }
	}
	return logic.Fold
}

func size(f *logic.Formula) int {
	n := 0
	f.Walk(func(*logic.Formula) bool { n++; return true })
	return n
}

func sizeRegex(x *regex.Expr) int {
	n := 1
	for _, arg := range x.Args {
		n += sizeRegex(arg)
	}
	return n
}

// A search tests candidates, in two passes: the first takes the one that is a
// itself, the second any that means the same.
type search[T any] struct {
	text   func(T) string
	key    func(T) string // equal for trees that count as the same
	value  func(*verify.Witness, T) (bool, error)
	decide func(T) verify.Result

	wanted    string // key of a
	meaning   bool   // the second pass
	seen      map[string]bool
	witnesses []*verify.Witness
	decisions int
	found     Repair
}

// run looks for an edit of b that gives a, of the meaning that w speaks against;
// edits lists those of a set.
func (t *search[T]) run(ctx context.Context, a, b T, w *verify.Witness, edits func(edit.Set) iter.Seq[edit.Site[T]]) Repair {
	t.found.Diagnosis = record.OtherMistake
	t.wanted = t.key(a)
	t.keep(w)
	for _, t.meaning = range []bool{false, true} {
		t.seen = map[string]bool{t.text(b): true}
		if t.pass(ctx, edits); t.found.Formula != "" {
			break
		}
	}
	return t.found
}

func (t *search[T]) pass(ctx context.Context, edits func(edit.Set) iter.Seq[edit.Site[T]]) {
	for _, set := range rounds {
		for e := range edit.Edits(edits(set)) {
			if !t.try(ctx, e.Kind.Inverse().Diagnosis(), e.Apply()) {
				return
			}
		}
	}
}

// keep remembers a counterexample.
func (t *search[T]) keep(w *verify.Witness) {
	known := w != nil && (w.String != nil || w.Left != nil && (w.Structure != nil || w.Kind == verify.KindAssignment))
	if known && len(t.witnesses) < maxWitnesses {
		t.witnesses = append(t.witnesses, w)
	}
}

// try tests a candidate; false ends the pass.
func (t *search[T]) try(ctx context.Context, d record.Diagnosis, f T) bool {
	name := t.text(f)
	if t.seen[name] {
		return true
	}
	t.seen[name] = true
	if len(t.seen) > maxCandidates || ctx.Err() != nil {
		return false
	}
	if !t.passes(f) {
		return true
	}
	if !t.meaning && t.key(f) != t.wanted {
		return true
	}
	if t.decisions++; t.decisions > maxDecisions {
		return false
	}
	r := t.decide(f)
	if r.Verdict == record.Equivalent {
		t.found = Repair{d, name}
		return false
	}
	t.keep(r.Witness)
	return true
}

// passes says whether no counterexample speaks against a candidate.
func (t *search[T]) passes(f T) bool {
	for _, w := range t.witnesses {
		want := w.AcceptedBy == "left"
		if w.Left != nil {
			want = *w.Left
		}
		if v, err := t.value(w, f); err == nil && v != want {
			return false
		}
	}
	return true
}
