package verify

import (
	"context"
	"fmt"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// formulas implements Semantics for first-order logic.
type formulas struct{ v *Verifier }

// booleans implements Semantics for propositional logic.
type booleans struct{ formulas }

func (s formulas) Parse(text string) (formalism.Tree, error) {
	f, err := logic.Parse(text, s.v.o.Formula)
	return f, err
}

func (s formulas) Relate(ctx context.Context, a, b formalism.Tree) Result {
	return s.v.formulas(ctx, a.(*logic.Formula), b.(*logic.Formula))
}

func (s formulas) Value(w *Witness, t formalism.Tree) (bool, error) {
	return s.v.value(w, t.(*logic.Formula))
}

func (s formulas) Small(a, b formalism.Tree) error {
	return s.v.sameInStructures(a.(*logic.Formula), b.(*logic.Formula))
}

func (s formulas) compare(ctx context.Context, left, right string) Result {
	return s.v.logicPair(ctx, left, right, s.v.read)
}

func (s booleans) compare(ctx context.Context, left, right string) Result {
	return s.v.logicPair(ctx, left, right, s.v.readBoolean)
}

func (v *Verifier) logicPair(ctx context.Context, left, right string, read func(string) (logic.Reading, error)) Result {
	given, err := read(left)
	if err != nil {
		return unverifiable(err)
	}
	answer := given
	if right != left {
		if answer, err = read(right); err != nil {
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
	r.Surprises = v.surprises(as[0], bs[0], given.Vacuous || answer.Vacuous, given.Unsure || answer.Unsure, len(warnings) > 0)
	r.ScopeSensitive = v.scopeSensitive(ctx, as, bs, r.Verdict)
	if a, b := v.otherReading(as[0], bs[0], func(o logic.Options) (a, b *logic.Formula, err error) {
		return parsed(left, right, func(text string) (*logic.Formula, error) { return logic.Parse(text, o) })
	}); a != nil {
		r.FreeVariableSensitive = v.formulas(ctx, a, b).Verdict != r.Verdict
	}
	return r
}

// Beside returns o for the texts of a row: each is read beside the others.
func Beside(o logic.Options, f record.Formalism, texts ...string) logic.Options {
	o.Beside, o.Propositional = texts, f == record.Propositional
	return o
}

// Beside makes v read the texts of a row as function Beside does, until restore is called.
func (v *Verifier) Beside(f record.Formalism, texts ...string) (restore func()) {
	before := v.o.Formula
	v.o.Formula = Beside(before, f, texts...)
	return func() { v.o.Formula = before }
}

// otherReading parses two formulas again with Universal inverted, so that free names
// that look like variables are constants instead of closed universally, or the reverse.
// It returns nil if this changes neither formula.
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

// read parses a text. The first formula has the scope that the options ask for.
func (v *Verifier) read(text string) (logic.Reading, error) { return logic.Read(text, v.o.Formula) }

// readBoolean reads a formula without predicates, terms and quantifiers.
func (v *Verifier) readBoolean(text string) (logic.Reading, error) {
	out, err := v.read(text)
	if err == nil && !out.Formulas[0].IsPropositional() {
		err = fmt.Errorf("expected a propositional formula, found quantifiers, predicates or equalities")
	}
	return out, err
}

// scopeSensitive reports whether another reading of either side has another verdict.
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

// arities returns a warning for each predicate with several arities. Each arity is a
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
