package verify

import (
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
	return p.semantics.Small(p.Left.Tree, p.Right.Tree, &p.o)
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
func differ(w *Witness, a, b formalism.Tree, value func(*Witness, formalism.Tree) (bool, error)) error {
	va, vb, err := values(a, b, func(t formalism.Tree) (bool, error) { return value(w, t) })
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
func (v *Verifier) confirmed(r Result, s Semantics, a, b formalism.Tree) Result {
	if err := differ(r.Witness, a, b, func(w *Witness, t formalism.Tree) (bool, error) { return s.Value(w, t, &v.o) }); err != nil {
		return rejected(r, err)
	}
	return r
}

// Contradicts returns an error if the witness does not fit the verdict, its reason or
// the relation. The witness must have passed a recheck.
func (w *Witness) Contradicts(verdict record.Verdict, reason string, relation record.Relation) error {
	if w.Kind == KindModels {
		return w.contradictsEntailment(verdict, reason)
	}
	if verdict == record.Equivalent || relation == record.RelEquivalent {
		return errors.New("the two sides differ on it, but the verdict or the relation is equivalent")
	}
	left := w.AcceptedBy == "left" || w.Left != nil && *w.Left
	if relation == record.RelWeaker && left || relation == record.RelStronger && !left {
		return fmt.Errorf("it refutes the direction that the relation %s implies", relation)
	}
	return nil
}

// contradictsEntailment does the work of Contradicts for a verdict on entailment.
func (w *Witness) contradictsEntailment(verdict record.Verdict, reason string) error {
	var found string
	switch {
	case reason == ReasonInconsistent:
		found = "a model of the premises beside the reason " + reason
	case verdict == record.Entailed && w.False != nil:
		found = "a model of the premises without the conclusion beside the verdict true"
	case verdict == record.Refuted && w.True != nil:
		found = "a model of the premises with the conclusion beside the verdict false"
	case verdict == record.Uncertain && (w.True == nil || w.False == nil):
		found = "a model for one side only beside the verdict uncertain"
	default:
		return nil
	}
	return errors.New("found " + found)
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
