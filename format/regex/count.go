package regex

// Counts are measures of complexity of an expression's tree.
type Counts struct {
	Depth        int // nodes on the longest path from the root to a leaf: 1 for a symbol
	Nodes        int // all nodes
	Symbols      int // leaves for one rune, including classes
	Stars        int // OpStar
	Repetitions  int // OpStar, OpPlus, OpOptional and OpRepeat
	Alternations int // occurrences of | in the text
	Groups       int // pairs of parentheses that String writes
}

// Depth is the number of nodes on the longest path from the root to a leaf: 1 for a
// symbol, 2 for 0*, 3 for (01)*.
func (e *Expr) Depth() int {
	d := 0
	for _, a := range e.Args {
		d = max(d, a.Depth())
	}
	return d + 1
}

// Counts measures e. A node that occurs twice counts twice.
func (e *Expr) Counts() Counts {
	var c Counts
	c.add(e, 1)
	return c
}

func (c *Counts) add(e *Expr, depth int) {
	c.Nodes++
	c.Depth = max(c.Depth, depth)
	switch e.Op {
	case OpClass:
		c.Symbols++
	case OpAlternate:
		c.Alternations += len(e.Args) - 1
	case OpStar:
		c.Stars++
		c.Repetitions++
	case OpPlus, OpOptional, OpRepeat:
		c.Repetitions++
	}
	for _, a := range e.Args {
		if grouped(e, a) {
			c.Groups++
		}
		c.add(a, depth+1)
	}
}
