package noisy

import (
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// An editor edits one node of a formula. bound are the variables that the
// quantifiers around the node bind.
type editor interface {
	// options counts the ways in which the node can be edited.
	options(f *logic.Formula, bound []string) int
	// edit is the node after its k-th edit.
	edit(f *logic.Formula, bound []string, k int) *logic.Formula
}

// editFormula applies a kind to one place of f, each with the same
// probability; false where there is none.
func editFormula(k Kind, f *logic.Formula, r *rand.Rand) (*logic.Formula, bool) {
	var e editor
	switch k {
	case NegationDropped:
		e = negationDropper{}
	case NegationMisplaced:
		e = negationMover{}
	case ScopeWrong:
		e = regrouper{}
	case ConnectiveSwapped:
		e = connectiveSwapper{}
	case QuantifierSwapped:
		e = quantifierSwapper{}
	case NameLost:
		e = nameLoser{}
	case NameChanged:
		e = nameChanger{f.Signature(true), r}
	case ConstantVariable:
		e = termConfuser{f.Signature(true), r}
	default:
		return nil, false
	}
	w := walker{editor: e}
	n := w.count(f)
	if n == 0 {
		return nil, false
	}
	w.k = r.IntN(n)
	return w.replace(f), true
}

// A walker visits the nodes of a formula from the root, left to right.
type walker struct {
	editor
	bound []string
	k     int // edits still to pass over; negative when the edit is done
}

func (w *walker) count(f *logic.Formula) int {
	n := w.options(f, w.bound)
	w.enter(f)
	for _, g := range f.Args {
		n += w.count(g)
	}
	w.leave(f)
	return n
}

// replace rebuilds the path from the root to the node edited and shares the
// rest.
func (w *walker) replace(f *logic.Formula) *logic.Formula {
	n := w.options(f, w.bound)
	if w.k < n {
		g := w.edit(f, w.bound, w.k)
		w.k = -1
		return g
	}
	w.k -= n
	w.enter(f)
	defer w.leave(f)
	for i, g := range f.Args {
		if h := w.replace(g); w.k < 0 {
			return with(f, i, h)
		}
	}
	return f
}

func (w *walker) enter(f *logic.Formula) {
	if quantifier(f) {
		w.bound = append(w.bound, f.Name)
	}
}

func (w *walker) leave(f *logic.Formula) {
	if quantifier(f) {
		w.bound = w.bound[:len(w.bound)-1]
	}
}

func quantifier(f *logic.Formula) bool { return f.Op == logic.OpForall || f.Op == logic.OpExists }

func chain(f *logic.Formula) bool {
	return f.Op == logic.OpAnd || f.Op == logic.OpOr || f.Op == logic.OpXor
}

func connective(f *logic.Formula) bool { return f.Op >= logic.OpAnd && f.Op <= logic.OpIff }

// with is f with another i-th operand.
func with(f *logic.Formula, i int, g *logic.Formula) *logic.Formula {
	args := slices.Clone(f.Args)
	args[i] = g
	return join(f, args)
}

// join is a node like f over other operands; chains stay flat.
func join(f *logic.Formula, args []*logic.Formula) *logic.Formula {
	switch f.Op {
	case logic.OpAnd:
		return logic.And(args...)
	case logic.OpOr:
		return logic.Or(args...)
	case logic.OpXor:
		return logic.Xor(args...)
	}
	return &logic.Formula{Op: f.Op, Name: f.Name, Terms: f.Terms, Args: args}
}

type negationDropper struct{}

func (negationDropper) options(f *logic.Formula, _ []string) int {
	if f.Op == logic.OpNot {
		return 1
	}
	return 0
}

func (negationDropper) edit(f *logic.Formula, _ []string, _ int) *logic.Formula { return f.Args[0] }

// negationMover takes ¬(A ∧ B) to ¬A ∧ B or A ∧ ¬B, ¬∀x A to ∀x ¬A and back,
// and ¬A beside B to A beside ¬B.
type negationMover struct{}

func (negationMover) options(f *logic.Formula, _ []string) int {
	switch {
	case f.Op == logic.OpNot && (connective(f.Args[0]) || quantifier(f.Args[0])):
		return len(f.Args[0].Args)
	case quantifier(f) && f.Args[0].Op == logic.OpNot:
		return 1
	case connective(f):
		return len(deniedOperands(f))
	}
	return 0
}

func (negationMover) edit(f *logic.Formula, _ []string, k int) *logic.Formula {
	switch {
	case f.Op == logic.OpNot:
		g := f.Args[0]
		return with(g, k, logic.Not(g.Args[k]))
	case quantifier(f):
		return logic.Not(with(f, 0, f.Args[0].Args[0]))
	}
	i := deniedOperands(f)[k]
	args := slices.Clone(f.Args)
	j := (i + 1) % len(args)
	args[i], args[j] = args[i].Args[0], logic.Not(args[j])
	return join(f, args)
}

func deniedOperands(f *logic.Formula) []int {
	var is []int
	for i, g := range f.Args {
		if g.Op == logic.OpNot {
			is = append(is, i)
		}
	}
	return is
}

// regrouper moves the bounds of a group: A ∧ (B ∨ C) to (A ∧ B) ∨ C, (A ∨ B) ∧
// C to A ∨ (B ∧ C), ∀x (A ∧ B) to (∀x A) ∧ B and (∀x A) ∧ B to ∀x (A ∧ B).
type regrouper struct{}

// A regrouping takes an operand of a chain together with its neighbour.
type regrouping struct {
	group int // operand that is the group
	left  bool
}

func (regrouper) regroupings(f *logic.Formula) []regrouping {
	var rs []regrouping
	for i, g := range f.Args {
		switch {
		case connective(g) && (g.Op != f.Op || g.Op == logic.OpImplies):
			if i > 0 {
				rs = append(rs, regrouping{i, true})
			}
			if i < len(f.Args)-1 {
				rs = append(rs, regrouping{i, false})
			}
		case quantifier(g) && i < len(f.Args)-1:
			rs = append(rs, regrouping{i, false})
		}
	}
	return rs
}

func (e regrouper) options(f *logic.Formula, _ []string) int {
	switch {
	case quantifier(f) && connective(f.Args[0]):
		return 1
	case connective(f):
		return len(e.regroupings(f))
	}
	return 0
}

func (e regrouper) edit(f *logic.Formula, _ []string, k int) *logic.Formula {
	if quantifier(f) {
		g := f.Args[0]
		return with(g, 0, join(f, []*logic.Formula{g.Args[0]}))
	}
	r := e.regroupings(f)[k]
	g := f.Args[r.group]
	from, to := r.group, r.group+2 // the operands that become one
	var united *logic.Formula
	switch {
	case r.left:
		from, to = r.group-1, r.group+1
		united = with(g, 0, join(f, []*logic.Formula{f.Args[from], g.Args[0]}))
	case quantifier(g):
		united = with(g, 0, join(f, []*logic.Formula{g.Args[0], f.Args[r.group+1]}))
	default:
		last := len(g.Args) - 1
		united = with(g, last, join(f, []*logic.Formula{g.Args[last], f.Args[r.group+1]}))
	}
	if len(f.Args) == 2 {
		return united
	}
	return join(f, slices.Concat(f.Args[:from], []*logic.Formula{united}, f.Args[to:]))
}

type connectiveSwapper struct{}

func (connectiveSwapper) options(f *logic.Formula, _ []string) int {
	if f.Op == logic.OpAnd || f.Op == logic.OpOr {
		return 1
	}
	return 0
}

func (connectiveSwapper) edit(f *logic.Formula, _ []string, _ int) *logic.Formula {
	if f.Op == logic.OpAnd {
		return logic.Or(f.Args...)
	}
	return logic.And(f.Args...)
}

type quantifierSwapper struct{}

func (quantifierSwapper) options(f *logic.Formula, _ []string) int {
	if quantifier(f) {
		return 1
	}
	return 0
}

func (quantifierSwapper) edit(f *logic.Formula, _ []string, _ int) *logic.Formula {
	if f.Op == logic.OpForall {
		return logic.Exists(f.Name, f.Args[0])
	}
	return logic.Forall(f.Name, f.Args[0])
}
