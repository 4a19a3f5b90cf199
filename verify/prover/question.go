package prover

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// A symbol is a free name of a formula.
type symbol struct {
	name      string // after folding
	arity     int    // 0: a constant or a proposition
	predicate bool   // a predicate or a proposition, else a function or a constant
}

// text returns how a question writes the symbol with the given number.
func (s symbol) text(number int) string {
	if s.predicate {
		return "p" + strconv.Itoa(number)
	}
	return "f" + strconv.Itoa(number)
}

// The limits of a question. A formula is a tree whose parts may be shared, so its
// text can be far larger than its memory; and provers recurse into formulas.
const (
	MaxText  = 4 << 20 // bytes
	MaxDepth = 5_000   // nested nodes and terms
)

// ErrSize is the error of a question that exceeds MaxText or MaxDepth.
var ErrSize = fmt.Errorf("question longer than %d bytes or deeper than %d", MaxText, MaxDepth)

// writer is the part that the SMT-LIB and the TPTP writer share. Symbols get numbers in
// the order of their first occurrence. The number of a variable is the number of
// quantifiers around its quantifier. Names of formulas are never written, since they may
// contain any characters, and provers quote them in different ways.
type writer struct {
	b       strings.Builder
	fold    func(string) string
	symbols []symbol
	numbers map[symbol]int
	bound   map[string][]int // numbers of the variables with a name, innermost last
	level   int              // quantifiers around the current node
	depth   int
	err     error
}

func newWriter(fold func(string) string) writer {
	if fold == nil {
		fold = func(name string) string { return name }
	}
	return writer{fold: fold, numbers: map[symbol]int{}, bound: map[string][]int{}}
}

func (w *writer) write(words ...string) {
	for _, s := range words {
		w.b.WriteString(s)
	}
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

// bind calls body, in which name is the variable with the number w.level-1.
func (w *writer) bind(name string, body func()) {
	name = w.fold(name)
	w.bound[name] = append(w.bound[name], w.level)
	w.level++
	body()
	w.level--
	w.bound[name] = w.bound[name][:len(w.bound[name])-1]
}

// variable returns the number of the variable that name denotes.
func (w *writer) variable(name string) string {
	numbers := w.bound[w.fold(name)]
	if len(numbers) == 0 {
		w.fail(fmt.Errorf("variable %q is bound by no quantifier", name))
		return ""
	}
	return strconv.Itoa(numbers[len(numbers)-1])
}

// symbol returns the text of a symbol. One name with two arities is two symbols.
func (w *writer) symbol(name string, args []logic.Term, predicate bool) string {
	s := symbol{w.fold(name), len(args), predicate}
	n, ok := w.numbers[s]
	if !ok {
		n = len(w.symbols)
		w.numbers[s] = n
		w.symbols = append(w.symbols, s)
	}
	return s.text(n)
}

func (w *writer) unknownNode(op logic.Op) {
	w.fail(fmt.Errorf("node of unknown kind %d", op))
}
