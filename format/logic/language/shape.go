package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// The limits of a sentence. A part beyond a limit becomes a claim. The numbers are
// chosen so that a person can follow a sentence.
const (
	maxChain       = 6 // literals of one open chain
	maxClosed      = 3 // literals of "either ... or" and of other short chains
	maxConditions  = 2 // conditionals within conditionals
	maxDenials     = 2 // denials within denials
	maxQuantifiers = 20
)

// literal reports whether f is a truth constant, an atom, an equality or the denial of
// an atom or equality.
func literal(f *logic.Formula) bool {
	if f.Op == logic.OpNot {
		f = f.Args[0]
		return f.Op == logic.OpAtom || f.Op == logic.OpEqual
	}
	return f.Op <= logic.OpEqual
}

func allLiterals(f *logic.Formula) bool {
	return !slices.ContainsFunc(f.Args, func(g *logic.Formula) bool { return !literal(g) })
}

// closable reports whether closed can write f.
func closable(f *logic.Formula) bool {
	switch f.Op {
	case logic.OpNot:
		g := f.Args[0]
		if g.Op == logic.OpNot { // at most two denials in a row
			return literal(g)
		}
		return literal(f) || closable(g)
	case logic.OpAnd, logic.OpXor:
		return len(f.Args) == 2 && allLiterals(f)
	case logic.OpOr:
		return len(f.Args) <= maxClosed && allLiterals(f)
	}
	return literal(f)
}

// inLine reports whether chain can write f. Its operands are literals, open chains of
// "and" between "or else", or what closed can write. A denial, or an "either" with
// commas, must be the last operand, because an operand after it would be read as part
// of it.
func inLine(f *logic.Formula) bool {
	n := len(f.Args)
	if n > maxChain {
		return false
	}
	weight, compound := 0, 0
	for i, g := range f.Args {
		switch {
		case literal(g):
			weight++
			continue
		case f.Op == logic.OpOr && g.Op == logic.OpAnd && allLiterals(g):
			weight += len(g.Args)
		case g.Op != f.Op && closable(g) && !denies(g, f.Op) && (f.Op == logic.OpOr || n == 2):
			weight += 2
			if g.Op == logic.OpOr && len(g.Args) > 2 {
				weight++
			} else if g.Op != logic.OpNot {
				break
			}
			if i < n-1 {
				return false
			}
		default:
			return false
		}
		compound++
	}
	return compound == 0 || weight <= maxChain && compound <= 3 && n <= 3
}

// tooLong reports whether f is too long for an item of a list and becomes a claim
// there. It looks only two levels deep, because it is called at every level.
func tooLong(f *logic.Formula) bool {
	switch f.Op {
	case logic.OpAnd, logic.OpOr:
		return !inLine(f)
	case logic.OpXor:
		return !closable(f)
	case logic.OpIff:
		return !side(f.Args[0]) || !side(f.Args[1])
	case logic.OpNot:
		switch f.Args[0].Op {
		case logic.OpAnd, logic.OpOr, logic.OpXor, logic.OpIff:
			return !closable(f)
		}
	}
	return false
}

// brief reports whether f is a chain of "and" or "or" that needs no list: its
// operands are a few literals, and parts that become claims even in a list.
func brief(f *logic.Formula) bool {
	return len(f.Args) <= maxClosed && (f.Op == logic.OpAnd || f.Op == logic.OpOr) &&
		!slices.ContainsFunc(f.Args, func(g *logic.Formula) bool { return !literal(g) && !tooLong(g) })
}

// denies reports whether f is the denial of a chain of op. Within a chain of op, its
// end would be ambiguous: "it is not the case that either A or B or C".
func denies(f *logic.Formula, op logic.Op) bool {
	return f.Op == logic.OpNot && f.Args[0].Op == op
}
