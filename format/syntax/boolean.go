package syntax

import (
	"cmp"

	"github.com/truthloop/truthloop/format/record"
)

// A Boolean is an operator that every language of formulas has.
type Boolean uint8

// The Boolean operators. NotBoolean is any other node.
const (
	NotBoolean Boolean = iota
	True
	False
	Not
	And
	Or
	Xor
	Implies
	Iff
)

// IsChain reports whether op joins any number of operands.
func (op Boolean) IsChain() bool { return op == And || op == Or || op == Xor }

// IsSymmetric reports whether the order of the operands does not matter.
func (op Boolean) IsSymmetric() bool { return op.IsChain() || op == Iff }

// A Formula is a node of a language with Boolean operators.
type Formula[T any] interface {
	Node[T]
	Boolean() Boolean
	Build(op Boolean, args ...T) T // returns op over args; the receiver may be nil
}

// Spellings are the words and the LaTeX commands of the Boolean operators in all languages,
// separated by spaces.
var Spellings = [...]struct{ Words, Commands string }{
	True:    {"true", "top"},
	False:   {"false", "bot"},
	Not:     {"not", "lnot neg sim not"},
	And:     {"and", "land wedge & bigwedge"},
	Or:      {"or", "lor vee bigvee"},
	Xor:     {"xor", "oplus veebar"},
	Implies: {"implies", "to rightarrow Rightarrow longrightarrow Longrightarrow implies supset"},
	Iff:     {"iff", "leftrightarrow Leftrightarrow longleftrightarrow Longleftrightarrow iff equiv"},
}

// Counts are measures of complexity; some of them are columns of a row. A node that occurs
// twice counts twice.
type Counts struct {
	// Depth is the number of nodes above the deepest atom or constant: 0 for p1,
	// 1 for ¬p1 and for (p1 ∧ p2 ∧ p3). Terms add nothing. (The paper's generator
	// records the depth of the derivation instead, which a formula does not show.)
	Depth int

	// Operators is And + Or + Xor + Implies + Iff, plus the negations that no atom
	// directly follows, plus the temporal operators.
	Operators int

	// And, Or and Xor count written operators: a chain of k operands has k-1.
	And, Or, Xor, Implies, Iff int

	// Not counts every negation, also that in a ≠ b, and Literals the negations directly
	// before an atom or an equality.
	Not, Literals int

	// Own counts quantified variables, or temporal operators: two in ∀x y. P(x, y), and in
	// G (a -> F b). OwnDepth is the largest number of nested ones.
	Own, OwnDepth int

	// Predicates and Propositions count occurrences of atoms with and without terms; ⊤ and
	// ⊥ do not count.
	Predicates, Propositions int
}

// CountsOf measures f. other counts what is special in a node that is not Boolean.
func CountsOf[T Formula[T]](f T, other func(*Counts, T)) Counts {
	var c Counts
	count(&c, f, 0, 0, other)
	return c
}

func count[T Formula[T]](c *Counts, f T, depth, own int, other func(*Counts, T)) {
	c.Depth = max(c.Depth, depth)
	op, args := f.Boolean(), f.Operands()
	written := max(len(args)-1, 0)
	switch op {
	case NotBoolean:
		if other(c, f); len(args) > 0 {
			own++
			c.Own++
			c.OwnDepth = max(c.OwnDepth, own)
		}
		written = 0
	case Not:
		c.Not++
		if g := args[0]; g.Boolean() == NotBoolean && len(g.Operands()) == 0 {
			c.Literals++
		} else {
			written = 1
		}
	case And:
		c.And += written
	case Or:
		c.Or += written
	case Xor:
		c.Xor += written
	case Implies:
		c.Implies += written
	case Iff:
		c.Iff += written
	}
	c.Operators += written
	for _, g := range args {
		count(c, g, depth+1, own, other)
	}
}

// Columns lists the columns that Set sets, except depth.
func (Counts) Columns() []string {
	return []string{"num_operators", "num_and", "num_or", "num_not", "num_implies", "num_iff", "num_xor"}
}

// Set sets the columns of a row, and its depth if it has none.
func (c Counts) Set(row *record.Row) {
	row.Depth = cmp.Or(row.Depth, record.Int(c.Depth))
	row.NumOperators = record.Int(c.Operators)
	row.NumAnd, row.NumOr, row.NumNot = record.Int(c.And), record.Int(c.Or), record.Int(c.Not)
	row.NumImplies, row.NumIff, row.NumXor = record.Int(c.Implies), record.Int(c.Iff), record.Int(c.Xor)
}
