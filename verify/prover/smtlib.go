package prover

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// WriteSMT writes the declarations and the assertion of closed formula f in
// SMT-LIB 2.6, with one sort, U. Names are compared after fold (nil: unchanged).
// The error is ErrSize, or names a variable that no quantifier binds.
func WriteSMT(f *logic.Formula, fold func(string) string) (Question, error) {
	w := smtWriter{newWriter(fold)}
	w.formula(f)
	if w.err != nil {
		return Question{}, fmt.Errorf("smt-lib: %w", w.err)
	}
	var b strings.Builder
	b.WriteString("(declare-sort U 0)\n")
	for i, s := range w.symbols {
		sort := "U"
		if s.Predicate {
			sort = "Bool"
		}
		args := strings.TrimSuffix(strings.Repeat("U ", s.Arity), " ")
		fmt.Fprintf(&b, "(declare-fun %s (%s) %s)\n", s.Text(i), args, sort)
	}
	fmt.Fprintf(&b, "(assert %s)\n", w.b.String())
	return Question{b.String(), w.symbols}, nil
}

// maxModelCells bounds the values of the symbols in a model that is asked for.
const maxModelCells = 4_000

// withSize returns the question whether there is a model with exactly size elements, and
// the terms whose truth values describe such a model: p0(d0, d1), or f1(d0) = d1. It
// returns no terms if there are too many.
func (q Question) withSize(size int) (text string, terms []string) {
	var b strings.Builder
	b.WriteString(q.Text)
	elements := make([]string, size)
	for i := range elements {
		elements[i] = "d" + strconv.Itoa(i)
		fmt.Fprintf(&b, "(declare-fun %s () U)\n", elements[i])
	}
	all := strings.Join(elements, " ")
	if size > 1 {
		fmt.Fprintf(&b, "(assert (distinct %s))\n", all)
	}
	fmt.Fprintf(&b, "(assert (forall ((x U)) (or (= x %s) false)))\n", strings.Join(elements, ") (= x "))
	for i, s := range q.Symbols {
		calls, arity := []string{s.Text(i)}, s.Arity
		if size == 1 { // one call, however many arguments it has
			calls[0], arity = calls[0]+strings.Repeat(" d0", arity), 0
		}
		for range arity {
			var longer []string
			for _, call := range calls {
				for _, e := range elements {
					longer = append(longer, call+" "+e)
				}
			}
			if calls = longer; len(terms)+len(calls) > maxModelCells {
				return "", nil
			}
		}
		for _, call := range calls {
			if s.Arity > 0 {
				call = "(" + call + ")"
			}
			if s.Predicate {
				terms = append(terms, call)
				continue
			}
			for _, e := range elements {
				terms = append(terms, "(= "+call+" "+e+")")
			}
		}
		if len(terms) > maxModelCells {
			return "", nil
		}
	}
	return b.String(), terms
}

// structure returns the structure of a size in which the terms of withSize have values.
func (q Question) structure(size int, values []bool) *check.Structure {
	m := check.NewStructure(size)
	next := func() (v bool) {
		v, values = values[0], values[1:]
		return v
	}
	for _, s := range q.Symbols {
		m.Define(check.Symbol{Name: s.Name, Arity: s.Arity}, s.Predicate, func(int) int {
			if s.Predicate {
				if next() {
					return 1
				}
				return 0
			}
			value := 0
			for e := range size {
				if next() {
					value = e
				}
			}
			return value
		})
	}
	return m
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
