package logic

// A Symbol is a predicate or a function with its number of arguments, which is
// at least 1.
type Symbol struct {
	Name  string
	Arity int
}

// A Signature lists the distinct names of a formula by their use, each list in
// order of first occurrence and each name as first spelled. A name may be in
// several lists, and a predicate or function with several arities in one.
type Signature struct {
	Propositions []string
	Predicates   []Symbol
	Functions    []Symbol
	Constants    []string
	Variables    []string // that a quantifier of the formula names, used or not
}

// Signature collects the names of f. Names that Fold makes equal are one,
// unless caseSensitive.
func (f *Formula) Signature(caseSensitive bool) Signature {
	c := collector{exact: caseSensitive}
	c.formula(f)
	return c.sig
}

// A collector remembers names in a list while they are few, and in a set when
// they are many.
type collector struct {
	sig   Signature
	exact bool
	seen  [5]map[Symbol]struct{}
}

func (c *collector) formula(f *Formula) {
	switch f.Op {
	case OpAtom:
		if len(f.Terms) == 0 {
			c.name(0, &c.sig.Propositions, f.Name)
		} else {
			c.symbol(1, &c.sig.Predicates, Symbol{f.Name, len(f.Terms)})
		}
	case OpForall, OpExists:
		c.name(2, &c.sig.Variables, f.Name)
	}
	for _, t := range f.Terms {
		c.term(t)
	}
	for _, g := range f.Args {
		c.formula(g)
	}
}

func (c *collector) term(t Term) {
	switch {
	case len(t.Args) > 0:
		c.symbol(3, &c.sig.Functions, Symbol{t.Name, len(t.Args)})
	case !t.Var:
		c.name(4, &c.sig.Constants, t.Name)
	}
	for _, a := range t.Args {
		c.term(a)
	}
}

// few is how many names are compared one by one.
const few = 24

func (c *collector) name(kind int, list *[]string, name string) {
	if len(*list) < few {
		for _, n := range *list {
			if c.same(n, name) {
				return
			}
		}
	} else {
		if c.seen[kind] == nil {
			c.seen[kind] = make(map[Symbol]struct{})
			for _, n := range *list {
				c.seen[kind][c.key(Symbol{Name: n})] = struct{}{}
			}
		}
		if !c.add(kind, Symbol{Name: name}) {
			return
		}
	}
	*list = append(*list, name)
}

func (c *collector) symbol(kind int, list *[]Symbol, s Symbol) {
	if len(*list) < few {
		for _, n := range *list {
			if n.Arity == s.Arity && c.same(n.Name, s.Name) {
				return
			}
		}
	} else {
		if c.seen[kind] == nil {
			c.seen[kind] = make(map[Symbol]struct{})
			for _, n := range *list {
				c.seen[kind][c.key(n)] = struct{}{}
			}
		}
		if !c.add(kind, s) {
			return
		}
	}
	*list = append(*list, s)
}

func (c *collector) same(a, b string) bool { return a == b || !c.exact && sameFold(a, b) }

func (c *collector) key(s Symbol) Symbol {
	if !c.exact {
		s.Name = Fold(s.Name)
	}
	return s
}

func (c *collector) add(kind int, s Symbol) bool {
	key := c.key(s)
	if _, ok := c.seen[kind][key]; ok {
		return false
	}
	c.seen[kind][key] = struct{}{}
	return true
}
