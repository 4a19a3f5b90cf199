package metrics

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

var allRoles = []string{"original", "equivalent", "perturbation", "perturbation", "negation", "negation_nnf"}

func TestRank(t *testing.T) {
	kinds, _ := CountRoles(allRoles)
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
		if got := ScoreOrder(kinds, c.order); got[Eq] != c.eq || got[Neg] != c.neg || got[Both] != c.both {
			t.Errorf("%v: %v", c.order, got)
		}
	}
	if want := []RoleKind{Same, Same, Other, Other, Denied, Denied}; !slices.Equal(kinds, want) {
		t.Errorf("the kinds are %v, want %v", kinds, want)
	}
}

// TestChance counts over all orders what Chance computes.
func TestChance(t *testing.T) {
	for _, of := range [][]string{allRoles, allRoles[:2], allRoles[:1], allRoles[:4], {"original", "negation"}, {"original", "perturbation", "perturbation"}} {
		kinds, set := CountRoles(of)
		var n, eq, neg, both float64
		permute(len(of), func(order []int) {
			of := ScoreOrder(kinds, order)
			n++
			eq, neg, both = eq+one(of[Eq]), neg+one(of[Neg]), both+one(of[Both])
		})
		right := 0.0
		for i := range kinds {
			right += one(kinds[i] == Same)
		}
		for score, want := range map[RankScore]float64{MostSimilar: right / float64(len(of)), Eq: eq / n, Neg: neg / n, Both: both / n} {
			if got := set.Chance(score); math.Abs(got-want) > 1e-12 {
				t.Errorf("%v: chance of %v is %v, want %v", of, score, got, want)
			}
		}
	}
	if (Candidates{}).Chance(Eq) != 0 {
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

// rankRow is a row that rank has asked a model about.
func rankRow(model, form string, run int) *record.Row {
	r := &record.Row{Model: model, Run: record.Int(run)}
	r.SetExtra("task", []byte(`"most-similar"`))
	r.SetExtra("form", []byte(`"`+form+`"`))
	return r
}

// rankAnswer adds an answer about a set of candidates to a row.
func rankAnswer(r *record.Row, set string, right bool, size int) *record.Row {
	r.ID = set
	r.SetValue("roles", append([]string{"original"}, slices.Repeat([]string{"perturbation"}, size-1)...))
	r.SetValue("answer_class", "ok")
	r.SetValue("score_most_similar", truth(right))
	return r
}

func TestRankings(t *testing.T) {
	s := NewRankings(By("model"))
	for run, right := range [][]bool{{true, true, true, false}, {true, false, true, false}} {
		for i, r := range right {
			size := 4
			if i == 0 {
				size = 1
			}
			in := rankAnswer(rankRow("m", "nl", run), string(rune('a'+i)), r, size)
			if !r {
				in.SetValue("answer_class", "unparsed")
			}
			s.Add(in)
		}
	}
	failed := rankAnswer(rankRow("m", "nl", 1), "z", false, 4)
	failed.SetValue("answer_class", "error")
	s.Add(failed)
	rows := s.Table().Rows
	if len(rows) != 1 {
		t.Fatal(rows)
	}
	check := func(row []any, n int64, mean, sd, chance float64) {
		t.Helper()
		if row[4] != n || row[5] != int64(2) || near(row[6], mean) || near(row[7], sd) || near(row[8], chance) || row[9] != int64(3) || row[10] != int64(1) {
			t.Errorf("%v", row)
		}
	}
	check(rows[0], 9, (3.0/4+2.0/5)/2, (3.0/4-2.0/5)/math.Sqrt2, (2*1+7*0.25)/9)
}

func near(v any, want float64) bool { return math.Abs(v.(float64)-want) > 1e-9 }

// A majority over the runs was compared, so that four pairs of answers that fill the
// four cells counted as two sets that both got wrong. By hand: in runs 0 and 1, m1 has
// a right, wrong and b right, wrong; m2 has a wrong, right and b right, wrong. The
// answer about c has no partner, and neither have those of another form.
func TestContingencyPairsRuns(t *testing.T) {
	s := NewRankings(By("model"))
	add := func(model, form, set string, right ...bool) {
		for run, ok := range right {
			s.Add(rankAnswer(rankRow(model, form, run), set, ok, 4))
		}
	}
	add("m1", "nl", "a", true, false)
	add("m1", "nl", "b", true, false)
	add("m1", "nl", "c", true)
	add("m2", "nl", "a", false, true)
	add("m2", "nl", "b", true, false)
	add("m3", "fol", "a", true, true)
	got := s.Contingency([]RankScore{Eq, Neg, Both}).Rows
	want := [][]any{{nil, "m1 most-similar nl", "m2 most-similar nl", "most_similar", int64(4), int64(1), int64(1), int64(1), int64(1), int64(1), 0.25, 0.25, 0.25, 0.25}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
}

// The score of a ranking was always Both, but table 8 of the paper compares the choice
// of the most similar candidate with Ranking-Equivalence.
func TestContingencyOfEachScore(t *testing.T) {
	s := NewRankings(By("model"))
	s.Add(rankAnswer(rankRow("m", "nl", 0), "a", true, 4))
	row := rankAnswer(rankRow("m", "nl", 0), "a", true, 4)
	row.SetValue("task", "ranking")
	row.SetValue("score_eq", 1)
	s.Add(row)
	found := map[any][]any{}
	for _, line := range s.Contingency([]RankScore{Eq, Neg}).Rows {
		found[line[3]] = line[4:9]
	}
	want := map[any][]any{
		"eq":  {int64(1), int64(1), int64(0), int64(0), int64(0)},
		"neg": {int64(1), int64(0), int64(1), int64(0), int64(0)},
	}
	if !reflect.DeepEqual(found, want) {
		t.Errorf("found %v, expected %v", found, want)
	}
}

// Runs of different seeds were one run; runs of two models with different seeds are
// paired by their numbers.
func TestContingencyPairsSeeds(t *testing.T) {
	for _, c := range []struct {
		second      []string // the seeds of m2
		n, unpaired int64
	}{
		{[]string{"12", "3"}, 2, 0},
		{[]string{"3"}, 1, 1},
		{[]string{"4", "5"}, 2, 0},
	} {
		s := NewRankings(By("model"))
		add := func(model string, seeds []string) {
			for _, seed := range seeds {
				row := rankRow(model, "nl", 0)
				row.Params = `{"seed":` + seed + `}`
				s.Add(rankAnswer(row, "a", seed == "3", 4))
			}
		}
		add("m1", []string{"3", "12"})
		add("m2", c.second)
		rows := s.Contingency([]RankScore{Eq}).Rows
		if len(rows) != 1 || rows[0][4] != c.n || rows[0][9] != c.unpaired {
			t.Errorf("seeds %v: found %v, expected %d pairs and %d without a partner", c.second, rows, c.n, c.unpaired)
		}
		if c.n == 2 && c.unpaired == 0 && c.second[0] == "12" && rows[0][5] != int64(1) {
			t.Errorf("seeds %v: found %v, expected the answers with seed 3 to be a pair", c.second, rows)
		}
	}
}

// Runs with the same seed were not paired if their numbers differ, as with --seed 3,12
// for one model and --seed 12,3 for another. By hand: m1 is right with seed 3 (run 0)
// and m2 with seed 3 (run 1), both are wrong with seed 12, and seed 5 (run 2) has no
// number in common with seed 5 (run 3).
func TestContingencyPairsSeedsOfOtherNumbers(t *testing.T) {
	s := NewRankings(By("model"))
	add := func(model string, seeds map[int]string) {
		for number, seed := range seeds {
			row := rankRow(model, "nl", number)
			row.Params = `{"seed":` + seed + `}`
			s.Add(rankAnswer(row, "a", seed == "3", 4))
		}
	}
	add("m1", map[int]string{0: "3", 1: "12", 2: "5"})
	add("m2", map[int]string{0: "12", 1: "3", 3: "5"})
	rows := s.Contingency([]RankScore{Eq}).Rows
	want := []any{int64(3), int64(1), int64(0), int64(0), int64(2), int64(0)}
	if len(rows) != 1 || !reflect.DeepEqual(rows[0][4:10], want) {
		t.Errorf("found %v, expected one line with %v", rows, want)
	}
}
