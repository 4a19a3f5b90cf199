package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// groups moves the bounds of a group of connectives: A ∧ (B ∨ C) becomes
// (A ∧ B) ∨ C.
func (n *node) groups() {
	f := n.f
	if !isConnective(f) || !n.Wants(syntax.MoveBound) {
		return
	}
	for i, g := range f.Args {
		if !isConnective(g) {
			continue
		}
		for j, h := range f.Args {
			for k, inner := range g.Args {
				if j == i {
					break
				}
				neighbours := j == i-1 && k == 0 || j == i+1 && k == len(g.Args)-1
				n.Edit(syntax.MoveBound.Where(neighbours && (g.Op != f.Op || g.Op == logic.OpImplies)), func() *logic.Formula {
					pair := []*logic.Formula{inner, h}
					if j < i {
						slices.Reverse(pair)
					}
					return merged(f, i, j, syntax.With(g, k, logic.Connect(f.Op, pair...)))
				})
			}
		}
	}
}

// merged returns f with g in place of its i-th operand, and without its j-th operand. g
// contains the j-th operand.
func merged(f *logic.Formula, i, j int, g *logic.Formula) *logic.Formula {
	args := slices.Clone(f.Args)
	args[i] = g
	return logic.Connect(f.Op, slices.Delete(args, j, j+1)...)
}

// scopes moves operands out of a quantifier's scope, or into it. Variables that
// leave the scope become constants; constants of that name that enter it become
// variables.
func (n *node) scopes() {
	f := n.f
	switch {
	case f.Op.IsQuantifier() && isConnective(f.Args[0]):
		n.narrow(f, f.Args[0])
	case isConnective(f):
		for i, q := range f.Args {
			if q.Op.IsQuantifier() {
				n.widen(f, i, q)
			}
		}
	}
}

// narrow keeps only one operand of g, the body of q, in the scope of q, or moves only
// one out.
func (n *node) narrow(q, g *logic.Formula) {
	for i, kept := range g.Args {
		n.Edit(syntax.MoveBound.Where(i == 0), func() *logic.Formula {
			args := make([]*logic.Formula, len(g.Args))
			for j, h := range g.Args {
				args[j] = n.rebind(h, q.Name, false)
			}
			args[i] = syntax.With(q, 0, kept)
			return g.WithOperands(args)
		})
		if isChain(g.Op) && len(g.Args) > 2 {
			n.Edit(syntax.Searched(record.ScopeWrong), func() *logic.Formula {
				rest := slices.Concat(g.Args[:i], g.Args[i+1:])
				return logic.Connect(g.Op, syntax.With(q, 0, logic.Connect(g.Op, rest...)), n.rebind(kept, q.Name, false))
			})
		}
	}
}

// widen moves one operand of f, or all of them, into the scope of the i-th operand q.
func (n *node) widen(f *logic.Formula, i int, q *logic.Formula) {
	for j, h := range f.Args {
		if j == i || len(f.Args) == 2 {
			continue
		}
		n.Edit(syntax.MoveBound.Where(j == i+1), func() *logic.Formula {
			pair := []*logic.Formula{q.Args[0], n.rebind(h, q.Name, true)}
			if j < i {
				slices.Reverse(pair)
			}
			return merged(f, i, j, syntax.With(q, 0, logic.Connect(f.Op, pair...)))
		})
	}
	n.Edit(syntax.MoveBound.Where(len(f.Args) == 2 && i == 0), func() *logic.Formula {
		args := make([]*logic.Formula, len(f.Args))
		for j, h := range f.Args {
			args[j] = n.rebind(h, q.Name, true)
		}
		args[i] = q.Args[0]
		return syntax.With(q, 0, f.WithOperands(args))
	})
}

// rebind turns the free occurrences of name in f into variables, or constants.
func (o *options) rebind(f *logic.Formula, name string, variable bool) *logic.Formula {
	return syntax.Replace(f, func(f *logic.Formula) (*logic.Formula, bool) {
		if len(f.Terms) == 0 {
			return f, f.Op.IsQuantifier() && o.fold(f.Name) == o.fold(name)
		}
		return f.MapTerms(func(t logic.Term) logic.Term {
			if len(t.Args) == 0 && o.fold(t.Name) == o.fold(name) {
				t.Var = variable
			}
			return t
		}), true
	})
}
