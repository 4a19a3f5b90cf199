package prover

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// The limits of a question. A formula is a tree whose parts may be shared, so its
// text can be far larger than its memory; and provers recurse into formulas.
const (
	MaxText  = 4 << 20 // bytes
	MaxDepth = 5_000   // nested nodes and terms
)

// ErrSize is the error of a question that exceeds MaxText or MaxDepth.
var ErrSize = fmt.Errorf("question longer than %d bytes or deeper than %d", MaxText, MaxDepth)

// A notation says how formulas are written.
type notation struct {
	name     string
	variable string            // before the number of a variable
	forms    map[logic.Op]form // that of an atom is also that of a term with arguments
	binary   logic.Op          // a connective of two operands: a ⊕ b ⊕ c is written ((a ⊕ b) ⊕ c)
}

// A form is what stands before, between and after the parts of a node. In open, % is the
// symbol of an atom or the number of a quantifier's variable.
type form struct{ open, between, close string }

// smtLib is SMT-LIB 2.6, with one sort, U. Its xor and => may have more than two operands.
var smtLib = notation{name: "smt-lib", variable: "x", forms: map[logic.Op]form{
	logic.OpTrue: {open: "true"}, logic.OpFalse: {open: "false"},
	logic.OpAtom: {"(% ", " ", ")"}, logic.OpEqual: {"(= ", " ", ")"},
	logic.OpNot: {"(not ", "", ")"}, logic.OpAnd: {"(and ", " ", ")"}, logic.OpOr: {"(or ", " ", ")"},
	logic.OpXor: {"(xor ", " ", ")"}, logic.OpImplies: {"(=> ", " ", ")"}, logic.OpIff: {"(= ", " ", ")"},
	logic.OpForall: {"(forall ((x% U)) ", "", ")"}, logic.OpExists: {"(exists ((x% U)) ", "", ")"},
}}

// fof is the first-order form of the TPTP (Sutcliffe, "The TPTP problem library and
// associated infrastructure", J. Autom. Reasoning 59, 2017). Every operator has parentheses.
var fof = notation{name: "tptp", variable: "X", binary: logic.OpXor, forms: map[logic.Op]form{
	logic.OpTrue: {open: "$true"}, logic.OpFalse: {open: "$false"},
	logic.OpAtom: {"%(", ",", ")"}, logic.OpEqual: {"(", " = ", ")"},
	logic.OpNot: {"(~ ", "", ")"}, logic.OpAnd: {"(", " & ", ")"}, logic.OpOr: {"(", " | ", ")"},
	logic.OpXor: {"(", " <~> ", ")"}, logic.OpImplies: {"(", " => ", ")"}, logic.OpIff: {"(", " <=> ", ")"},
	logic.OpForall: {"(! [X%] : ", "", ")"}, logic.OpExists: {"(? [X%] : ", "", ")"},
}}

// WriteSMT writes the declarations and the assertion of closed formula f in
// SMT-LIB. Names are compared after fold (nil: unchanged). The error is ErrSize, or names
// a variable that no quantifier binds.
func WriteSMT(f *logic.Formula, fold func(string) string) (string, error) {
	w := newWriter(&smtLib, fold)
	w.formula(f)
	var b strings.Builder
	b.WriteString("(declare-sort U 0)\n")
	for _, s := range w.symbols {
		sort := "U"
		if s.Predicate {
			sort = "Bool"
		}
		args := strings.TrimSuffix(strings.Repeat("U ", s.Arity), " ")
		fmt.Fprintf(&b, "(declare-fun %s (%s) %s)\n", w.symbol(s), args, sort)
	}
	fmt.Fprintf(&b, "(assert %s)\n", w.b.String())
	return w.finish(b.String())
}

// WriteTPTP asks in FOF whether a closed axiom entails a closed conjecture. For names and
// errors, see WriteSMT.
func WriteTPTP(axiom, conjecture *logic.Formula, fold func(string) string) (string, error) {
	w := newWriter(&fof, fold)
	w.b.WriteString("fof(left, axiom, ")
	w.formula(axiom)
	w.b.WriteString(").\nfof(right, conjecture, ")
	w.formula(conjecture)
	w.b.WriteString(").\n")
	return w.finish(w.b.String())
}

