package repair

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// groups moves the bounds of a group of connectives: A ∧ (B ∨ C) to (A ∧ B) ∨ C.
func (e *formulaEdits) groups(f *logic.Formula, _ place, out found) {
	if !isConnective(f) {
		return
	}
	for i, g := range f.Args {
		if !isConnective(g) {
			continue
		}
		for j, h := range f.Args {
			if j == i {
				continue
			}
			for k, inner := range g.Args {
				pair := []*logic.Formula{inner, h}
				if j < i {
					pair = []*logic.Formula{h, inner}
				}
				out(record.ScopeWrong, merged(f, i, j, with(g, k, join(f.Op, pair))))
			}
		}
	}
}

// merged is f with g for its i-th operand, and without the j-th, which g has.
func merged(f *logic.Formula, i, j int, g *logic.Formula) *logic.Formula {
	if len(f.Args) == 2 {
		return g
	}
	args := slices.Clone(f.Args)
	args[i] = g
	return like(f, slices.Delete(args, j, j+1))
}

// scopes moves operands out of a quantifier's scope, or into it; names that
// leave it become constants, constants of its name that come in variables.
func (e *formulaEdits) scopes(f *logic.Formula, _ place, out found) {
	if isQuantifier(f) && isConnective(f.Args[0]) {
		g := f.Args[0]
		for i := range g.Args {
			args := slices.Clone(g.Args)
			for j := range args {
				if j != i {
					args[j] = e.rebind(args[j], f.Name, true, false)
				}
			}
			args[i] = with(f, 0, args[i])
			out(record.ScopeWrong, like(g, args))
			if !isChain(g.Op) || len(g.Args) == 2 {
				continue
			}
			rest := slices.Concat(g.Args[:i], g.Args[i+1:])
			out(record.ScopeWrong, join(g.Op, []*logic.Formula{with(f, 0, join(g.Op, rest)), e.rebind(g.Args[i], f.Name, true, false)}))
		}
	}
	if !isConnective(f) {
		return
	}
	for i, q := range f.Args {
		if !isQuantifier(q) {
			continue
		}
		all := slices.Clone(f.Args)
		for j, h := range f.Args {
			if j == i {
				all[j] = q.Args[0]
				continue
			}
			all[j] = e.rebind(h, q.Name, false, true)
			pair := []*logic.Formula{q.Args[0], all[j]}
			if j < i {
				pair = []*logic.Formula{all[j], q.Args[0]}
			}
			if len(f.Args) > 2 {
				out(record.ScopeWrong, merged(f, i, j, with(q, 0, join(f.Op, pair))))
			}
		}
		out(record.ScopeWrong, with(q, 0, like(f, all)))
	}
}

// rebind makes the occurrences of name in f that are variables, or are not,
// such that they are, or are not.
func (e *formulaEdits) rebind(f *logic.Formula, name string, from, to bool) *logic.Formula {
	if isQuantifier(f) && e.fold(f.Name) == e.fold(name) {
		return f
	}
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: e.rebindTerms(f.Terms, name, from, to)}
	for _, arg := range f.Args {
		g.Args = append(g.Args, e.rebind(arg, name, from, to))
	}
	return g
}

func (e *formulaEdits) rebindTerms(ts []logic.Term, name string, from, to bool) []logic.Term {
	if len(ts) == 0 {
		return nil
	}
	out := slices.Clone(ts)
	for i, t := range out {
		if len(t.Args) > 0 {
			out[i].Args = e.rebindTerms(t.Args, name, from, to)
		} else if t.Var == from && e.fold(t.Name) == e.fold(name) {
			out[i].Var = to
		}
	}
	return out
}

func isQuantifier(f *logic.Formula) bool {
	return f.Op == logic.OpForall || f.Op == logic.OpExists
}

func isConnective(f *logic.Formula) bool { return slices.Contains(connectives, f.Op) }

func isChain(op logic.Op) bool {
	return op == logic.OpAnd || op == logic.OpOr || op == logic.OpXor
}

// with is f with another i-th operand.
func with(f *logic.Formula, i int, g *logic.Formula) *logic.Formula {
	args := slices.Clone(f.Args)
	args[i] = g
	return like(f, args)
}

// like is a node like f over other operands.
func like(f *logic.Formula, args []*logic.Formula) *logic.Formula {
	if isChain(f.Op) {
		return join(f.Op, args)
	}
	return &logic.Formula{Op: f.Op, Name: f.Name, Terms: f.Terms, Args: args}
}

// join is a connective over operands; chains stay flat.
func join(op logic.Op, args []*logic.Formula) *logic.Formula {
	switch op {
	case logic.OpAnd:
		return logic.And(args...)
	case logic.OpOr:
		return logic.Or(args...)
	case logic.OpXor:
		return logic.Xor(args...)
	}
	return &logic.Formula{Op: op, Args: slices.Clone(args)}
}

func withTerms(f *logic.Formula, ts []logic.Term) *logic.Formula {
	return &logic.Formula{Op: f.Op, Name: f.Name, Terms: ts}
}
