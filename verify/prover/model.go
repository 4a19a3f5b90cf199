package prover

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/verify/check"
)

// The limits on a prover's output, which is not trusted.
const (
	maxModelDepth = 1_000     // nested brackets, and nested evaluations
	maxModelSteps = 4_000_000 // steps of the evaluation of all symbols
)

// ReadModel reads the finite model that a prover prints after (get-model), for a
// question with these symbols. The model has a define-fun for each symbol. The
// elements of U are constants: (as @U_0 U) or @U_0 in cvc5, U!val!0 in Z3. A
// symbol without a definition gets the first element, or false. ReadModel does
// not check whether the structure is a model of the formula; the caller must.
func ReadModel(text string, symbols []Symbol) (*check.Structure, error) {
	m := model{elements: map[string]int{}, defined: map[string]definition{}, steps: maxModelSteps}
	if err := m.read(text); err != nil {
		return nil, fmt.Errorf("smt-lib model: %w", err)
	}
	out := check.NewStructure(max(1, len(m.elements)))
	for i, s := range symbols {
		if err := m.define(out, s, s.Text(i)); err != nil {
			return nil, fmt.Errorf("smt-lib model: %s: %w", s.Text(i), err)
		}
	}
	return out, nil
}

// expr is a symbol, or a list of expressions.
type expr struct {
	atom string
	list []expr
}

// A definition is a define-fun command.
type definition struct {
	params []string
	body   expr
}

type model struct {
	elements map[string]int
	defined  map[string]definition
	steps    int // left
	depth    int
}

// read collects all definitions and elements.
func (m *model) read(text string) error {
	for line := range strings.Lines(text) { // elements that occur in no definition
		if rep, ok := strings.CutPrefix(strings.TrimSpace(line), "; rep:"); ok {
			if xs, err := parse(rep); err == nil {
				m.collect(xs)
			}
		}
	}
	xs, err := parse(text)
	if err != nil {
		return err
	}
	m.collect(xs)
	m.definitions(xs)
	return nil
}

// definitions collects the definitions in xs and in lists inside xs, where newer
// provers write them.
func (m *model) definitions(xs []expr) {
	for _, x := range xs {
		switch {
		case len(x.list) == 5 && x.list[0].atom == "define-fun":
			d := definition{body: x.list[4]}
			for _, p := range x.list[2].list {
				if len(p.list) > 0 {
					d.params = append(d.params, p.list[0].atom)
				}
			}
			m.defined[x.list[1].atom] = d
		case len(x.list) > 0 && x.list[0].atom != "define-fun":
			m.definitions(x.list)
		}
	}
}

// element returns the name of an element, if the expression is an element.
func element(x expr) (string, bool) {
	if len(x.list) == 3 && x.list[0].atom == "as" {
		x = x.list[1]
	}
	return x.atom, strings.HasPrefix(x.atom, "@") || strings.Contains(x.atom, "!val!")
}

// collect numbers the elements that occur in xs.
func (m *model) collect(xs []expr) {
	for _, x := range xs {
		if name, ok := element(x); ok {
			if _, known := m.elements[name]; !known {
				m.elements[name] = len(m.elements)
			}
			continue
		}
		m.collect(x.list)
	}
}

// define evaluates a symbol for all tuples of arguments.
func (m *model) define(out *check.Structure, s Symbol, name string) (err error) {
	_, defined := m.defined[name]
	args := make([]int, s.Arity)
	ok := out.Define(check.Symbol{Name: s.Name, Arity: s.Arity}, s.Predicate, func(i int) (v int) {
		if !defined || err != nil {
			return 0
		}
		for k := s.Arity - 1; k >= 0; k-- {
			args[k], i = i%out.Size, i/out.Size
		}
		v, err = m.apply(name, args)
		if err == nil && (v < 0 || v >= out.Size && !s.Predicate || v > 1 && s.Predicate) {
			err = errors.New("value of the wrong sort")
		}
		return v
	})
	if !ok {
		return fmt.Errorf("table over %d entries for %d elements", check.MaxCells, out.Size)
	}
	return err
}

// apply evaluates a defined function.
func (m *model) apply(name string, args []int) (int, error) {
	d, ok := m.defined[name]
	if !ok || len(d.params) != len(args) {
		return 0, fmt.Errorf("found %q of %d arguments, which is not defined", name, len(args))
	}
	env := make([]variable, len(args))
	for i, p := range d.params {
		env[i] = variable{p, args[i]}
	}
	return m.eval(d.body, env)
}

