package logic

import (
	"slices"

	"github.com/truthloop/truthloop/format/syntax"
)

// Op is the kind of a node of a formula.
type Op uint8

// The kinds of node, each with its operands. Parse and the constructors build no
// others.
const (
	OpTrue    Op = iota + 1 // ⊤, no operands
	OpFalse                 // ⊥, no operands
	OpAtom                  // Name(Terms...); a proposition if Terms is empty
	OpEqual                 // Terms[0] = Terms[1]
	OpNot                   // ¬Args[0]
	OpAnd                   // two or more Args, none of them an OpAnd
	OpOr                    // two or more Args, none of them an OpOr
	OpXor                   // two or more Args, none of them an OpXor
	OpImplies               // Args[0] → Args[1]
	OpIff                   // Args[0] ↔ Args[1]
	OpForall                // Name is bound in Args[0]
	OpExists                // Name is bound in Args[0]
)

// IsQuantifier reports whether op is ∀ or ∃.
func (op Op) IsQuantifier() bool { return op == OpForall || op == OpExists }

// booleans are the operators that all languages of formulas have.
var booleans = [OpExists + 1]syntax.Boolean{
	OpTrue: syntax.True, OpFalse: syntax.False, OpNot: syntax.Not, OpAnd: syntax.And, OpOr: syntax.Or,
	OpXor: syntax.Xor, OpImplies: syntax.Implies, OpIff: syntax.Iff,
}

// Boolean returns Op as an operator of all languages.
func (f *Formula) Boolean() syntax.Boolean { return booleans[f.Op] }

// Build returns an operator of all languages applied to args.
func (*Formula) Build(op syntax.Boolean, args ...*Formula) *Formula {
	if op == syntax.Not {
		return Not(args[0])
	}
	return Connect(Op(slices.Index(booleans[:], op)), args...)
}

// Dual returns the operator that negation exchanges with op, such as ∨ for ∧; 0: none.
func (op Op) Dual() Op {
	switch op {
	case OpTrue, OpFalse:
		return OpTrue + OpFalse - op
	case OpAnd, OpOr:
		return OpAnd + OpOr - op
	case OpForall, OpExists:
		return OpForall + OpExists - op
	}
	return 0
}

// A Formula is a node of an immutable syntax tree. Trees may share nodes, and
// goroutines may share trees. The zero Formula is not a formula.
type Formula struct {
	Op    Op
	Name  string     // an atom's predicate or proposition, or a quantifier's variable
	Terms []Term     // the terms of an atom or an equality
	Args  []*Formula // the operands of a connective or a quantifier
}

// A Term is a variable, a constant, or a function applied to terms.
type Term struct {
	Name string
	Var  bool   // a quantifier around the term binds it; free names are constants
	Args []Term // the arguments of a function; empty for a variable or a constant
}

// Top returns the formula that is always true.
func Top() *Formula { return &Formula{Op: OpTrue} }

// Bottom returns the formula that is never true.
func Bottom() *Formula { return &Formula{Op: OpFalse} }

// Atom returns the predicate name applied to terms, or the proposition name.
func Atom(name string, terms ...Term) *Formula {
	return &Formula{Op: OpAtom, Name: name, Terms: terms}
}

// Equal returns a = b.
func Equal(a, b Term) *Formula { return &Formula{Op: OpEqual, Terms: []Term{a, b}} }

// Not returns ¬f.
func Not(f *Formula) *Formula { return &Formula{Op: OpNot, Args: []*Formula{f}} }

// And returns the conjunction of fs, flattened. And() is ⊤, and And(f) is f.
func And(fs ...*Formula) *Formula { return chain(OpAnd, OpTrue, fs) }

// Or returns the disjunction of fs, flattened. Or() is ⊥, and Or(f) is f.
func Or(fs ...*Formula) *Formula { return chain(OpOr, OpFalse, fs) }

// Xor returns the formula that is true if an odd number of fs is true, flattened. Xor()
// is ⊥, and Xor(f) is f.
func Xor(fs ...*Formula) *Formula { return chain(OpXor, OpFalse, fs) }

// Implies returns a → b.
func Implies(a, b *Formula) *Formula {
	return &Formula{Op: OpImplies, Args: []*Formula{a, b}}
}

// Iff returns a ↔ b.
func Iff(a, b *Formula) *Formula { return &Formula{Op: OpIff, Args: []*Formula{a, b}} }

// Forall returns ∀name. f. An occurrence of name in f is a variable only if Term.Var is
// set.
func Forall(name string, f *Formula) *Formula {
	return &Formula{Op: OpForall, Name: name, Args: []*Formula{f}}
}

// Exists returns ∃name. f; see Forall.
func Exists(name string, f *Formula) *Formula {
	return &Formula{Op: OpExists, Name: name, Args: []*Formula{f}}
}

// Variable returns a bound occurrence of name.
func Variable(name string) Term { return Term{Name: name, Var: true} }

// Constant returns the constant name, which no quantifier binds.
func Constant(name string) Term { return Term{Name: name} }

// Apply returns the function name applied to args.
func Apply(name string, args ...Term) Term { return Term{Name: name, Args: args} }

// chain builds the node of an associative operator; unit is the formula without
// operands. No node of the same operator is directly below it, so that one formula has
// one tree.
func chain(op, unit Op, fs []*Formula) *Formula {
	args := syntax.Flat(fs, func(f *Formula) bool { return f.Op == op })
	switch len(args) {
	case 0:
		return &Formula{Op: unit}
	case 1:
		return args[0]
	}
	return &Formula{Op: op, Args: args}
}

// Connect returns op applied to fs: And, Or, Xor, Implies or Iff. Connect(op, f) is f.
func Connect(op Op, fs ...*Formula) *Formula {
	switch {
	case op == OpAnd:
		return And(fs...)
	case op == OpOr:
		return Or(fs...)
	case op == OpXor:
		return Xor(fs...)
	case len(fs) == 1:
		return fs[0]
	}
	return &Formula{Op: op, Args: slices.Clone(fs)}
}
