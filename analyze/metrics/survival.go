package metrics

import (
	"cmp"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// A chain (A∘I)ⁿ keeps the truth if all formulas φ₀ to φₙ are equivalent (Definition 2.3
// of AutoEval, ∀uto∃∨∧L, ICLR 2025). So it survives round n if the rows of rounds 1 to n
// are all equivalent to the ground truth φ₀. A later formula that is right again by
// accident does not change this.

// chainColumns lists the columns that identify the rows of a chain, besides id.
var chainColumns = By("model", "prompt", "params", "run", "sample")

// chains holds the chains of a group of rows, with all their rounds.
type chains struct {
	of    map[string]*chain
	tally Tally // of their rows, for the bound
}

// A chain holds the verdict of each round: of two rows of one round, the worse verdict.
type chain map[int64]verdict

// roundOf returns the number of a row's round; a row without one belongs to round 1.
func roundOf(r *record.Row) int64 {
	if r.Step == nil {
		return 1
	}
	return max(1, *r.Step)
}

// add adds a row with its tally. Rows with a verdict on entailment are ignored.
func (c *chains) add(r *record.Row, t *Tally) {
	if t.Attempts() == 0 {
		return
	}
	id := appendValue(nil, cmp.Or(r.ID, r.FS))
	for _, k := range chainColumns {
		id = appendValue(id, k.value(r))
	}
	one := of(c.of, string(id))
	if *one == nil {
		*one = chain{}
	}
	round := roundOf(r)
	(*one)[round] = max((*one)[round], t.verdict())
	c.tally.Merge(t)
}

// survives reports whether the chain has survived round n: surely, and perhaps. A
// missing round leaves it open.
func (c chain) survives(n int64) (surely, perhaps bool) {
	surely, perhaps = true, true
	for round, v := range c {
		perhaps = perhaps && (round > n || v != wrong)
	}
	for round := int64(1); round <= n && surely; round++ {
		v, found := c[round]
		surely = found && v == right
	}
	return surely, perhaps
}

// broken reports whether a round before another one is missing.
func (c chain) broken() bool {
	last := int64(0)
	for round := range c {
		last = max(last, round)
	}
	return last != int64(len(c))
}

// survivalFigures returns the figures of the set Survival: the share of the chains of a
// group that survive its last round.
func survivalFigures(o Options) figures {
	columns := append(table.Ints("chains"), table.Floats("survival_low", "survival_high", "survival_interval_low", "survival_interval_high")...)
	if o.shows(Bound) {
		columns = append(columns, table.Floats("bound", "bound_high")...)
	}
	return figures{columns, func(c *counted) []any {
		if c.chains == nil {
			return make([]any, len(columns))
		}
		var surely, perhaps int64
		for _, one := range c.chains.of {
			low, high := one.survives(c.round)
			surely, perhaps = surely+int64(truth(low)), perhaps+int64(truth(high))
		}
		n := int64(len(c.chains.of))
		low, _ := Wilson(surely, n, o.Level)
		_, high := Wilson(perhaps, n, o.Level)
		cells := []any{n, share(surely, n), share(perhaps, n), low, high}
		if o.shows(Bound) {
			p := c.chains.tally.chances()
			cells = append(cells, p.bound(int(c.round)), p.boundHigh(int(c.round), o.Level))
		}
		return cells
	}}
}

// newChains groups chains by the keys except step, since a chain contains all rounds.
func newChains(keys []Key) *Groups[chains] {
	var rest []Key
	for _, k := range keys {
		if k.Column != "step" {
			rest = append(rest, k)
		}
	}
	return NewGroups(rest, true, func() *chains { return &chains{of: map[string]*chain{}} })
}

// BrokenChains returns the number of chains that lack a round before another one. It is
// 0 without the set Survival.
func (s *Summary) BrokenChains() (n int64) {
	if s.chains == nil {
		return 0
	}
	for _, c := range s.chains.all.of {
		n += int64(truth(c.broken()))
	}
	return n
}
