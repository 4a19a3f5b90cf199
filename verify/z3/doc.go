// Package z3 asks Z3 whether first-order formulas are satisfiable. A closed
// formula flows in; sat, unsat or unknown with its reason flows out, and with
// sat a finite model where Z3 has one.
//
// # Processes
//
// Z3 never runs in the program that asks. A Pool keeps worker processes, which
// are the program itself started once more (IsWorker, ServeWorker), and talks
// to them over pipes. A crash, a leak or a hang of Z3 thus costs the formula
// that caused it and nothing else: the worker is killed and replaced, and the
// answer is unknown. Workers are also replaced when they hold much memory
// between two checks, and after many checks. A worker ends when its standard
// input does, even in the midst of a check, and on Linux the kernel kills it
// with its parent.
//
// What is sent (see program.go and wire.go) is a postfix program with symbols
// as numbers and variables as de Bruijn indices. Names stay with the parent, so
// that no name can upset Z3, and nesting is no matter for the decoder. The
// alternative, formulas as text that the worker parses again, would make the
// worker's answer depend on a printer and a parser being exact inverses.
//
// # Limits
//
// The limit that decides is Z3's rlimit, which counts steps: the same formula
// gives the same answer on any machine with the same Z3. For that each formula
// also has a context of its own: term numbers, which order much of Z3's search,
// then start anew. A context costs 0.8 ms, two thirds of a small check; the
// worker makes the next one while the parent deals with the reply. Using one
// context again and again is nearly three times as fast for small formulas, but
// then the work that half of them need, and so whether a limit is reached,
// depends on what came before (BenchmarkContext). The pipes cost 0.03 ms a
// check (BenchmarkExchange), a thirtieth.
//
// Memory is limited by Z3's own counting (memory_high_watermark, at which a
// solver gives up in good order, and memory_max_size) and above that by the
// address space of the process (RLIMIT_AS). The wall clock is the backstop, kept
// by the parent. Z3 recurses into formulas, and a deep one would overflow the
// stack of an ordinary thread: it runs on a thread with 512 MB of stack, and
// formulas over 20,000 deep are not sent.
//
// # Strategy
//
// See strategy.go: a few solvers in turn, each with a share of the work. A
// model is read by evaluating every symbol on every tuple of the domain that Z3
// reports. It is Z3's word and no more: whoever builds a witness on it evaluates
// the formula in it (package check).
//
// # Binding
//
// The binding is our own, by cgo, to the C interface of Debian's libz3 (4.8.12)
// and holds only what is used here. The design named
// github.com/aclements/go-z3, but that has no quantifiers, and the Go module
// proxy does not serve it. The error code is asked for after every call that
// can set one. Contexts are of the plain kind, in which terms live as long as
// the context does; a context is used by one thread, and no pointer outlives
// it.
//
// It is built with the tag z3 and needs libz3-dev:
//
//	go build -tags z3 ./...
//
// Without the tag, or without cgo, Available is false and NewPool returns
// ErrUnavailable.
package z3
