package verify

import (
	"context"
	"errors"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/fol"
	"github.com/truthloop/truthloop/verify/prop"
)

// Formulas decides whether a and b are equivalent. Free names are constants.
func (v *Verifier) Formulas(ctx context.Context, a, b *logic.Formula) Result {
	return v.Relate(ctx, record.FirstOrder, a, b)
}

// Relate asks the engines for Boolean functions if both are such functions of their atoms.
// Otherwise, or if those engines are not allowed, it asks those for first-order logic.
func (formulas) Relate(ctx context.Context, v *Verifier, ta, tb formalism.Tree) Result {
	a, b := formula(ta), formula(tb)
	if la, lb, ground := v.encode(a, b); ground && v.o.boolean() {
		return v.compared(ctx, la, lb)
	}
	return v.firstOrder(ctx, a, b)
}

// encode converts a and b to Boolean functions of their atoms. It returns false if
// one of them has a quantifier or an equality.
func (v *Verifier) encode(a, b *logic.Formula) (la, lb prop.Lit, ok bool) {
	v.enc.Reset()
	la, err := v.enc.Formula(a)
	if err != nil {
		return 0, 0, false
	}
	lb, err = v.enc.Formula(b)
	return la, lb, err == nil
}

// compared decides a pair whose sides are Boolean functions of their atoms.
func (v *Verifier) compared(ctx context.Context, la, lb prop.Lit) Result {
	c := v.enc.Compare(ctx, la, lb, prop.Options{
		Relation: !v.o.NoRelation,
		NoTable:  !v.o.allows(EngineTable),
		NoSAT:    !v.o.allows(EngineSAT),
	})
	r := Result{Engine: string(c.Method), Relation: relation(c.Implies[0], c.Implies[1])}
	switch c.Equivalent() {
	case check.Yes:
		r.Verdict = record.Equivalent
		r.Certificate = &Certificate{Kind: string(c.Method), Atoms: c.Leaves, Clauses: c.Clauses, Conflicts: c.Conflicts}
		return r
	case check.Unknown:
		return Result{Verdict: record.Unknown, Reason: stopped(ctx, ReasonResource)}
	}
	values, first := c.Only[0], true
	if values == nil {
		values, first = c.Only[1], false
	}
	w := &Witness{Kind: KindAssignment, Assignment: make(map[string]bool, len(values)), Left: ptr(first), Right: ptr(!first)}
	for k, value := range values {
		w.Assignment[v.enc.Key(k)] = value
	}
	r.Verdict, r.Witness = record.NotEquivalent, w
	return r
}

// firstOrder decides a pair with quantifiers or equalities.
func (v *Verifier) firstOrder(ctx context.Context, a, b *logic.Formula) Result {
	c := fol.Compare(ctx, a, b, v.folOptions())
	r := Result{Relation: relation(c.Implies[0], c.Implies[1])}
	switch c.Equivalent() {
	case check.Yes:
		r.Verdict = record.Equivalent
		r.Certificate = both(c.Proof[0], c.Proof[1])
		r.Engine = r.Certificate.Engine()
		return r
	case check.Unknown:
		return Result{Verdict: record.Unknown, Reason: v.open(ctx, c.Reason)}
	}
	r.Verdict, r.Engine = record.NotEquivalent, c.Found
	r.Witness = sides(c.Only[0], c.Only[1])
	return r
}

// folOptions returns the options for package fol.
func (v *Verifier) folOptions() fol.Options {
	o := fol.Options{
		Fold:        v.o.fold(),
		Relation:    !v.o.NoRelation,
		Effort:      v.o.Effort,
		NoForms:     !v.o.allows(EngineForms),
		NoSample:    !v.o.allows(EngineSample),
		NoInstances: !v.o.allows(EngineInstances),
		NoFinite:    !v.o.allows(EngineFinite),
		NoGrounding: !v.o.allows(EngineGrounding),
	}
	for _, p := range v.o.Provers {
		if v.o.allows(Engine(p.Name())) {
			o.Provers = append(o.Provers, p)
		}
	}
	return o
}

// sides returns a witness with first, a structure in which only the first side is
// true. If first is nil, it has second, in which only the second side is true.
func sides(first, second *check.Structure) *Witness {
	if first != nil {
		return &Witness{Kind: KindStructure, Structure: first, Left: ptr(true), Right: ptr(false)}
	}
	return &Witness{Kind: KindStructure, Structure: second, Left: ptr(false), Right: ptr(true)}
}

// rejected returns the result of a pair whose witness failed the check.
func rejected(r Result, err error) Result {
	reason := ReasonWitnessRejected + ": " + err.Error()
	if errors.Is(err, check.ErrSteps) {
		reason = ReasonResource // the witness may be good
	}
	return Result{Verdict: record.Unknown, Reason: reason, Engine: r.Engine, Surprises: r.Surprises}
}

// both returns the certificate of an equivalence.
func both(forward, back Certificate) *Certificate {
	if forward == back {
		return &forward
	}
	return &Certificate{Kind: "directions", Forward: &forward, Back: &back}
}

// open returns the reason of an undecided first-order pair.
func (v *Verifier) open(ctx context.Context, reason string) string {
	if reason == ReasonIncomplete && len(v.o.Provers) == 0 {
		reason = ReasonNoProver
	}
	return stopped(ctx, reason)
}

// stopped returns the reason of an unknown verdict: timeout if ctx has ended.
func stopped(ctx context.Context, reason string) string {
	if ctx.Err() != nil {
		return ReasonTimeout
	}
	return reason
}

func ptr[T any](v T) *T { return &v }