// writer writes formulas in a notation. Symbols get numbers in the order of their first
// occurrence. The number of a variable is the number of quantifiers around its
// quantifier. Names of formulas are never written, since they may contain any
// characters, and provers quote them in different ways.
type writer struct {
	*notation
	b       strings.Builder
	fold    func(string) string
	symbols []check.Symbol // names are folded
	numbers map[check.Symbol]int
	bound   map[string][]int // numbers of the variables with a name, innermost last
	level   int              // quantifiers around the current node
	depth   int
	err     error // the first
}

func newWriter(n *notation, fold func(string) string) *writer {
	return &writer{notation: n, fold: logic.Folding(fold), numbers: map[check.Symbol]int{}, bound: map[string][]int{}}
}

// finish returns the text, or the error of the writer.
func (w *writer) finish(text string) (string, error) {
	if w.err != nil {
		return "", fmt.Errorf("%s: %w", w.name, w.err)
	}
	return text, nil
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// enter begins a node; it returns false after an error.
func (w *writer) enter() bool {
	if w.depth++; w.b.Len() > MaxText || w.depth > MaxDepth {
		w.fail(ErrSize)
	}
	return w.err == nil
}

func (w *writer) leave() { w.depth-- }

// symbol returns the text of a symbol.
func (w *writer) symbol(s check.Symbol) string {
	n, ok := w.numbers[s]
	if !ok {
		n = len(w.symbols)
		w.numbers[s] = n
		w.symbols = append(w.symbols, s)
	}
	if s.Predicate {
		return "p" + strconv.Itoa(n)
	}
	return "f" + strconv.Itoa(n)
}

func (w *writer) formula(f *logic.Formula) {
	defer w.leave()
	if !w.enter() {
		return
	}
	switch _, ok := w.forms[f.Op]; {
	case !ok:
		w.fail(fmt.Errorf("node of unknown kind %d", f.Op))
	case f.Op == logic.OpAtom:
		w.apply(f.Name, f.Terms, true)
	case f.Op == logic.OpEqual:
		w.node(f.Op, "", 2, func(i int) { w.term(f.Terms[i]) })
	case f.Op.IsQuantifier():
		name := w.fold(f.Name)
		outer := w.bound[name]
		w.bound[name] = append(outer, w.level)
		w.level++
		w.node(f.Op, strconv.Itoa(w.level-1), 1, func(int) { w.formula(f.Args[0]) })
		w.level--
		w.bound[name] = outer
	default:
		w.node(f.Op, "", len(f.Args), func(i int) { w.formula(f.Args[i]) })
	}
}

// node writes n parts. name replaces % in the text before them.
func (w *writer) node(op logic.Op, name string, n int, part func(i int)) {
	f, brackets := w.forms[op], 1
	if op == w.binary {
		brackets = n - 1
	}
	w.b.WriteString(strings.Repeat(strings.Replace(f.open, "%", name, 1), brackets))
	for i := range n {
		if i > 0 {
			w.b.WriteString(f.between)
		}
		part(i)
		if op == w.binary && i > 0 && i < n-1 {
			w.b.WriteString(f.close)
		}
	}
	w.b.WriteString(f.close)
}

// apply writes a symbol applied to terms. One name with two arities is two symbols.
func (w *writer) apply(name string, args []logic.Term, predicate bool) {
	symbol := w.symbol(check.Symbol{Name: w.fold(name), Arity: len(args), Predicate: predicate})
	if len(args) == 0 {
		w.b.WriteString(symbol)
		return
	}
	w.node(logic.OpAtom, symbol, len(args), func(i int) { w.term(args[i]) })
}

func (w *writer) term(t logic.Term) {
	defer w.leave()
	if !w.enter() {
		return
	}
	if !t.Var {
		w.apply(t.Name, t.Args, false)
		return
	}
	numbers := w.bound[w.fold(t.Name)]
	if len(numbers) == 0 {
		w.fail(fmt.Errorf("variable %q is bound by no quantifier", t.Name))
		return
	}
	w.b.WriteString(w.variable + strconv.Itoa(numbers[len(numbers)-1]))
}
