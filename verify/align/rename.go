package align

import (
	"strconv"

	"github.com/truthloop/truthloop/format/logic"
)

// rename returns a left formula in which each symbol has the name of its image. A symbol
// without a partner gets a name that no other symbol has.
func (s *search) rename(f *logic.Formula, images []int) *logic.Formula {
	r := &renamer{fold: s.o.Fold, to: map[use]string{}, taken: map[string]bool{}}
	for _, sym := range s.sides[1].symbols {
		r.taken[fold(r.fold, sym.Name)] = true
	}
	for i, to := range images {
		sym, name := s.sides[0].symbols[i], s.sides[1].symbols[to].Name
		if sym.Name == "" {
			continue
		}
		if name == "" {
			name = r.fresh(sym.Name)
		}
		r.to[use{sym.sort(), fold(r.fold, sym.Name)}] = name
	}
	return r.formula(f)
}

type renamer struct {
	fold  func(string) string
	to    map[use]string
	taken map[string]bool // names of the right symbols, and fresh names
}

// fresh returns a name that is not taken, and adds it to the taken names.
func (r *renamer) fresh(name string) string {
	for i := 1; ; i++ {
		if n := name + "_" + strconv.Itoa(i); !r.taken[fold(r.fold, n)] {
			r.taken[fold(r.fold, n)] = true
			return n
		}
	}
}

func (r *renamer) formula(f *logic.Formula) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Name: f.Name}
	args := f.Args
	switch {
	case f.Op == logic.OpAtom && len(f.Terms) == 0:
		g.Name = r.name(Proposition, f.Name, 0)
	case f.Op == logic.OpAtom:
		g.Name, g.Terms = r.name(Predicate, f.Name, len(f.Terms)), r.terms(f.Terms)
	case f.Op == logic.OpEqual:
		g.Terms = r.terms(f.Terms)
	case f.Op.IsQuantifier() && r.taken[fold(r.fold, f.Name)]: // it would bind a symbol of this name
		g.Name = r.fresh(f.Name)
		args = []*logic.Formula{f.Args[0].Substitute(f.Name, logic.Variable(g.Name))}
	}
	for _, a := range args {
		g.Args = append(g.Args, r.formula(a))
	}
	return g
}

func (r *renamer) name(k Kind, name string, arity int) string {
	return r.to[use{sort{k, arity}, fold(r.fold, name)}]
}

func (r *renamer) terms(ts []logic.Term) []logic.Term {
	out := make([]logic.Term, len(ts))
	for i, t := range ts {
		switch {
		case t.Var:
			out[i] = t
		case len(t.Args) == 0:
			out[i] = logic.Constant(r.name(Constant, t.Name, 0))
		default:
			out[i] = logic.Apply(r.name(Function, t.Name, len(t.Args)), r.terms(t.Args)...)
		}
	}
	return out
}
