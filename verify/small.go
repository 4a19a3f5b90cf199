package verify

import (
	"encoding/json"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
)

// The limits of the small cases.
const (
	smallCases = 128     // structures, strings or words
	smallCells = 1 << 14 // of all tables of a structure
	smallSteps = 1 << 12 // elements to the power of the depth of quantifiers
)

// Cases yields random structures from a fixed seed.
func (formulas) Cases(a, b formalism.Tree, o *Options) iter.Seq[*Witness] {
	both := logic.And(formula(a), formula(b))
	symbols, depth := check.Symbols(both.Signature(o.Formula.CaseSensitive), o.fold()), both.Counts().OwnDepth
	return func(yield func(*Witness) bool) {
		rng := rand.New(rand.NewPCG(3, 0))
		for i := range smallCases {
			size := 1 + i%3
			for math.Pow(float64(size), float64(depth)) > smallSteps {
				size--
			}
			m := check.NewStructure(size, symbols, smallCells, func(k, _ int) int { return rng.IntN(symbols[k].Values(size)) })
			if m != nil && !yield(&Witness{Kind: KindStructure, Structure: m}) {
				return
			}
		}
	}
}

// Cases yields the shortest strings over the symbols of both.
func (expressions) Cases(a, b formalism.Tree, _ *Options) iter.Seq[*Witness] {
	symbols := letters(expression(a), expression(b))
	return func(yield func(*Witness) bool) {
		strings := []string{""}
		for i := 0; i < len(strings); i++ {
			s := strings[i]
			if !yield(&Witness{Kind: KindString, String: &s}) {
				return
			}
			for _, x := range symbols {
				if len(strings) < smallCases {
					strings = append(strings, s+string(x))
				}
			}
		}
	}
}

// letters returns the symbols that a and b name, and some others that one of them accepts.
func letters(a, b *regex.Expr) []rune {
	all := automata.Symbols(a, b)
	parts := slices.Collect(regex.Concat(a, b).Subexpressions())
	for _, r := range "b -" {
		accepts := func(e *regex.Expr) bool {
			return e.Op == regex.OpComplement || e.Op == regex.OpBoundary ||
				slices.ContainsFunc(e.Class, func(c regex.Range) bool { return c.Lo <= r && r <= c.Hi })
		}
		if !slices.Contains(all, r) && slices.ContainsFunc(parts, accepts) {
			all = append(all, r)
		}
	}
	return all
}

// Cases yields random words of one to four steps, from a fixed seed.
func (temporals) Cases(a, b formalism.Tree, o *Options) iter.Seq[*Witness] {
	names := temporal.And(a.(*temporal.Formula), b.(*temporal.Formula)).Propositions(o.Formula.CaseSensitive)
	return func(yield func(*Witness) bool) {
		rng := rand.New(rand.NewPCG(5, 0))
		for i := range smallCases {
			steps := make([]map[string]bool, 1+i%4)
			for k := range steps {
				steps[k] = make(map[string]bool, len(names))
				for _, name := range names {
					steps[k][name] = rng.IntN(2) == 0
				}
			}
			word := &check.Word{Trace: steps}
			if !o.Finite {
				back := rng.IntN(len(steps))
				word = &check.Word{Prefix: steps[:back], Loop: steps[back:]}
			}
			content, err := json.Marshal(word)
			if err != nil || !yield(&Witness{Kind: KindWord, Value: content}) {
				return
			}
		}
	}
}
