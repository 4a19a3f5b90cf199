package verify

import (
	"errors"
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/check"
)

// RecheckEntailment checks the stored models of a verdict on entailment: all premises
// must hold in each, and the conclusion must have the value that the witness states.
func (v *Verifier) RecheckEntailment(premises []string, conclusion, witness string) error {
	w, err := ParseWitness(witness)
	if err != nil {
		return err
	}
	all, c, _, err := argument(premises, conclusion, Beside(v.o.Formula, record.FirstOrder, append(premises[:len(premises):len(premises)], conclusion)...))
	if err != nil {
		return err
	}
	return checkModels(w, all, c, v.o.fold())
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