// variable is a bound name with its value; the innermost comes last.
type variable struct {
	name  string
	value int
}

// eval returns the value of an expression: the number of an element, or 1 for true
// and 0 for false.
func (m *model) eval(x expr, env []variable) (int, error) {
	if m.steps--; m.steps < 0 {
		return 0, errors.New("too much to evaluate")
	}
	if m.depth++; m.depth > maxModelDepth {
		return 0, errors.New("definitions nested too deeply")
	}
	defer func() { m.depth-- }()
	if name, ok := element(x); ok {
		return m.elements[name], nil
	}
	if len(x.list) == 0 {
		return m.symbol(x.atom, env)
	}
	head := x.list[0].atom
	switch {
	case head == "let" && len(x.list) == 3:
		return m.let(x, env)
	case head == "ite" && len(x.list) == 4:
		v, err := m.eval(x.list[1], env)
		if err != nil {
			return 0, err
		}
		return m.eval(x.list[3-v&1], env)
	}
	args := make([]int, len(x.list)-1)
	for i, a := range x.list[1:] {
		v, err := m.eval(a, env)
		if err != nil {
			return 0, err
		}
		args[i] = v
	}
	if v, ok := connect(head, args); ok {
		return v, nil
	}
	return m.apply(head, args)
}

func (m *model) symbol(name string, env []variable) (int, error) {
	for i := len(env) - 1; i >= 0; i-- {
		m.steps-- // a search takes long after a long let, so it counts
		if env[i].name == name {
			return env[i].value, nil
		}
	}
	switch name {
	case "true":
		return 1, nil
	case "false":
		return 0, nil
	}
	return m.apply(name, nil)
}

// let evaluates (let ((name value) ...) body). The names are bound only in the body.
func (m *model) let(x expr, env []variable) (int, error) {
	m.steps -= len(env)
	inner := slices.Clone(env)
	for _, b := range x.list[1].list {
		if len(b.list) != 2 {
			return 0, errors.New("let without a name and a value")
		}
		v, err := m.eval(b.list[1], env)
		if err != nil {
			return 0, err
		}
		inner = append(inner, variable{b.list[0].atom, v})
	}
	return m.eval(x.list[2], inner)
}

// connect applies a connective or equality. It returns false if op is neither.
func connect(op string, vs []int) (int, bool) {
	truth := map[bool]int{true: 1}
	if len(vs) == 0 {
		return 0, false
	}
	last := vs[len(vs)-1]
	switch op {
	case "not":
		return 1 - vs[0]&1, len(vs) == 1
	case "and":
		return truth[!slices.Contains(vs, 0)], true
	case "or":
		return truth[slices.Contains(vs, 1)], true
	case "=>": // a → (b → c)
		return truth[slices.Contains(vs[:len(vs)-1], 0) || last == 1], true
	case "xor":
		odd := 0
		for _, v := range vs {
			odd ^= v
		}
		return odd, true
	case "=":
		return truth[!slices.ContainsFunc(vs, func(v int) bool { return v != last })], true
	case "distinct":
		sorted := slices.Sorted(slices.Values(vs))
		return truth[len(slices.Compact(sorted)) == len(vs)], true
	}
	return 0, false
}

// parse reads all expressions of a text.
func parse(text string) ([]expr, error) {
	stack := [][]expr{nil}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ';':
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				end = len(text) - i
			}
			i += end
		case c == '(':
			if len(stack) > maxModelDepth {
				return nil, errors.New("brackets nested too deeply")
			}
			stack = append(stack, []expr{})
			i++
		case c == ')':
			if len(stack) == 1 {
				return nil, errors.New("found a bracket too many")
			}
			done := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			stack[len(stack)-1] = append(stack[len(stack)-1], expr{list: done})
			i++
		case c <= ' ':
			i++
		default:
			end := strings.IndexAny(text[i:], "(); \t\r\n")
			if end < 0 {
				end = len(text) - i
			}
			stack[len(stack)-1] = append(stack[len(stack)-1], expr{atom: text[i : i+end]})
			i += end
		}
	}
	if len(stack) != 1 {
		return nil, errors.New("found a bracket without its end")
	}
	return stack[0], nil
}
