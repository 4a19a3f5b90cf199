package gen

import (
	"math/rand/v2"
	"strconv"

	"github.com/truthloop/truthloop/gen/grammar"
)

// A writer writes derivations as text and fills their placeholders.
type writer struct {
	grammar *grammar.Grammar
	source  *source
	rng     *rand.Rand
	spaced  bool // a space after each symbol, for the parser of formulas

	// of the current formula
	tree      *grammar.Tree
	words     words
	out       []byte
	scope     []string // variables in scope
	variables int      // number of variables so far
}

// write returns the text of the derivation. The next call reuses its memory.
func (w *writer) write(t *grammar.Tree) []byte {
	w.tree, w.words = t, w.source.draw(w.rng)
	w.out, w.scope, w.variables = w.out[:0], w.scope[:0], 0
	w.expand(0, 0)
	return w.out
}

// expand writes the text that a node of the rule derives. The scope of a variable
// ends with its production.
func (w *writer) expand(node int32, rule int) {
	bound := len(w.scope)
	hole := w.tree.First[node]
	for _, s := range w.grammar.Rules[rule].Productions[w.tree.Production[node]].Symbols {
		if s.Kind == grammar.Nonterminal {
			w.expand(hole, s.Index)
			hole++
			continue
		}
		w.symbol(s)
		if w.spaced {
			w.out = append(w.out, ' ')
		}
	}
	w.scope = w.scope[:bound]
}

func (w *writer) symbol(s grammar.Symbol) {
	switch s.Kind {
	case grammar.Terminal:
		w.out = append(w.out, s.Text...)
	case grammar.Proposition:
		w.out = append(w.out, pick(w.rng, w.words.propositions)...)
	case grammar.Letter:
		w.out = append(w.out, pick(w.rng, w.words.alphabet)...)
	case grammar.Variable:
		w.variables++
		name := "x" + strconv.Itoa(w.variables)
		w.scope = append(w.scope, name)
		w.out = append(w.out, name...)
	case grammar.Predicate:
		w.predicate(pick(w.rng, w.words.predicates))
	}
}

func (w *writer) predicate(p predicate) {
	w.out = append(w.out, p.name...)
	w.out = append(w.out, '(')
	for i := range p.arity {
		if i > 0 {
			w.out = append(w.out, ", "...)
		}
		w.out = append(w.out, w.argument()...)
	}
	w.out = append(w.out, ')')
}

// argument draws an object or a variable in scope.
func (w *writer) argument() string {
	object := pick(w.rng, w.words.objects)
	if len(w.scope) == 0 || w.rng.Float64() >= BindProbability {
		return object
	}
	return pick(w.rng, w.scope)
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }
