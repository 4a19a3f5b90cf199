package syntax

import (
	"math/rand/v2"

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

// BooleanCounts are the counts of Boolean operators in a formula. A node that occurs twice
// counts twice.
type BooleanCounts struct {
	// Operators is And + Or + Xor + Implies + Iff, plus the negations that no atom
	// directly follows. Operators of a language can add to it.
	Operators int

	// And, Or and Xor count written operators: a chain of k operands has k-1.
	And, Or, Xor, Implies, Iff int

	// Not counts every negation, and Literals the negations directly before an atom.
	Not, Literals int
}

// Add counts a node with the given number of operands. literal reports whether the node is
// a negation of an atom.
func (c *BooleanCounts) Add(op Boolean, operands int, literal bool) {
	written := max(operands-1, 0)
	switch op {
	case Not:
		c.Not++
		if literal {
			c.Literals++
		} else {
			c.Operators++
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
	if op != NotBoolean {
		c.Operators += written
	}
}

// Columns lists the columns that Set sets.
func (BooleanCounts) Columns() []string {
	return []string{"num_operators", "num_and", "num_or", "num_not", "num_implies", "num_iff", "num_xor"}
}

// Set sets the columns of a row.
func (c BooleanCounts) Set(row *record.Row) {
	row.NumOperators = record.Int(c.Operators)
	row.NumAnd, row.NumOr, row.NumNot = record.Int(c.And), record.Int(c.Or), record.Int(c.Not)
	row.NumImplies, row.NumIff, row.NumXor = record.Int(c.Implies), record.Int(c.Iff), record.Int(c.Xor)
}

// RandomWord draws 64 truth values. Their density is 0 (even), 1 (sparse) or 2 (dense).
func RandomWord(rng *rand.Rand, density int) uint64 {
	word := rng.Uint64()
	switch density {
	case 1:
		word &= rng.Uint64()
	case 2:
		word |= rng.Uint64()
	}
	return word
}
