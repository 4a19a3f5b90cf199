package language

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

const (
	maxExhaustive = 16      // all truth values are tried for at most so many predicates
	randomRounds  = 128     // of 64 structures each, for each size of the domain
	maxSteps      = 1 << 18 // evaluated atoms and quantifiers of a formula
	maxElements   = 3
)

// Trivial reports whether a formula is, or may be, trivial. It returns no error.
func (*Language) Trivial(t syntax.Tree) (bool, error) { return trivial(formula(t)), nil }

// trivial reports whether the formula is, or may be, trivial. If there are few predicates,
// all structures of one element are tried. Then random structures of up to three elements
// are tried.
func trivial(f *logic.Formula) bool {
	if vacuous(f) {
		return true
	}
	e := evaluator{rng: rand.New(rand.NewPCG(1, 2)), steps: maxSteps} // the same structures for every formula
	return !e.contingent(f)
}

// vacuous reports whether a quantifier's variable does not occur in its scope.
func vacuous(f *logic.Formula) bool {
	for g := range f.Subformulas() {
		if g.Op.IsQuantifier() && !slices.Contains(g.Args[0].FreeVariables(), g.Name) {
			return true
		}
	}
	return false
}

// evaluator holds 64 structures with the same domain and the same values of terms,
// and different relations.
type evaluator struct {
	rng   *rand.Rand
	steps int // left to evaluate

	size      int
	density   int               // of random relations: 0 even, 1 sparse, 2 dense
	relations map[string]uint64 // by symbol and arguments; absent ones are drawn
	elements  map[string]int    // by constant or function and arguments
	scope     []binding
	key       []byte
}

type binding struct {
	name    string
	element int
}

// contingent reports whether f is true in one tried structure and false in another.
func (e *evaluator) contingent(f *logic.Formula) bool {
	var sometimes, always uint64 = 0, ^uint64(0)
	settled := func(word uint64) bool {
		if e.steps < 0 { // the evaluation is not complete
			return false
		}
		sometimes |= word
		always &= word
		return sometimes != 0 && always != ^uint64(0)
	}
	e.size = 1
	if symbols := predicates(f); len(symbols) <= maxExhaustive {
		for block := range max(1, 1<<len(symbols)>>6) {
			e.relations, e.elements = exhaustive(symbols, block), map[string]int{}
			if settled(e.eval(f)) {
				return true
			}
		}
		e.size = 2
	}
	if f.IsPropositional() && e.size > 1 {
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

// exhaustive returns the values of the symbols in 64 rows of their truth table.
func exhaustive(symbols []string, block int) map[string]uint64 {
	relations := make(map[string]uint64, len(symbols))
	for i, s := range symbols {
		relations[s] = logic.Column(i, block)
	}
	return relations
}

// predicates lists the keys of f's atoms on a domain of one element.
func predicates(f *logic.Formula) []string {
	var keys []string
	for g := range f.Subformulas() {
		if key := g.Name + strings.Repeat("\x00\x00", len(g.Terms)); g.Op == logic.OpAtom && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// eval computes f in the 64 structures. The result has no meaning once the steps are
// used up.
func (e *evaluator) eval(f *logic.Formula) uint64 { return f.Evaluate(e.leaf) }

func (e *evaluator) leaf(f *logic.Formula) uint64 {
	if e.steps--; e.steps < 0 {
		return 0
	}
	switch {
	case f.Op == logic.OpAtom:
		return e.atom(f)
	case f.Op != logic.OpEqual:
		return e.quantifier(f)
	case e.term(f.Terms[0]) == e.term(f.Terms[1]):
		return ^uint64(0)
	}
	return 0
}

// quantifier evaluates the body for the elements of the domain, until further elements
// cannot change the result.
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

// atom returns the values of an atom. It draws the values of a new atom. The key is the
// symbol and two bytes for each argument.
func (e *evaluator) atom(f *logic.Formula) uint64 {
	key := append(e.key[:0], f.Name...)
	for _, t := range f.Terms {
		key = append(key, 0, byte(e.term(t)))
	}
	e.key = key
	word, known := e.relations[string(key)]
	if !known {
		word = syntax.RandomWord(e.rng, e.density)
		e.relations[string(key)] = word
	}
	return word
}

// term returns the value of a term, an element, in all 64 structures.
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
