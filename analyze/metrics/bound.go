package metrics

import (
	"crypto/sha256"
	"fmt"
	"math"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Readings records which descriptions are right. A trusted model formalizes each
// description, and the verdict on its formula decides.
type Readings struct{ right map[[16]byte]bool }

// NewReadings makes an empty set.
func NewReadings() *Readings { return &Readings{map[[16]byte]bool{}} }

// ReadingColumns lists the columns that Add reads.
func ReadingColumns() []string { return []string{"fs", "nl", "verdict"} }

// Add adds a verified row of the trusted model, which is one reading of a
// description. A description is right if one of its readings is equivalent to the
// formula. Otherwise it is wrong if one of its readings is refuted. A reading that is
// unknown, does not parse or failed decides nothing.
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

// Empty reports whether no reading is decided.
func (d *Readings) Empty() bool { return len(d.right) == 0 }

// described identifies a formula and its description.
func described(r *record.Row) [16]byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s%s", len(r.FS), r.FS, r.NL))
	return [16]byte(sum[:16])
}

// count counts a row whose verdict and description are both decided. A row of a later
// round counts only if it describes the original formula itself, character by character.
func (d *Readings) count(t *Tally, r *record.Row) {
	if r.FSIn != "" && r.FSIn != r.FS {
		return // it describes another formula
	}
	same := r.Verdict == record.Equivalent
	if !same && r.Verdict != record.NotEquivalent && r.Verdict != record.Noncompliant {
		return
	}
	right, known := d.right[described(r)]
	if !known {
		return
	}
	all, kept := RightDescriptions, RightKept
	if !right {
		all, kept = WrongDescriptions, WrongKept
	}
	t[all]++
	if same {
		t[kept]++
	}
}

// chances holds the probabilities from which the bound is computed.
type chances struct {
	n             int64   // rows whose verdict and description are decided
	pI            float64 // a description is right
	pA            float64 // a formula made of a right description is right
	pH            float64 // two wrong steps end in an equivalent formula
	falsePositive float64 // share of rows that two wrong steps made equivalent
	twiceWrong    int64   // number of these rows
}

// chances estimates the probabilities. A formula that is equivalent in spite of a wrong
// description does not follow that description. If wrong descriptions are formalized as
// well as right ones, P(equivalent | wrong description) is therefore (1 − p_A) p_H. pH
// is NaN if no description is wrong, or if all right descriptions are formalized
// correctly.
func (t *Tally) chances() chances {
	n := t[RightDescriptions] + t[WrongDescriptions]
	c := chances{
		n: n, pI: share(t[RightDescriptions], n), pA: share(t[RightKept], t[RightDescriptions]),
		falsePositive: share(t[WrongKept], n), twiceWrong: t[WrongKept],
	}
	if c.pH = share(t[WrongKept], t[WrongDescriptions]) / (1 - c.pA); math.IsInf(c.pH, 0) {
		c.pH = math.NaN()
	}
	c.pH = min(1, c.pH)
	return c
}

// bound returns the probability (1−p_I)ⁿ (1−p_A)ⁿ p_Hⁿ that all n steps of a chain go
// wrong and yet keep the meaning (AutoEval, ∀uto∃∨∧L, ICLR 2025, Sec. 5). It assumes
// that errors of different steps are independent.
func (c chances) bound(n int) float64 {
	if c.n > 0 && c.twiceWrong == 0 {
		return 0
	}
	return math.Pow((1-c.pI)*(1-c.pA)*c.pH, float64(n))
}

// boundHigh returns the upper end of Wilson's interval of falsePositive, to the n-th
// power.
func (c chances) boundHigh(n int, level float64) float64 {
	_, high := Wilson(c.twiceWrong, c.n, level)
	return math.Pow(high, float64(n))
}

// boundFigures returns the figures of the set Bound.
func boundFigures(o Options) figures {
	columns := append(table.Ints("described"), table.Floats("p_i", "p_a", "p_h", "false_positive")...)
	for _, n := range o.Chain {
		columns = append(columns, table.Floats(fmt.Sprintf("bound_%d", n), fmt.Sprintf("bound_%d_high", n))...)
	}
	return figures{columns, func(counted *counted) []any {
		c := counted.total.chances()
		cells := []any{c.n, c.pI, c.pA, c.pH, c.falsePositive}
		for _, n := range o.Chain {
			cells = append(cells, c.bound(n), c.boundHigh(n, o.Level))
		}
		return cells
	}}
}
