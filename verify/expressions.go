package verify

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify/check"
)

// expressions implements Semantics for regular expressions.
type expressions struct{ dialect regex.Dialect }

// Read parses a regular expression. It refuses U+FFFD, which replaces invalid UTF-8 when a
// row is read: different bytes must not become one symbol.
func (s expressions) Read(text string, o *Options) Text {
	if i := strings.IndexRune(text, utf8.RuneError); i >= 0 {
		return Text{Written: text, Err: &syntax.Error{
			Column: utf8.RuneCountInString(text[:i]) + 1, Offset: i,
			Found: "U+FFFD, the replacement for invalid UTF-8", Expected: "a symbol",
		}}
	}
	e, err := regex.Parse(text, regex.Options{Dialect: s.dialect, Strict: o.Formula.Strict})
	if err != nil {
		return Text{Written: text, Err: err}
	}
	return Text{Written: text, Tree: e.In(s.dialect)}
}

func expression(t formalism.Tree) *regex.Expr { return t.(*regex.Tree).Expr }

// Value reports whether an expression accepts the string of a witness.
func (expressions) Value(w *Witness, t formalism.Tree, _ *Options) (bool, error) {
	if w.Kind != KindString || w.String == nil {
		return false, errKind(w)
	}
	return check.Accepts(expression(t), *w.String)
}

// Relate decides whether a and b denote the same language.
func (expressions) Relate(ctx context.Context, v *Verifier, a, b formalism.Tree) Result {
	limits := v.o.states()
	limits.Done = ctx.Done()
	c, err := automata.Compare(expression(a), expression(b), limits)
	switch {
	case err != nil:
		return Result{Verdict: record.Unknown, Reason: stopped(ctx, ReasonResource)}
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
	return r
}

// subset returns Yes if no string is in only, the part of a language outside another.
func subset(only *string) check.Status {
	if only == nil {
		return check.Yes
	}
	return check.No
}

func errKind(w *Witness) error {
	return fmt.Errorf("witness of kind %q does not fit the pair", w.Kind)
}

func errSides(a, b bool) error {
	return fmt.Errorf("the left side is %t and the right one %t on the witness", a, b)
}
