package tptp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/smtlib"
)

// A Syntax is a way to write formulas.
type Syntax uint8

// The syntaxes.
const (
	FOF  Syntax = iota // of the TPTP
	LADR               // of Prover9 and Mace4
)

// MaxText is the length in bytes beyond which no question is written: a tree may
// share nodes, and so be far larger in writing.
const MaxText = 4 << 20

// ErrSize says that the text would be longer than MaxText.
var ErrSize = fmt.Errorf("longer than %d bytes", MaxText)

// A Question is a text with the meaning of its symbols.
type Question struct {
	Text    string
	Symbols []smtlib.Symbol // Symbols[i] is p<i> or f<i> in Text, as it is a predicate or not
}

// words are what a syntax has for the parts of formulas.
type words struct {
	top, bottom, not string
	forall, exists   string // before the variable
	body             string // between the variable and what it ranges over
	variable         string // before its number
	implies, iff     string
}

var syntaxes = [...]words{
	FOF:  {"$true", "$false", "~", "! [", "? [", "] : ", "X", " => ", " <=> "},
	LADR: {"$T", "$F", "-", "all ", "exists ", " ", "x", " -> ", " <-> "},
}

// Entails asks whether the axiom entails the conjecture. Names are compared
// after fold (nil: as they are). The error is ErrSize, or says which variable no
// quantifier binds, or where a formula is none.
func Entails(axiom, conjecture *logic.Formula, s Syntax, fold func(string) string) (Question, error) {
	if fold == nil {
		fold = func(name string) string { return name }
	}
	w := writer{words: syntaxes[s], fold: fold, numbers: map[smtlib.Symbol]int{}, bound: map[string][]int{}}
	before, between, after := "fof(left, axiom, ", ").\nfof(right, conjecture, ", ").\n"
	if s == LADR {
		before, between, after = "formulas(assumptions).\n", ".\nend_of_list.\nformulas(goals).\n", ".\nend_of_list.\n"
	}
	w.b.WriteString(before)
	w.formula(axiom)
	w.b.WriteString(between)
	w.formula(conjecture)
	w.b.WriteString(after)
	if w.err != nil {
		return Question{}, fmt.Errorf("tptp: %w", w.err)
	}
	return Question{w.b.String(), w.symbols}, nil
}

type writer struct {
	words
	b       strings.Builder
	fold    func(string) string
	symbols []smtlib.Symbol
	numbers map[smtlib.Symbol]int
	bound   map[string][]int // the numbers of the variables of a name, innermost last
	level   int
	err     error
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *writer) formula(f *logic.Formula) {
	if w.b.Len() > MaxText {
		w.fail(ErrSize)
	}
	if w.err != nil {
		return
	}
	switch f.Op {
	case logic.OpTrue:
		w.b.WriteString(w.top)
	case logic.OpFalse:
		w.b.WriteString(w.bottom)
	case logic.OpAtom:
		w.apply(f.Name, f.Terms, true)
	case logic.OpEqual:
		w.b.WriteByte('(')
		w.term(f.Terms[0])
		w.b.WriteString(" = ")
		w.term(f.Terms[1])
		w.b.WriteByte(')')
	case logic.OpNot:
		w.negated(f.Args[0])
	case logic.OpAnd:
		w.chain(" & ", f.Args)
	case logic.OpOr:
		w.chain(" | ", f.Args)
	case logic.OpXor:
		w.xor(f.Args)
	case logic.OpImplies:
		w.chain(w.implies, f.Args)
	case logic.OpIff:
		w.chain(w.iff, f.Args)
	case logic.OpForall:
		w.quantifier(w.forall, f)
	case logic.OpExists:
		w.quantifier(w.exists, f)
	default:
		w.fail(errors.New("node of unknown kind " + strconv.Itoa(int(f.Op))))
	}
}

func (w *writer) negated(f *logic.Formula) {
	w.b.WriteString("(" + w.not + " ")
	w.formula(f)
	w.b.WriteByte(')')
}

func (w *writer) chain(op string, fs []*logic.Formula) {
	w.b.WriteByte('(')
	for i, f := range fs {
		if i > 0 {
			w.b.WriteString(op)
		}
		w.formula(f)
	}
	w.b.WriteByte(')')
}

// xor writes a ⊕ b as ¬(a ↔ b), which LADR has words for, and of more operands
// the last against all before it.
func (w *writer) xor(fs []*logic.Formula) {
	if len(fs) == 1 {
		w.formula(fs[0])
		return
	}
	last := len(fs) - 1
	w.b.WriteString("(" + w.not + " (")
	w.xor(fs[:last])
	w.b.WriteString(w.iff)
	w.formula(fs[last])
	w.b.WriteString("))")
}

func (w *writer) quantifier(word string, f *logic.Formula) {
	name := w.fold(f.Name)
	w.b.WriteString("(" + word + w.variable + strconv.Itoa(w.level) + w.body)
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
	w.b.WriteString(w.variable + strconv.Itoa(numbers[len(numbers)-1]))
}

func (w *writer) apply(name string, args []logic.Term, predicate bool) {
	s := smtlib.Symbol{Name: w.fold(name), Arity: len(args), Predicate: predicate}
	n, ok := w.numbers[s]
	if !ok {
		n = len(w.symbols)
		w.numbers[s] = n
		w.symbols = append(w.symbols, s)
	}
	w.b.WriteString(s.Text(n))
	for i, t := range args {
		w.b.WriteByte("(,"[min(i, 1)])
		w.term(t)
	}
	if len(args) > 0 {
		w.b.WriteByte(')')
	}
}
