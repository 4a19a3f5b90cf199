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
	e := evaluator{rng: rand.New(rand.NewPCG(1, 2))} // the same structures for every formula
	e.Steps, e.Atom, e.Apply = maxSteps, e.atom, e.element
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

// evaluator holds 64 random structures.
type evaluator struct {
	logic.Structures
	rng *rand.Rand

	density   int               // of random relations: 0 even, 1 sparse, 2 dense
	relations map[string]uint64 // by symbol and arguments; absent ones are drawn
	elements  map[string]int    // by constant or function and arguments
	key       []byte
}

// contingent reports whether f is true in one tried structure and false in another.
func (e *evaluator) contingent(f *logic.Formula) bool {
	var sometimes, always uint64 = 0, ^uint64(0)
	settled := func(word uint64) bool {
		if e.Steps < 0 { // the evaluation is not complete
			return false
		}
		sometimes |= word
		always &= word
		return sometimes != 0 && always != ^uint64(0)
	}
	e.Size = 1
	if symbols := predicates(f); len(symbols) <= maxExhaustive {
		for block := range max(1, 1<<len(symbols)>>6) {
			e.relations, e.elements = exhaustive(symbols, block), map[string]int{}
			if settled(e.Evaluate(f)) {
				return true
			}
		}
		e.Size = 2
	}
	if f.IsPropositional() && e.Size > 1 {
		return false
	}
	for ; e.Size <= maxElements; e.Size++ {
		for round := 0; round < randomRounds && e.Steps > 0; round++ {
			e.density = round % 3
			e.relations, e.elements = map[string]uint64{}, map[string]int{}
			if settled(e.Evaluate(f)) {
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

// atom returns the values of an atom. It draws the values of a new atom.
func (e *evaluator) atom(f *logic.Formula, args []int) uint64 {
	key := e.keyOf(f.Name, args)
	word, known := e.relations[string(key)]
	if !known {
		word = syntax.RandomWord(e.rng, e.density)
		e.relations[string(key)] = word
	}
	return word
}

// element returns the value of a constant or a function in all 64 structures.
func (e *evaluator) element(t logic.Term, args []int) int {
	key := e.keyOf(t.Name, args)
	x, known := e.elements[string(key)]
	if !known {
		high, _ := bits.Mul64(e.rng.Uint64(), uint64(e.Size))
		x = int(high)
		e.elements[string(key)] = x
	}
	return x
}

// keyOf returns the symbol and two bytes for each argument, until the next call.
func (e *evaluator) keyOf(name string, args []int) []byte {
	e.key = append(e.key[:0], name...)
	for _, x := range args {
		e.key = append(e.key, 0, byte(x))
	}
	return e.key
}
