package metrics

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
)

// A trial is an attempt at a formula, or an answer about a set of candidates. nth
// numbers the equal trials of one run.
type trial struct {
	of  string
	run run
	nth int
}

// trials has the result of each trial of a group.
type trials[T any] map[trial]T

func (t trials[T]) add(at trial, result T) {
	for {
		if _, found := t[at]; !found {
			t[at] = result
			return
		}
		at.nth++
	}
}

// by returns the trials with other runs, such as those with a seed only.
func (t trials[T]) by(of func(run) run) trials[T] {
	all := make(trials[T], len(t))
	order := func(x, y trial) int { return cmp.Or(compareRuns(x.run, y.run), cmp.Compare(x.nth, y.nth)) }
	for _, at := range slices.SortedFunc(maps.Keys(t), order) {
		all.add(trial{of: at.of, run: of(at.run)}, t[at])
	}
	return all
}

// paired returns both groups with runs that can be compared: runs of the same seed if the
// groups have a seed in common, else runs of the same number.
func (t trials[T]) paired(u trials[T]) (_, _ trials[T]) {
	of := func(r run) run { return run{number: r.number} }
	seeds := map[string]bool{}
	for at := range u {
		seeds[at.run.seed] = at.run.seed != ""
	}
	for at := range t {
		if seeds[at.run.seed] {
			of = func(r run) run { return run{seed: r.seed} }
		}
	}
	return t.by(of), u.by(of)
}

// answered has the scores of a group's answers.
type answered = trials[map[RankScore]bool]

// hasScore reports whether an answer has the score or, if it chose the most similar
// candidate, the only score of that task.
func hasScore(scores map[RankScore]bool, of RankScore) bool { return scores[of] || scores[MostSimilar] }

// countCells returns the four cells with their shares, and the number of answers without
// a partner; nil without a pair.
func countCells(a, b answered, score RankScore) []any {
	var n [2][2]int64 // by whether the first and the second are right
	for at, x := range a {
		if y := b[at]; y != nil {
			n[truth(hasScore(x, score))][truth(hasScore(y, score))]++
		}
	}
	all := n[0][0] + n[0][1] + n[1][0] + n[1][1]
	if all == 0 {
		return nil
	}
	line := []any{all, n[1][1], n[1][0], n[0][1], n[0][0], int64(len(a)+len(b)) - 2*all}
	for _, count := range line[1:5] {
		line = append(line, float64(count.(int64))/float64(all))
	}
	return line
}

// Contingency compares each two groups of one dataset on the answers about the same sets
// in the same runs, as tables 8 and 9 of "Do LLMs Really Struggle at NL-FOL
// Translation?" (appendix J) do for runs of five seeds. The two groups have the same
// task and form (for example, two models), or they are two tasks or forms of one model.
// Each pair of answers is in one of four cells, so the shares are over all sets and runs
// (the micro-average). Each of the scores has a line if a ranking is compared. The score
// of the task most-similar is the same in each line.
func (s *Rankings) Contingency(scores []RankScore) *table.Table {
	names := []string{"both_right", "first_only", "second_only", "both_wrong"}
	t := &table.Table{Columns: slices.Concat(table.Strings("dataset", "first", "second", "score"), table.Ints("n"), table.Ints(names...), table.Ints("unpaired"))}
	for _, name := range names {
		t.Columns = append(t.Columns, table.Floats(name+"_share")...)
	}
	for a, b := range s.comparable() {
		first, second := a.answers.paired(*b.answers)
		of := scores
		if a.of("task") == b.of("task") && a.of("task") == "most-similar" {
			of = []RankScore{MostSimilar}
		}
		for _, score := range of {
			if line := countCells(first, second, score); line != nil {
				t.Rows = append(t.Rows, slices.Concat([]any{a.of("dataset"), a.label(), b.label(), score.String()}, line))
			}
		}
	}
	return t
}

// An answerer is a group of answers with the values of its keys.
type answerer struct {
	keys    []Key
	values  []any
	answers *answered
}

// of returns the value of a column; nil if it is no key.
func (g answerer) of(column string) any {
	for i, k := range g.keys {
		if k.Column == column {
			return g.values[i]
		}
	}
	return nil
}

// comparable yields the pairs of groups to compare. Two tasks have different prompts,
// and two forms may have different instructions.
func (s *Rankings) comparable() iter.Seq2[answerer, answerer] {
	return func(yield func(a, b answerer) bool) {
		for av, first := range s.answers.Sorted() {
			for bv, second := range s.answers.Sorted() {
				a, b := answerer{s.answers.keys, av, first}, answerer{s.answers.keys, bv, second}
				same := func(k Key) bool { return a.of(k.Column) == b.of(k.Column) }
				question := a.of("task") == b.of("task") && a.of("form") == b.of("form")
				settings := !slices.ContainsFunc(a.keys, func(k Key) bool {
					return !same(k) && !slices.Contains([]string{"task", "form", "prompt", "instruction", "candidate_instruction"}, k.Column)
				})
				if compareValues(av, bv) < 0 && a.of("dataset") == b.of("dataset") && (question || settings) && !yield(a, b) {
					return
				}
			}
		}
	}
}

// label names a group by the values of its keys, except the dataset.
func (g answerer) label() string {
	var words []string
	for i, k := range g.keys {
		if v := g.values[i]; v != nil && k.Column != "dataset" {
			words = append(words, fmt.Sprint(v))
		}
	}
	return strings.Join(words, " ")
}
