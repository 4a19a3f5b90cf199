package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/check"
)

// Recheck evaluates both sides on a stored witness, without an engine. The error says why
// the witness is bad; nil means that the two sides differ on it. For an argument, all
// premises must hold in each model of the witness, and the conclusion must have the value
// that the witness states.
func (p *Pair) Recheck(witness string) error {
	w, err := ParseWitness(witness)
	if err == nil {
		err = p.err()
	}
	switch {
	case err != nil:
		return err
	case p.ByExamples():
		return p.recheckExample(w)
	case p.Argument:
		return checkModels(w, formula(p.Left.Tree), formula(p.Right.Tree), p.o.fold())
	}
	return differ(w, p.Left.Tree, p.Right.Tree, p.Value)
}

// RecheckRow rechecks the witness of a row. It must also fit the verdict, its reason and
// the relation.
func (p *Pair) RecheckRow(row *record.Row) error {
	if row.Witness == "" {
		return fmt.Errorf("found none, expected one beside the verdict %s", row.Verdict)
	}
	w, err := ParseWitness(row.Witness)
	if err == nil {
		err = p.Recheck(row.Witness)
	}
	if err == nil {
		err = w.contradicts(row)
	}
	return err
}

// Value evaluates a tree of the pair's formalism on a witness.
func (p *Pair) Value(w *Witness, t formalism.Tree) (bool, error) {
	return p.semantics.Value(w, t, &p.o)
}

// Small compares two sides with the verdict equivalent in small cases, without an engine:
// in random structures of one to three elements, or on short strings or words. The error
// names a case in which they differ, or a syntax error. nil means that no difference was
// found, which is no proof.
func (p *Pair) Small() error {
	if err := p.err(); err != nil {
		return err
	}
	if p.ByExamples() {
		return errors.New("examples prove no equivalence")
	}
	for w := range p.semantics.Cases(p.Left.Tree, p.Right.Tree, &p.o) {
		left, right, err := values(w, p.Left.Tree, p.Right.Tree, p.Value)
		switch {
		case errors.Is(err, check.ErrSteps):
			return nil
		case err != nil:
			return err
		case left != right:
			text, err := w.JSON()
			return cmp.Or(err, fmt.Errorf("the left side is %t and the right one %t on %s", left, right, text))
		}
	}
	return nil
}

// values evaluates both sides on a witness.
func values(w *Witness, a, b formalism.Tree, value func(*Witness, formalism.Tree) (bool, error)) (va, vb bool, err error) {
	if va, err = value(w, a); err == nil {
		vb, err = value(w, b)
	}
	return va, vb, err
}

// differ checks that the two sides have the values that w states, and that these
// differ.
func differ(w *Witness, a, b formalism.Tree, value func(*Witness, formalism.Tree) (bool, error)) error {
	va, vb, err := values(w, a, b, value)
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

// relate decides whether a and b are equivalent. If they are said to differ, they must differ
// on the witness.
func (v *Verifier) relate(ctx context.Context, s Semantics, a, b formalism.Tree) Result {
	r := s.Relate(ctx, v, a, b)
	if r.Verdict != record.NotEquivalent {
		return r
	}
	if err := differ(r.Witness, a, b, func(w *Witness, t formalism.Tree) (bool, error) { return s.Value(w, t, &v.o) }); err != nil {
		return rejected(r, err)
	}
	return r
}

// contradicts returns an error if the witness, which has passed a recheck, does not fit
// what a row says.
func (w *Witness) contradicts(row *record.Row) error {
	left := w.AcceptedBy == "left" || w.Left != nil && *w.Left
	switch verdict := row.Verdict; {
	case w.Kind != KindModels && (verdict == record.Equivalent || row.Relation == record.RelEquivalent):
		return errors.New("the two sides differ on it, but the verdict or the relation is equivalent")
	case w.Kind != KindModels && (row.Relation == record.RelWeaker && left || row.Relation == record.RelStronger && !left):
		return fmt.Errorf("it refutes the direction that the relation %s implies", row.Relation)
	case w.Kind != KindModels:
		return nil
	case row.VerdictReason == ReasonInconsistent:
		return errors.New("found a model of the premises beside the reason " + ReasonInconsistent)
	case verdict == record.Entailed && w.False != nil:
		return errors.New("found a model of the premises without the conclusion beside the verdict true")
	case verdict == record.Refuted && w.True != nil:
		return errors.New("found a model of the premises with the conclusion beside the verdict false")
	case verdict == record.Uncertain && (w.True == nil || w.False == nil):
		return errors.New("found a model for one side only beside the verdict uncertain")
	}
	return nil
}

// checkModels checks a witness of kind models: the premises must be true in both
// models, the conclusion must be true in True and false in False.
func checkModels(w *Witness, premises, conclusion *logic.Formula, fold func(string) string) error {
	if w.Kind != KindModels || w.True == nil && w.False == nil {
		return errKind(w)
	}
	if w.True != nil {
		if err := holds(check.In(w.True, logic.And(premises, conclusion), fold)); err != nil {
			return fmt.Errorf("premises and conclusion: %w", err)
		}
	}
	if w.False != nil {
		if err := holds(check.In(w.False, logic.And(premises, logic.Not(conclusion)), fold)); err != nil {
			return fmt.Errorf("premises without conclusion: %w", err)
		}
	}
	return nil
}

func holds(v bool, err error) error {
	if err == nil && !v {
		return fmt.Errorf("they do not hold in the witness")
	}
	return err
}
