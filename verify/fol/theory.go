package fol

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// maxNesting is the maximal depth of quantifiers: a set of variables is a word.
const maxNesting = 60

// errNesting and errSize say which limit a formula exceeds.
var (
	errNesting = errors.New("quantifiers nested too deeply")
	errSize    = errors.New("normal form too large")
)

// Variables have numbers. While the quantifier of a variable is being built, the
// variable's number is the number of quantifiers around it, which is below placeholder.
// Afterwards it is placeholder plus the height of the quantifier, minus 1.
const placeholder = 64

// termID and leafID index a theory's terms and leaves.
type (
	termID int32
	leafID int32
)

// term is a variable, or a symbol applied to terms. A constant is a function without
// arguments.
type term struct {
	fn   int32 // index of functions; -1 for a variable
	v    int32 // the variable's number
	args []termID
	free vars

	depth, size int32 // 0 and 1 for a variable or a constant
}

// vars is a set of variables: open ones below placeholder, and held ones.
type vars struct{ open, held uint64 }

func (a vars) union(b vars) vars { return vars{a.open | b.open, a.held | b.held} }

// has reports whether variable v is in the set.
func (a vars) has(v int32) bool {
	if v >= placeholder {
		return a.held>>(v-placeholder)&1 != 0
	}
	return a.open>>v&1 != 0
}

// within reports whether every variable of a is in b.
func (a vars) within(b vars) bool { return a.open&^b.open == 0 && a.held&^b.held == 0 }

func (a vars) empty() bool { return a == vars{} }

// The values of leaf.pred for leaves that are not atoms of the formulas' predicates.
const (
	predEqual int32 = -1
	predQuant int32 = -2 // ∃v. body
)

// leaf is the meaning of a leaf of the graph: an atom, an equality, or a
// quantified formula.
type leaf struct {
	pred int32 // index of predicates, or one of the above
	args []termID

	v    int32 // of a quantified leaf: the placeholder it binds
	body prop.Lit

	lit    prop.Lit // in the graph
	free   vars
	height int32 // of the highest variable bound in or by it: number-placeholder+1; or 0
}

// theory holds the symbols, terms and leaves of one pair, and the graph of its Boolean
// structure. Alpha-equivalent quantified formulas are one leaf: the variable is renamed
// to a placeholder whose number is one more than the highest in its scope. Sato and
// Pollack, "External and internal syntax of the λ-calculus", J. Symb. Comput. 45, 2010,
// number variables by height in this way.
type theory struct {
	graph prop.Graph

	predicates []check.Symbol // arity 0: a proposition
	functions  []check.Symbol // arity 0: a constant
	written    int            // functions of the formulas; Skolem functions follow
	symbols    map[check.Symbol]int32

	terms   []term
	termIDs map[string]termID

	leaves  []leaf
	leafIDs map[string]leafID
	byNode  []leafID // by node of the graph; -1 if it is not a leaf
	nodes   []nodeInfo
	quants  [][]leafID // quantified leaves by the placeholder they bind

	key    []byte
	images images // of the current substitution or search for the height
}

type nodeInfo struct {
	free   vars
	height int32
}

func newTheory() *theory {
	t := &theory{
		symbols: map[check.Symbol]int32{},
		termIDs: map[string]termID{},
		leafIDs: map[string]leafID{},
	}
	t.graph.Reset()
	return t
}

// symbol returns the number of a symbol among the predicates or the functions.
func (t *theory) symbol(s check.Symbol) int32 {
	if i, ok := t.symbols[s]; ok {
		return i
	}
	of := &t.functions
	if s.Predicate {
		of = &t.predicates
	}
	i := int32(len(*of))
	*of = append(*of, s)
	t.symbols[s] = i
	return i
}

// structure returns the structure of size elements in which predicate p holds for the
// tuple at index i if holds(p, i), and function f of the formulas has the value
// value(f, i). It returns nil if the tables together are too large.
func (t *theory) structure(size int, holds func(p, i int) bool, value func(f, i int) int) *check.Structure {
	symbols := slices.Concat(t.predicates, t.functions[:t.written])
	return check.NewStructure(size, symbols, check.MaxCells, func(k, i int) int {
		switch {
		case k >= len(t.predicates):
			return value(k-len(t.predicates), i)
		case holds(k, i):
			return 1
		}
		return 0
	})
}

// variable returns the term of a variable.
func (t *theory) variable(v int32) termID {
	var free vars
	if v >= placeholder {
		free.held = 1 << (v - placeholder)
	} else {
		free.open = 1 << v
	}
	return t.intern(term{fn: -1, v: v, free: free, size: 1})
}

