package prover

import (
	"fmt"
	"strconv"

	"github.com/truthloop/truthloop/format/logic"
)

// WriteTPTP asks in FOF, the first-order form of the TPTP (Sutcliffe, "The TPTP
// problem library and associated infrastructure", J. Autom. Reasoning 59, 2017),
// whether a closed axiom entails a closed conjecture. Names are compared after
// fold (nil: unchanged). The error is ErrSize, or names a variable that no
// quantifier binds. Every operator has parentheses.
func WriteTPTP(axiom, conjecture *logic.Formula, fold func(string) string) (string, error) {
	w := tptpWriter{newWriter(fold)}
	w.write("fof(left, axiom, ")
	w.formula(axiom)
	w.write(").\nfof(right, conjecture, ")
	w.formula(conjecture)
	w.write(").\n")
	if w.err != nil {
		return "", fmt.Errorf("tptp: %w", w.err)
	}
	return w.b.String(), nil
}

type tptpWriter struct{ writer }

// tptpOperators are the connectives that stand between operands.
var tptpOperators = map[logic.Op]string{
	logic.OpAnd: " & ", logic.OpOr: " | ", logic.OpImplies: " => ", logic.OpIff: " <=> ",
}

func (w *tptpWriter) formula(f *logic.Formula) {
	defer w.leave()
	if !w.enter() {
		return
	}
	switch f.Op {
	case logic.OpTrue:
		w.write("$true")
	case logic.OpFalse:
		w.write("$false")
	case logic.OpAtom:
		w.apply(w.symbol(f.Name, f.Terms, true), f.Terms)
	case logic.OpEqual:
		w.write("(")
		w.term(f.Terms[0])
		w.write(" = ")
		w.term(f.Terms[1])
		w.write(")")
	case logic.OpNot:
		w.write("(~ ")
		w.formula(f.Args[0])
		w.write(")")
	case logic.OpXor:
		w.xor(f.Args)
	case logic.OpForall:
		w.quantifier("! [", f)
	case logic.OpExists:
		w.quantifier("? [", f)
	default:
		w.chain(f)
	}
}

func (w *tptpWriter) chain(f *logic.Formula) {
	op, ok := tptpOperators[f.Op]
	if !ok {
		w.unknownNode(f.Op)
	}
	w.write("(")
	for i, g := range f.Args {
		if i > 0 {
			w.write(op)
		}
		w.formula(g)
	}
	w.write(")")
}

// xor writes parity with binary operators: a ⊕ b ⊕ c is ((a <~> b) <~> c).
func (w *tptpWriter) xor(fs []*logic.Formula) {
	for range fs[1:] {
		w.write("(")
	}
	w.formula(fs[0])
	for _, f := range fs[1:] {
		w.write(" <~> ")
		w.formula(f)
		w.write(")")
	}
}

func (w *tptpWriter) quantifier(word string, f *logic.Formula) {
	w.write("(", word, "X", strconv.Itoa(w.level), "] : ")
	w.bind(f.Name, func() { w.formula(f.Args[0]) })
	w.write(")")
}

func (w *tptpWriter) apply(symbol string, args []logic.Term) {
	w.write(symbol)
	for i, t := range args {
		w.write([]string{"(", ","}[min(i, 1)])
		w.term(t)
	}
	if len(args) > 0 {
		w.write(")")
	}
}

func (w *tptpWriter) term(t logic.Term) {
	defer w.leave()
	switch {
	case !w.enter():
	case t.Var:
		w.write("X", w.variable(t.Name))
	default:
		w.apply(w.symbol(t.Name, t.Args, false), t.Args)
	}
}
