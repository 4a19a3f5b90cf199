//go:build z3 && cgo && unix

package z3

// #include <z3.h>
import "C"

import "fmt"

// A problem is a program's formula in a context.
type problem struct {
	*logicalContext
	symbols []symbol
	decls   []C.Z3_func_decl // parallel to symbols
	formula C.Z3_ast
}

// translate runs a program. It works on a stack of its own, so that nesting
// costs no more than memory.
func (c *logicalContext) translate(p program) (*problem, error) {
	q := &problem{logicalContext: c, symbols: p.symbols}
	for i, s := range p.symbols {
		// Arities come out of the frame and are paid for by operands that are
		// in it.
		if s.arity > len(p.code) {
			return nil, fmt.Errorf("%w: arity %d in a program of %d bytes", errFrame, s.arity, len(p.code))
		}
		q.decls = append(q.decls, c.declare(i, s))
	}
	var stack []C.Z3_ast
	for r := (reader{b: p.code}); len(r.b) > 0; {
		ins := r.byte()
		s, err := q.operands(ins, &r)
		if err != nil {
			return nil, err
		}
		if r.err != nil || s.pops > len(stack) {
			return nil, fmt.Errorf("%w: instruction %d on a stack of %d", errFrame, ins, len(stack))
		}
		args := stack[len(stack)-s.pops:]
		stack = append(stack[:len(stack)-s.pops], q.run(ins, s.number, args))
		if c.err != nil {
			return nil, c.err
		}
	}
	if len(stack) != 1 {
		return nil, fmt.Errorf("%w: a program that leaves %d results", errFrame, len(stack))
	}
	q.formula = stack[0]
	return q, nil
}

// A shape is an instruction's number and how many operands it takes.
type shape struct{ number, pops int }

// operands reads what follows an instruction.
func (q *problem) operands(ins byte, r *reader) (shape, error) {
	switch ins {
	case insTrue, insFalse:
		return shape{}, nil
	case insNot:
		return shape{pops: 1}, nil
	case insEqual, insImplies, insIff:
		return shape{pops: 2}, nil
	}
	n := r.count()
	switch ins {
	case insVar:
		return shape{number: n}, nil
	case insAnd, insOr, insXor:
		if n > 0 {
			return shape{pops: n}, nil
		}
	case insForall, insExists:
		if n > 0 {
			return shape{number: n, pops: 1}, nil
		}
	case insApply:
		if n < len(q.symbols) {
			return shape{number: n, pops: q.symbols[n].arity}, nil
		}
	}
	return shape{}, fmt.Errorf("%w: instruction %d with number %d", errFrame, ins, n)
}

// run executes an instruction.
func (q *problem) run(ins byte, number int, args []C.Z3_ast) C.Z3_ast {
	switch ins {
	case insVar:
		return q.variable(number)
	case insApply:
		return q.apply(q.decls[number], args)
	case insForall, insExists:
		return q.quantify(ins, number, args[0])
	}
	return q.connective(ins, args)
}