// apply returns the term of a function applied to args, or of a constant.
func (t *theory) apply(fn int32, args []termID) termID {
	x := term{fn: fn, args: args, size: 1}
	for _, a := range args {
		y := &t.terms[a]
		x.free = x.free.union(y.free)
		x.depth = max(x.depth, y.depth+1)
		x.size = min(x.size+y.size, math.MaxInt32/2)
	}
	return t.intern(x)
}

// intern returns the number of a term. It copies the arguments of a new term.
func (t *theory) intern(x term) termID {
	k := binary.LittleEndian.AppendUint32(t.key[:0], uint32(x.fn))
	k = binary.LittleEndian.AppendUint32(k, uint32(x.v))
	k = appendIDs(k, x.args)
	t.key = k
	if id, ok := t.termIDs[string(k)]; ok {
		return id
	}
	id := termID(len(t.terms))
	x.args = slices.Clone(x.args)
	t.terms = append(t.terms, x)
	t.termIDs[string(k)] = id
	return id
}

// each returns f(a) for each term.
func each(args []termID, f func(termID) termID) []termID {
	out := make([]termID, len(args))
	for i, a := range args {
		out[i] = f(a)
	}
	return out
}

func appendIDs(k []byte, ids []termID) []byte {
	for _, id := range ids {
		k = binary.LittleEndian.AppendUint32(k, uint32(id))
	}
	return k
}

// atom returns the literal of a predicate applied to terms.
func (t *theory) atom(pred int32, args []termID) prop.Lit {
	l := leaf{pred: pred, args: args}
	for _, a := range args {
		l.free = l.free.union(t.terms[a].free)
	}
	return t.leaf(l)
}

// equal returns the literal of a = b.
func (t *theory) equal(a, b termID) prop.Lit {
	if a == b {
		return prop.True
	}
	return t.atom(predEqual, []termID{min(a, b), max(a, b)})
}

// leaf returns the literal of a leaf, and makes the leaf if it is new.
func (t *theory) leaf(l leaf) prop.Lit {
	k := binary.LittleEndian.AppendUint32(t.key[:0], uint32(l.pred))
	k = binary.LittleEndian.AppendUint32(k, uint32(l.v))
	k = binary.LittleEndian.AppendUint32(k, uint32(l.body))
	k = appendIDs(k, l.args)
	t.key = k
	if id, ok := t.leafIDs[string(k)]; ok {
		return t.leaves[id].lit
	}
	id := leafID(len(t.leaves))
	l.args = slices.Clone(l.args)
	l.lit = t.graph.Leaf()
	t.leaves = append(t.leaves, l)
	t.leafIDs[string(k)] = id
	for len(t.byNode) <= l.lit.Index() {
		t.byNode = append(t.byNode, -1)
	}
	t.byNode[l.lit.Index()] = id
	if l.pred == predQuant {
		k := int(l.v - placeholder)
		for len(t.quants) <= k {
			t.quants = append(t.quants, nil)
		}
		t.quants[k] = append(t.quants[k], id)
	}
	return l.lit
}

// leafOf returns the leaf of a literal whose node is a leaf.
func (t *theory) leafOf(l prop.Lit) *leaf { return &t.leaves[t.byNode[l.Index()]] }

// info returns the free variables of l, and the height of the highest leaf below
// it. Nodes have higher numbers than their arguments, so one pass updates the
// table.
func (t *theory) info(l prop.Lit) nodeInfo {
	for i := len(t.nodes); i < t.graph.Size(); i++ {
		var n nodeInfo
		kind, args := t.graph.Node(prop.Lit(i) << 1)
		if kind == prop.LeafNode {
			f := &t.leaves[t.byNode[i]]
			n = nodeInfo{f.free, f.height}
		}
		for _, a := range args {
			m := t.nodes[a.Index()]
			n.free = n.free.union(m.free)
			n.height = max(n.height, m.height)
		}
		t.nodes = append(t.nodes, n)
	}
	return t.nodes[l.Index()]
}

// heightOver returns the height of a quantifier for v over l: one more than the maximal
// height of the leaves below l that contain v.
func (t *theory) heightOver(l prop.Lit, v int32) int32 {
	t.images.reset(t.graph.Size())
	return t.highest(l, v, 0) + 1
}

// highest returns the maximum of h and the heights of the leaves below l that contain v.
func (t *theory) highest(l prop.Lit, v, h int32) int32 {
	n := t.info(l)
	if _, seen := t.images.get(l.Index()); seen || n.height <= h || !n.free.has(v) {
		return h
	}
	t.images.set(l.Index(), l)
	kind, args := t.graph.Node(l)
	if kind == prop.LeafNode {
		return n.height
	}
	for _, a := range args {
		h = t.highest(a, v, h)
	}
	return h
}
