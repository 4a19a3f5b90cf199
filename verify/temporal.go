package verify

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
	engine "github.com/truthloop/truthloop/verify/temporal"
)

// temporals implements Semantics for linear temporal logic: over finite words with
// Options.Finite, otherwise over infinite words.
type temporals struct{}

// Read parses a formula.
func (temporals) Read(text string, o *Options) Text {
	f, err := temporal.Parse(text, temporal.Options{Strict: o.Formula.Strict, Beside: o.Formula.Beside})
	if err != nil {
		return Text{Written: text, Err: err}
	}
	return Text{Written: text, Tree: f}
}

func (s temporals) Relate(ctx context.Context, v *Verifier, ta, tb formalism.Tree) Result {
	a, b := ta.(*temporal.Formula), tb.(*temporal.Formula)
	r := s.compare(ctx, v, a, b)
	if differInNotation(a.Propositions(true), b.Propositions(true), v.o.key) {
		r.Surprises = append(r.Surprises, SurpriseNotation)
	}
	if temporal.SharedVariable(temporal.And(a, b).Propositions(v.o.Formula.CaseSensitive)) {
		r.Surprises = append(r.Surprises, SurpriseCompared)
	}
	return r
}

func (temporals) compare(ctx context.Context, v *Verifier, a, b *temporal.Formula) Result {
	o := v.o
	limits := o.states()
	c := engine.Compare(ctx, a, b, engine.Options{
		Fold: o.fold(), Finite: o.Finite, Relation: !o.NoRelation,
		States: limits.States, Steps: limits.Steps,
	})
	switch c.Equivalent() {
	case check.Unknown:
		return Result{Verdict: record.Unknown, Reason: c.Reason}
	case check.Yes:
		return Result{
			Verdict: record.Equivalent, Engine: string(EngineTableau), Relation: record.RelEquivalent,
			Certificate: &Certificate{Kind: c.Method, States: c.States},
		}
	}
	word, left := c.LeftOnly, true
	if word == nil || c.RightOnly != nil && c.RightOnly.Steps() < word.Steps() {
		word, left = c.RightOnly, false
	}
	content, err := json.Marshal(word)
	if err != nil {
		return Result{Verdict: record.Unknown, Reason: err.Error()}
	}
	right := !left
	return Result{
		Verdict: record.NotEquivalent, Engine: string(EngineTableau), Relation: relation(c.Forward, c.Back),
		Witness: &Witness{Kind: KindWord, Value: content, Left: &left, Right: &right},
	}
}

// Value evaluates a formula along the word of a witness.
func (temporals) Value(w *Witness, t formalism.Tree, o *Options) (bool, error) {
	word, err := w.Word()
	if err != nil {
		return false, err
	}
	switch {
	case o.Finite && len(word.Loop) > 0:
		return false, errors.New("witness: found an infinite word, expected a finite one")
	case !o.Finite && len(word.Trace) > 0:
		return false, errors.New("witness: found a finite word, expected an infinite one (--finite reads formulas over finite words)")
	}
	return check.Along(word, t.(*temporal.Formula), o.fold())
}
