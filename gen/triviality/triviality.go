// Package triviality tells formulas that say something from those that do not:
// tautologies, contradictions, and formulas with a quantifier whose variable
// does not occur.
//
// A formula is kept only if it was seen to be true in one structure and false
// in another, so what is kept is proved to be contingent. Truth is computed for
// 64 structures at once, a machine word holding one truth value of each.
//
// The first structures have one element. There a quantifier does nothing and
// an atom is its predicate's truth value, so up to 16 predicates (or
// propositions) every structure is gone through; for propositional formulas of
// up to 16 propositions the answer is exact therefore. Beyond, and on two and
// three elements, structures are random, and their number is limited: a
// first-order formula that is contingent only on larger domains, or on a small
// share of the structures, counts as trivial and is lost. Nothing trivial is
// kept, which is what a dataset needs; deciding it the other way is undecidable.
package triviality

import (
	"math/bits"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/logic"
)

const (
	maxExhaustive = 16      // predicates whose truth values are all gone through
	randomRounds  = 128     // of 64 structures each, by size of the domain
	maxSteps      = 1 << 18 // evaluated nodes a formula
	maxElements   = 3
)

// Of reports whether the formula is, or may be, trivial.
func Of(f *logic.Formula) bool {
	if vacuous(f) {
		return true
	}
	e := evaluator{rng: rand.New(rand.NewPCG(1, 2)), steps: maxSteps} // the same structures for every formula
	return !e.contingent(f)
}

// vacuous reports whether a quantifier's variable does not occur in its scope.
func vacuous(f *logic.Formula) bool {
	if f.Op == logic.OpForall || f.Op == logic.OpExists {
		if !occurs(f.Name, f.Args[0]) {
			return true
		}
	}
	for _, a := range f.Args {
		if vacuous(a) {
			return true
		}
	}
	return false
}

// occurs reports whether the variable is free in f.
func occurs(name string, f *logic.Formula) bool {
	if (f.Op == logic.OpForall || f.Op == logic.OpExists) && f.Name == name {
		return false
	}
	for _, t := range f.Terms {
		if inTerm(name, t) {
			return true
		}
	}
	for _, a := range f.Args {
		if occurs(name, a) {
			return true
		}
	}
	return false
}

func inTerm(name string, t logic.Term) bool {
	if t.Var && t.Name == name {
		return true
	}
	for _, a := range t.Args {
		if inTerm(name, a) {
			return true
		}
	}
	return false
}

// evaluator holds 64 structures over one domain and one reading of the terms,
// whose relations differ.
type evaluator struct {
	rng   *rand.Rand
	steps int // left to evaluate

	size      int
	density   int               // of random relations: 0 even, 1 sparse, 2 dense
	relations map[string]uint64 // by symbol and arguments; empty means random
	elements  map[string]int    // by constant or function and arguments
	scope     []binding
	key       []byte
}

type binding struct {
	name    string
	element int
}

// contingent looks for a structure where f is true and one where it is false.
func (e *evaluator) contingent(f *logic.Formula) bool {
	var sometimes, always uint64 = 0, ^uint64(0)
	settled := func(word uint64) bool {
		if e.steps < 0 { // the evaluation was cut short
			return false
		}
		sometimes |= word
		always &= word
		return sometimes != 0 && always != ^uint64(0)
	}
	e.size = 1
	if symbols := predicates(f, nil); len(symbols) <= maxExhaustive {
		for block := range max(1, 1<<len(symbols)>>6) {
			e.relations, e.elements = exhaustive(symbols, block), map[string]int{}
			if settled(e.eval(f)) {
				return true
			}
		}
		e.size = 2
	}
	if !hasTerms(f) && e.size > 1 {
		return false
	}
	for ; e.size <= maxElements; e.size++ {
		for round := 0; round < randomRounds && e.steps > 0; round++ {
			e.density = round % 3
			e.relations, e.elements = map[string]uint64{}, map[string]int{}
			if settled(e.eval(f)) {
				return true
			}
		}
	}
	return false
}

// exhaustive gives the symbols the truth values of 64 rows of their truth table.
func exhaustive(symbols []string, block int) map[string]uint64 {
	relations := make(map[string]uint64, len(symbols))
	for i, s := range symbols {
		switch {
		case i < 6:
			relations[s] = lanes[i]
		case block>>(i-6)&1 == 1:
			relations[s] = ^uint64(0)
		default:
			relations[s] = 0
		}
	}
	return relations
}

