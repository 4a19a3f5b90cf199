package edit

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
)

// Temporal lists the sites of a formula of linear temporal logic, with nodes in
// preorder. The last sites replace a name in the whole formula.
func Temporal(f *temporal.Formula, o Options) iter.Seq[Site[*temporal.Formula]] {
	if o.Fold == nil {
		o.Fold = logic.Fold
	}
	return func(yield func(Site[*temporal.Formula]) bool) {
		p := place[*temporal.Formula]{Options: &o, yield: yield, done: new(bool)}
		p.replace = func(g *temporal.Formula) *temporal.Formula { return g }
		(&moment{place: p, f: f}).walk()
		(&moment{place: p, f: f}).everywhere()
	}
}

// A moment is a node of a temporal formula at its place in a larger one.
type moment struct {
	place[*temporal.Formula]
	f       *temporal.Formula
	negated bool // f is the operand of a negation
}

func (m *moment) walk() {
	for _, list := range []func(*moment){
		(*moment).negations, (*moment).operators, (*moment).symbol, (*moment).sides,
		(*moment).misplacedNegations, (*moment).groups, (*moment).scopes, (*moment).parts,
	} {
		list(m)
	}
	for i, g := range m.f.Args {
		if *m.done {
			return
		}
		below := &moment{place: m.place, f: g, negated: m.f.Op == temporal.OpNot}
		below.replace = func(h *temporal.Formula) *temporal.Formula { return m.replace(withOperand(m.f, i, h)) }
		below.walk()
	}
}

// withOperand returns f with g as its i-th operand.
func withOperand(f *temporal.Formula, i int, g *temporal.Formula) *temporal.Formula {
	args := slices.Clone(f.Args)
	args[i] = g
	return temporal.Connect(f.Op, args...)
}

func isUnaryTemporal(op temporal.Op) bool {
	return op == temporal.OpNext || op == temporal.OpFinally || op == temporal.OpGlobally
}

func isTemporalChain(op temporal.Op) bool {
	return op == temporal.OpAnd || op == temporal.OpOr || op == temporal.OpXor
}

func (m *moment) negations() {
	f := m.f
	if f.Op == temporal.OpNot {
		m.edit(dropNegation, func() *temporal.Formula { return f.Args[0] })
	} else if !m.negated {
		m.edit(searched(record.NegationAdded), func() *temporal.Formula { return temporal.Not(f) })
	}
}

// The temporal operators with one and with two operands, the binary Boolean operators,
// and the pairs that noise swaps.
var (
	unaryTemporal  = []temporal.Op{temporal.OpNext, temporal.OpFinally, temporal.OpGlobally}
	binaryTemporal = []temporal.Op{temporal.OpUntil, temporal.OpWeakUntil, temporal.OpRelease, temporal.OpStrongRelease}
	binaryBoolean  = []temporal.Op{temporal.OpAnd, temporal.OpOr, temporal.OpImplies, temporal.OpIff, temporal.OpXor}

	swapped = map[temporal.Op]temporal.Op{
		temporal.OpFinally: temporal.OpGlobally, temporal.OpGlobally: temporal.OpFinally,
		temporal.OpUntil: temporal.OpWeakUntil, temporal.OpWeakUntil: temporal.OpUntil,
		temporal.OpRelease: temporal.OpStrongRelease, temporal.OpStrongRelease: temporal.OpRelease,
		temporal.OpAnd: temporal.OpOr, temporal.OpOr: temporal.OpAnd,
	}
)

// operators replaces an operator by another of the same kind, and drops or adds a
// temporal operator of one operand.
func (m *moment) operators() {
	f := m.f
	for _, kind := range []struct {
		ops       []temporal.Op
		form      form // of the pairs that noise swaps
		otherwise form
	}{
		{unaryTemporal, swapTemporal, searched(record.TemporalSwapped)},
		{binaryTemporal, swapUntil, searched(record.TemporalSwapped)},
		{binaryBoolean, swapAndOr, searched(record.OperatorSwapped)},
	} {
		if !slices.Contains(kind.ops, f.Op) {
			continue
		}
		for _, op := range kind.ops {
			how := kind.otherwise
			if swapped[f.Op] == op {
				how = kind.form
			}
			if op != f.Op && (len(f.Args) <= 2 || isTemporalChain(op)) {
				m.edit(how, func() *temporal.Formula { return temporal.Connect(op, f.Args...) })
			}
		}
	}
	if isUnaryTemporal(f.Op) {
		m.edit(dropTemporal, func() *temporal.Formula { return f.Args[0] })
	}
	for _, op := range unaryTemporal {
		m.edit(searched(record.TemporalAdded), func() *temporal.Formula { return temporal.Connect(op, f) })
	}
}

// symbol replaces a proposition by another one.
func (m *moment) symbol() {
	if m.f.Op == temporal.OpAtom {
		m.site(renameSymbol, func(put put[*temporal.Formula]) {
			m.others(m.f.Name, func(name string) bool {
				return put("", "", func() *temporal.Formula { return temporal.Atom(name) })
			})
		})
	}
}

// others calls use for each name that may replace name, until use returns false.
func (m *moment) others(name string, use func(string) bool) {
	some := false
	for _, other := range m.Names.Propositions {
		if m.Fold(other) != m.Fold(name) {
			if some = true; !use(other) {
				return
			}
		}
	}
	if !some && m.Invent {
		use(next(name))
	}
}

