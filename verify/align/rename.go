package align

import (
	"strconv"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// rename returns a left formula in which each symbol has the name of its image. A symbol
// without a partner gets a name that no other symbol has.
func (s *search) rename(f *logic.Formula, images []int) *logic.Formula {
	r := &renamer{fold: s.o.Fold, to: map[check.Symbol]string{}, taken: map[string]bool{}}
	for _, sym := range s.sides[1].symbols {
		r.taken[r.fold(sym.Name)] = true
	}
	for i, to := range images {
		sym, name := s.sides[0].symbols[i], s.sides[1].symbols[to].Name
		if sym.Name == "" {
			continue
		}
		if name == "" {
			name = r.fresh(sym.Name)
		}
		sym.Name = r.fold(sym.Name)
		r.to[sym] = name
	}
	r.variables = map[string]bool{}
	for _, v := range f.Signature(true).Variables {
		r.variables[r.fold(v)] = true
	}
	return r.formula(f)
}

type renamer struct {
	fold  func(string) string
	to    map[check.Symbol]string // by symbol with a folded name
	taken map[string]bool         // names of the right symbols, and fresh names
	// variables are those of the formula: a quantifier that gets the name of one of them
	// could bind it.
	variables map[string]bool
}

// fresh returns a name that is not taken, and adds it to the taken names.
func (r *renamer) fresh(name string) string {
	for i := 1; ; i++ {
		if n := name + "_" + strconv.Itoa(i); !r.taken[r.fold(n)] && !r.variables[r.fold(n)] {
			r.taken[r.fold(n)] = true
			return n
		}
	}
}

func (r *renamer) formula(f *logic.Formula) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: r.terms(f.Terms)}
	args := f.Args
	switch {
	case f.Op == logic.OpAtom:
		g.Name = r.to[check.Symbol{Name: r.fold(f.Name), Arity: len(f.Terms), Predicate: true}]
	case f.Op.IsQuantifier() && r.taken[r.fold(f.Name)]: // it would bind a symbol of this name
		g.Name = r.fresh(f.Name)
		args = []*logic.Formula{f.Args[0].Substitute(f.Name, logic.Variable(g.Name))}
	}
	for _, a := range args {
		g.Args = append(g.Args, r.formula(a))
	}
	return g
}

func (r *renamer) terms(ts []logic.Term) []logic.Term {
	var out []logic.Term
	for _, t := range ts {
		if !t.Var {
			t = logic.Apply(r.to[check.Symbol{Name: r.fold(t.Name), Arity: len(t.Args)}], r.terms(t.Args)...)
		}
		out = append(out, t)
	}
	return out
}