// lanes[i] has bit j set where bit i of j is.
var lanes = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// predicates appends the keys of f's atoms on a domain of one element.
func predicates(f *logic.Formula, dst []string) []string {
	if f.Op == logic.OpAtom {
		key := f.Name
		for range f.Terms {
			key += "\x00\x00"
		}
		for _, d := range dst {
			if d == key {
				return dst
			}
		}
		return append(dst, key)
	}
	for _, a := range f.Args {
		dst = predicates(a, dst)
	}
	return dst
}

// hasTerms reports whether the size of the domain can matter.
func hasTerms(f *logic.Formula) bool {
	if len(f.Terms) > 0 || f.Op == logic.OpForall || f.Op == logic.OpExists {
		return true
	}
	for _, a := range f.Args {
		if hasTerms(a) {
			return true
		}
	}
	return false
}

// eval computes f in the 64 structures. When the steps are used up its result
// means nothing.
func (e *evaluator) eval(f *logic.Formula) uint64 {
	if e.steps--; e.steps < 0 {
		return 0
	}
	switch f.Op {
	case logic.OpTrue:
		return ^uint64(0)
	case logic.OpAtom:
		return e.atom(f)
	case logic.OpEqual:
		if e.term(f.Terms[0]) == e.term(f.Terms[1]) {
			return ^uint64(0)
		}
		return 0
	case logic.OpNot:
		return ^e.eval(f.Args[0])
	case logic.OpImplies:
		return ^e.eval(f.Args[0]) | e.eval(f.Args[1])
	case logic.OpIff:
		return ^(e.eval(f.Args[0]) ^ e.eval(f.Args[1]))
	case logic.OpXor:
		var word uint64
		for _, a := range f.Args {
			word ^= e.eval(a)
		}
		return word
	case logic.OpAnd:
		word := ^uint64(0)
		for i := 0; i < len(f.Args) && word != 0; i++ {
			word &= e.eval(f.Args[i])
		}
		return word
	case logic.OpOr:
		var word uint64
		for i := 0; i < len(f.Args) && ^word != 0; i++ {
			word |= e.eval(f.Args[i])
		}
		return word
	case logic.OpForall, logic.OpExists:
		return e.quantifier(f)
	}
	return 0 // OpFalse
}

// quantifier goes through the domain until the rest cannot matter.
func (e *evaluator) quantifier(f *logic.Formula) uint64 {
	var flip uint64 // ∀ is computed as ¬∃¬
	if f.Op == logic.OpForall {
		flip = ^uint64(0)
	}
	var word uint64
	e.scope = append(e.scope, binding{name: f.Name})
	for x := 0; x < e.size && ^word != 0; x++ {
		e.scope[len(e.scope)-1].element = x
		word |= e.eval(f.Args[0]) ^ flip
	}
	e.scope = e.scope[:len(e.scope)-1]
	return word ^ flip
}

// atom looks a relation up, drawing it where it is new. Keys are the symbol
// and two bytes an argument.
func (e *evaluator) atom(f *logic.Formula) uint64 {
	key := append(e.key[:0], f.Name...)
	for _, t := range f.Terms {
		key = append(key, 0, byte(e.term(t)))
	}
	e.key = key
	word, known := e.relations[string(key)]
	if !known {
		word = e.rng.Uint64()
		switch e.density {
		case 1:
			word &= e.rng.Uint64()
		case 2:
			word |= e.rng.Uint64()
		}
		e.relations[string(key)] = word
	}
	return word
}

// term is the element that a term stands for in all 64 structures.
func (e *evaluator) term(t logic.Term) int {
	if t.Var {
		for i := len(e.scope) - 1; i >= 0; i-- {
			if e.scope[i].name == t.Name {
				return e.scope[i].element
			}
		}
	}
	key := append([]byte(nil), t.Name...)
	for _, a := range t.Args {
		key = append(key, 0, byte(e.term(a)))
	}
	x, known := e.elements[string(key)]
	if !known {
		high, _ := bits.Mul64(e.rng.Uint64(), uint64(e.size))
		x = int(high)
		e.elements[string(key)] = x
	}
	return x
}
