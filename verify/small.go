package verify

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify/check"
)

// The limits of the small cases.
const (
	smallCases = 128     // structures or strings
	smallCells = 1 << 12 // of a table
	smallSteps = 1 << 12 // elements to the power of the depth of quantifiers
)

// RecheckEquivalence compares two texts that a row calls equivalent in small
// cases, without an engine: in random structures of one to three elements, or on
// short strings. The error names a case in which they differ, or what does not
// parse. nil means that no difference was found, which is no proof.
func (v *Verifier) RecheckEquivalence(f record.Formalism, left, right string) error {
	if f == record.Regex {
		a, err := v.expression(left)
		if err != nil {
			return fmt.Errorf("left side: %w", err)
		}
		b, err := v.expression(right)
		if err != nil {
			return fmt.Errorf("right side: %w", err)
		}
		return sameOnStrings(a, b)
	}
	a, err := logic.Parse(left, v.o.Formula)
	if err != nil {
		return fmt.Errorf("left side: %w", err)
	}
	b, err := logic.Parse(right, v.o.Formula)
	if err != nil {
		return fmt.Errorf("right side: %w", err)
	}
	return v.sameInStructures(a, b)
}

// sameInStructures tries random structures from a fixed seed.
func (v *Verifier) sameInStructures(a, b *logic.Formula) error {
	rng := rand.New(rand.NewPCG(3, 0))
	sig := logic.And(a, b).Signature(v.o.Formula.CaseSensitive)
	depth := max(nested(a), nested(b))
	for i := range smallCases {
		size := 1 + i%3
		for power(size, depth) > smallSteps {
			size--
		}
		m, cells := check.Layout(sig, v.o.fold(), size, smallCells)
		if m == nil {
			continue
		}
		for _, c := range cells {
			c.Set(rng.IntN(c.Values))
		}
		va, err := check.In(m, a, v.o.fold())
		if errors.Is(err, check.ErrSteps) {
			return nil
		}
		if err != nil {
			return err
		}
		vb, err := check.In(m, b, v.o.fold())
		if errors.Is(err, check.ErrSteps) {
			return nil
		}
		if err != nil {
			return err
		}
		if va != vb {
			return fmt.Errorf("the left side is %t and the right one %t in: %s", va, vb, m)
		}
	}
	return nil
}

// nested is the depth of the quantifiers of f.
func nested(f *logic.Formula) int {
	depth := 0
	for _, g := range f.Args {
		depth = max(depth, nested(g))
	}
	if f.Op == logic.OpForall || f.Op == logic.OpExists {
		depth++
	}
	return depth
}

// power is size to the power of depth, or a number above smallSteps.
func power(size, depth int) int {
	n := 1
	for range depth {
		if n *= size; n > smallSteps {
			break
		}
	}
	return n
}

// sameOnStrings tries the shortest strings over the symbols of both.
func sameOnStrings(a, b *regex.Expr) error {
	symbols := alphabet(a, b)
	strings := []string{""}
	for i := 0; i < len(strings); i++ {
		s := strings[i]
		inA, err := check.Accepts(a, s)
		if errors.Is(err, check.ErrSteps) {
			return nil
		}
		if err != nil {
			return err
		}
		inB, err := check.Accepts(b, s)
		if errors.Is(err, check.ErrSteps) {
			return nil
		}
		if err != nil {
			return err
		}
		if inA != inB {
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
