package verify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify/check"
)

// The limits of the small cases.
const (
	smallCases = 128     // structures or strings
	smallCells = 1 << 14 // of all tables of a structure
	smallSteps = 1 << 12 // elements to the power of the depth of quantifiers
)

// Small compares a and b in random structures from a fixed seed.
func (formulas) Small(ta, tb formalism.Tree, o *Options) error {
	a, b := formula(ta), formula(tb)
	rng := rand.New(rand.NewPCG(3, 0))
	symbols := check.Symbols(logic.And(a, b).Signature(o.Formula.CaseSensitive), o.fold())
	depth := max(a.Counts().QuantifierDepth, b.Counts().QuantifierDepth)
	for i := range smallCases {
		size := 1 + i%3
		for power(size, depth) > smallSteps {
			size--
		}
		m := check.NewStructure(size, symbols, smallCells, func(k, _ int) int { return rng.IntN(symbols[k].Values(size)) })
		if m == nil {
			continue
		}
		va, vb, err := values(a, b, func(f *logic.Formula) (bool, error) { return check.In(m, f, o.fold()) })
		switch {
		case errors.Is(err, check.ErrSteps):
			return nil
		case err != nil:
			return err
		case va != vb:
			return fmt.Errorf("the left side is %t and the right one %t in: %s", va, vb, m)
		}
	}
	return nil
}

// power returns size to the power of depth, or a number above smallSteps.
func power(size, depth int) int {
	n := 1
	for range depth {
		if n *= size; n > smallSteps {
			break
		}
	}
	return n
}

// letters returns the symbols that a and b name. If one of them accepts others, too, it
// adds a letter and a sign.
func letters(a, b *regex.Expr) []rune {
	named := automata.Symbols(a, b)
	all := named
	for _, more := range []string{"ab01_", " -é"} {
		for _, r := range more {
			others := func(e *regex.Expr) bool {
				return e.Op == regex.OpComplement || e.Op == regex.OpBoundary ||
					slices.ContainsFunc(e.Class, func(c regex.Range) bool { return c.Lo <= r && r <= c.Hi })
			}
			if !slices.Contains(named, r) && slices.ContainsFunc(slices.Collect(regex.Concat(a, b).Subexpressions()), others) {
				all = append(all, r)
				break
			}
		}
	}
	return all
}

// Small compares a and b on the shortest strings over the symbols of both.
func (expressions) Small(ta, tb formalism.Tree, _ *Options) error {
	a, b := expression(ta), expression(tb)
	symbols := letters(a, b)
	strings := []string{""}
	for i := 0; i < len(strings); i++ {
		s := strings[i]
		inA, inB, err := values(a, b, func(e *regex.Expr) (bool, error) { return check.Accepts(e, s) })
		switch {
		case errors.Is(err, check.ErrSteps):
			return nil
		case err != nil:
			return err
		case inA != inB:
			return fmt.Errorf("the left side is %t and the right one %t on %q", inA, inB, s)
		}
		for _, x := range symbols {
			if len(strings) < smallCases {
				strings = append(strings, s+string(x))
			}
		}
	}
	return nil
}
