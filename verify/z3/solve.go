//go:build z3 && cgo && unix

package z3

// #include <stdlib.h>
// #include <z3.h>
import "C"

import (
	"errors"
	"math"
	"strings"
	"unsafe"
)

// solve decides whether a program is satisfiable, in a context of its own.
func solve(c *logicalContext, p program, limit uint64) reply {
	q, err := c.translate(p)
	if err != nil {
		return refused(err)
	}
	var total reply
	for _, a := range strategy {
		// At least one unit: none would mean no limit.
		r := q.attempt(a, max(limit/1000*a.permille, 1), total.used)
		if r.status == Sat {
			return q.shrink(r, limit)
		}
		if r.status == Unsat || q.err != nil {
			return r
		}
		total.used = r.used
		if graver(r.reason, total.reason) {
			total.reason = r.reason
		}
	}
	return total
}

// shrink looks for a smaller model of a satisfiable formula, where the one that
// was found is large: evaluating n nested quantifiers over k elements takes k^n
// steps, and people read models.
func (q *problem) shrink(found reply, limit uint64) reply {
	used := found.used
	for n := 2; n <= 4 && (found.size == 0 || found.size > n); n++ {
		a := attempt{permille: 20, elements: n, settings: modelsOnly}
		r := q.attempt(a, max(limit/1000*a.permille, 1), used)
		if q.err != nil {
			break // what was found before stands
		}
		used = r.used
		if r.size > 0 {
			found = r
		}
	}
	found.used = used
	return found
}

// graver says whether a is more of a reason than b why a formula is undecided:
// a limit that was reached, rather than an attempt that had nothing to say.
func graver(a, b string) bool {
	rank := map[string]int{ReasonIncomplete: 1, ReasonResource: 2, ReasonMemory: 3}
	return rank[a] > rank[b]
}

// refused is the reply where Z3 returned an error.
func refused(err error) reply {
	if errors.Is(err, errMemory) {
		return reply{reason: ReasonMemory}
	}
	return reply{reason: ReasonRefused + ": " + err.Error()}
}

// attempt makes a solver with the attempt's settings and runs it. used is the
// work that the context has done before.
func (q *problem) attempt(a attempt, budget, used uint64) reply {
	s := C.Z3_mk_simple_solver(q.c)
	if !q.check() {
		return refused(q.err)
	}
	C.Z3_solver_inc_ref(q.c, s)
	defer C.Z3_solver_dec_ref(q.c, s)
	q.configure(s, a, budget)
	q.assert(s, q.formula)
	if a.elements > 0 {
		q.assert(s, q.atMost(a.elements))
	}
	if q.err != nil {
		return refused(q.err)
	}
	result := C.Z3_solver_check(q.c, s)
	if !q.check() {
		return refused(q.err)
	}
	r := reply{used: q.resources(s)}
	switch {
	case result == C.Z3_L_TRUE:
		r.status = Sat
		q.readModel(s, &r)
	case result == C.Z3_L_FALSE && a.elements == 0:
		r.status = Unsat
	case result == C.Z3_L_FALSE:
		r.reason = ReasonIncomplete
	default:
		r.reason = reason(C.GoString(C.Z3_solver_get_reason_unknown(q.c, s)), r.used-used >= budget)
	}
	if !q.check() {
		return refused(q.err)
	}
	return r
}

// reason classifies what Z3 says about an unknown.
func reason(z3 string, spent bool) string {
	switch {
	case strings.Contains(z3, "memory"), strings.Contains(z3, "memout"),
		// The solvers that MBQI starts inside reach the watermark silently.
		uint64(C.Z3_get_estimated_alloc_size()) >= service.watermark:
		return ReasonMemory
	case spent, strings.Contains(z3, "resource"), strings.Contains(z3, "canceled"):
		return ReasonResource
	}
	return ReasonIncomplete
}

// configure sets a solver's parameters.
func (q *problem) configure(s C.Z3_solver, a attempt, budget uint64) {
	p := C.Z3_mk_params(q.c)
	if !q.check() {
		return
	}
	C.Z3_params_inc_ref(q.c, p)
	defer C.Z3_params_dec_ref(q.c, p)
	// Z3's own handler of SIGINT would take the place of Go's.
	settings := append([]setting{{"ctrl_c", 0, true}, {"rlimit", min(budget, math.MaxUint32), false}}, a.settings...)
	for _, o := range settings {
		name := C.CString(o.name)
		key := C.Z3_mk_string_symbol(q.c, name)
		C.free(unsafe.Pointer(name))
		q.check()
		if o.bool {
			C.Z3_params_set_bool(q.c, p, key, C.bool(o.value != 0))
		} else {
			C.Z3_params_set_uint(q.c, p, key, C.uint(o.value))
		}
		q.check()
	}
	C.Z3_solver_set_params(q.c, s, p)
	q.check()
}

func (q *problem) assert(s C.Z3_solver, f C.Z3_ast) {
	if q.err != nil {
		return
	}
	C.Z3_solver_assert(q.c, s, f)
	q.check()
}

// atMost says that the domain has at most n elements: ∀x. x = d1 ∨ ... ∨ x = dn
// for new constants d.
func (q *problem) atMost(n int) C.Z3_ast {
	x := q.variable(0)
	cases := make([]C.Z3_ast, n)
	for i := range cases {
		d := q.apply(q.declare(len(q.symbols)+i, symbol{}), nil)
		cases[i] = q.connective(insEqual, []C.Z3_ast{x, d})
	}
	return q.quantify(insForall, 1, q.connective(insOr, cases))
}

// resources is the work done in the context so far.
func (q *problem) resources(s C.Z3_solver) uint64 {
	stats := C.Z3_solver_get_statistics(q.c, s)
	if !q.check() {
		return 0
	}
	C.Z3_stats_inc_ref(q.c, stats)
	defer C.Z3_stats_dec_ref(q.c, stats)
	for i := C.Z3_stats_size(q.c, stats); i > 0; i-- {
		if C.GoString(C.Z3_stats_get_key(q.c, stats, i-1)) == "rlimit count" {
			n := C.Z3_stats_get_uint_value(q.c, stats, i-1)
			q.check()
			return uint64(n)
		}
	}
	return 0
}
