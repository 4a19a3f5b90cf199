package verify

import (
	"cmp"
	"context"
	"fmt"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/verify/prover"
)

// A Semantics parses, compares and evaluates the formulas of one formalism. It uses its
// Verifier, so only one goroutine may use it at a time.
type Semantics interface {
	// Parse reads a text according to the Verifier's Options.
	Parse(text string) (formalism.Tree, error)

	// Relate decides whether a and b are equivalent. It checks a witness of
	// not_equivalent with Value.
	Relate(ctx context.Context, a, b formalism.Tree) Result

	// Value evaluates one side on a witness by package check, which shares no code with
	// the engines of Relate. It returns an error if the witness does not fit t.
	Value(w *Witness, t formalism.Tree) (bool, error)

	// Small compares two formulas in small cases, without an engine. The error names a
	// case in which they differ.
	Small(a, b formalism.Tree) error
}

// languages maps each known formalism to the constructor of its Semantics.
var languages = map[record.Formalism]func(*Verifier) Semantics{
	record.Propositional: func(v *Verifier) Semantics { return booleans{formulas{v}} },
	record.FirstOrder:    func(v *Verifier) Semantics { return formulas{v} },
	record.Regex:         func(v *Verifier) Semantics { return expressions{v, regex.Paper} },
	record.RegexBrics:    func(v *Verifier) Semantics { return expressions{v, regex.Brics} },
	record.LTL:           func(v *Verifier) Semantics { return temporals{v} },
}

// Add adds the semantics of a formalism to the list until remove is called, for a test with
// a language of its own. No Verifier may be in use meanwhile.
func Add(f record.Formalism, s func(*Verifier) Semantics) (remove func()) {
	languages[f] = s
	return func() { delete(languages, f) }
}

// A comparer is a Semantics that parses and compares a pair itself, since its texts can
// have several readings.
type comparer interface {
	compare(ctx context.Context, left, right string) Result
}

// Semantics returns the semantics of a formalism, or nil if there are none.
func (v *Verifier) Semantics(f record.Formalism) Semantics {
	if of := languages[f]; of != nil {
		return of(v)
	}
	return nil
}

// Relate decides whether two trees are equivalent.
func (v *Verifier) Relate(ctx context.Context, f record.Formalism, a, b formalism.Tree) (r Result) {
	ctx, cancel := stopwatch.WithTimeout(ctx, v.o.Timeout)
	defer cancel()
	defer recovered(&r)
	return v.Semantics(f).Relate(ctx, a, b)
}

// Pair compares two texts. If left does not parse, the verdict is error; if right
// does not parse, it is noncompliant. If the formalism has a checker, it alone decides.
func (v *Verifier) Pair(ctx context.Context, f record.Formalism, left, right string) (r Result) {
	if c := v.o.Checkers[f]; c != nil {
		return ruled(c, c.Pair(ctx, f, left, right))
	}
	ctx, cancel := stopwatch.WithTimeout(ctx, v.o.Timeout)
	defer cancel()
	defer recovered(&r)
	defer v.Beside(f, left, right)()
	s := v.Semantics(f)
	if s == nil {
		return Result{Verdict: record.Unverifiable, Reason: formalism.Unknown(f).Error()}
	}
	if own, ok := s.(comparer); ok {
		return own.compare(ctx, left, right)
	}
	a, err := s.Parse(left)
	if err != nil {
		return unverifiable(err)
	}
	b, err := s.Parse(right)
	if err != nil {
		return Result{Verdict: record.Noncompliant, Reason: err.Error()}
	}
	return s.Relate(ctx, a, b)
}

// ruled returns the result of a pair that a checker decided.
func ruled(c *prover.Checker, r prover.Ruling) Result {
	out := Result{Verdict: r.Verdict, Relation: r.Relation, Reason: r.Reason, Engine: c.Name()}
	if r.Witness != nil {
		out.Witness = &Witness{Kind: KindChecker, Value: r.Witness}
	}
	return out
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

// Recheck evaluates two texts on a stored witness, without an engine. The error
// says why the witness is bad; nil means that the two sides differ on it. If f is empty,
// the formalism is first_order.
func (v *Verifier) Recheck(f record.Formalism, left, right, witness string) error {
	w, err := ParseWitness(witness)
	if err != nil {
		return err
	}
	s, a, b, err := v.stored(f, left, right)
	if err != nil {
		return err
	}
	return differ(w, a, b, s.Value)
}

// RecheckEquivalence compares two texts with the verdict equivalent in small cases,
// without an engine: in random structures of one to three elements, or on short
// strings or words. The error names a case in which they differ, or a syntax error.
// nil means that no difference was found, which is no proof.
func (v *Verifier) RecheckEquivalence(f record.Formalism, left, right string) error {
	s, a, b, err := v.stored(f, left, right)
	if err != nil {
		return err
	}
	return s.Small(a, b)
}

// stored parses both sides of a stored pair.
func (v *Verifier) stored(f record.Formalism, left, right string) (s Semantics, a, b formalism.Tree, err error) {
	if s = v.Semantics(cmp.Or(f, record.FirstOrder)); s == nil {
		return nil, nil, nil, formalism.Unknown(f)
	}
	defer v.Beside(f, left, right)()
	a, b, err = parsed(left, right, s.Parse)
	return s, a, b, err
}

// parsed parses both sides of a pair.
func parsed[T any](left, right string, parse func(string) (T, error)) (a, b T, err error) {
	if a, err = parse(left); err != nil {
		return a, b, fmt.Errorf("left side: %w", err)
	}
	if b, err = parse(right); err != nil {
		return a, b, fmt.Errorf("right side: %w", err)
	}
	return a, b, nil
}

// values evaluates both sides.
func values[T any](a, b T, value func(T) (bool, error)) (va, vb bool, err error) {
	if va, err = value(a); err == nil {
		vb, err = value(b)
	}
	return va, vb, err
}

// differ checks that the two sides have the values that w states, and that these
// differ.
func differ[T any](w *Witness, a, b T, value func(*Witness, T) (bool, error)) error {
	va, vb, err := values(a, b, func(t T) (bool, error) { return value(w, t) })
	if err != nil {
		return err
	}
	left, right := w.AcceptedBy == "left", w.AcceptedBy == "right"
	if w.Kind != KindString {
		if w.Left == nil || w.Right == nil {
			return errSides(va, vb)
		}
		left, right = *w.Left, *w.Right
	}
	if va == vb || va != left || vb != right {
		return errSides(va, vb)
	}
	return nil
}

// confirmed returns r if the two sides differ on its witness.
func confirmed[T any](r Result, a, b T, value func(*Witness, T) (bool, error)) Result {
	if err := differ(r.Witness, a, b, value); err != nil {
		return rejected(r, err)
	}
	return r
}
