package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// expressions implements Semantics for regular expressions.
type expressions struct {
	v       *Verifier
	dialect regex.Dialect
}

func (s expressions) Parse(text string) (formalism.Tree, error) {
	e, err := s.v.expression(text, s.dialect)
	if err != nil {
		return nil, err
	}
	return e.In(s.dialect), nil
}

func expression(t formalism.Tree) *regex.Expr { return t.(regex.Tree).Expression() }

func (s expressions) Relate(ctx context.Context, a, b formalism.Tree) Result {
	return s.v.Expressions(ctx, expression(a), expression(b))
}

func (s expressions) Value(w *Witness, t formalism.Tree) (bool, error) {
	return accepted(w, expression(t))
}

func (s expressions) Small(a, b formalism.Tree) error {
	return sameOnStrings(expression(a), expression(b))
}

// accepted reports whether an expression accepts the string of a witness.
func accepted(w *Witness, e *regex.Expr) (bool, error) {
	if w.Kind != KindString || w.String == nil {
		return false, errKind(w)
	}
	return check.Accepts(e, *w.String)
}

// expression parses a regular expression. It refuses U+FFFD, which replaces
// invalid UTF-8 when a row is read: different bytes must not become one symbol.
func (v *Verifier) expression(text string, d regex.Dialect) (*regex.Expr, error) {
	if i := strings.IndexRune(text, utf8.RuneError); i >= 0 {
		return nil, &regex.SyntaxError{
			Column: utf8.RuneCountInString(text[:i]) + 1, Offset: i,
			Found: "U+FFFD, the replacement for invalid UTF-8", Expected: "a symbol",
		}
	}
	o := v.o.Regex
	o.Dialect = d
	return regex.Parse(text, o)
}

// Expressions decides whether a and b denote the same language.
func (v *Verifier) Expressions(ctx context.Context, a, b *regex.Expr) (r Result) {
	defer recovered(&r)
	limits := v.o.states()
	limits.Done = ctx.Done()
	r = compareLanguages(a, b, limits)
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

func compareLanguages(a, b *regex.Expr, limits automata.Limits) Result {
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
	return confirmed(r, a, b, accepted)
}

// subset returns Yes if no string is in only, the part of a language outside another.
func subset(only *string) answer.Status {
	if only == nil {
		return answer.Yes
	}
	return answer.No
}

func errKind(w *Witness) error {
	return fmt.Errorf("witness of kind %q does not fit the pair", w.Kind)
}

func errSides(a, b bool) error {
	return fmt.Errorf("the left side is %t and the right one %t on the witness", a, b)
}
