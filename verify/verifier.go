package verify

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify/prop"
)

// A Verifier decides pairs, one after another, and reuses memory between them.
// Each goroutine needs its own; they may share the provers of the options.
type Verifier struct {
	o   Options
	enc prop.Encoder
}

// New makes a Verifier.
func New(o Options) *Verifier {
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	o.Regex.Strict = o.Regex.Strict || o.Formula.Strict
	v := &Verifier{o: o}
	v.enc.Fold = o.fold()
	return v
}

// Pair compares two texts. If left does not parse, the verdict is error; if right
// does not parse, it is noncompliant.
func (v *Verifier) Pair(ctx context.Context, f record.Formalism, left, right string) (r Result) {
	ctx, cancel := context.WithTimeout(ctx, v.o.Timeout)
	defer cancel()
	defer recovered(&r)
	switch f {
	case record.Propositional, record.FirstOrder:
		return v.logicPair(ctx, f, left, right)
	case record.Regex:
		return v.regexPair(ctx, left, right)
	}
	return Result{Verdict: record.Unverifiable, Reason: fmt.Sprintf("no formalism: found %q", f)}
}

// recovered turns a panic of an engine into the verdict unknown of this pair.
func recovered(r *Result) {
	if p := recover(); p != nil {
		*r = Result{Verdict: record.Unknown, Reason: fmt.Sprintf("%s: %v", ReasonPanic, p)}
	}
}

func unverifiable(err error) Result {
	return Result{Verdict: record.Unverifiable, Reason: fmt.Sprintf("does not parse: %v", err)}
}

// expression parses a regular expression. It refuses U+FFFD, which replaces
// invalid UTF-8 when a row is read: different bytes must not become one symbol.
func (v *Verifier) expression(text string) (*regex.Expr, error) {
	if i := strings.IndexRune(text, utf8.RuneError); i >= 0 {
		return nil, &regex.SyntaxError{
			Column: utf8.RuneCountInString(text[:i]) + 1, Offset: i,
			Found: "U+FFFD, which stands for what is no text", Expected: "a symbol",
		}
	}
	return regex.Parse(text, v.o.Regex)
}

func (v *Verifier) regexPair(ctx context.Context, left, right string) Result {
	a, err := v.expression(left)
	if err != nil {
		return unverifiable(err)
	}
	b, err := v.expression(right)
	if err != nil {
		return Result{Verdict: record.Noncompliant, Reason: err.Error()}
	}
	return v.Expressions(ctx, a, b)
}

func (v *Verifier) logicPair(ctx context.Context, f record.Formalism, left, right string) Result {
	given, err := v.read(f, left)
	if err != nil {
		return unverifiable(err)
	}
	answer := given
	if right != left {
		if answer, err = v.read(f, right); err != nil {
			return Result{Verdict: record.Noncompliant, Reason: err.Error()}
		}
	}
	as, bs := given.Formulas, answer.Formulas
	warnings := arities(as[0], bs[0], v.o.Formula.CaseSensitive)
	if v.o.Formula.Strict && len(warnings) > 0 {
		return Result{Verdict: record.Noncompliant, Reason: warnings[0]}
	}
	r := v.formulas(ctx, as[0], bs[0])
	r.Warnings = append(r.Warnings, warnings...)
	r.Leniencies = leniencies(given, answer)
	r.Surprises = v.surprises(as[0], bs[0], given.Vacuous || answer.Vacuous, len(warnings) > 0)
	r.ScopeSensitive = v.scopeSensitive(ctx, as, bs, r.Verdict)
	if a, b := v.otherReading(as[0], bs[0], func(o logic.Options) (a, b *logic.Formula, err error) {
		return parsed(left, right, func(text string) (*logic.Formula, error) { return logic.Parse(text, o) })
	}); a != nil {
		r.FreeVariableSensitive = v.formulas(ctx, a, b).Verdict != r.Verdict
	}
	return r
}

// otherReading reads two formulas again, with the other reading of free names that
// look like variables: as constants, or closed universally. It returns nil if this
// changes neither formula.
func (v *Verifier) otherReading(a, b *logic.Formula, parse func(logic.Options) (a, b *logic.Formula, err error)) (oa, ob *logic.Formula) {
	o := v.o.Formula
	free := func(f *logic.Formula) bool { return len(f.FreeNames(o.Variables, o.CaseSensitive)) > 0 }
	if !o.Universal && !free(a) && !free(b) {
		return nil, nil
	}
	o.Universal = !o.Universal
	oa, ob, err := parse(o)
	if err != nil || logic.Same(a, oa) && logic.Same(b, ob) {
		return nil, nil
	}
	return oa, ob
}

// read parses a text; its first formula has the scope of the options. A
// propositional formula has no predicates, terms or quantifiers.
func (v *Verifier) read(f record.Formalism, text string) (logic.Reading, error) {
	out, err := logic.Read(text, v.o.Formula)
	if err != nil {
		return out, err
	}
	if f == record.Propositional && !out.Formulas[0].IsPropositional() {
		return out, fmt.Errorf("expected a propositional formula, found quantifiers, predicates or equalities")
	}
	return out, nil
}

// scopeSensitive says whether another reading of either side has another verdict.
func (v *Verifier) scopeSensitive(ctx context.Context, as, bs []*logic.Formula, verdict record.Verdict) bool {
	for i, a := range as {
		for j, b := range bs {
			if i+j > 0 && v.formulas(ctx, a, b).Verdict != verdict {
				return true
			}
		}
	}
	return false
}

// arities warns of every predicate that has several arities, each of which is a
// separate symbol.
func arities(a, b *logic.Formula, caseSensitive bool) []string {
	if a.IsPropositional() && b.IsPropositional() {
		return nil
	}
	key := func(name string) string {
		if caseSensitive {
			return name
		}
		return logic.Fold(name)
	}
	first := map[string]int{}
	warned := map[string]bool{}
	var out []string
	for _, f := range []*logic.Formula{a, b} {
		for _, p := range f.Signature(caseSensitive).Predicates {
			k := key(p.Name)
			if n, ok := first[k]; !ok {
				first[k] = p.Arity
			} else if n != p.Arity && !warned[k] {
				warned[k] = true
				out = append(out, fmt.Sprintf("predicate %s is used with %d and with %d arguments", p.Name, n, p.Arity))
			}
		}
	}
	return out
}
