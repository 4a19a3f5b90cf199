package align

import (
	"slices"
	"strconv"

	"github.com/truthloop/truthloop/format/logic"
)

// rename returns a left formula with the names of its images. A symbol without a
// partner gets a name that no other symbol has.
func (s *search) rename(f *logic.Formula, images []image) *logic.Formula {
	r := &renamer{fold: s.o.Fold, to: map[use]renamed{}, taken: map[string]bool{}}
	for _, sym := range s.sides[1].symbols {
		r.taken[fold(r.fold, sym.Name)] = true
	}
	for i, m := range images {
		sym, name := s.sides[0].symbols[i], s.sides[1].symbols[m.to].Name
		if sym.Name == "" {
			continue
		}
		if name == "" {
			name = r.fresh(sym.Name)
		}
		r.to[use{sym.sort(), fold(r.fold, sym.Name)}] = renamed{name, m.order}
	}
	return r.formula(f)
}

// A renamed is the new name of a symbol, and the new order of its arguments.
type renamed struct {
	name  string
	order []int
}

type renamer struct {
	fold  func(string) string
	to    map[use]renamed
	taken map[string]bool // names of all symbols and of the bound variables
}

// fresh returns a name that is not taken, and takes it.
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
		g.Name = r.name(Proposition, f.Name, 0).name
	case f.Op == logic.OpAtom:
		to := r.name(Predicate, f.Name, len(f.Terms))
		g.Name, g.Terms = to.name, r.terms(f.Terms, to.order)
	case f.Op == logic.OpEqual:
		g.Terms = r.terms(f.Terms, nil)
	case f.Op.IsQuantifier() && r.taken[fold(r.fold, f.Name)]: // it would read as the variable
		g.Name = r.fresh(f.Name)
		args = []*logic.Formula{f.Args[0].Substitute(f.Name, logic.Variable(g.Name))}
	}
	for _, a := range args {
		g.Args = append(g.Args, r.formula(a))
	}
	return g
}

func (r *renamer) name(k Kind, name string, arity int) renamed {
	return r.to[use{sort{k, arity}, fold(r.fold, name)}]
}

func (r *renamer) terms(ts []logic.Term, order []int) []logic.Term {
	out := make([]logic.Term, len(ts))
	for i, t := range ts {
		switch {
		case t.Var:
			out[i] = t
		case len(t.Args) == 0:
			out[i] = logic.Constant(r.name(Constant, t.Name, 0).name)
		default:
			to := r.name(Function, t.Name, len(t.Args))
			out[i] = logic.Apply(to.name, r.terms(t.Args, to.order)...)
		}
	}
	if order == nil {
		return out
	}
	ordered := slices.Clone(out)
	for i, k := range order {
		ordered[i] = out[k]
	}
	return ordered
}
