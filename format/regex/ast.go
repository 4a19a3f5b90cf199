package regex

import (
	"iter"

	"github.com/truthloop/truthloop/format/syntax"
)

// Op is the kind of a node of an expression.
type Op uint8

// The kinds of node.
const (
	OpEmpty      Op = iota + 1 // the empty language ∅
	OpEpsilon                  // the empty string ε
	OpClass                    // one rune of Class
	OpConcat                   // two or more Args one after another, none an OpConcat
	OpAlternate                // one of two or more Args, none an OpAlternate
	OpStar                     // Args[0] zero or more times
	OpPlus                     // Args[0] one or more times
	OpOptional                 // Args[0] zero times or once
	OpRepeat                   // Args[0] from Min to Max times; Max is -1 if unbounded
	OpBegin                    // ^: the empty string, at the start of the whole string only
	OpEnd                      // $: the empty string, at the end of the whole string only
	OpIntersect                // all of two or more Args, none an OpIntersect
	OpComplement               // every string that Args[0] does not match
	OpBoundary                 // \b: the empty string between a word character and another one, or an end of the string
)

// An Expr is a node of an immutable syntax tree; goroutines may share it.
// Parentheses are not nodes; the printer writes them if they are needed.
type Expr struct {
	Op       Op
	Class    []Range // sorted, disjoint and not adjacent
	Args     []*Expr
	Min, Max int
}

// Subexpressions lists e and its subexpressions, each before its operands, in the
// order of the text.
func (e *Expr) Subexpressions() iter.Seq[*Expr] {
	return syntax.Nodes(e)
}

// Operands returns Args.
func (e *Expr) Operands() []*Expr { return e.Args }

// WithOperands returns e with other operands; chains stay flat.
func (e *Expr) WithOperands(args []*Expr) *Expr {
	switch e.Op {
	case OpConcat:
		return Concat(args...)
	case OpAlternate:
		return Alternate(args...)
	case OpIntersect:
		return Intersect(args...)
	}
	return &Expr{Op: e.Op, Args: args, Class: e.Class, Min: e.Min, Max: e.Max}
}

// Depth returns the number of nodes on the longest path from the root to a leaf: 1 for a
// symbol, 2 for 0*, 3 for (01)*.
func (e *Expr) Depth() int {
	d := 0
	for _, a := range e.Args {
		d = max(d, a.Depth())
	}
	return d + 1
}

// A Range holds the runes from Lo to Hi, both included.
type Range struct{ Lo, Hi rune }
