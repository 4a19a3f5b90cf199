package ranking_test

import (
	"math"
	"testing"

	"github.com/truthloop/truthloop/analyze/ranking"
	"github.com/truthloop/truthloop/analyze/table"
)

var roles = []string{"original", "equivalent", "perturbation", "perturbation", "negation", "negation_nnf"}

func TestRank(t *testing.T) {
	kinds, _ := ranking.Kinds(roles)
	for _, c := range []struct {
		order         []int
		eq, neg, both bool
	}{
		{[]int{0, 1, 2, 3, 4, 5}, true, true, true},
		{[]int{1, 0, 3, 2, 5, 4}, true, true, true},
		{[]int{0, 2, 1, 3, 4, 5}, false, true, false},
		{[]int{0, 1, 2, 4, 3, 5}, true, false, false},
		{[]int{5, 4, 3, 2, 1, 0}, false, false, false},
	} {
		if eq, neg, both := ranking.Rank(kinds, c.order); eq != c.eq || neg != c.neg || both != c.both {
			t.Errorf("%v: %v %v %v", c.order, eq, neg, both)
		}
	}
	if !ranking.Choose(kinds, 0) || !ranking.Choose(kinds, 1) || ranking.Choose(kinds, 2) || ranking.Choose(kinds, 5) {
		t.Error("the original and its equivalent are right, and no other")
	}
}

// TestChance counts over all orders what Chance computes.
func TestChance(t *testing.T) {
	for _, of := range [][]string{roles, roles[:2], roles[:1], roles[:4], {"original", "negation"}, {"original", "perturbation", "perturbation"}} {
		kinds, set := ranking.Kinds(of)
		var n, eq, neg, both float64
		permute(len(of), func(order []int) {
			e, g, b := ranking.Rank(kinds, order)
			n++
			eq, neg, both = eq+one(e), neg+one(g), both+one(b)
		})
		right := 0.0
		for i := range kinds {
			right += one(ranking.Choose(kinds, i))
		}
		for score, want := range map[ranking.Score]float64{ranking.MostSimilar: right / float64(len(of)), ranking.Eq: eq / n, ranking.Neg: neg / n, ranking.Both: both / n} {
			if got := set.Chance(score); math.Abs(got-want) > 1e-12 {
				t.Errorf("%v: chance of %v is %v, want %v", of, score, got, want)
			}
		}
	}
	if (ranking.Set{}).Chance(ranking.Eq) != 0 {
		t.Error("of nothing there is no chance")
	}
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// permute calls do with every order of n.
func permute(n int, do func([]int)) {
	order := make([]int, 0, n)
	used := make([]bool, n)
	var next func()
	next = func() {
		if len(order) == n {
			do(order)
			return
		}
		for i := range n {
			if !used[i] {
				used[i], order = true, append(order, i)
				next()
				used[i], order = false, order[:len(order)-1]
			}
		}
	}
	next()
}

func instance(model, form, id string, run int64, right bool, size int) ranking.Instance {
	return ranking.Instance{
		Group: ranking.Group{Model: model, Task: "most-similar", Form: form}, Run: run, ID: id, Size: size, Class: "ok",
		Values: map[ranking.Score]bool{ranking.MostSimilar: right}, Chance: map[ranking.Score]float64{ranking.MostSimilar: 1 / float64(size)},
	}
}

func TestSummary(t *testing.T) {
	var s ranking.Summary
	for run, right := range [][]bool{{true, true, true, false}, {true, false, true, false}} {
		for i, r := range right {
			size := 4
			if i == 0 {
				size = 1
			}
			in := instance("m", "nl", string(rune('a'+i)), int64(run), r, size)
			if !r {
				in.Class = "unparsed"
			}
			s.Add(in)
		}
	}
	failed := instance("m", "nl", "z", 1, false, 4)
	failed.Class, failed.Values = "error", nil
	s.Add(failed)
	rows := s.Table().Rows
	if len(rows) != 2 {
		t.Fatal(rows)
	}
	check := func(row []any, sets string, n int64, mean, sd, chance float64) {
		t.Helper()
		if row[4] != sets || row[5] != n || row[6] != int64(2) || near(row[7], mean) || near(row[8], sd) || near(row[9], chance) || row[10] != int64(3) || row[11] != int64(1) {
			t.Errorf("%v", row)
		}
	}
	check(rows[0], "all", 8, 0.625, math.Sqrt(0.03125), 0.4375)
	check(rows[1], "several", 6, 0.5, math.Sqrt(2)/6, 0.25)
}

func near(v any, want float64) bool { return math.Abs(v.(float64)-want) > 1e-9 }

func TestContingency(t *testing.T) {
	var s ranking.Summary
	for id, right := range map[string][2]bool{"a": {true, true}, "b": {true, false}, "c": {false, true}, "d": {false, false}, "e": {true, true}} {
		s.Add(instance("m1", "nl", id, 0, right[0], 4))
		s.Add(instance("m2", "nl", id, 0, right[1], 4))
		s.Add(instance("m3", "fol", id, 0, right[1], 4)) // shares neither model nor form
	}
	s.Add(instance("m1", "nl", "f", 0, true, 4)) // of one model only
	got := s.Contingency()
	want := &table.Table{Rows: [][]any{{"m1 most-similar nl", "m2 most-similar nl", int64(5), int64(2), int64(1), int64(1), int64(1)}}}
	if len(got.Rows) != 1 {
		t.Fatal(got.Rows)
	}
	for i, v := range want.Rows[0] {
		if got.Rows[0][i] != v {
			t.Errorf("%v, want %v", got.Rows[0], want.Rows[0])
		}
	}
}
