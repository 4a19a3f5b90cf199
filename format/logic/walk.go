package logic

import (
	"iter"
	"slices"
	"strconv"

	"github.com/truthloop/truthloop/format/syntax"
)

// Same reports whether a and b are the same tree: equal operators and names, and
// operands in the same order.
func Same(a, b *Formula) bool {
	return a == b || a.Op == b.Op && a.Name == b.Name &&
		slices.EqualFunc(a.Terms, b.Terms, sameTerm) && slices.EqualFunc(a.Args, b.Args, Same)
}

func sameTerm(a, b Term) bool {
	return a.Name == b.Name && a.Var == b.Var && slices.EqualFunc(a.Args, b.Args, sameTerm)
}

// Subformulas lists f and its subformulas, each before its operands, in the order of
// the text.
func (f *Formula) Subformulas() iter.Seq[*Formula] {
	return syntax.Nodes(f)
}

// Names yields the name of each proposition, predicate, function and constant of f, as often
// as it occurs.
func (f *Formula) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for g := range f.Subformulas() {
			if g.Op == OpAtom && !yield(g.Name) || !termNames(g.Terms, yield) {
				return
			}
		}
	}
}

func termNames(ts []Term, yield func(string) bool) bool {
	for _, t := range ts {
		if !t.Var && !yield(t.Name) || !termNames(t.Args, yield) {
			return false
		}
	}
	return true
}

// Operands returns Args.
func (f *Formula) Operands() []*Formula { return f.Args }

// WithOperands returns f with other operands. An operand of a chain that is a chain of
// the same operator becomes part of it.
func (f *Formula) WithOperands(args []*Formula) *Formula {
	if f.Op == OpAnd || f.Op == OpOr || f.Op == OpXor {
		return Connect(f.Op, args...)
	}
	return &Formula{Op: f.Op, Name: f.Name, Terms: f.Terms, Args: args}
}

// Counts measures f.
func (f *Formula) Counts() syntax.Counts {
	return syntax.CountsOf(f, func(c *syntax.Counts, g *Formula) {
		switch {
		case g.Op == OpAtom && len(g.Terms) > 0:
			c.Predicates++
		case g.Op == OpAtom:
			c.Propositions++
		}
	})
}

// IsPropositional reports whether f has neither terms nor quantifiers.
func (f *Formula) IsPropositional() bool {
	for g := range f.Subformulas() {
		if len(g.Terms) > 0 || g.Op.IsQuantifier() {
			return false
		}
	}
	return true
}

// FreeVariables lists the different variables of f that no quantifier in f binds,
// in order of first occurrence. A parsed formula has none, but the body of a
// quantifier may.
func (f *Formula) FreeVariables() []string {
	var free, bound []string
	freeVariables(f, &bound, &free)
	return free
}

func freeVariables(f *Formula, bound, free *[]string) {
	for _, t := range f.Terms {
		freeInTerm(t, *bound, free)
	}
	if f.Op.IsQuantifier() {
		*bound = append(*bound, f.Name)
		defer func() { *bound = (*bound)[:len(*bound)-1] }()
	}
	for _, g := range f.Args {
		freeVariables(g, bound, free)
	}
}

func freeInTerm(t Term, bound []string, free *[]string) {
	if t.Var && !slices.Contains(bound, t.Name) && !slices.Contains(*free, t.Name) {
		*free = append(*free, t.Name)
	}
	for _, a := range t.Args {
		freeInTerm(a, bound, free)
	}
}

// Substitute replaces the free occurrences of a variable by t. It first renames a
// quantifier of f that would capture a variable of t.
func (f *Formula) Substitute(variable string, t Term) *Formula {
	var inside []string
	freeInTerm(t, nil, &inside)
	return f.substitute(variable, t, inside)
}

// substitute does the work of Substitute. inside are the variables of t.
func (f *Formula) substitute(variable string, t Term, inside []string) *Formula {
	return syntax.Replace(f, func(f *Formula) (*Formula, bool) {
		captures := f.Op.IsQuantifier() && slices.Contains(inside, f.Name)
		switch {
		case f.Op.IsQuantifier() && f.Name == variable, captures && !slices.Contains(f.FreeVariables(), variable):
			return f, true
		case captures:
			name := fresh(f, inside)
			body := f.Args[0].Substitute(f.Name, Variable(name)).substitute(variable, t, inside)
			return &Formula{Op: f.Op, Name: name, Args: []*Formula{body}}, true
		case len(f.Terms) == 0:
			return nil, false
		}
		return f.MapTerms(func(u Term) Term {
			if u.Var && u.Name == variable {
				return t
			}
			return u
		}), true
	})
}

// MapTerms returns f with other terms. change gets each term with its new arguments.
func (f *Formula) MapTerms(change func(Term) Term) *Formula {
	var terms func(ts []Term) []Term
	terms = func(ts []Term) []Term {
		ts = slices.Clone(ts)
		for i, t := range ts {
			t.Args = terms(t.Args)
			ts[i] = change(t)
		}
		return ts
	}
	return syntax.Replace(f, func(g *Formula) (*Formula, bool) {
		return &Formula{Op: g.Op, Name: g.Name, Terms: terms(g.Terms)}, len(g.Terms) > 0
	})
}

// fresh returns a name like f's variable that neither f nor names contain. It ignores
// case.
func fresh(f *Formula, names []string) string {
	sig := f.Signature(false)
	taken := make(map[string]bool)
	for _, n := range slices.Concat(names, sig.Variables, sig.Constants, f.FreeVariables()) {
		taken[Fold(n)] = true
	}
	for i := 1; ; i++ {
		if name := f.Name + "_" + strconv.Itoa(i); !taken[Fold(name)] {
			return name
		}
	}
}
