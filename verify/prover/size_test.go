package prover

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// TestWidePredicate: the question for a model of one element grows with the arguments of a
// call, and its text was built in quadratic time.
func TestWidePredicate(t *testing.T) {
	const arity = 200_000
	q := Question{Symbols: []Symbol{{Name: logic.Fold("p"), Arity: arity, Predicate: true}}}
	if _, terms := q.withSize(1); len(terms) != 1 || strings.Count(terms[0], " d0") != arity {
		t.Errorf("found %d terms, expected one with %d arguments", len(terms), arity)
	}
	if _, terms := q.withSize(2); terms != nil {
		t.Errorf("found %d terms, expected none", len(terms))
	}
}
