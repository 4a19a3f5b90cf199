package z3

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
)

// The instructions of a program, which is a formula in postfix order: each
// takes its operands from a stack and pushes the result. What follows the
// instruction's byte, as unsigned varints, is said beside it.
const (
	insTrue = iota + 1
	insFalse
	insVar   // de Bruijn index: 0 is the variable of the innermost quantifier
	insApply // number of the symbol, which has the operands' count
	insEqual
	insNot
	insAnd // number of operands
	insOr  // number of operands
	insXor // number of operands
	insImplies
	insIff
	insForall // number of variables: adjacent quantifiers are one block
	insExists // number of variables
)

// Limits of what is sent to a worker. Z3 walks parts of a formula by recursion,
// so that the nesting is bounded by the stack that the worker gives it; the
// test of deep formulas holds the two together.
const (
	maxDepth   = 20_000   // nodes on a path, quantifier blocks counted by variable
	maxProgram = 16 << 20 // bytes
)

// errSize is that a formula is deeper or larger than the limits allow.
var errSize = errors.New("formula too large")

// A symbol is what is left to interpret: its number in the program is its place
// in the order of first occurrence, so that a worker sees no names at all and
// formulas that differ in names only are one problem to it.
type symbol struct {
	name  string // folded, unless case counts
	arity int
	bool  bool // a predicate or a proposition, else a function or a constant
}

// A program is a formula as it is sent.
type program struct {
	symbols []symbol
	code    []byte
}

// An encoder writes one formula's program.
type encoder struct {
	program
	fold  func(string) string
	index map[symbol]int
	bound map[string][]int // the levels that bind a name, the innermost last
	level int              // quantified variables around the present node
}

// encode is the program of closed formula f; names are compared after fold.
// The error is errSize, or says where f is no closed formula.
func encode(f *logic.Formula, fold func(string) string) (program, error) {
	e := encoder{fold: fold, index: map[symbol]int{}, bound: map[string][]int{}}
	if err := e.formula(f, 1); err != nil {
		return program{}, err
	}
	return e.program, nil
}

func (e *encoder) formula(f *logic.Formula, depth int) error {
	if depth > maxDepth || len(e.code) > maxProgram {
		return errSize
	}
	switch f.Op {
	case logic.OpTrue:
		e.emit(insTrue)
	case logic.OpFalse:
		e.emit(insFalse)
	case logic.OpAtom:
		return e.apply(f.Name, f.Terms, true, depth)
	case logic.OpEqual:
		if len(f.Terms) != 2 {
			return fmt.Errorf("equality of %d terms, expected 2", len(f.Terms))
		}
		if err := e.terms(f.Terms, depth+1); err != nil {
			return err
		}
		e.emit(insEqual)
	case logic.OpForall:
		return e.quantifier(f, insForall, depth)
	case logic.OpExists:
		return e.quantifier(f, insExists, depth)
	default:
		return e.connective(f, depth)
	}
	return nil
}

// connectives has the instruction of each connective and how many operands it
// takes, -1 for two or more.
var connectives = map[logic.Op]struct {
	ins   byte
	arity int
}{
	logic.OpNot: {insNot, 1}, logic.OpImplies: {insImplies, 2}, logic.OpIff: {insIff, 2},
	logic.OpAnd: {insAnd, -1}, logic.OpOr: {insOr, -1}, logic.OpXor: {insXor, -1},
}

func (e *encoder) connective(f *logic.Formula, depth int) error {
	c, ok := connectives[f.Op]
	if !ok {
		return fmt.Errorf("node of unknown kind %d", f.Op)
	}
	if len(f.Args) != c.arity && (c.arity >= 0 || len(f.Args) < 2) {
		return fmt.Errorf("connective of kind %d with %d operands", f.Op, len(f.Args))
	}
	for _, a := range f.Args {
		if err := e.formula(a, depth+1); err != nil {
			return err
		}
	}
	e.emit(c.ins)
	if c.arity < 0 {
		e.emitUint(len(f.Args))
	}
	return nil
}

// quantifier writes a block of adjacent quantifiers of one kind.
func (e *encoder) quantifier(f *logic.Formula, ins byte, depth int) error {
	op, outer := f.Op, e.level
	var names []string
	for ; f.Op == op; f = f.Args[0] {
		if len(f.Args) != 1 {
			return fmt.Errorf("quantifier with %d operands, expected 1", len(f.Args))
		}
		name := e.fold(f.Name)
		names = append(names, name)
		e.bound[name] = append(e.bound[name], e.level)
		e.level++
	}
	if err := e.formula(f, depth+len(names)); err != nil {
		return err
	}
	for _, name := range names {
		e.bound[name] = e.bound[name][:len(e.bound[name])-1]
	}
	e.level = outer
	e.emit(ins)
	e.emitUint(len(names))
	return nil
}

func (e *encoder) terms(ts []logic.Term, depth int) error {
	for _, t := range ts {
		if err := e.term(t, depth); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) term(t logic.Term, depth int) error {
	if depth > maxDepth || len(e.code) > maxProgram {
		return errSize
	}
	if !t.Var {
		return e.apply(t.Name, t.Args, false, depth)
	}
	levels := e.bound[e.fold(t.Name)]
	if len(levels) == 0 {
		return fmt.Errorf("variable %q is bound by no quantifier", t.Name)
	}
	e.emit(insVar)
	e.emitUint(e.level - 1 - levels[len(levels)-1])
	return nil
}

func (e *encoder) apply(name string, args []logic.Term, isBool bool, depth int) error {
	if err := e.terms(args, depth+1); err != nil {
		return err
	}
	s := symbol{e.fold(name), len(args), isBool}
	n, ok := e.index[s]
	if !ok {
		n = len(e.symbols)
		e.index[s] = n
		e.symbols = append(e.symbols, s)
	}
	e.emit(insApply)
	e.emitUint(n)
	return nil
}

func (e *encoder) emit(ins byte) { e.code = append(e.code, ins) }

func (e *encoder) emitUint(n int) { e.code = binary.AppendUvarint(e.code, uint64(n)) }
