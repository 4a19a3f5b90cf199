package logic

// A Symbol is a predicate or a function with its number of arguments, which is
// at least 1.
type Symbol struct {
	Name  string
	Arity int
}

// A Signature lists the different names of a formula by their use, in the order
// and spelling of their first occurrence. A name may be in several lists, and a
// predicate or function may occur with several arities.
type Signature struct {
	Propositions []string
	Predicates   []Symbol
	Functions    []Symbol
	Constants    []string
	Variables    []string // of the quantifiers, whether they occur in the body or not
}

// Signature collects the names of f. Names that are equal after Fold are one name
// unless caseSensitive is set.
func (f *Formula) Signature(caseSensitive bool) Signature {
	c := collector{exact: caseSensitive, seen: make(map[used]struct{})}
	f.Walk(func(g *Formula) bool {
		switch {
		case g.Op == OpForall || g.Op == OpExists:
			c.name(&c.sig.Variables, used{kind: 'v', name: g.Name})
		case g.Op == OpAtom && len(g.Terms) == 0:
			c.name(&c.sig.Propositions, used{kind: 'p', name: g.Name})
		case g.Op == OpAtom:
			c.symbol(&c.sig.Predicates, used{'P', g.Name, len(g.Terms)})
		}
		c.terms(g.Terms)
		return true
	})
	return c.sig
}

// used is a name in one of its uses.
type used struct {
	kind  byte
	name  string
	arity int
}

type collector struct {
	sig   Signature
	exact bool
	seen  map[used]struct{}
}

func (c *collector) terms(ts []Term) {
	for _, t := range ts {
		switch {
		case len(t.Args) > 0:
			c.symbol(&c.sig.Functions, used{'f', t.Name, len(t.Args)})
		case !t.Var:
			c.name(&c.sig.Constants, used{kind: 'c', name: t.Name})
		}
		c.terms(t.Args)
	}
}

func (c *collector) name(list *[]string, u used) {
	if c.first(u) {
		*list = append(*list, u.name)
	}
}

func (c *collector) symbol(list *[]Symbol, u used) {
	if c.first(u) {
		*list = append(*list, Symbol{u.name, u.arity})
	}
}

// first reports whether u occurs for the first time.
func (c *collector) first(u used) bool {
	if !c.exact {
		u.name = Fold(u.name)
	}
	_, ok := c.seen[u]
	c.seen[u] = struct{}{}
	return !ok
}
