package check_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// TestInIsTheDefinition compares In with Tarski's definition, word for word, in
// structures of one to six elements. Half of them have interchangeable elements.
func TestInIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true, Predicates: 2, Constants: 1, Equality: true, Functions: true, Mixed: true})
		seed := rapid.Uint64().Draw(t, "seed")
		s := randomStructure(rand.New(rand.NewPCG(seed, 0)), f, 1+int(seed%6), seed%2 == 0)
		got, err := check.In(s, f, nil)
		if err != nil {
			t.Skip(err)
		}
		if want := defined(s, f, map[string]int{}); got != want {
			t.Fatalf("%s in %s: found %t, expected %t", f, s, got, want)
		}
	})
}

// randomStructure draws the values at random; alike, by the equality of arguments
// alone, so that elements which no constant names are interchangeable.
func randomStructure(rng *rand.Rand, f *logic.Formula, size int, alike bool) *check.Structure {
	symbols := check.Symbols(f.Signature(true), nil)
	drawn := map[[2]int]int{} // by symbol and whether its arguments are equal
	return check.NewStructure(size, symbols, check.MaxCells, func(k, i int) int {
		n := symbols[k].Values(size)
		if !alike || symbols[k].Arity == 0 {
			return rng.IntN(n)
		}
		at := [2]int{k, min(1, i%(size+1))}
		if _, ok := drawn[at]; !ok {
			drawn[at] = rng.IntN(n)
		}
		return drawn[at]
	})
}

func defined(s *check.Structure, f *logic.Formula, env map[string]int) bool {
	var term func(logic.Term) int
	terms := func(ts []logic.Term) []int {
		out := make([]int, len(ts))
		for i, x := range ts {
			out[i] = term(x)
		}
		return out
	}
	term = func(x logic.Term) int {
		if x.Var {
			return env[x.Name]
		}
		return s.Tables[check.Symbol{Name: x.Name, Arity: len(x.Args)}][s.Index(terms(x.Args)...)]
	}
	var args []bool
	if f.Op != logic.OpForall && f.Op != logic.OpExists {
		for _, g := range f.Args {
			args = append(args, defined(s, g, env))
		}
	}
	count := 0
	for _, v := range args {
		if v {
			count++
		}
	}
	switch f.Op {
	case logic.OpTrue, logic.OpFalse:
		return f.Op == logic.OpTrue
	case logic.OpEqual:
		return term(f.Terms[0]) == term(f.Terms[1])
	case logic.OpAtom:
		return s.Tables[check.Symbol{Name: f.Name, Arity: len(f.Terms), Predicate: true}][s.Index(terms(f.Terms)...)] == 1
	case logic.OpNot:
		return count == 0
	case logic.OpAnd:
		return count == len(args)
	case logic.OpOr:
		return count > 0
	case logic.OpXor:
		return count%2 == 1
	case logic.OpImplies:
		return !args[0] || args[1]
	case logic.OpIff:
		return args[0] == args[1]
	}
	outer, bound := env[f.Name]
	defer func() {
		if delete(env, f.Name); bound {
			env[f.Name] = outer
		}
	}()
	for x := range s.Size {
		env[f.Name] = x
		if defined(s, f.Args[0], env) == (f.Op == logic.OpExists) {
			return f.Op == logic.OpExists
		}
	}
	return f.Op == logic.OpForall
}

// TestManyDistinctElements: twelve of twelve elements are distinct, and no
// thirteen are; the definition would take 13^12 steps.
func TestManyDistinctElements(t *testing.T) {
	s := structure(12, map[check.Symbol]check.Table{{"p", 1, true}: make(check.Table, 12)})
	for n, want := range map[int]bool{12: true, 13: false} {
		var text, body strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "∃x%d. ", i)
			for j := range i {
				fmt.Fprintf(&body, "x%d ≠ x%d ∧ ", i, j)
			}
		}
		got, err := check.In(s, parse(t, text.String()+"("+body.String()+"¬p(x0))"), nil)
		if err != nil || got != want {
			t.Errorf("%d distinct elements: found %t, %v; expected %t", n, got, err, want)
		}
	}
}