// everywhere replaces all occurrences of a name.
func (m *moment) everywhere() {
	if !m.wants(searched(record.SymbolRenamed)) {
		return
	}
	for _, name := range m.f.Propositions(true) {
		m.site(searched(record.SymbolRenamed), func(put put[*temporal.Formula]) {
			m.others(name, func(other string) bool {
				return put("", "", func() *temporal.Formula { return m.renamed(m.f, name, other) })
			})
		})
	}
}

func (m *moment) renamed(f *temporal.Formula, name, other string) *temporal.Formula {
	if f.Op == temporal.OpAtom && m.Fold(f.Name) == m.Fold(name) {
		return temporal.Atom(other)
	}
	if len(f.Args) == 0 {
		return f
	}
	args := make([]*temporal.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = m.renamed(g, name, other)
	}
	return temporal.Connect(f.Op, args...)
}

// sides swaps the operands of U, W, R or M, and of an implication.
func (m *moment) sides() {
	f := m.f
	if drawn := slices.Contains(binaryTemporal, f.Op); drawn || f.Op == temporal.OpImplies {
		m.edit(swapSides.where(drawn), func() *temporal.Formula { return temporal.Connect(f.Op, f.Args[1], f.Args[0]) })
	}
}

// misplacedNegations moves a negation into or out of an operator, or to another
// operand. ¬X A and X ¬A mean the same.
func (m *moment) misplacedNegations() {
	f := m.f
	if f.Op == temporal.OpNot {
		if g := f.Args[0]; g.Op != temporal.OpNot && g.Op != temporal.OpNext {
			for i, h := range g.Args {
				m.edit(moveNegation, func() *temporal.Formula { return withOperand(g, i, temporal.Not(h)) })
			}
		}
		return
	}
	for i, g := range f.Args {
		if g.Op != temporal.OpNot || f.Op == temporal.OpNext {
			continue
		}
		m.edit(moveNegation.where(isUnaryTemporal(f.Op)), func() *temporal.Formula { return temporal.Not(withOperand(f, i, g.Args[0])) })
		for j, h := range f.Args {
			if j != i {
				m.edit(moveNegation.where(j == (i+1)%len(f.Args)), func() *temporal.Formula {
					return withOperand(withOperand(f, i, g.Args[0]), j, temporal.Not(h))
				})
			}
		}
	}
}

// groups moves the bounds of a group of two operands: A & (B | C) becomes
// (A & B) | C, A U (B U C) becomes (A U B) U C.
func (m *moment) groups() {
	f := m.f
	if len(f.Args) != 2 {
		return
	}
	a, b := f.Args[0], f.Args[1]
	bound := func(g *temporal.Formula) form {
		return moveBound.where(g.Op != f.Op || f.Op == temporal.OpImplies || f.Op.IsTemporal())
	}
	if len(b.Args) > 1 {
		m.edit(bound(b), func() *temporal.Formula { return withOperand(b, 0, temporal.Connect(f.Op, a, b.Args[0])) })
	}
	if last := len(a.Args) - 1; last > 0 {
		m.edit(bound(a), func() *temporal.Formula { return withOperand(a, last, temporal.Connect(f.Op, a.Args[last], b)) })
	}
}

// scopes moves operands out of the scope of X, F or G, or into it, and swaps two
// of these operators: G (A & B) becomes G A & B, G F A becomes F G A.
func (m *moment) scopes() {
	f := m.f
	if isUnaryTemporal(f.Op) {
		g := f.Args[0]
		if isUnaryTemporal(g.Op) && g.Op != f.Op {
			m.edit(moveBound, func() *temporal.Formula { return temporal.Connect(g.Op, temporal.Connect(f.Op, g.Args[0])) })
		}
		for i, h := range g.Args {
			if len(g.Args) > 1 {
				m.edit(moveBound.where(i == 0), func() *temporal.Formula { return withOperand(g, i, temporal.Connect(f.Op, h)) })
			}
		}
		return
	}
	for i, g := range f.Args {
		if len(f.Args) > 1 && isUnaryTemporal(g.Op) {
			m.edit(moveBound.where(i == 0), func() *temporal.Formula { return temporal.Connect(g.Op, withOperand(f, i, g.Args[0])) })
		}
	}
}

// parts drops an operand, or adds a literal.
func (m *moment) parts() {
	f := m.f
	for i, g := range f.Args {
		if len(f.Args) < 2 {
			break
		}
		literal := g.Op == temporal.OpAtom || g.Op == temporal.OpNot && g.Args[0].Op == temporal.OpAtom
		m.edit(dropLiteral.where(literal && isTemporalChain(f.Op)), func() *temporal.Formula {
			rest := slices.Concat(f.Args[:i], f.Args[i+1:])
			if len(rest) == 1 {
				return rest[0]
			}
			return temporal.Connect(f.Op, rest...)
		})
	}
	if !m.wants(searched(record.PartAdded)) {
		return
	}
	for _, name := range m.Names.Propositions[:min(maxParts, len(m.Names.Propositions))] {
		atom := temporal.Atom(name)
		for _, literal := range []*temporal.Formula{atom, temporal.Not(atom)} {
			for _, added := range []func() *temporal.Formula{
				func() *temporal.Formula { return temporal.And(f, literal) },
				func() *temporal.Formula { return temporal.Or(f, literal) },
				func() *temporal.Formula { return temporal.Implies(literal, f) },
				func() *temporal.Formula { return temporal.Implies(f, literal) },
				func() *temporal.Formula { return temporal.Until(literal, f) },
			} {
				m.edit(searched(record.PartAdded), added)
			}
		}
	}
}
