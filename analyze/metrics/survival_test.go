package metrics

import (
	"math"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// A chain of rounds was judged by each round alone: one that went wrong and came back
// by accident counted as right in its last round.
//
// By hand, the verdicts of four chains of three rounds:
//
//	a  equivalent      equivalent      equivalent   survives all rounds
//	b  equivalent      not_equivalent  equivalent   is lost in round 2
//	c  equivalent      unknown         equivalent   is open from round 2
//	d  not_equivalent                               is lost in round 1, and ends
//
// Three of four survive round 1. Of rounds 2 and 3 it is one of four surely and two
// perhaps, although all three rows of round 3 are equivalent.
func TestLostChainsCameBack(t *testing.T) {
	rows := map[string][]record.Verdict{
		"a": {record.Equivalent, record.Equivalent, record.Equivalent},
		"b": {record.Equivalent, record.NotEquivalent, record.Equivalent},
		"c": {record.Equivalent, record.Unknown, record.Equivalent},
		"d": {record.NotEquivalent},
	}
	add := func(s *Summary) *Summary {
		for id, verdicts := range rows {
			for i, v := range verdicts {
				s.Add(&record.Row{ID: id, Model: "m", Step: record.Int(1 + i), Verdict: v})
			}
		}
		return s
	}
	byStep := add(New(Options{Keys: By("model", "step"), Show: []Set{Survival}, Level: 0.95})).Table()
	at := func(row int, column string) float64 { return byStep.Rows[row][byStep.Place(column)].(float64) }
	for round, want := range [][3]float64{{3.0 / 4, 3.0 / 4, 3.0 / 4}, {1.0 / 4, 2.0 / 4, 1.0 / 3}, {1.0 / 4, 2.0 / 4, 1}} {
		if got := [3]float64{at(round, "survival_low"), at(round, "survival_high"), at(round, "accuracy_low")}; got != want {
			t.Errorf("round %d: survival and accuracy %v, want %v", round+1, got, want)
		}
		if n := byStep.Rows[round][byStep.Place("chains")]; n != int64(4) {
			t.Errorf("round %d: %v chains, want 4", round+1, n)
		}
	}
	low, _ := Wilson(1, 4, 0.95)
	_, high := Wilson(2, 4, 0.95)
	hold(t, cells(t, add(New(Options{Show: []Set{Survival}, Level: 0.95})).Table()), map[string]float64{
		"chains": 4, "survival_low": 1.0 / 4, "survival_high": 2.0 / 4, "survival_interval_low": low, "survival_interval_high": high,
	})
}

// Runs and samples are chains of their own. A chain whose first round is not among the
// rows is open, and is noted.
func TestChainsAreToldApart(t *testing.T) {
	s := New(Options{Show: []Set{Survival}, Level: 0.95})
	for run := range 2 {
		for step := 1; step <= 2; step++ {
			verdict := record.Equivalent
			if run == 1 && step == 1 {
				verdict = record.NotEquivalent
			}
			s.Add(&record.Row{ID: "a", Run: record.Int(run), Step: record.Int(step), Verdict: verdict})
		}
	}
	s.Add(&record.Row{ID: "b", Step: record.Int(2), Verdict: record.Equivalent})
	hold(t, cells(t, s.Table()), map[string]float64{"chains": 3, "survival_low": 1.0 / 3, "survival_high": 2.0 / 3})
	if n := s.BrokenChains(); n != 1 {
		t.Errorf("%d broken chains, want 1", n)
	}
}

// The bound beside the survival is that of as many rounds. By hand: of four rows of
// round 1, three descriptions are right and two of these are kept, and the wrong one is
// kept, too: p_I = 3/4, p_A = 2/3 and p_H = min(1, 1/(1 − 2/3)) = 1. So the bound is
// 1/4 · 1/3 = 1/12 for one round and 1/144 for two.
func TestBoundIsThatOfTheRound(t *testing.T) {
	readings := NewReadings()
	s := New(Options{Keys: By("step"), Show: []Set{Survival, Bound}, Readings: readings, Level: 0.95})
	for i, fs := range []string{"p", "q", "r", "s"} {
		read, verdict := record.Equivalent, record.Equivalent
		if i == 2 {
			verdict = record.NotEquivalent
		}
		if i == 3 {
			read = record.NotEquivalent
		}
		readings.Add(&record.Row{FS: fs, NL: fs, Verdict: read})
		s.Add(&record.Row{ID: fs, FS: fs, NL: fs, Step: record.Int(1), Verdict: verdict})
		s.Add(&record.Row{ID: fs, FS: fs, FSIn: "other", NL: fs, Step: record.Int(2), Verdict: verdict})
	}
	tab := s.Table()
	for round, want := range []float64{1.0 / 12, 1.0 / 144} {
		if got := tab.Rows[round][tab.Place("bound")].(float64); math.Abs(got-want) > 1e-12 {
			t.Errorf("round %d: bound %v, want %v", round+1, got, want)
		}
	}
}
