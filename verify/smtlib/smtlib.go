// Package smtlib writes first-order formulas as SMT-LIB 2.6 scripts, the
// language that Z3, cvc5 and other provers read. A closed formula flows in; a
// script that asks whether it is satisfiable flows out, with a table that says
// what its symbols stand for.
//
// There is one sort, U. Symbols get numbers (p0, f1) in the order in which they
// first occur, and variables get the number of quantifiers around theirs (x0,
// x1): names of formulas may hold anything, SMT-LIB's may not, and provers
// differ in what they make of quoted names. Quoting them was rejected for that.
package smtlib

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// A Symbol is a free name of the formula.
type Symbol struct {
	Name      string // after folding
	Arity     int    // 0: a constant or a proposition
	Predicate bool   // a predicate or a proposition, else a function or a constant
}

// A Script asks whether a formula is satisfiable.
type Script struct {
	Text    string   // from set-logic to check-sat
	Symbols []Symbol // Symbols[i] is p<i> or f<i> in Text, as it is a predicate or not
}

// Write is the script of closed formula f, whose names are compared after fold
// (nil: as they are). The error says which variable no quantifier binds, or
// where f is no formula.
func Write(f *logic.Formula, fold func(string) string) (Script, error) {
	if fold == nil {
		fold = func(name string) string { return name }
	}
	w := writer{fold: fold, numbers: map[Symbol]int{}, bound: map[string][]int{}}
	w.formula(f)
	if w.err != nil {
		return Script{}, fmt.Errorf("smt-lib: %w", w.err)
	}
	var b strings.Builder
	b.WriteString("(set-logic UF)\n(declare-sort U 0)\n")
	for i, s := range w.symbols {
		sort := "U"
		if s.Predicate {
			sort = "Bool"
		}
		args := strings.TrimSuffix(strings.Repeat("U ", s.Arity), " ")
		fmt.Fprintf(&b, "(declare-fun %s (%s) %s)\n", s.Text(i), args, sort)
	}
	b.WriteString("(assert ")
	b.WriteString(w.b.String())
	b.WriteString(")\n(check-sat)\n")
	return Script{b.String(), w.symbols}, nil
}

// Text is how the symbol of that number is written.
func (s Symbol) Text(number int) string {
	if s.Predicate {
		return "p" + strconv.Itoa(number)
	}
	return "f" + strconv.Itoa(number)
}

type writer struct {
	b       strings.Builder
	fold    func(string) string
	symbols []Symbol
	numbers map[Symbol]int
	bound   map[string][]int // the numbers of the variables of a name, innermost last
	level   int
	err     error
}

// operators has SMT-LIB's words for the connectives. Its xor, like its =>, may
// have more than two operands: they associate to the left, as parity may.
var operators = map[logic.Op]string{
	logic.OpNot: "not", logic.OpAnd: "and", logic.OpOr: "or", logic.OpXor: "xor",
	logic.OpImplies: "=>", logic.OpIff: "=",
}

func (w *writer) formula(f *logic.Formula) {
	switch f.Op {
	case logic.OpTrue:
		w.b.WriteString("true")
	case logic.OpFalse:
		w.b.WriteString("false")
	case logic.OpAtom:
		w.apply(f.Name, f.Terms, true)
	case logic.OpEqual:
		w.b.WriteString("(=")
		w.terms(f.Terms)
		w.b.WriteByte(')')
	case logic.OpForall:
		w.quantifier("forall", f)
	case logic.OpExists:
		w.quantifier("exists", f)
	default:
		op, ok := operators[f.Op]
		if !ok {
			w.fail(errors.New("node of unknown kind " + strconv.Itoa(int(f.Op))))
		}
		w.b.WriteString("(" + op)
		for _, a := range f.Args {
			w.b.WriteByte(' ')
			w.formula(a)
		}
		w.b.WriteByte(')')
	}
}

func (w *writer) quantifier(word string, f *logic.Formula) {
	name := w.fold(f.Name)
	fmt.Fprintf(&w.b, "(%s ((x%d U)) ", word, w.level)
	w.bound[name] = append(w.bound[name], w.level)
	w.level++
	w.formula(f.Args[0])
	w.level--
	w.bound[name] = w.bound[name][:len(w.bound[name])-1]
	w.b.WriteByte(')')
}

func (w *writer) term(t logic.Term) {
	if !t.Var {
		w.apply(t.Name, t.Args, false)
		return
	}
	numbers := w.bound[w.fold(t.Name)]
	if len(numbers) == 0 {
		w.fail(fmt.Errorf("variable %q is bound by no quantifier", t.Name))
		return
	}
	w.b.WriteByte('x')
	w.b.WriteString(strconv.Itoa(numbers[len(numbers)-1]))
}

func (w *writer) terms(ts []logic.Term) {
	for _, t := range ts {
		w.b.WriteByte(' ')
		w.term(t)
	}
}

func (w *writer) apply(name string, args []logic.Term, predicate bool) {
	s := Symbol{w.fold(name), len(args), predicate}
	n, ok := w.numbers[s]
	if !ok {
		n = len(w.symbols)
		w.numbers[s] = n
		w.symbols = append(w.symbols, s)
	}
	if len(args) == 0 {
		w.b.WriteString(s.Text(n))
		return
	}
	w.b.WriteString("(" + s.Text(n))
	w.terms(args)
	w.b.WriteByte(')')
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}
