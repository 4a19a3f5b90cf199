package prover

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// WriteSMT writes the declarations and the assertion of closed formula f in
// SMT-LIB 2.6, with one sort, U. Names are compared after fold (nil: unchanged).
// The error is ErrSize, or names a variable that no quantifier binds.
func WriteSMT(f *logic.Formula, fold func(string) string) (string, error) {
	w := smtWriter{newWriter(fold)}
	w.formula(f)
	if w.err != nil {
		return "", fmt.Errorf("smt-lib: %w", w.err)
	}
	var b strings.Builder
	b.WriteString("(declare-sort U 0)\n")
	for i, s := range w.symbols {
		sort := "U"
		if s.predicate {
			sort = "Bool"
		}
		args := strings.TrimSuffix(strings.Repeat("U ", s.arity), " ")
		fmt.Fprintf(&b, "(declare-fun %s (%s) %s)\n", s.text(i), args, sort)
	}
	fmt.Fprintf(&b, "(assert %s)\n", w.b.String())
	return b.String(), nil
}

type smtWriter struct{ writer }

// smtOperators are the connectives. SMT-LIB's xor and => may have more than two
// operands.
var smtOperators = map[logic.Op]string{
	logic.OpNot: "(not", logic.OpAnd: "(and", logic.OpOr: "(or", logic.OpXor: "(xor",
	logic.OpImplies: "(=>", logic.OpIff: "(=",
}

func (w *smtWriter) formula(f *logic.Formula) {
	defer w.leave()
	if !w.enter() {
		return
	}
	switch f.Op {
	case logic.OpTrue:
		w.write("true")
	case logic.OpFalse:
		w.write("false")
	case logic.OpAtom:
		w.apply(w.symbol(f.Name, f.Terms, true), f.Terms)
	case logic.OpEqual:
		w.apply("=", f.Terms)
	case logic.OpForall:
		w.quantifier("forall", f)
	case logic.OpExists:
		w.quantifier("exists", f)
	default:
		op, ok := smtOperators[f.Op]
		if !ok {
			w.unknownNode(f.Op)
		}
		w.write(op)
		for _, a := range f.Args {
			w.write(" ")
			w.formula(a)
		}
		w.write(")")
	}
}

func (w *smtWriter) quantifier(word string, f *logic.Formula) {
	w.write("(", word, " ((x", strconv.Itoa(w.level), " U)) ")
	w.bind(f.Name, func() { w.formula(f.Args[0]) })
	w.write(")")
}

func (w *smtWriter) apply(symbol string, args []logic.Term) {
	if len(args) == 0 {
		w.write(symbol)
		return
	}
	w.write("(", symbol)
	for _, t := range args {
		w.write(" ")
		w.term(t)
	}
	w.write(")")
}

func (w *smtWriter) term(t logic.Term) {
	defer w.leave()
	switch {
	case !w.enter():
	case t.Var:
		w.write("x", w.variable(t.Name))
	default:
		w.apply(w.symbol(t.Name, t.Args, false), t.Args)
	}
}
