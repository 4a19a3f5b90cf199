package metrics

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// Of ten descriptions six are right, of which the model reads three right; of
// the four wrong ones it turns one back into the original. So p_I = 6/10, p_A =
// 3/6, and (1 − p_A) p_H = 1/4 makes p_H = 1/2: (4/10)(1/2)(1/2) = 1/10.
func TestBound(t *testing.T) {
	readings := NewReadings()
	if !readings.Empty() {
		t.Error("not empty without a reading")
	}
	row := func(nl string, v record.Verdict) *record.Row { return &record.Row{FS: "p", NL: nl, Verdict: v} }
	var rows []*record.Row
	for i, how := range []struct{ read, back record.Verdict }{
		{record.Equivalent, record.Equivalent},
		{record.Equivalent, record.Equivalent},
		{record.Equivalent, record.Equivalent},
		{record.Equivalent, record.NotEquivalent},
		{record.Equivalent, record.NotEquivalent},
		{record.Equivalent, record.Noncompliant},
		{record.NotEquivalent, record.NotEquivalent},
		{record.NotEquivalent, record.Noncompliant},
		{record.NotEquivalent, record.NotEquivalent},
		{record.NotEquivalent, record.Equivalent},
		{record.Unknown, record.Equivalent},      // the reading says nothing
		{record.Noncompliant, record.Equivalent}, // nor does this one
		{record.Equivalent, record.Unknown},      // open
		{record.Equivalent, record.Unverifiable}, // failed
	} {
		nl := string(rune('a' + i))
		readings.Add(row(nl, how.read))
		rows = append(rows, row(nl, how.back))
	}
	readings.Add(row("a", record.NotEquivalent)) // another reader, who is wrong: one proof is enough
	rows = append(rows, row("never read", record.Equivalent))
	later := row("a", record.Equivalent)
	later.FSIn = "q" // describes another formula
	rows = append(rows, later)
	s := New(Options{Show: []Set{Bound}, Readings: readings, Chain: []int{1, 3}, Level: 0.95})
	for _, r := range rows {
		s.Add(r)
	}
	_, high := Wilson(1, 10, 0.95)
	hold(t, cells(t, s.Table()), map[string]float64{
		"described": 10, "p_i": 0.6, "p_a": 0.5, "p_h": 0.5, "false_positive": 0.1,
		"bound_1": 0.1, "bound_1_high": high, "bound_3": 0.001, "bound_3_high": high * high * high,
	})
}

// decided counts right and wrong descriptions, and the equivalent rows of both.
func decided(right, kept, wrong, wrongKept int64) Tally {
	return Tally{RightDescriptions: right, RightKept: kept, WrongDescriptions: wrong, WrongKept: wrongKept}
}

// Where nothing went wrong twice the bound is 0 and only its upper end says
// something; where the assumption fails it has no value.
func TestBoundAtTheEdges(t *testing.T) {
	_, high := Wilson(0, 5, 0.95)
	for name, c := range map[string]struct {
		tally Tally
		pH, b float64
		high  float64
	}{
		"all right":                        {decided(5, 5, 0, 0), math.NaN(), 0, high},
		"wrong descriptions, read as such": {decided(3, 2, 2, 0), 0, 0, high},
		"no row":                           {Tally{}, math.NaN(), math.NaN(), math.NaN()},
	} {
		chances := c.tally.chances()
		if got := chances.pH; got != c.pH && !(math.IsNaN(got) && math.IsNaN(c.pH)) {
			t.Errorf("%s: p_H %v, want %v", name, got, c.pH)
		}
		if got := chances.bound(1); got != c.b && !(math.IsNaN(got) && math.IsNaN(c.b)) {
			t.Errorf("%s: %v, want %v", name, got, c.b)
		}
		if got := chances.boundHigh(1, 0.95); got != c.high && !(math.IsNaN(got) && math.IsNaN(c.high)) {
			t.Errorf("%s: at most %v, want %v", name, got, c.high)
		}
	}
	tally := decided(4, 4, 1, 1)
	if c := tally.chances(); !math.IsNaN(c.pH) || !math.IsNaN(c.bound(2)) {
		t.Error("wrong descriptions are mended by a model that reads all right ones right: no p_H explains that")
	}
	tally = decided(10, 9, 2, 2)
	if c := tally.chances(); c.pH != 1 {
		t.Error("p_H is no more than 1")
	}
}

// A world in which the assumptions hold: both steps err on their own, and two
// errors cancel out with probability p_H. The estimates and the bound are equal
// to the parameters of the simulation. So is the share of chains of two steps
// that are wrong in both steps and keep the meaning.
func TestBoundInASimulatedWorld(t *testing.T) {
	const pI, pA, pH, n = 0.7, 0.6, 0.8, 200_000
	r := rand.New(rand.NewPCG(1, 2))
	step := func() (right, same bool) {
		right, read := r.Float64() < pI, r.Float64() < pA
		return right, right && read || !right && !read && r.Float64() < pH
	}
	var tally Tally
	wrongTwice := 0.0
	for range n {
		right, same := step()
		all, kept := RightDescriptions, RightKept
		if !right {
			all, kept = WrongDescriptions, WrongKept
		}
		tally[all]++
		tally[kept] += int64(truth(same))
		if again, still := step(); !right && same && !again && still {
			wrongTwice++
		}
	}
	c := tally.chances()
	for name, x := range map[string][2]float64{
		"p_I": {c.pI, pI}, "p_A": {c.pA, pA}, "p_H": {c.pH, pH},
		"one step": {c.bound(1), (1 - pI) * (1 - pA) * pH}, "two steps": {c.bound(2), wrongTwice / n},
	} {
		if math.Abs(x[0]-x[1]) > 0.01 {
			t.Errorf("%s: %v, want %v", name, x[0], x[1])
		}
	}
}
