package perturb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Kind is what an edit changes.
type Kind string

// The kinds. The first three are the published ones.
const (
	Operator   Kind = "operator"   // a connective becomes another of ∧ ∨ → ↔
	Quantifier Kind = "quantifier" // ∀ becomes ∃, or the reverse
	Negation   Kind = "negation"   // ¬ goes in or out before an atom
	Constant   Kind = "constant"   // a constant becomes another
	Predicate  Kind = "predicate"  // a predicate becomes another of its arity
	Arguments  Kind = "arguments"  // two arguments of an atom change places
)

// Kinds are all kinds, Published those of the published sets.
var (
	Kinds     = []Kind{Operator, Quantifier, Negation, Constant, Predicate, Arguments}
	Published = Kinds[:3]
)

// ParseKinds reads a list of kinds parted by commas; the error lists those
// there are.
func ParseKinds(s string) ([]Kind, error) {
	var out []Kind
	for name := range strings.SplitSeq(s, ",") {
		k := Kind(strings.TrimSpace(name))
		if !slices.Contains(Kinds, k) {
			return nil, fmt.Errorf("kind %q: expected some of %s", k, list(Kinds))
		}
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out, nil
}

func list(kinds []Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}

// An Edit is one change of one formula, not yet made.
type Edit struct {
	Kind     Kind
	From, To string // what stands there and what is to stand there, as written; empty where there is nothing

	node   int // in preorder
	change func(*logic.Formula) *logic.Formula
}

// Apply makes the edit in f, which must be the formula it was found in.
func (e Edit) Apply(f *logic.Formula) *logic.Formula { return at(f, e.node, e.change) }

// MaxEdits bounds the edits that are listed: an atom of a thousand arguments
// has a million.
const MaxEdits = 100_000

// Edits lists the edits of f of some kinds, in the order of the text, the first
// MaxEdits of them. Other constants and predicates are taken from f and from
// the vocabulary, which may be nil.
func Edits(f *logic.Formula, kinds []Kind, v *record.Vocabulary) []Edit {
	e := &editor{constants: constants(f, v), predicates: predicates(f, v)}
	for _, k := range kinds {
		e.wanted[slices.Index(Kinds, k)] = true
	}
	e.visit(f, false)
	return e.edits
}

type editor struct {
	wanted     [6]bool // by the index in Kinds
	constants  []string
	predicates map[int][]string // by arity
	edits      []Edit
	node       int
}

func (e *editor) add(kind Kind, node int, from, to string, change func(*logic.Formula) *logic.Formula) {
	if e.wanted[slices.Index(Kinds, kind)] && len(e.edits) < MaxEdits {
		e.edits = append(e.edits, Edit{Kind: kind, From: from, To: to, node: node, change: change})
	}
}

// visit finds the edits at f and below it; denied says that f is the operand
// of a negation.
func (e *editor) visit(f *logic.Formula, denied bool) {
	n := e.node
	e.node++
	switch f.Op {
	case logic.OpAtom, logic.OpEqual:
		if !denied {
			e.add(Negation, n, "", "¬", logic.Not)
		}
		e.atom(f, n)
	case logic.OpNot:
		if op := f.Args[0].Op; op == logic.OpAtom || op == logic.OpEqual {
			e.add(Negation, n, "¬", "", func(g *logic.Formula) *logic.Formula { return g.Args[0] })
		}
	case logic.OpForall:
		e.add(Quantifier, n, "∀", "∃", func(g *logic.Formula) *logic.Formula { return logic.Exists(g.Name, g.Args[0]) })
	case logic.OpExists:
		e.add(Quantifier, n, "∃", "∀", func(g *logic.Formula) *logic.Formula { return logic.Forall(g.Name, g.Args[0]) })
	case logic.OpAnd, logic.OpOr, logic.OpXor, logic.OpImplies, logic.OpIff:
		e.operators(f, n)
	}
	for _, g := range f.Args {
		e.visit(g, f.Op == logic.OpNot)
	}
}

// The connectives that an operator may become, and how they are written.
var (
	targets = []logic.Op{logic.OpAnd, logic.OpOr, logic.OpImplies, logic.OpIff}
	signs   = map[logic.Op]string{logic.OpAnd: "∧", logic.OpOr: "∨", logic.OpXor: "⊕", logic.OpImplies: "→", logic.OpIff: "↔"}
)

// operators finds the edits of a connective's signs. The chain divides at the
// sign that is changed.
func (e *editor) operators(f *logic.Formula, n int) {
	for gap := 1; gap < len(f.Args); gap++ {
		for _, op := range targets {
			if op == f.Op {
				continue
			}
			e.add(Operator, n, signs[f.Op], signs[op], func(g *logic.Formula) *logic.Formula {
				return connect(op, part(g, 0, gap), part(g, gap, len(g.Args)))
			})
		}
	}
}

// part is some of the operands of f under its connective.
func part(f *logic.Formula, from, to int) *logic.Formula {
	if to-from == 1 {
		return f.Args[from]
	}
	return connect(f.Op, f.Args[from:to]...)
}

// connect builds a connective's node, flattened as parsed ones are.
func connect(op logic.Op, args ...*logic.Formula) *logic.Formula {
	switch op {
	case logic.OpAnd:
		return logic.And(args...)
	case logic.OpOr:
		return logic.Or(args...)
	case logic.OpXor:
		return logic.Xor(args...)
	case logic.OpImplies:
		return logic.Implies(args[0], args[1])
	}
	return logic.Iff(args[0], args[1])
}

// atom finds the edits within an atom or an equality.
func (e *editor) atom(f *logic.Formula, n int) {
	if f.Op == logic.OpAtom && len(f.Terms) > 0 {
		for _, name := range e.predicates[len(f.Terms)] {
			if logic.Fold(name) != logic.Fold(f.Name) {
				e.add(Predicate, n, f.Name, name, func(g *logic.Formula) *logic.Formula {
					return &logic.Formula{Op: g.Op, Name: name, Terms: g.Terms}
				})
			}
		}
		for i := range f.Terms {
			for j := i + 1; j < len(f.Terms); j++ {
				e.add(Arguments, n, f.Terms[i].String(), f.Terms[j].String(), func(g *logic.Formula) *logic.Formula {
					terms := slices.Clone(g.Terms)
					terms[i], terms[j] = terms[j], terms[i]
					return &logic.Formula{Op: g.Op, Name: g.Name, Terms: terms}
				})
			}
		}
	}
	for i, t := range f.Terms { // constants within function terms stay
		if t.Var || len(t.Args) > 0 {
			continue
		}
		for _, name := range e.constants {
			if logic.Fold(name) != logic.Fold(t.Name) {
				e.add(Constant, n, t.Name, name, func(g *logic.Formula) *logic.Formula {
					terms := slices.Clone(g.Terms)
					terms[i] = logic.Constant(name)
					return &logic.Formula{Op: g.Op, Name: g.Name, Terms: terms}
				})
			}
		}
	}
}

// at makes a change at the node-th node of f in preorder. What lies above it is
// built anew, and flattened as parsed formulas are.
func at(f *logic.Formula, node int, change func(*logic.Formula) *logic.Formula) *logic.Formula {
	var rebuild func(*logic.Formula) *logic.Formula
	rebuild = func(g *logic.Formula) *logic.Formula {
		if node == 0 {
			node--
			return change(g)
		}
		node--
		for i, a := range g.Args {
			if node < 0 {
				break
			}
			b := rebuild(a)
			if node >= 0 {
				continue
			}
			args := slices.Clone(g.Args)
			args[i] = b
			return with(g, args)
		}
		return g
	}
	return rebuild(f)
}

// with is f with other operands.
func with(f *logic.Formula, args []*logic.Formula) *logic.Formula {
	switch f.Op {
	case logic.OpNot:
		return logic.Not(args[0])
	case logic.OpForall, logic.OpExists:
		return &logic.Formula{Op: f.Op, Name: f.Name, Args: args}
	}
	return connect(f.Op, args...)
}

// constants are those of f and of the vocabulary, but for names that f binds:
// these would be variables where they are put.
func constants(f *logic.Formula, v *record.Vocabulary) []string {
	s := f.Signature(false)
	names := s.Constants
	if v != nil {
		names = append(slices.Clip(names), v.Constants...)
	}
	return distinct(names, s.Variables)
}

func predicates(f *logic.Formula, v *record.Vocabulary) map[int][]string {
	byArity := map[int][]string{}
	for _, p := range f.Signature(false).Predicates {
		byArity[p.Arity] = append(byArity[p.Arity], p.Name)
	}
	if v != nil {
		for _, p := range v.Predicates {
			byArity[int(p.Arity)] = append(byArity[int(p.Arity)], p.Name)
		}
	}
	for n, names := range byArity {
		byArity[n] = distinct(names, nil)
	}
	return byArity
}

func distinct(names, without []string) []string {
	seen := map[string]bool{}
	for _, n := range without {
		seen[logic.Fold(n)] = true
	}
	var out []string
	for _, n := range names {
		if k := logic.Fold(n); !seen[k] {
			seen[k] = true
			out = append(out, n)
		}
	}
	return out
}
