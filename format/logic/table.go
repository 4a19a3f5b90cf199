package logic

// Evaluate returns 64 truth values of f, a bit each. leaf returns the 64 values of an
// atom, an equality or a quantified formula.
func (f *Formula) Evaluate(leaf func(*Formula) uint64) uint64 {
	switch f.Op {
	case OpTrue:
		return ^uint64(0)
	case OpFalse:
		return 0
	case OpNot:
		return ^f.Args[0].Evaluate(leaf)
	case OpImplies:
		return ^f.Args[0].Evaluate(leaf) | f.Args[1].Evaluate(leaf)
	case OpIff:
		return ^(f.Args[0].Evaluate(leaf) ^ f.Args[1].Evaluate(leaf))
	case OpAnd:
		word := ^uint64(0)
		for i := 0; i < len(f.Args) && word != 0; i++ {
			word &= f.Args[i].Evaluate(leaf)
		}
		return word
	case OpOr:
		var word uint64
		for i := 0; i < len(f.Args) && ^word != 0; i++ {
			word |= f.Args[i].Evaluate(leaf)
		}
		return word
	case OpXor:
		var word uint64
		for _, g := range f.Args {
			word ^= g.Evaluate(leaf)
		}
		return word
	}
	return leaf(f)
}

// columns[i] has bit j set if bit i of j is set.
var columns = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// Column returns the values of atom i in the rows 64·word to 64·word+63 of a
// truth table: in row r, the atom is true if bit i of r is set.
func Column(i, word int) uint64 {
	switch {
	case i < len(columns):
		return columns[i]
	case word>>(i-len(columns))&1 == 1:
		return ^uint64(0)
	}
	return 0
}
