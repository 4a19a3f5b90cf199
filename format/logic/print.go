package logic

// String writes f as the AutoEval paper does: every binary connective in parentheses,
// including the outermost; chains without inner brackets; ∀x1. before a body. It writes
// every bracket on which a quantifier's scope could depend. So Parse reads the same tree
// under every Scope if it can read the names.
func (f *Formula) String() string { return string(f.AppendTo(nil)) }

// AppendTo appends f to b as String writes it.
func (f *Formula) AppendTo(b []byte) []byte {
	switch f.Op {
	case OpTrue:
		return append(b, "⊤"...)
	case OpFalse:
		return append(b, "⊥"...)
	case OpAtom:
		b = append(b, f.Name...)
		return appendArguments(b, f.Terms)
	case OpEqual:
		return appendEquality(b, f, " = ")
	case OpNot:
		if f.Args[0].Op == OpEqual {
			return appendEquality(b, f.Args[0], " ≠ ")
		}
		b = append(b, "¬"...)
		return f.Args[0].AppendTo(b)
	case OpForall, OpExists:
		if f.Op == OpForall {
			b = append(b, "∀"...)
		} else {
			b = append(b, "∃"...)
		}
		b = append(b, f.Name...)
		b = append(b, ". "...)
		return f.Args[0].AppendTo(b)
	}
	return f.appendConnective(b)
}

func (f *Formula) appendConnective(b []byte) []byte {
	b = append(b, '(')
	for i, g := range f.Args {
		if i > 0 {
			b = append(b, connectives[f.Op]...)
		}
		if i < len(f.Args)-1 && endsOpen(g) {
			b = append(b, '(')
			b = g.AppendTo(b)
			b = append(b, ')')
		} else {
			b = g.AppendTo(b)
		}
	}
	return append(b, ')')
}

var connectives = [...]string{OpAnd: " ∧ ", OpOr: " ∨ ", OpXor: " ⊕ ", OpImplies: " → ", OpIff: " ↔ "}

// endsOpen reports whether the printed f ends in a quantifier's body, which could extend
// over an operator behind it.
func endsOpen(f *Formula) bool {
	for f.Op == OpNot {
		f = f.Args[0]
	}
	return f.Op == OpForall || f.Op == OpExists
}

func appendEquality(b []byte, f *Formula, sign string) []byte {
	b = f.Terms[0].AppendTo(b)
	b = append(b, sign...)
	return f.Terms[1].AppendTo(b)
}

// String writes t as in a formula.
func (t Term) String() string { return string(t.AppendTo(nil)) }

// AppendTo appends t to b as String writes it.
func (t Term) AppendTo(b []byte) []byte {
	return appendArguments(append(b, t.Name...), t.Args)
}

func appendArguments(b []byte, args []Term) []byte {
	if len(args) == 0 {
		return b
	}
	b = append(b, '(')
	for i, t := range args {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = t.AppendTo(b)
	}
	return append(b, ')')
}
