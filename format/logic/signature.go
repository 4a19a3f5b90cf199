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
	Variables    []string // all variables of quantifiers, also those that bind nothing
}

// Signature collects the names of f. Names that are equal after Fold are one name
// unless caseSensitive is set.
func (f *Formula) Signature(caseSensitive bool) Signature {
	var s Signature
	type use struct {
		kind  byte
		name  string
		arity int
	}
	seen := map[use]bool{}
	isNew := func(kind byte, name string, arity int) bool {
		if !caseSensitive {
			name = Fold(name)
		}
		known := seen[use{kind, name, arity}]
		seen[use{kind, name, arity}] = true
		return !known
	}
	var terms func(ts []Term)
	terms = func(ts []Term) {
		for _, t := range ts {
			switch n := len(t.Args); {
			case n > 0 && isNew('f', t.Name, n):
				s.Functions = append(s.Functions, Symbol{t.Name, n})
			case n == 0 && !t.Var && isNew('c', t.Name, 0):
				s.Constants = append(s.Constants, t.Name)
			}
			terms(t.Args)
		}
	}
	for g := range f.Subformulas() {
		switch n := len(g.Terms); {
		case g.Op.IsQuantifier() && isNew('v', g.Name, 0):
			s.Variables = append(s.Variables, g.Name)
		case g.Op == OpAtom && n == 0 && isNew('p', g.Name, 0):
			s.Propositions = append(s.Propositions, g.Name)
		case g.Op == OpAtom && n > 0 && isNew('P', g.Name, n):
			s.Predicates = append(s.Predicates, Symbol{g.Name, n})
		}
		terms(g.Terms)
	}
	return s
}
