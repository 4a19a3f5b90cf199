package verify

import (
	"context"
	"fmt"
	"iter"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/verify/prover"
)

// A Semantics reads, compares and evaluates the formulas of one formalism.
type Semantics interface {
	// Read reads a text.
	Read(text string, o *Options) Text

	// Relate decides whether a and b are equivalent. The witness of not_equivalent is then
	// checked by Value.
	Relate(ctx context.Context, v *Verifier, a, b formalism.Tree) Result

	// Value evaluates one side on a witness by package check, which shares no code with
	// the engines of Relate. It returns an error if the witness does not fit t.
	Value(w *Witness, t formalism.Tree, o *Options) (bool, error)

	// Cases yields small cases, in which Value compares two formulas without an engine.
	Cases(a, b formalism.Tree, o *Options) iter.Seq[*Witness]

	// Trivial reports whether a formula is, or may be, trivial, such as a tautology.
	Trivial(ctx context.Context, v *Verifier, t formalism.Tree) bool
}

// languages has the Semantics of each known formalism.
var languages = map[record.Formalism]Semantics{
	record.Propositional: booleans{},
	record.FirstOrder:    formulas{},
	record.Regex:         expressions{regex.Paper},
	record.RegexBrics:    expressions{regex.Brics},
	record.LTL:           temporals{},
}

// Add adds the Semantics of a formalism to the list until remove is called. It is for tests.
func Add(f record.Formalism, s Semantics) (remove func()) {
	languages[f] = s
	return func() { delete(languages, f) }
}

// Relate decides whether two trees are equivalent.
func (v *Verifier) Relate(ctx context.Context, f record.Formalism, a, b formalism.Tree) (r Result) {
	ctx, cancel := stopwatch.WithTimeout(ctx, v.o.Timeout)
	defer cancel()
	defer recovered(&r)
	return v.relate(ctx, languages[f], a, b)
}

// Pair reads and compares two texts.
func (v *Verifier) Pair(ctx context.Context, f record.Formalism, left, right string) Result {
	return v.Decide(ctx, v.o.Read(f, left, right))
}

// Decide gives the verdict on a pair, which is read with the options of v. If the left
// side or a premise does not parse, the verdict is error; if the right side does not
// parse, it is noncompliant. If the formalism has a checker, the checker alone decides.
func (v *Verifier) Decide(ctx context.Context, p *Pair) (r Result) {
	if p.Missing != "" {
		return Result{Verdict: record.Unverifiable, Reason: p.Missing}
	}
	if c := v.o.Checkers.Of(p.Formalism); c != nil && !p.ByExamples() {
		return ruled(c.Name(), p, c.Pair(ctx, p.Formalism, p.Left.Written, p.Right.Written, p.columns))
	}
	if r = p.failed; r.Verdict != "" {
		if r.Verdict == record.Unverifiable && !p.Argument {
			r.Reason = p.onLeft(r.Reason)
		}
		return r
	}
	ctx, cancel := stopwatch.WithTimeout(ctx, v.o.Timeout)
	defer cancel()
	defer recovered(&r)
	if p.ByExamples() {
		return p.byExamples(ctx)
	}
	relate := func(a, b formalism.Tree) Result {
		if p.Argument {
			return v.entails(ctx, formula(a), formula(b))
		}
		return v.relate(ctx, p.semantics, a, b)
	}
	r = relate(p.Left.Tree, p.Right.Tree)
	r.Warnings = append(r.Warnings, p.warnings...)
	r.Surprises = append(r.Surprises, p.surprises...)
	r.Leniencies = p.leniencies
	for _, t := range p.scopes {
		if relate(t[0], t[1]).Verdict != r.Verdict {
			r.ScopeSensitive = true
			break
		}
	}
	r.FreeVariableSensitive = p.free != nil && relate(p.free[0], p.free[1]).Verdict != r.Verdict
	return r
}

// ruled returns the result of a pair that a checker decided.
func ruled(checker string, p *Pair, r prover.Ruling) Result {
	out := Result{Verdict: r.Verdict, Relation: r.Relation, Reason: r.Reason, Engine: checker}
	if r.Verdict == record.Unverifiable {
		out.Reason = p.onLeft(r.Reason)
	}
	if r.Witness != nil {
		out.Witness = &Witness{Kind: KindChecker, Value: r.Witness}
		if r.Own {
			out.Witness, _ = ParseWitness(string(r.Witness)) // the checker gave an object with a kind
		}
	}
	if r.Certificate != nil {
		out.Certificate = &Certificate{Own: string(r.Certificate)}
	}
	return out
}

// recovered turns a panic of an engine or a parser into the verdict unknown of this pair.
func recovered(r *Result) {
	if p := recover(); p != nil {
		*r = Result{Verdict: record.Unknown, Reason: fmt.Sprintf("%s: %v", ReasonPanic, p)}
	}
}
