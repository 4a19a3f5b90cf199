package metrics

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Horizons finds the complexity at which the accuracy of each group falls to given
// shares; see stats.Horizon. It keeps three counts for each formula. It is not safe
// for use by several goroutines.
type Horizons struct {
	*Groups[sizes]
	of     Key
	shares []float64
	rows   int64
}

// A sizes holds the complexity and the rows of each formula, by its id.
type sizes map[string]*size

type size struct {
	complexity float64
	attempts   attempts
}

// ParseShare reads a share above 0 and below 1.
func ParseShare(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x > 0 && x < 1) {
		return 0, fmt.Errorf("found %q, expected a share above 0 and below 1", s)
	}
	return x, nil
}

// NewHorizons makes empty horizons over a column of complexities, such as complexityKey.
func NewHorizons(keys []Key, column string, shares []float64) *Horizons {
	return &Horizons{Groups: NewGroups[sizes](keys, false), of: Key{Column: column}, shares: shares}
}

// Columns lists the columns that Add reads, each once.
func (h *Horizons) Columns() []string {
	return read(append(slices.Clone(h.keys), h.of), "id", "fs", "verdict")
}

// Complexity returns the complexity of a row, if it has one.
func (h *Horizons) Complexity(r *record.Row) (float64, bool) {
	complexity, ok := h.of.number(r)
	return complexity, ok && complexity >= 0
}

// Add counts one row, and reports whether it has a complexity. Other rows are ignored.
func (h *Horizons) Add(r *record.Row) bool {
	h.rows++
	complexity, ok := h.Complexity(r)
	if !ok {
		return false
	}
	var one Tally
	one.Add(r)
	id := cmp.Or(r.ID, r.FS)
	if id == "" { // a formula in a column of the user's own; each row counts as one
		id = strconv.FormatInt(h.rows, 10)
	}
	h.Groups.Add(r, func(t *sizes) {
		of := of(t, id)
		of.complexity = complexity
		of.attempts.add(&one)
	})
	return true
}

// Table has a line for each group and share. Unknown rows count as wrong in horizon_low
// and as right in horizon_high. The interval reaches from the lower end of the interval
// of horizon_low to the upper end of the interval of horizon_high. A horizon outside the
// complexities of the rows has no value; then the interval shows on which side it is.
func (h *Horizons) Table(level float64) *table.Table {
	columns := slices.Concat(table.Floats("accuracy"), table.Ints("rows", "formulas"),
		table.Floats("least", "most", "horizon_low", "horizon_high", "interval_low", "interval_high"))
	return h.Groups.Table(columns, func(t *sizes) [][]any {
		var lines [][]any
		for _, share := range h.shares {
			lines = append(lines, t.line(share, level))
		}
		return lines
	})
}

// line returns the line of one share.
func (t sizes) line(share, level float64) []any {
	low, high, rows := t.answers()
	if len(low) == 0 {
		return []any{share, rows, int64(len(t)), nil, nil, nil, nil, nil, nil}
	}
	least, most := low[0].Complexity, low[len(low)-1].Complexity
	wrong, right := stats.FitHorizon(low, share, level), stats.FitHorizon(high, share, level) // the unknown rows
	inside := func(x float64) any {
		if x < least || x > most || math.IsNaN(x) {
			return nil
		}
		return x
	}
	return []any{
		share, rows, int64(len(t)), least, most,
		inside(wrong.At), inside(right.At), inside(min(wrong.Low, most)), inside(max(right.High, least)),
	}
}

// answers returns the trials of each complexity in ascending order. Unknown rows are
// wrong in low and right in high. A formula counts once, since its rows are dependent.
func (t sizes) answers() (low, high []stats.Trial, rows int64) {
	least, most := map[float64]*stats.Trial{}, map[float64]*stats.Trial{}
	add := func(to map[float64]*stats.Trial, complexity, right float64) {
		if to[complexity] == nil {
			to[complexity] = &stats.Trial{Complexity: complexity}
		}
		to[complexity].Right += right
		to[complexity].Wrong += 1 - right
	}
	for _, id := range slices.Sorted(maps.Keys(t)) { // sums of floats depend on the order
		a := t[id].attempts
		if a.all == 0 {
			continue
		}
		rows += int64(a.all)
		add(least, t[id].complexity, float64(a.right)/float64(a.all))
		add(most, t[id].complexity, float64(a.right+a.open)/float64(a.all))
	}
	for _, complexity := range slices.Sorted(maps.Keys(least)) {
		low, high = append(low, *least[complexity]), append(high, *most[complexity])
	}
	return low, high, rows
}
