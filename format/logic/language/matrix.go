package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

const (
	maxAtoms    = 16 // different atoms of a truth table
	maxRowAtoms = 6  // the rows are nodes if there are at most so many essential atoms
)

// matrix is a formula in prenex form.
type matrix struct {
	prefix  []quantifier // outermost first
	body    *logic.Formula
	negated bool // the formula is the prefix before ¬body
	atoms   []*logic.Formula
	number  map[*logic.Formula]int // numbers of the atoms, by occurrence
	known   map[string]int         // the same numbers, by the text of the atom
}

type quantifier struct {
	op   logic.Op
	name string
}

// split finds the prefix, the body and its atoms. It reports false if the formula is
// not prenex or has too many atoms. Negations before and between quantifiers move to
// the body.
func split(f *logic.Formula) (*matrix, bool) {
	m := &matrix{number: map[*logic.Formula]int{}, known: map[string]int{}}
	for {
		switch f.Op {
		case logic.OpNot:
			m.negated = !m.negated
		case logic.OpForall, logic.OpExists:
			op := f.Op
			if m.negated {
				op = op.Dual()
			}
			m.prefix = append(m.prefix, quantifier{op, f.Name})
		default:
			m.body = f
			return m, m.gather(f)
		}
		f = f.Args[0]
	}
}

func (m *matrix) gather(f *logic.Formula) bool {
	switch f.Op {
	case logic.OpForall, logic.OpExists:
		return false
	case logic.OpAtom, logic.OpEqual:
		text := f.String()
		n, known := m.known[text]
		if !known {
			n = len(m.atoms)
			m.known[text] = n
			m.atoms = append(m.atoms, f)
		}
		m.number[f] = n
		return len(m.atoms) <= maxAtoms
	}
	for _, a := range f.Args {
		if !m.gather(a) {
			return false
		}
	}
	return true
}

// key returns the key of the truth table. It drops atoms that do not change the
// value, and quantifiers whose variable then no longer occurs. The edge between two atoms
// has a number: in how many rows of the table both atoms and the formula are true. These
// numbers are the cofactor weights of Boolean matching (Benini and De Micheli, A survey
// of Boolean matching techniques, 1997). With few atoms, the rows in which the formula is
// true are nodes, too.
func (m *matrix) key() uint64 {
	t := tabulate(m.body, m.number, len(m.atoms))
	if m.negated {
		for w := range t {
			t[w] = ^t[w]
		}
	}
	var essential []int
	for i := range m.atoms {
		if t.essential(i) {
			essential = append(essential, i)
		}
	}
	// Each atom that does not matter doubles the weights. So does each atom that
	// is missing for a table of 64 rows.
	scale := max(6, len(m.atoms)) - len(essential)

	g := &syntax.Graph{}
	g.Node(syntax.Mix(syntax.NodeFormula, t.weight()>>scale))
	b := builder{graph: g, nodes: map[string]int{}, kinds: m.blocks(essential)}
	atoms := make([]int, len(essential))
	for k, i := range essential {
		atoms[k] = b.atom(m.atoms[i], syntax.Mix(syntax.NodeAtom, t.weight(i)>>scale))
		for l, j := range essential[:k] {
			g.Link(atoms[k], atoms[l], syntax.Mix(syntax.EdgeWeight, t.weight(i, j)>>scale))
		}
	}
	if len(essential) > maxRowAtoms {
		return g.Key()
	}
	for row := range 1 << len(essential) { // a row in which the formula is true is a node
		at := 0 // the row in which the other atoms are false, since they do not matter
		for k, i := range essential {
			at |= row >> k & 1 << i
		}
		if t[at>>6]>>(at&63)&1 == 0 {
			continue
		}
		n := g.Node(syntax.NodeRow)
		for k := range essential {
			if row>>k&1 == 1 {
				g.Join(n, atoms[k], syntax.EdgeRow)
			}
		}
	}
	return g.Key()
}

// blocks numbers the variables of the atoms by the block of equal quantifiers that
// binds them: even numbers for ∀, odd numbers for ∃. So the order within a block does
// not count.
func (m *matrix) blocks(atoms []int) map[string]int {
	used := map[string]bool{}
	for _, i := range atoms {
		for _, name := range m.atoms[i].FreeVariables() {
			used[name] = true
		}
	}
	out := map[string]int{}
	block := -1
	for i, q := range m.prefix {
		rebound := slices.ContainsFunc(m.prefix[i+1:], func(r quantifier) bool { return r.name == q.name })
		if !used[q.name] || rebound {
			continue
		}
		odd := 0
		if q.op == logic.OpExists {
			odd = 1
		}
		if block < 0 || block%2 != odd {
			block += 1 + (block+1+odd)%2
		}
		out[q.name] = block
	}
	return out
}

// builder adds atoms and their terms to a graph. The occurrences of a symbol share
// one node.
type builder struct {
	graph *syntax.Graph
	nodes map[string]int // of symbols, by kind and name
	kinds map[string]int // colours of the variables
}

// shared returns the node of a symbol. It adds the node of a new symbol.
func (b *builder) shared(kind uint64, name string, color uint64) int {
	key := string(rune('a'+kind)) + name
	n, known := b.nodes[key]
	if !known {
		n = b.graph.Node(syntax.Mix(kind, color))
		b.nodes[key] = n
	}
	return n
}

func (b *builder) atom(f *logic.Formula, color uint64) int {
	color = syntax.Mix(color, uint64(len(f.Terms)))
	if f.Op == logic.OpEqual {
		n := b.graph.Node(syntax.Mix(color, syntax.NodeEquality))
		for _, t := range f.Terms { // equality is symmetric: no positions
			b.graph.Join(n, b.term(t), syntax.EdgeArgument)
		}
		return n
	}
	n := b.graph.Node(color)
	b.graph.Join(n, b.shared(syntax.NodeSymbol, f.Name, uint64(len(f.Terms))), syntax.EdgeSymbol)
	b.arguments(n, f.Terms)
	return n
}

func (b *builder) arguments(n int, terms []logic.Term) {
	for i, t := range terms {
		b.graph.Join(n, b.term(t), syntax.EdgeArgument+uint64(i)+1)
	}
}

func (b *builder) term(t logic.Term) int {
	switch {
	case t.Var:
		return b.shared(syntax.NodeVariable, t.Name, uint64(b.kinds[t.Name]))
	case len(t.Args) == 0:
		return b.shared(syntax.NodeConstant, t.Name, 0)
	}
	n := b.graph.Node(syntax.NodeApplication)
	b.graph.Join(n, b.shared(syntax.NodeFunction, t.Name, uint64(len(t.Args))), syntax.EdgeSymbol)
	b.arguments(n, t.Args)
	return n
}
