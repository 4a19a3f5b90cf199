package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// predicate replaces the name of an atom.
func (n *node) predicate() {
	f := n.f
	if f.Op == logic.OpAtom {
		form := renamePredicate
		if len(f.Terms) == 0 {
			form = syntax.RenameSymbol
		}
		n.Site(form, func(put syntax.Put[*logic.Formula]) {
			syntax.Others(f.Name, n.peers(len(f.Terms)), n.fold, n.invent, func(name string) bool {
				return put(f.Name, name, func() *logic.Formula { return &logic.Formula{Op: f.Op, Name: name, Terms: f.Terms} })
			})
		})
	}
}

// peers returns the predicates of an arity, or the propositions for arity 0.
func (o *options) peers(arity int) []string {
	if arity == 0 {
		return o.names.Propositions
	}
	var names []string
	for _, p := range o.names.Predicates {
		if p.Arity == arity {
			names = append(names, p.Name)
		}
	}
	return names
}

// has reports whether Names has a predicate with this name and arity.
func (o *options) has(name string, arity int) bool {
	return syntax.Among(name, o.peers(arity), o.fold)
}

// arguments swaps two arguments of an atom, drops one or adds one.
func (n *node) arguments() {
	f, count := n.f, len(n.f.Terms)
	if f.Op != logic.OpAtom {
		return
	}
	for i := 0; i < count && n.Wants(swapArguments); i++ {
		for j := i + 1; j < count; j++ {
			n.One(swapArguments, f.Terms[i].String(), f.Terms[j].String(), func() *logic.Formula {
				terms := slices.Clone(f.Terms)
				terms[i], terms[j] = terms[j], terms[i]
				return withTerms(f, terms)
			})
		}
	}
	if n.Wants(dropArgument) && (n.invent && count > 1 || count > 0 && n.has(f.Name, count-1)) {
		for i := range count {
			n.Edit(dropArgument, func() *logic.Formula { return withTerms(f, slices.Concat(f.Terms[:i], f.Terms[i+1:])) })
		}
	}
	if n.Wants(syntax.Searched(record.Arity)) && n.has(f.Name, count+1) {
		for i := range count + 1 {
			for _, t := range slices.Concat(n.variables(), n.constants()) {
				n.Edit(syntax.Searched(record.Arity), func() *logic.Formula {
					return withTerms(f, slices.Concat(f.Terms[:i], []logic.Term{t}, f.Terms[i:]))
				})
			}
		}
	}
}

// variables returns the variables of the quantifiers around the node.
func (n *node) variables() []logic.Term {
	var terms []logic.Term
	for _, name := range n.bound() {
		terms = append(terms, logic.Variable(name))
	}
	return terms
}

// constants returns the constants of Names that no quantifier around the node binds.
func (n *node) constants() []logic.Term {
	var terms []logic.Term
	bound := n.bound()
	for _, name := range n.names.Constants {
		if !slices.Contains(bound, name) {
			terms = append(terms, logic.Constant(name))
		}
	}
	return terms
}

// terms replaces an argument. Arguments of functions do not change.
func (n *node) terms() {
	for i, t := range n.f.Terms {
		switch {
		case len(t.Args) > 0:
		case t.Var:
			n.term(syntax.Searched(record.SymbolRenamed), i, (*node).variables)
			n.term(swapConstant, i, (*node).constants)
		default:
			n.term(swapConstant, i, (*node).variables)
			n.term(renameConstant, i, (*node).constants)
		}
	}
}

// term replaces the i-th term.
func (n *node) term(f syntax.Form, i int, terms func(*node) []logic.Term) {
	t := n.f.Terms[i]
	n.Site(f, func(put syntax.Put[*logic.Formula]) {
		some := false
		try := func(other logic.Term) bool {
			some = true
			return put(t.Name, other.Name, func() *logic.Formula {
				return withTerms(n.f, slices.Concat(n.f.Terms[:i], []logic.Term{other}, n.f.Terms[i+1:]))
			})
		}
		for _, other := range terms(n) {
			if (other.Var != t.Var || n.fold(other.Name) != n.fold(t.Name)) && !try(other) {
				return
			}
		}
		switch {
		case some || !n.invent:
		case !t.Var && f == renameConstant:
			try(logic.Constant(syntax.Next(t.Name)))
		case t.Var && f == swapConstant:
			name := "c1"
			for slices.Contains(n.bound(), name) {
				name = syntax.Next(name)
			}
			try(logic.Constant(name))
		}
	})
}

// everywhere replaces all occurrences of a name that is not in Names by a name in
// Names. Only a new predicate may already occur in the formula.
func (n *node) everywhere() {
	if !n.Wants(syntax.Searched(record.SymbolRenamed)) {
		return
	}
	rename := func(have, want []string, arity int) {
		for _, old := range n.without(have, want) {
			for _, name := range n.without(want, have) {
				n.One(syntax.Searched(record.SymbolRenamed), old, name, func() *logic.Formula { return n.renamed(n.f, old, name, arity) })
			}
		}
	}
	names := n.f.Signature(false)
	rename(names.Propositions, n.names.Propositions, 0)
	for _, p := range names.Predicates {
		rename([]string{p.Name}, n.peers(p.Arity), p.Arity)
	}
	rename(names.Constants, n.names.Constants, -1)
}

// without lists the names that are not among others.
func (o *options) without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return syntax.Among(name, others, o.fold)
	})
}

// renamed returns f with a new name for a predicate of an arity, or for a constant
// (arity -1).
func (o *options) renamed(f *logic.Formula, old, name string, arity int) *logic.Formula {
	return syntax.Replace(f, func(f *logic.Formula) (*logic.Formula, bool) {
		g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: slices.Clone(f.Terms)}
		if len(f.Terms) == arity && o.fold(f.Name) == o.fold(old) {
			g.Name = name
		}
		for i, t := range g.Terms {
			if arity < 0 && !t.Var && len(t.Args) == 0 && o.fold(t.Name) == o.fold(old) {
				g.Terms[i].Name = name
			}
		}
		return g, isAtom(f)
	})
}
