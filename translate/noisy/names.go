package noisy

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// nameLoser leaves out an argument of an atom with several, or an operand of a
// chain that is an atom or the denial of one.
type nameLoser struct{}

func (nameLoser) options(f *logic.Formula, _ []string) int {
	switch {
	case f.Op == logic.OpAtom && len(f.Terms) > 1:
		return len(f.Terms)
	case chain(f):
		return len(atomicOperands(f))
	}
	return 0
}

func (nameLoser) edit(f *logic.Formula, _ []string, k int) *logic.Formula {
	if f.Op == logic.OpAtom {
		return logic.Atom(f.Name, slices.Delete(slices.Clone(f.Terms), k, k+1)...)
	}
	i := atomicOperands(f)[k]
	return join(f, slices.Delete(slices.Clone(f.Args), i, i+1))
}

func atomicOperands(f *logic.Formula) []int {
	var is []int
	for i, g := range f.Args {
		if g.Op == logic.OpNot {
			g = g.Args[0]
		}
		if g.Op == logic.OpAtom {
			is = append(is, i)
		}
	}
	return is
}

// nameChanger puts another name of the formula, of the same role, in the place
// of an atom's predicate or of one of its constants; where the formula has no
// other, a name with the next number.
type nameChanger struct {
	names logic.Signature
	r     *rand.Rand
}

func (nameChanger) options(f *logic.Formula, _ []string) int {
	n := 0
	if f.Op == logic.OpAtom {
		n = 1
	}
	for _, t := range f.Terms {
		if constant(t) {
			n++
		}
	}
	return n
}

func constant(t logic.Term) bool { return !t.Var && len(t.Args) == 0 }

func (e nameChanger) edit(f *logic.Formula, _ []string, k int) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: slices.Clone(f.Terms)}
	if f.Op == logic.OpAtom {
		if k == 0 {
			g.Name = e.other(f.Name, e.peers(len(f.Terms)))
			return g
		}
		k--
	}
	for i, t := range g.Terms {
		if !constant(t) {
			continue
		}
		if k == 0 {
			g.Terms[i].Name = e.other(t.Name, e.names.Constants)
		}
		k--
	}
	return g
}

// peers are the predicates of an arity, or the propositions.
func (e nameChanger) peers(arity int) []string {
	if arity == 0 {
		return e.names.Propositions
	}
	var names []string
	for _, p := range e.names.Predicates {
		if p.Arity == arity {
			names = append(names, p.Name)
		}
	}
	return names
}

// other is one of names that is not name.
func (e nameChanger) other(name string, names []string) string {
	names = slices.DeleteFunc(slices.Clone(names), func(s string) bool { return logic.Fold(s) == logic.Fold(name) })
	if len(names) == 0 {
		return following(name)
	}
	return names[e.r.IntN(len(names))]
}

// following is the name with the next number: p1 becomes p2, bob bob2.
func following(name string) string {
	stem := strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(stem):])
	if err != nil {
		stem, n = name, 1
	}
	return stem + strconv.Itoa(n+1)
}

// termConfuser puts a constant in the place of a variable, or a variable that
// is bound there in the place of a constant.
type termConfuser struct {
	names logic.Signature
	r     *rand.Rand
}

func (e termConfuser) options(f *logic.Formula, bound []string) int {
	n := 0
	for _, t := range f.Terms {
		if e.confusable(t, bound) {
			n++
		}
	}
	return n
}

func (e termConfuser) confusable(t logic.Term, bound []string) bool {
	return t.Var || len(t.Args) == 0 && len(bound) > 0
}

func (e termConfuser) edit(f *logic.Formula, bound []string, k int) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: slices.Clone(f.Terms)}
	for i, t := range g.Terms {
		if !e.confusable(t, bound) {
			continue
		}
		if k == 0 {
			g.Terms[i] = e.confused(t, bound)
		}
		k--
	}
	return g
}

func (e termConfuser) confused(t logic.Term, bound []string) logic.Term {
	if !t.Var {
		return logic.Variable(bound[e.r.IntN(len(bound))])
	}
	free := slices.DeleteFunc(slices.Clone(e.names.Constants), func(c string) bool { return slices.Contains(bound, c) })
	if len(free) > 0 {
		return logic.Constant(free[e.r.IntN(len(free))])
	}
	name := "c1" // a formula without constants gets its first
	for slices.Contains(bound, name) {
		name = following(name)
	}
	return logic.Constant(name)
}
