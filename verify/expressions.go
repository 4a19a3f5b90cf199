package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// Expressions decides whether a and b denote the same language.
func (v *Verifier) Expressions(ctx context.Context, a, b *regex.Expr) (r Result) {
	defer recovered(&r)
	limits := v.o.States
	limits.Done = ctx.Done()
	r = expressions(a, b, limits)
	if r.Reason == ReasonResource {
		r.Reason = stopped(ctx, ReasonResource)
	}
	if !v.o.Disagreement || r.Verdict != record.Equivalent && r.Verdict != record.NotEquivalent {
		return r
	}
	if r.Strings = census(a, b, limits); r.Strings != nil {
		r.Disagreement = &prop.Disagreement{Share: r.Strings.Share()}
	}
	return r
}

func expressions(a, b *regex.Expr, limits automata.Limits) Result {
	c, err := automata.Compare(a, b, limits)
	switch {
	case errors.Is(err, automata.ErrLimit):
		return Result{Verdict: record.Unknown, Reason: ReasonResource}
	case err != nil:
		return Result{Verdict: record.Unknown, Reason: err.Error()}
	case c.Equal:
		return Result{
			Verdict: record.Equivalent, Engine: string(EngineAutomata), Relation: record.RelEquivalent,
			Certificate: &Certificate{Kind: "bisimulation", Pairs: c.Pairs, States: c.States},
		}
	}
	r := Result{Verdict: record.NotEquivalent, Engine: string(EngineAutomata)}
	if c.Decided || c.LeftOnly != nil && c.RightOnly != nil {
		r.Relation = relation(subset(c.LeftOnly), subset(c.RightOnly))
	}
	r.Witness = &Witness{Kind: KindString, String: &c.Shortest, AcceptedBy: "right"}
	if c.InLeft {
		r.Witness.AcceptedBy = "left"
	}
	if err := checkExpressions(r.Witness, a, b); err != nil {
		return rejected(r, err)
	}
	return r
}

// subset reports whether a language is a subset of the other.
func subset(only *string) answer.Status {
	if only == nil {
		return answer.Yes
	}
	return answer.No
}

// checkExpressions checks that only the side that w names accepts its string.
func checkExpressions(w *Witness, a, b *regex.Expr) error {
	if w.Kind != KindString || w.String == nil {
		return errKind(w)
	}
	inA, inB, err := values(a, b, func(e *regex.Expr) (bool, error) { return check.Accepts(e, *w.String) })
	if err != nil {
		return err
	}
	if inA == inB || inA != (w.AcceptedBy == "left") || inB != (w.AcceptedBy == "right") {
		return errSides(inA, inB)
	}
	return nil
}

func errKind(w *Witness) error {
	return fmt.Errorf("witness of kind %q does not fit the pair", w.Kind)
}

func errSides(a, b bool) error {
	return fmt.Errorf("the left side is %t and the right one %t on the witness", a, b)
}
