package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/check"
	engine "github.com/truthloop/truthloop/verify/temporal"
)

// temporals implements Semantics for linear temporal logic: over finite words with
// Options.Finite, otherwise over infinite words.
type temporals struct{ v *Verifier }

func (s temporals) Parse(text string) (formalism.Tree, error) {
	f, err := temporal.Parse(text, temporal.Options{Strict: s.v.o.Formula.Strict, Beside: s.v.o.Formula.Beside})
	return f, err
}

func (s temporals) Relate(ctx context.Context, ta, tb formalism.Tree) Result {
	a, b := ta.(*temporal.Formula), tb.(*temporal.Formula)
	r := s.compare(ctx, a, b)
	if differInNotation(a.Propositions(true), b.Propositions(true), s.v.o.fold()) {
		r.Surprises = append(r.Surprises, SurpriseNotation)
	}
	return r
}

func (s temporals) compare(ctx context.Context, a, b *temporal.Formula) Result {
	o, ta, tb := s.v.o, formalism.Tree(a), formalism.Tree(b)
	limits := o.states()
	c := engine.Compare(ctx, a, b, engine.Options{
		Fold: o.fold(), Finite: o.Finite, Relation: !o.NoRelation,
		States: limits.States, Steps: limits.Steps,
	})
	switch c.Equivalent() {
	case answer.Unknown:
		return Result{Verdict: record.Unknown, Reason: c.Reason}
	case answer.Yes:
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
	return confirmed(Result{
		Verdict: record.NotEquivalent, Engine: string(EngineTableau), Relation: relation(c.Forward, c.Back),
		Witness: &Witness{Kind: KindWord, Value: content, Left: &left, Right: &right},
	}, ta, tb, s.Value)
}

func (s temporals) Value(w *Witness, t formalism.Tree) (bool, error) {
	var word check.Word
	if w.Kind != KindWord {
		return false, errKind(w)
	}
	if err := json.Unmarshal(w.Value, &word); err != nil {
		return false, fmt.Errorf("witness: %w", err)
	}
	switch {
	case s.v.o.Finite && len(word.Loop) > 0:
		return false, errors.New("witness: found an infinite word, expected a finite one")
	case !s.v.o.Finite && len(word.Trace) > 0:
		return false, errors.New("witness: found a finite word, expected an infinite one (--finite reads formulas over finite words)")
	}
	return check.Along(&word, t.(*temporal.Formula), s.v.o.fold())
}

// Small compares a and b on random words of one to four steps, from a fixed seed.
func (s temporals) Small(a, b formalism.Tree) error {
	rng := rand.New(rand.NewPCG(5, 0))
	names := temporal.And(a.(*temporal.Formula), b.(*temporal.Formula)).Propositions(s.v.o.Formula.CaseSensitive)
	for i := range smallCases {
		steps := make([]map[string]bool, 1+i%4)
		for k := range steps {
			steps[k] = make(map[string]bool, len(names))
			for _, name := range names {
				steps[k][name] = rng.IntN(2) == 0
			}
		}
		word := &check.Word{Trace: steps}
		if !s.v.o.Finite {
			back := rng.IntN(len(steps))
			word = &check.Word{Prefix: steps[:back], Loop: steps[back:]}
		}
		va, vb, err := values(a, b, func(t formalism.Tree) (bool, error) {
			return check.Along(word, t.(*temporal.Formula), s.v.o.fold())
		})
		switch {
		case errors.Is(err, check.ErrSteps):
			return nil
		case err != nil:
			return err
		case va != vb:
			content, _ := json.Marshal(word)
			return fmt.Errorf("the left side is %t and the right one %t on %s", va, vb, content)
		}
	}
	return nil
}
