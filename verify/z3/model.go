//go:build z3 && cgo && unix

package z3

// #include <z3.h>
import "C"

// readModel writes the solver's model into r where its domain is finite and
// its tables are small enough, by evaluating every symbol on every tuple.
func (q *problem) readModel(s C.Z3_solver, r *reply) {
	m := C.Z3_solver_get_model(q.c, s)
	if !q.check() {
		return
	}
	C.Z3_model_inc_ref(q.c, m)
	defer C.Z3_model_dec_ref(q.c, m)
	u := q.universe(m)
	if q.err != nil || len(u.elements) == 0 {
		return
	}
	cells, tables := 0, make([][]int, len(q.symbols))
	for i, sym := range q.symbols {
		n, ok := modelCells(len(u.elements), sym.arity)
		if cells += n; !ok || cells > maxCells {
			return
		}
		if tables[i], ok = q.table(m, u, i, n); !ok {
			return
		}
	}
	r.size, r.tables = len(u.elements), tables
}

// A universe is the domain of a model. The numbers of its elements are their
// places in Z3's order.
type universe struct {
	elements []C.Z3_ast
	number   map[C.uint]int // by identity of the term
}

// universe reads the domain of a model. A model that says nothing about the
// domain has one element, which is any.
func (q *problem) universe(m C.Z3_model) universe {
	u := universe{number: map[C.uint]int{}}
	for i := range C.Z3_model_get_num_sorts(q.c, m) {
		sort := C.Z3_model_get_sort(q.c, m, i)
		if !q.check() || !bool(C.Z3_is_eq_sort(q.c, sort, q.domain)) {
			continue
		}
		elements := C.Z3_model_get_sort_universe(q.c, m, sort)
		if !q.check() {
			return u
		}
		C.Z3_ast_vector_inc_ref(q.c, elements)
		defer C.Z3_ast_vector_dec_ref(q.c, elements)
		n := C.Z3_ast_vector_size(q.c, elements)
		if n > maxElements {
			return u
		}
		for k := range n {
			u.add(q, C.Z3_ast_vector_get(q.c, elements, k))
		}
	}
	if len(u.elements) == 0 {
		e := q.apply(q.declare(len(q.symbols), symbol{}), nil)
		if v, ok := q.eval(m, e); ok {
			u.add(q, v)
		}
	}
	return u
}

func (u *universe) add(q *problem, e C.Z3_ast) {
	if !q.check() {
		return
	}
	u.number[C.Z3_get_ast_id(q.c, e)] = len(u.elements)
	u.elements = append(u.elements, e)
}

// table evaluates symbol i on every tuple, n in all.
func (q *problem) table(m C.Z3_model, u universe, i, n int) ([]int, bool) {
	table := make([]int, n)
	args := make([]C.Z3_ast, q.symbols[i].arity)
	for t := range table {
		for k, rest := len(args)-1, t; k >= 0; k-- {
			args[k] = u.elements[rest%len(u.elements)]
			rest /= len(u.elements)
		}
		v, ok := q.eval(m, q.apply(q.decls[i], args))
		if !ok {
			return nil, false
		}
		if !q.symbols[i].bool {
			table[t], ok = u.number[C.Z3_get_ast_id(q.c, v)]
		} else {
			b := C.Z3_get_bool_value(q.c, v)
			table[t], ok = int(b+1)/2, b != C.Z3_L_UNDEF
		}
		if !ok || !q.check() {
			return nil, false
		}
	}
	return table, true
}

// eval evaluates a ground term; what the model leaves open is given a value.
func (q *problem) eval(m C.Z3_model, t C.Z3_ast) (C.Z3_ast, bool) {
	if q.err != nil {
		return nil, false
	}
	var v C.Z3_ast
	ok := bool(C.Z3_model_eval(q.c, m, t, true, &v))
	return v, q.check() && ok
}
