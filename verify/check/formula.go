package check

import (
	"errors"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// In evaluates the closed formula f in the structure s. fold maps each name of f to a
// name of s; nil keeps names. The error names a symbol that has no meaning in s.
func In(s *Structure, f *logic.Formula, fold func(string) string) (bool, error) {
	if err := s.Validate(); err != nil {
		return false, err
	}
	e := evaluation{s: s, name: logic.Folding(fold), whole: true}
	v, err := e.formula(f) // finds every error
	if err == nil && v == open {
		e.whole = false
		v, err = e.formula(f)
	}
	return v == yes, err
}

// Under evaluates f, which has neither quantifiers nor equalities, under values of its
// atoms. The keys of values are the written atoms, with names mapped by fold; nil keeps
// names.
func Under(values map[string]bool, f *logic.Formula, fold func(string) string) (bool, error) {
	e := evaluation{values: values, name: logic.Folding(fold), whole: true}
	v, err := e.formula(f)
	return v == yes, err
}

// A truth is a value of Kleene's strong three-valued logic (Introduction to
// Metamathematics, 1952, § 64). While some variables have no value, a formula that is
// not open has its truth value for all values of these variables.
type truth int8

const (
	no   truth = -1
	open truth = 0
	yes  truth = 1
)

func truthOf(v bool) truth {
	if v {
		return yes
	}
	return no
}

// evaluation evaluates one formula. Either values or s is set.
type evaluation struct {
	values map[string]bool
	s      *Structure
	name   func(string) string // folds a name
	bound  []binding           // innermost last
	open   int                 // number of bound variables without a value
	whole  bool                // visit each part once, with all variables open
	alike  []int               // see interchangeable
	steps  int
}

type binding struct {
	name  string
	value int // noElement: no value
}

// noElement is the value of a term with an open variable.
const noElement = -1

func (e *evaluation) formula(f *logic.Formula) (truth, error) {
	if e.steps++; e.steps > MaxSteps {
		return open, ErrSteps
	}
	switch f.Op {
	case logic.OpTrue, logic.OpFalse:
		return truthOf(f.Op == logic.OpTrue), nil
	case logic.OpAtom:
		return e.atom(f)
	case logic.OpForall, logic.OpExists:
		return e.quantifier(f)
	case logic.OpEqual:
		if e.s == nil {
			return open, errors.New("check: equality under an assignment")
		}
		vs, err := e.terms(f.Terms)
		if err != nil || slices.Contains(vs, noElement) {
			return open, err
		}
		return truthOf(vs[0] == vs[1]), nil
	}
	return e.connective(f)
}

// connective applies a connective to the values of its operands. Unless e.whole is set,
// it stops when the other operands cannot change the value.
func (e *evaluation) connective(f *logic.Formula) (truth, error) {
	lowest, highest, odd := yes, no, no
	var first, last truth
	for i, g := range f.Args {
		v, err := e.formula(g)
		if err != nil {
			return open, err
		}
		lowest, highest, odd = min(lowest, v), max(highest, v), -odd*v
		if last = v; i == 0 {
			first = v
		}
		if !e.whole && (f.Op == logic.OpAnd && v == no || f.Op == logic.OpOr && v == yes || f.Op == logic.OpImplies && first == no) {
			break
		}
	}
	switch f.Op {
	case logic.OpNot:
		return -first, nil
	case logic.OpAnd:
		return lowest, nil
	case logic.OpOr:
		return highest, nil
	case logic.OpXor:
		return odd, nil
	case logic.OpImplies:
		return max(-first, last), nil
	case logic.OpIff:
		return first * last, nil
	}
	return open, fmt.Errorf("check: formula with operator %d", f.Op)
}

// quantifier first evaluates the body with the variable open, which rejects most
// choices of distinct elements early. Then it tries the elements. If several elements
// are interchangeable and not the value of a variable, it tries only one of them,
// since an automorphism changes no truth value.
func (e *evaluation) quantifier(f *logic.Formula) (truth, error) {
	if e.s == nil {
		return open, errors.New("check: quantifier under an assignment")
	}
	e.bound = append(e.bound, binding{e.name(f.Name), noElement})
	last := len(e.bound) - 1
	defer func() { e.bound = e.bound[:last] }()
	e.open++
	v, err := e.formula(f.Args[0])
	e.open--
	if err != nil || v != open || e.open > 0 || e.whole {
		return v, err
	}
	decisive := truthOf(f.Op == logic.OpExists)
	var tried []int // classes of elements that are not the value of a variable
	for x := range e.s.Size {
		if !slices.ContainsFunc(e.bound[:last], func(b binding) bool { return b.value == x }) {
			class := e.interchangeable()[x]
			if slices.Contains(tried, class) {
				continue
			}
			tried = append(tried, class)
		}
		e.bound[last].value = x
		if v, err := e.formula(f.Args[0]); err != nil || v == decisive {
			return v, err
		}
	}
	return -decisive, nil
}

// maxDistinct is the largest size of a domain for which all elements are tried.
const maxDistinct = 4

// interchangeable returns a class for each element. The exchange of two elements
// of one class is an automorphism of the structure.
func (e *evaluation) interchangeable() []int {
	if e.alike != nil {
		return e.alike
	}
	cells := 0
	for _, table := range e.s.Tables {
		cells += len(table)
	}
	e.alike = make([]int, e.s.Size)
	for x := range e.alike {
		e.alike[x] = x
		for y := range x {
			if e.steps > MaxSteps || e.s.Size <= maxDistinct || e.alike[y] != y {
				continue
			}
			e.steps += cells
			if e.s.automorphism(x, y) {
				e.alike[x] = y
				break
			}
		}
	}
	return e.alike
}

func (e *evaluation) atom(f *logic.Formula) (truth, error) {
	if e.s == nil {
		key := e.written(nil, f.Name, f.Terms)
		v, ok := e.values[string(key)]
		if !ok {
			return open, fmt.Errorf("check: no value for atom %q", key)
		}
		return truthOf(v), nil
	}
	v, err := e.value(f.Name, f.Terms, true)
	if err != nil || v == noElement {
		return open, err
	}
	return truthOf(v == 1), nil
}

// value returns the entry of a symbol's table at its arguments, or noElement if one of
// them is open.
func (e *evaluation) value(name string, args []logic.Term, predicate bool) (int, error) {
	vs, err := e.terms(args)
	if err != nil {
		return 0, err
	}
	sym := Symbol{e.name(name), len(vs), predicate}
	table, ok := e.s.Tables[sym]
	switch {
	case !ok && len(vs) == 0:
		return 0, fmt.Errorf("check: no meaning for %s %q", sym.Kind(), name)
	case !ok:
		return 0, fmt.Errorf("check: no meaning for %s %s", sym.Kind(), sym)
	case slices.Contains(vs, noElement):
		return noElement, nil
	}
	return table[e.s.Index(vs...)], nil
}

func (e *evaluation) terms(ts []logic.Term) ([]int, error) {
	e.steps += len(ts) * (1 + len(e.bound)/8) // each name is searched in e.bound
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
	if !t.Var {
		return e.value(t.Name, t.Args, false)
	}
	name := e.name(t.Name)
	for _, b := range slices.Backward(e.bound) {
		if b.name == name {
			return b.value, nil
		}
	}
	return 0, fmt.Errorf("check: no quantifier binds %q", t.Name)
}

// written appends the key of an atom or a term in an assignment.
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
