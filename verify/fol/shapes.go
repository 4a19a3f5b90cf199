package fol

import (
	"context"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// shapes makes a pair monadic, so that stageGround can decide statements about numbers
// of elements, such as "at least eight things are related to a". Each atom with one
// variable becomes an atom of a new predicate, its shape: R(x, a) becomes R·a(x), and
// P(f(x), b) becomes Pf·b(x). A ground atom becomes a proposition. If both formulas
// begin with the same quantifiers, their variables are first replaced by constants c.
//
// The pair is then an instance of the monadic pair, with R(x, a) for R·a(x). So a
// direction that holds for the monadic pair holds for the pair: validity is closed under
// substitution for predicates (Church, Introduction to Mathematical Logic, 1956, § 35).
// If A(c) implies B(c) for a new constant c, then ∀y A(y) implies ∀y B(y), and ∃y A(y)
// implies ∃y B(y). The converse does not hold, since shapes can depend on each other. So
// a countermodel of the monadic pair is translated back and checked with the formulas.
type shapes struct {
	fold  func(string) string
	outer map[string]bool // the constants c
	names map[string]int  // index of a shape, by its atom as written
	made  []shape
}

// A shape is an atom with at most one variable, which is named heldName. held reports
// whether it has one.
type shape struct {
	atom *logic.Formula
	held bool
}

// heldName is the name of the variable of a shape. No parsed name begins with #.
const heldName = "#x"

// maxOuter bounds the number of outer quantifiers whose variables become constants.
const maxOuter = 3

func (p *pair) stageShapes(ctx context.Context) {
	if p.working == nil || p.o.NoGrounding {
		return
	}
	a, b := p.a, p.b
	s := &shapes{fold: p.t.name, outer: map[string]bool{}, names: map[string]int{}}
	for n := 0; ; n++ {
		ma, okA := s.monadic(a)
		mb, okB := s.monadic(b)
		if okA && okB {
			if len(s.made) > 0 {
				p.decide(ctx, s, ma, mb)
			}
			return
		}
		if a.Op != b.Op || !a.Op.IsQuantifier() || n == maxOuter {
			return
		}
		name := fmt.Sprint("#", n)
		a, b = a.Args[0].Substitute(a.Name, logic.Constant(name)), b.Args[0].Substitute(b.Name, logic.Constant(name))
		if len(a.FreeVariables())+len(b.FreeVariables()) > 0 { // bound in another case
			return
		}
		s.outer[name], s.names, s.made = true, map[string]int{}, nil
	}
}

// decide compares the monadic pair and transfers the result to p.
func (p *pair) decide(ctx context.Context, s *shapes, a, b *logic.Formula) {
	o := Options{
		Fold: p.o.Fold, Relation: p.o.Relation, Effort: p.o.Effort, ForwardOnly: p.o.ForwardOnly,
		NoForms: true, NoSample: true, NoInstances: true, NoFinite: true,
	}
	c := Compare(ctx, a, b, o)
	p.prove(c.Forward == check.Yes, false, c.ForwardProof)
	p.prove(false, c.Back == check.Yes, c.BackProof)
	p.refute(difference{
		left:  s.countermodel(p, c.LeftOnly, p.a, p.b),
		right: s.countermodel(p, c.RightOnly, p.b, p.a),
	}, "grounding")
}

// countermodel translates m back. It returns nil unless x is true and y false there.
func (s *shapes) countermodel(p *pair, m *check.Structure, x, y *logic.Formula) *check.Structure {
	if m == nil {
		return nil
	}
	back := s.structure(p.t, m)
	if back == nil {
		return nil
	}
	if holds, err := check.In(back, logic.And(x, logic.Not(y)), p.o.Fold); err != nil || !holds {
		return nil
	}
	return back
}

// monadic replaces the atoms of f by their shapes. It returns false if an atom has
// several variables.
func (s *shapes) monadic(f *logic.Formula) (*logic.Formula, bool) {
	g := *f
	if f.Op == logic.OpAtom || f.Op == logic.OpEqual {
		return s.shape(f)
	}
	g.Args = nil
	for _, arg := range f.Args {
		h, ok := s.monadic(arg)
		if !ok {
			return nil, false
		}
		g.Args = append(g.Args, h)
	}
	return &g, true
}

func (s *shapes) shape(f *logic.Formula) (*logic.Formula, bool) {
	simple := !slices.ContainsFunc(f.Terms, func(t logic.Term) bool { return len(t.Args) > 0 })
	if simple && (f.Op == logic.OpEqual || len(f.Terms) <= 1) {
		return f, true
	}
	variables := map[string]logic.Term{}
	terms := s.terms(f.Terms, variables)
	if len(variables) > 1 {
		return nil, false
	}
	atom := &logic.Formula{Op: f.Op, Name: s.fold(f.Name), Terms: terms}
	key := atom.String()
	i, known := s.names[key]
	if !known {
		i = len(s.made)
		s.names[key] = i
		s.made = append(s.made, shape{atom, len(variables) > 0})
	}
	var args []logic.Term
	for _, v := range variables {
		args = append(args, v)
	}
	return logic.Atom(shapeName(i), args...), true
}

func shapeName(i int) string { return fmt.Sprint("#p", i) }

// terms folds the names of terms and renames their variables to heldName.
func (s *shapes) terms(ts []logic.Term, variables map[string]logic.Term) []logic.Term {
	out := make([]logic.Term, len(ts))
	for i, t := range ts {
		out[i] = logic.Term{Name: s.fold(t.Name), Var: t.Var, Args: s.terms(t.Args, variables)}
		if t.Var {
			variables[out[i].Name] = t
			out[i].Name = heldName
		}
	}
	return out
}

// structure translates a structure of the shapes back. Constants that occur only in
// shapes get different elements if possible. A function has the value of its first
// argument, unless an equality requires another value. A relation holds for the tuples
// of a shape that holds, with any element for the constants of outer variables.
func (s *shapes) structure(t *theory, m *check.Structure) *check.Structure {
	fresh := 0
	out := t.structure(m.Size,
		func(p, i int) bool {
			switch sym := t.predicates[p]; sym.Arity {
			case 0:
				return m.Propositions[sym.Name]
			case 1:
				r := m.Predicates[sym]
				return r != nil && r[i]
			}
			return false
		},
		func(f, i int) int {
			sym := t.functions[f]
			if sym.Arity > 0 {
				for range sym.Arity - 1 {
					i /= m.Size
				}
				return i
			}
			e, ok := m.Constants[sym.Name]
			if !ok {
				e, fresh = fresh%m.Size, fresh+1
			}
			return e
		})
	if out == nil {
		return nil
	}
	for _, equalities := range [2]bool{true, false} { // functions first
		for i, sh := range s.made {
			if (sh.atom.Op == logic.OpEqual) != equalities {
				continue
			}
			for e := range m.Size {
				holds := m.Propositions[shapeName(i)]
				if sh.held {
					r := m.Predicates[check.Symbol{Name: shapeName(i), Arity: 1}]
					holds = r != nil && r[e]
				}
				for other := range m.Size {
					if other > 0 && len(s.outer) == 0 {
						break
					}
					s.set(out, sh.atom, e, other, holds)
				}
			}
		}
	}
	return out
}

// set makes an atom true or false. held is the value of its variable, outer that of the
// constants of outer variables.
func (s *shapes) set(m *check.Structure, atom *logic.Formula, held, outer int, holds bool) {
	var value func(t logic.Term) int
	index := func(args []logic.Term) int {
		at := make([]int, len(args))
		for i, a := range args {
			at[i] = value(a)
		}
		return m.Index(at...)
	}
	value = func(t logic.Term) int {
		switch {
		case t.Var:
			return held
		case s.outer[t.Name]:
			return outer
		case len(t.Args) > 0:
			return m.Functions[check.Symbol{Name: t.Name, Arity: len(t.Args)}][index(t.Args)]
		}
		return m.Constants[t.Name]
	}
	if atom.Op == logic.OpAtom {
		m.Predicates[check.Symbol{Name: atom.Name, Arity: len(atom.Terms)}][index(atom.Terms)] = holds
		return
	}
	f, to := atom.Terms[0], atom.Terms[1]
	if len(f.Args) == 0 {
		f, to = to, f
	}
	e := value(to)
	if !holds {
		e = (e + 1) % m.Size
	}
	m.Functions[check.Symbol{Name: f.Name, Arity: len(f.Args)}][index(f.Args)] = e
}
