// Package structure holds finite first-order structures: a domain of Size
// elements 0, 1, ..., and what the constants, functions, predicates and
// propositions mean in it. The engines build them, the Z3 binding reads them
// out of a model, package check evaluates formulas in them, and their JSON form
// is the witness that users see.
//
// Tables are dense and in row-major order: the value for the arguments a, b, c
// stands at (a·Size + b)·Size + c. Dense tables are what an evaluator wants,
// and the witnesses of inequivalence are small: one to four elements nearly
// always. MaxCells bounds a table, so that a hostile file cannot ask for more
// memory than it brings.
//
// # JSON form
//
//	{"size": 2,
//	 "constants": {"tom": 0},
//	 "functions": {"father/1": [[0, 1], [1, 1]]},
//	 "predicates": {"likes/2": [[0, 1], [1, 1]]},
//	 "propositions": {"q": true}}
//
// A symbol is written name/arity; a name may itself hold a slash, the last one
// counts. A predicate lists the tuples it holds of, in ascending order; a
// function lists for every tuple of arguments the tuple with its value added.
// Empty parts are left out, and keys are sorted, so that one structure has one
// text.
package structure
