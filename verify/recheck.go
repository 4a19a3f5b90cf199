package verify

import (
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify/check"
)

// Recheck checks a stored witness against the two texts, with no engine. The
// error says in what it fails: nil means that the two sides differ on it.
func (v *Verifier) Recheck(f record.Formalism, left, right, witness string) error {
	w, err := ParseWitness(witness)
	if err != nil {
		return err
	}
	if f == record.Regex {
		a, err := regex.Parse(left, v.o.Regex)
		if err != nil {
			return fmt.Errorf("left side: %w", err)
		}
		b, err := regex.Parse(right, v.o.Regex)
		if err != nil {
			return fmt.Errorf("right side: %w", err)
		}
		return checkExpressions(w, a, b)
	}
	a, err := logic.Parse(left, v.o.Formula)
	if err != nil {
		return fmt.Errorf("left side: %w", err)
	}
	b, err := logic.Parse(right, v.o.Formula)
	if err != nil {
		return fmt.Errorf("right side: %w", err)
	}
	return checkFormulas(w, a, b, v.o.fold())
}

// RecheckEntailment checks the stored countermodels of a verdict on
// entailment: all premises hold in each, and the conclusion is as the verdict
// needs it.
func (v *Verifier) RecheckEntailment(premises []string, conclusion, witness string) error {
	w, err := ParseWitness(witness)
	if err != nil {
		return err
	}
	all, c, err := v.argument(premises, conclusion)
	if err != nil {
		return err
	}
	return checkModels(w, all, c, v.o.fold())
}

// checkModels checks the models of a witness of kind models: the premises hold
// in each, the conclusion in True and not in False.
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
