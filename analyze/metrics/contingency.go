package metrics

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// trials has the results of a group: of each attempt at a formula, or answer about a set of
// candidates, in its run.
type trials[T any] map[string][]trial[T]

type trial[T any] struct {
	run    run
	result T
}

func (t *trials[T]) add(of string, r *record.Row, result T) {
	if *t == nil {
		*t = trials[T]{}
	}
	(*t)[of] = append((*t)[of], trial[T]{runOf(r), result})
}

// inPairs yields the results of two groups in the same runs: runs of the same seed if the
// groups have a seed in common, else runs of the same number. Several results of one run are
// paired in their order.
func inPairs[T any](t, u trials[T]) iter.Seq2[T, T] {
	seeds, bySeed := map[string]bool{"": false}, false
	for _, ys := range u {
		for _, y := range ys {
			seeds[y.run.seed] = y.run.seed != ""
		}
	}
	for _, xs := range t {
		bySeed = bySeed || slices.ContainsFunc(xs, func(x trial[T]) bool { return seeds[x.run.seed] })
	}
	same := func(x, y trial[T]) int {
		if bySeed {
			return cmp.Compare(x.run.seed, y.run.seed)
		}
		return cmp.Compare(x.run.number, y.run.number)
	}
	order := func(x, y trial[T]) int { return cmp.Or(same(x, y), compareRuns(x.run, y.run)) }
	return func(yield func(T, T) bool) {
		for of, xs := range t {
			xs, ys := slices.Clone(xs), slices.Clone(u[of])
			slices.SortStableFunc(xs, order)
			slices.SortStableFunc(ys, order)
			for len(xs) > 0 && len(ys) > 0 {
				c := same(xs[0], ys[0])
				if c == 0 && !yield(xs[0].result, ys[0].result) {
					return
				}
				if c <= 0 {
					xs = xs[1:]
				}
				if c >= 0 {
					ys = ys[1:]
				}
			}
		}
	}
}

// answered has the scores of a group's answers.
type answered struct {
	trials[map[RankScore]bool]
	n int64
}

// hasScore reports whether an answer has the score or, if it chose the most similar
// candidate, the only score of that task.
func hasScore(scores map[RankScore]bool, of RankScore) bool { return scores[of] || scores[MostSimilar] }

// countCells returns the four cells with their shares, and the number of answers without
// a partner; nil without a pair.
func countCells(a, b *answered, score RankScore) []any {
	var n [2][2]int64 // by whether the first and the second are right
	for x, y := range inPairs(a.trials, b.trials) {
		n[truth(hasScore(x, score))][truth(hasScore(y, score))]++
	}
	all := n[0][0] + n[0][1] + n[1][0] + n[1][1]
	if all == 0 {
		return nil
	}
	line := []any{all, n[1][1], n[1][0], n[0][1], n[0][0], a.n + b.n - 2*all}
	for _, count := range line[1:5] {
		line = append(line, share(count.(int64), all))
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
	cells := []string{"both_right", "first_only", "second_only", "both_wrong"}
	t := &table.Table{Columns: slices.Concat(table.Strings("dataset", "first", "second", "score"), table.Ints("n"), table.Ints(cells...), table.Ints("unpaired"))}
	for _, name := range cells {
		t.Columns = append(t.Columns, table.Floats(name+"_share")...)
	}
	names := make([]string, len(s.answers.keys))
	for i, k := range s.answers.keys {
		names[i] = k.Column
	}
	place := func(column string) int { return slices.Index(names, column) }
	for av, a := range s.answers.Sorted() {
		for bv, b := range s.answers.Sorted() {
			if compareValues(av, bv) >= 0 || !canCompare(names, av, bv) {
				continue
			}
			of := scores
			if task := place("task"); av[task] == bv[task] && av[task] == "most-similar" {
				of = []RankScore{MostSimilar}
			}
			var dataset any
			if i := place("dataset"); i >= 0 {
				dataset = av[i]
			}
			for _, score := range of {
				if line := countCells(a, b, score); line != nil {
					t.Rows = append(t.Rows, slices.Concat([]any{dataset, label(names, av), label(names, bv), string(score)}, line))
				}
			}
		}
	}
	return t
}

// canCompare reports whether two groups are of one dataset, and answer one question or have
// the same settings. Two tasks have different prompts, and two forms may have different
// instructions.
func canCompare(names []string, a, b []any) bool {
	question, settings := true, true
	for i, name := range names {
		if a[i] == b[i] {
			continue
		}
		switch name {
		case "dataset":
			return false
		case "task", "form":
			question = false
		case "prompt", "instruction", "candidate_instruction":
		default:
			settings = false
		}
	}
	return question || settings
}

// label names a group by the values of its keys, except the dataset.
func label(names []string, values []any) string {
	var words []string
	for i, v := range values {
		if v != nil && names[i] != "dataset" {
			words = append(words, fmt.Sprint(v))
		}
	}
	return strings.Join(words, " ")
}
