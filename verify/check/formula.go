package check

import (
	"errors"
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
)

// In evaluates closed f in the structure s, whose names are looked up after
// fold (nil: as they are). The error says which symbol has no meaning in s.
func In(s *Structure, f *logic.Formula, fold func(string) string) (bool, error) {
	if err := s.Validate(); err != nil {
		return false, err
	}
	e := evaluation{s: s, fold: fold}
	return e.formula(f)
}

// Under evaluates f, which has neither quantifiers nor equalities, under values
// for its atoms, named in their written form after fold (nil: as they are).
func Under(values map[string]bool, f *logic.Formula, fold func(string) string) (bool, error) {
	e := evaluation{values: values, fold: fold}
	return e.formula(f)
}

// evaluation is one formula's; either values or s is set.
type evaluation struct {
	values map[string]bool
	s      *Structure
	fold   func(string) string
	bound  []binding // innermost last
	steps  int
}

type binding struct {
	name  string
	value int
}

func (e *evaluation) name(s string) string {
	if e.fold == nil {
		return s
	}
	return e.fold(s)
}

func (e *evaluation) formula(f *logic.Formula) (bool, error) {
	if e.steps++; e.steps > MaxSteps {
		return false, ErrSteps
	}
	switch f.Op {
	case logic.OpTrue, logic.OpFalse:
		return f.Op == logic.OpTrue, nil
	case logic.OpAtom:
		return e.atom(f)
	case logic.OpForall, logic.OpExists:
		return e.quantifier(f)
	case logic.OpEqual:
		if e.s == nil {
			return false, errors.New("check: equality under an assignment")
		}
		vs, err := e.terms(f.Terms)
		return err == nil && vs[0] == vs[1], err
	}
	return e.connective(f)
}

// connective applies a connective to the values of its operands.
func (e *evaluation) connective(f *logic.Formula) (bool, error) {
	all, some, odd, first, last := true, false, false, false, false
	for i, g := range f.Args {
		v, err := e.formula(g)
		if err != nil {
			return false, err
		}
		all, some, odd = all && v, some || v, odd != v
		if last = v; i == 0 {
			first = v
		}
	}
	switch f.Op {
	case logic.OpNot:
		return !first, nil
	case logic.OpAnd:
		return all, nil
	case logic.OpOr:
		return some, nil
	case logic.OpXor:
		return odd, nil
	case logic.OpImplies:
		return !first || last, nil
	case logic.OpIff:
		return first == last, nil
	}
	return false, fmt.Errorf("check: formula with operator %d", f.Op)
}

func (e *evaluation) quantifier(f *logic.Formula) (bool, error) {
	if e.s == nil {
		return false, errors.New("check: quantifier under an assignment")
	}
	e.bound = append(e.bound, binding{name: e.name(f.Name)})
	last := len(e.bound) - 1
	defer func() { e.bound = e.bound[:last] }()
	for v := range e.s.Size {
		e.bound[last].value = v
		holds, err := e.formula(f.Args[0])
		if err != nil || holds == (f.Op == logic.OpExists) {
			return holds, err
		}
	}
	return f.Op == logic.OpForall, nil
}

func (e *evaluation) atom(f *logic.Formula) (bool, error) {
	if e.s == nil {
		key := e.written(nil, f.Name, f.Terms)
		v, ok := e.values[string(key)]
		if !ok {
			return false, fmt.Errorf("check: no value for atom %q", key)
		}
		return v, nil
	}
	if len(f.Terms) == 0 {
		v, ok := e.s.Propositions[e.name(f.Name)]
		if !ok {
			return false, fmt.Errorf("check: no value for proposition %q", f.Name)
		}
		return v, nil
	}
	vs, err := e.terms(f.Terms)
	if err != nil {
		return false, err
	}
	p := Symbol{Name: e.name(f.Name), Arity: len(vs)}
	rel, ok := e.s.Predicates[p]
	if !ok {
		return false, fmt.Errorf("check: no meaning for predicate %s", p)
	}
	return rel[e.s.Index(vs...)], nil
}

func (e *evaluation) terms(ts []logic.Term) ([]int, error) {
	e.steps += len(ts) * (1 + len(e.bound)/8) // a name is looked for among the bound
	vs := make([]int, len(ts))
	for i, t := range ts {
		v, err := e.term(t)
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	return vs, nil
}

func (e *evaluation) term(t logic.Term) (int, error) {
	name := e.name(t.Name)
	if t.Var {
		for i := len(e.bound) - 1; i >= 0; i-- {
			if e.bound[i].name == name {
				return e.bound[i].value, nil
			}
		}
		return 0, fmt.Errorf("check: no quantifier binds %q", t.Name)
	}
	if len(t.Args) == 0 {
		v, ok := e.s.Constants[name]
		if !ok {
			return 0, fmt.Errorf("check: no meaning for constant %q", t.Name)
		}
		return v, nil
	}
	vs, err := e.terms(t.Args)
	if err != nil {
		return 0, err
	}
	sym := Symbol{Name: name, Arity: len(vs)}
	table, ok := e.s.Functions[sym]
	if !ok {
		return 0, fmt.Errorf("check: no meaning for function %s", sym)
	}
	return table[e.s.Index(vs...)], nil
}

// written appends an atom or a term as its key in an assignment.
func (e *evaluation) written(key []byte, name string, ts []logic.Term) []byte {
	key = append(key, e.name(name)...)
	for i, t := range ts {
		key = e.written(append(key, [2]string{"(", ", "}[min(i, 1)]...), t.Name, t.Args)
	}
	if len(ts) > 0 {
		key = append(key, ')')
	}
	return key
}
