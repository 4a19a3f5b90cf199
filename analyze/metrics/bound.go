package metrics

import (
	"crypto/sha256"
	"fmt"
	"math"

	"github.com/truthloop/truthloop/format/record"
)

// Readings tell whether descriptions are right: what a reader to be trusted made
// of them, verified.
type Readings struct{ right map[[16]byte]bool }

// NewReadings makes an empty set.
func NewReadings() *Readings { return &Readings{map[[16]byte]bool{}} }

// ReadingColumns lists the columns that Add reads.
func ReadingColumns() []string { return []string{"fs", "nl", "verdict"} }

// Add takes a row whose nl another model has read back, and verify has seen. A
// description is right where any reading is equivalent to the formula, and wrong
// where all are refuted; a reading that was left open, does not parse or failed
// says nothing.
func (d *Readings) Add(r *record.Row) {
	key := described(r)
	switch r.Verdict {
	case record.Equivalent:
		d.right[key] = true
	case record.NotEquivalent:
		if !d.right[key] {
			d.right[key] = false
		}
	}
}

// Empty says whether no reading was decided.
func (d *Readings) Empty() bool { return len(d.right) == 0 }

// described names a formula and its description, whoever read it.
func described(r *record.Row) [16]byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s%s", len(r.FS), r.FS, r.NL))
	return [16]byte(sum[:16])
}

// A chance counts how rows came to their verdict: those with a right description
// and those with a wrong one, and of both those that are equivalent in the end.
type chance struct{ right, kept, wrong, mended int64 }

// addChance counts a row that was decided and of which the description is known
// to be right or wrong. Later steps of a chain count where they told the
// original itself, letter by letter.
func (s *Summary) addChance(c *chance, r *record.Row) {
	if r.FSTold != "" && r.FSTold != r.FS {
		return // another formula was described
	}
	same := r.Verdict == record.Equivalent
	if !same && r.Verdict != record.NotEquivalent && r.Verdict != record.Noncompliant {
		return
	}
	right, known := s.o.Readings.right[described(r)]
	switch {
	case !known:
	case right && same:
		c.right, c.kept = c.right+1, c.kept+1
	case right:
		c.right++
	case same:
		c.wrong, c.mended = c.wrong+1, c.mended+1
	default:
		c.wrong++
	}
}

func (c *chance) merge(d chance) {
	c.right += d.right
	c.kept += d.kept
	c.wrong += d.wrong
	c.mended += d.mended
}

func (c *chance) n() int64 { return c.right + c.wrong }

// pI is the share of right descriptions.
func (c *chance) pI() float64 { return share(c.right, c.n()) }

// pA is the share of right formulas of right descriptions.
func (c *chance) pA() float64 { return share(c.kept, c.right) }

// pH is the chance that what came back means the original although both steps
// went wrong. Of a wrong description an equivalent formula is a wrong one, so
// that P(equivalent | wrong description) = (1 − p_A) p_H, under the assumption
// that wrong descriptions are formalized as well as right ones. NaN where that
// says nothing: without a wrong description, or without a wrong formula of a
// right one.
func (c *chance) pH() float64 {
	p := share(c.mended, c.wrong) / (1 - c.pA())
	if math.IsInf(p, 0) {
		return math.NaN()
	}
	return min(1, p)
}

// falsePositive is the share of rows that are equivalent by two wrongs.
func (c *chance) falsePositive() float64 { return share(c.mended, c.n()) }

// bound is the probability (1−p_I)ⁿ (1−p_A)ⁿ p_Hⁿ that all n steps of a chain go
// wrong and yet keep the meaning, of which AutoEval argues that it vanishes
// (∀uto∃∨∧L, ICLR 2025, Sec. 3): a chain that is equivalent in the end shows a
// model that keeps the truth the more surely, the longer it is. It takes steps to
// err independently.
func (c *chance) bound(n int) float64 {
	if c.n() > 0 && c.mended == 0 {
		return 0
	}
	return math.Pow((1-c.pI())*(1-c.pA())*c.pH(), float64(n))
}

// boundHigh is the upper end of Wilson's interval of falsePositive, to the n-th
// power.
func (c *chance) boundHigh(n int, level float64) float64 {
	if c.n() == 0 {
		return math.NaN()
	}
	_, high := Wilson(c.mended, c.n(), level)
	return math.Pow(high, float64(n))
}

// boundColumns lists the columns of the set Bound.
func boundColumns(o Options) []measure {
	of := func(name string, figure func(c *chance) float64) measure {
		return float(name, func(g *group, _ Options) float64 { return figure(&g.chance) })
	}
	ms := []measure{
		integer("described", func(g *group) any { return g.chance.n() }),
		of("p_i", (*chance).pI), of("p_a", (*chance).pA), of("p_h", (*chance).pH),
		of("false_positive", (*chance).falsePositive),
	}
	for _, n := range o.Chain {
		ms = append(ms,
			of(fmt.Sprintf("bound_%d", n), func(c *chance) float64 { return c.bound(n) }),
			of(fmt.Sprintf("bound_%d_high", n), func(c *chance) float64 { return c.boundHigh(n, o.Level) }))
	}
	return ms
}
