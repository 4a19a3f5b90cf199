package formalism

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

// regular is the syntax of regular expressions.
var regular = &Syntax{
	Name: record.Regex, Title: "regular expression", Datasets: []string{"regex"},
	Parse: func(text string, l Limits) (Tree, error) {
		e, err := regex.Parse(text, regex.Options{MaxDepth: l.Depth, MaxSize: l.Size})
		return e, err
	},
	Same: liftSame(regex.Same),
	Size: lift(func(e *regex.Expr) int { return count(e.Subexpressions()) }),
	Formal: func(line string) bool {
		return !strings.ContainsAny(line, " \t") && strings.ContainsAny(line, "0123456789()*∗+|")
	},
	Operators: lift(func(e *regex.Expr) int {
		n := 0
		for x := range e.Subexpressions() {
			n += max(len(x.Args)-1, min(len(x.Args), 1))
		}
		return n
	}),
	Measure: func(row *record.Row, t Tree) error {
		e := t.(*regex.Expr)
		row.Depth = cmp.Or(row.Depth, record.Int(e.Depth()))
		size, err := automata.Measure(e, automata.Limits{})
		if err != nil {
			return fmt.Errorf("measuring the minimal automaton: %w", err)
		}
		row.DFAStates, row.DFAEdges = record.Int(size.States), record.Int(size.Edges)
		row.DFADensity = record.Float(size.Density)
		return nil
	},
	Vocabulary: lift(func(e *regex.Expr) *record.Vocabulary {
		v := new(record.Vocabulary)
		for _, r := range automata.Symbols(e) {
			v.Alphabet = append(v.Alphabet, string(r))
		}
		return v
	}),
	Symbols: func(t Tree, given record.Vocabulary) Symbols {
		return Symbols{Vocabulary: record.Vocabulary{Alphabet: alphabet(t.(*regex.Expr), given.Alphabet)}}
	},
	Features: lift(func(e *regex.Expr) []Feature {
		text := e.String()
		letters := []rune(strings.Map(func(r rune) rune {
			if strings.ContainsRune("*()|+?", r) {
				return -1
			}
			return r
		}, text))
		slices.Sort(letters)
		return []Feature{{"names", string(slices.Compact(letters))}, {"number of stars", fmt.Sprint(strings.Count(text, "*"))}}
	}),
	Edits: func(t Tree, o EditOptions) iter.Seq[edit.Site[Tree]] {
		return liftSites(edit.Regex(t.(*regex.Expr), edit.Options{Set: o.Set, Symbols: edit.Symbols(o.From.(*regex.Expr)), Invent: o.Invent}))
	},
}

// alphabet is the given alphabet and the single symbols of e, without the members
// of ranges such as [a-z].
func alphabet(e *regex.Expr, given []string) []string {
	symbols := slices.Clone(given)
	for e := range e.Subexpressions() {
		for _, r := range e.Class {
			if s := string(r.Lo); r.Lo == r.Hi && !slices.Contains(symbols, s) {
				symbols = append(symbols, s)
			}
		}
	}
	return symbols
}
