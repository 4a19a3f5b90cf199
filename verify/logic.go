package verify

import (
	"fmt"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/check"
)

// formulas implements Semantics for first-order logic.
type formulas struct{}

// booleans implements Semantics for propositional logic.
type booleans struct{ formulas }

func formula(t formalism.Tree) *logic.Formula { return t.(*logic.Formula) }

// Read reads a formula. Its first tree has the scope that the options ask for.
func (formulas) Read(text string, o *Options) Text {
	out := Text{Written: text}
	r, err := logic.Read(text, o.Formula)
	if err != nil {
		out.Err = err
		return out
	}
	f := r.Formulas[0]
	out.Tree, out.Open = f, f
	for _, g := range r.Formulas[1:] {
		out.Others = append(out.Others, g)
	}
	out.Leniencies, out.vacuous, out.unsure = r.Leniencies, r.Vacuous, r.Unsure
	other := o.Formula
	if other.Universal || len(f.FreeNames(other.Variables, other.CaseSensitive)) > 0 {
		other.Universal = !other.Universal
		out.Open = nil
		if g, err := logic.Parse(text, other); err == nil {
			out.Open = g
		}
	}
	return out
}

// Read reads a formula without predicates, terms and quantifiers.
func (s booleans) Read(text string, o *Options) Text {
	out := s.formulas.Read(text, o)
	if out.Err == nil && !formula(out.Tree).IsPropositional() {
		return Text{Written: text, Err: fmt.Errorf("expected a propositional formula, found quantifiers, predicates or equalities")}
	}
	return out
}

// Value evaluates a formula on the assignment or the structure of a witness.
func (formulas) Value(w *Witness, t formalism.Tree, o *Options) (bool, error) {
	switch {
	case w.Kind == KindAssignment:
		return check.Under(w.Assignment, formula(t), o.fold())
	case w.Kind == KindStructure && w.Structure != nil:
		return check.In(w.Structure, formula(t), o.fold())
	}
	return false, errKind(w)
}

// inspect finds what may be unexpected in a pair of formulas of logic: other readings,
// predicates with several arities, and surprises.
func (p *Pair) inspect() {
	a, isLogic := p.Left.Tree.(*logic.Formula)
	if !isLogic {
		return
	}
	b := formula(p.Right.Tree)
	p.warnings = arities(a, b, &p.o)
	if p.o.Formula.Strict && len(p.warnings) > 0 {
		p.failed = Result{Verdict: record.Noncompliant, Reason: p.warnings[0]}
		return
	}
	l, r := p.Left, p.Right
	p.surprises = surprises(a, b, p.o.key, l.vacuous || r.vacuous, l.unsure || r.unsure, len(p.warnings) > 0)
	if l.Open != nil && r.Open != nil && !(logic.Same(a, formula(l.Open)) && logic.Same(b, formula(r.Open))) {
		p.free = &[2]formalism.Tree{l.Open, r.Open}
	}
}

// arities returns a warning for each predicate with several arities. Each arity is a
// separate symbol.
func arities(a, b *logic.Formula, o *Options) []string {
	if a.IsPropositional() && b.IsPropositional() {
		return nil
	}
	first := map[string]int{}
	warned := map[string]bool{}
	var out []string
	for _, f := range []*logic.Formula{a, b} {
		for _, p := range f.Signature(o.Formula.CaseSensitive).Predicates {
			k := o.key(p.Name)
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
