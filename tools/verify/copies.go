package verify

import (
	"log/slog"
	"maps"
	"slices"
	"sync"
)

// copies finds models that give the same texts to all questions, such as one model under
// two names: they vote twice. It may be used by several goroutines.
type copies struct {
	mu    sync.Mutex
	pairs map[[2]string]int // questions with the same texts; differ: another text was found
}

const (
	differ     = -1
	mostModels = 100 // in a question: more are not compared
	fewest     = 10  // questions; fewer can be equal by chance
)

// add compares the models of a question.
func (c *copies) add(answers []answer) {
	of := map[string][]string{}
	for _, a := range answers {
		of[a.row.Model] = append(of[a.row.Model], a.text)
	}
	if len(of) < 2 || len(of) > mostModels {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pairs == nil {
		c.pairs = map[[2]string]int{}
	}
	models := slices.Sorted(maps.Keys(of))
	for i, a := range models {
		for _, b := range models[i+1:] {
			pair := [2]string{a, b}
			switch n := c.pairs[pair]; {
			case n == differ:
			case slices.Equal(of[a], of[b]):
				c.pairs[pair] = n + 1
			default:
				c.pairs[pair] = differ
			}
		}
	}
}

// report warns of copies.
func (c *copies) report(log *slog.Logger) {
	for _, pair := range slices.SortedFunc(maps.Keys(c.pairs), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		if n := c.pairs[pair]; n >= fewest {
			log.Warn("two models gave the same answers to all questions, so they vote twice", "models", pair, "questions", n)
		}
	}
}
