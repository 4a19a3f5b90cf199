//go:build z3 && cgo && unix

package z3

/*
#cgo LDFLAGS: -lz3
#include <z3.h>

static Z3_context new_context(Z3_config g) {
	Z3_context c = Z3_mk_context(g);
	// No handler: errors are asked for after each call.
	if (c != NULL) Z3_set_error_handler(c, NULL);
	return c;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// Available says whether this build has Z3 in it.
func Available() bool { return true }

// Version is the version of Z3, such as 4.8.12.0.
func Version() string {
	var major, minor, build, revision C.uint
	C.Z3_get_version(&major, &minor, &build, &revision)
	return fmt.Sprintf("%d.%d.%d.%d", major, minor, build, revision)
}

// errMemory is that Z3 reached its memory limit.
var errMemory = errors.New("out of memory")

// A logicalContext is a Z3 context with one solver's worth of state in it. Everything
// that Z3 makes in it belongs to it and is not used after close; the plain kind
// of context is taken, not the reference-counted one, because a context lives
// for one formula and terms need no counts then. (Solvers, models, parameter
// sets and vectors are counted by Z3 in either kind.) A context is used by one
// thread only.
type logicalContext struct {
	c       C.Z3_context
	domain  C.Z3_sort
	boolean C.Z3_sort
	err     error // the first error
}

// newContext makes a context.
func newContext() (*logicalContext, error) {
	g := C.Z3_mk_config()
	if g == nil {
		return nil, errMemory
	}
	defer C.Z3_del_config(g)
	c := &logicalContext{c: C.new_context(g)}
	if c.c == nil {
		return nil, errMemory
	}
	c.boolean = C.Z3_mk_bool_sort(c.c)
	c.check()
	c.domain = C.Z3_mk_uninterpreted_sort(c.c, c.symbol(0))
	c.check()
	if c.err != nil {
		c.close()
		return nil, c.err
	}
	return c, nil
}

// close deletes the context and all that is in it.
func (c *logicalContext) close() {
	C.Z3_del_context(c.c)
	c.c = nil
}

// check keeps the error of the call before it, if it is the first.
func (c *logicalContext) check() bool {
	code := C.Z3_get_error_code(c.c)
	if code == C.Z3_OK {
		return c.err == nil
	}
	if c.err == nil {
		if code == C.Z3_MEMOUT_FAIL {
			c.err = errMemory
		} else {
			c.err = fmt.Errorf("z3: %s", C.GoString(C.Z3_get_error_msg(c.c, code)))
		}
	}
	return false
}

// symbol is the n-th name.
func (c *logicalContext) symbol(n int) C.Z3_symbol {
	s := C.Z3_mk_int_symbol(c.c, C.int(n))
	c.check()
	return s
}

// declare makes the n-th function or predicate symbol.
func (c *logicalContext) declare(n int, s symbol) C.Z3_func_decl {
	domain := make([]C.Z3_sort, s.arity)
	for i := range domain {
		domain[i] = c.domain
	}
	sort := c.domain
	if s.bool {
		sort = c.boolean
	}
	d := C.Z3_mk_func_decl(c.c, c.symbol(n), C.uint(s.arity), unsafe.SliceData(domain), sort)
	c.check()
	return d
}

func (c *logicalContext) apply(d C.Z3_func_decl, args []C.Z3_ast) C.Z3_ast {
	t := C.Z3_mk_app(c.c, d, C.uint(len(args)), unsafe.SliceData(args))
	c.check()
	return t
}

// quantify binds n variables in body; the last one has de Bruijn index 0.
func (c *logicalContext) quantify(ins byte, n int, body C.Z3_ast) C.Z3_ast {
	sorts, names := make([]C.Z3_sort, n), make([]C.Z3_symbol, n)
	for i := range n {
		sorts[i], names[i] = c.domain, c.symbol(i)
	}
	q := C.Z3_mk_quantifier(c.c, C.bool(ins == insForall), 0, 0, nil,
		C.uint(n), unsafe.SliceData(sorts), unsafe.SliceData(names), body)
	c.check()
	return q
}

// connective applies a connective to its operands.
func (c *logicalContext) connective(ins byte, args []C.Z3_ast) C.Z3_ast {
	n, p := C.uint(len(args)), unsafe.SliceData(args)
	var t C.Z3_ast
	switch ins {
	case insTrue:
		t = C.Z3_mk_true(c.c)
	case insFalse:
		t = C.Z3_mk_false(c.c)
	case insEqual:
		t = C.Z3_mk_eq(c.c, args[0], args[1])
	case insNot:
		t = C.Z3_mk_not(c.c, args[0])
	case insAnd:
		t = C.Z3_mk_and(c.c, n, p)
	case insOr:
		t = C.Z3_mk_or(c.c, n, p)
	case insImplies:
		t = C.Z3_mk_implies(c.c, args[0], args[1])
	case insIff:
		t = C.Z3_mk_iff(c.c, args[0], args[1])
	case insXor:
		return c.xor(args)
	}
	c.check()
	return t
}

// xor halves a chain until it is Z3's binary operator, so that a long chain is
// no deep term.
func (c *logicalContext) xor(args []C.Z3_ast) C.Z3_ast {
	if len(args) == 1 {
		return args[0]
	}
	left, right := c.xor(args[:len(args)/2]), c.xor(args[len(args)/2:])
	t := C.Z3_mk_xor(c.c, left, right)
	c.check()
	return t
}

// variable is the bound variable with a de Bruijn index.
func (c *logicalContext) variable(index int) C.Z3_ast {
	t := C.Z3_mk_bound(c.c, C.uint(index), c.domain)
	c.check()
	return t
}
