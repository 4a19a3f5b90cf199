package formalism

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

var (
	regular = expressions(record.Regex, "regular expression", regex.Paper, "*∗+|", "regex")
	brics   = expressions(record.RegexBrics, "dk.brics.automaton expression", regex.Brics, "*+|&~[.", "nl-rx-turk", "nl-rx-synth", "kb13")
)

// expressions returns the syntax of regular expressions in a dialect. A line of a reply
// is prose if it has white space, or none of the digits, parentheses and signs.
func expressions(name record.Formalism, title string, d regex.Dialect, signs string, datasets ...string) *Syntax {
	return &Syntax{
		Name: name, Title: title, Datasets: datasets,
		Parse: func(text string, l Limits) (Tree, error) {
			e, err := regex.Parse(text, regex.Options{Dialect: d, MaxDepth: l.Depth, MaxSize: l.Size})
			if err != nil {
				return nil, err
			}
			return e.In(d), nil
		},
		Same: func(a, b Tree) bool { return regex.Same(expression(a), expression(b)) },
		Size: func(t Tree) int { return count(expression(t).Subexpressions()) },
		Formal: func(line string) bool {
			return !strings.ContainsAny(line, " \t") && strings.ContainsAny(line, "0123456789()"+signs)
		},
		Operators: func(t Tree) int {
			n := 0
			for x := range expression(t).Subexpressions() {
				n += max(len(x.Args)-1, min(len(x.Args), 1))
			}
			return n
		},
		Measure: func(row *record.Row, t Tree) error {
			e := expression(t)
			row.Depth = cmp.Or(row.Depth, record.Int(e.Depth()))
			size, err := automata.Measure(e, automata.Limits{})
			if err != nil {
				return fmt.Errorf("measuring the minimal automaton: %w", err)
			}
			row.DFAStates, row.DFAEdges = record.Int(size.States), record.Int(size.Edges)
			row.DFADensity = record.Float(size.Density)
			return nil
		},
		// An alphabet belongs to a dataset: 1* may be over 0 and 1.
		Vocabulary: func(Tree) *record.Vocabulary { return nil },
		Symbols: func(t Tree, given record.Vocabulary) Symbols {
			if d == regex.Brics {
				return Symbols{Vocabulary: record.Vocabulary{Alphabet: ranges(expression(t))}}
			}
			return Symbols{Vocabulary: record.Vocabulary{Alphabet: alphabet(expression(t), given.Alphabet)}}
		},
		Features: func(t Tree) []Feature {
			text := t.String()
			letters := []rune(strings.Map(func(r rune) rune {
				if strings.ContainsRune("*()|+?&~", r) {
					return -1
				}
				return r
			}, text))
			slices.Sort(letters)
			return []Feature{{"names", string(slices.Compact(letters))}, {"number of stars", fmt.Sprint(strings.Count(text, "*"))}}
		},
		Edits: func(t Tree, o EditOptions) iter.Seq[edit.Site[Tree]] {
			options := edit.Options{Set: o.Set, Symbols: edit.Symbols(expression(o.From)), Invent: o.Invent, Extended: d == regex.Brics}
			return liftSites(edit.Regex(expression(t), options), func(e *regex.Expr) Tree { return e.In(d) })
		},
	}
}

// expression returns the expression of a tree in any dialect.
func expression(t Tree) *regex.Expr { return t.(regex.Tree).Expression() }

// ranges lists the symbols of e, and the symbols that e excludes, as ranges such as
// a-z.
func ranges(e *regex.Expr) (out []string) {
	var all []regex.Range
	for x := range e.Subexpressions() {
		class := x.Class
		if n := len(class); n > 0 && class[n-1].Hi == utf8.MaxRune {
			class = regex.Complement(class)
		}
		all = append(all, class...)
	}
	for _, r := range regex.Class(all...).Class {
		switch {
		case r.Lo == r.Hi:
			out = append(out, string(r.Lo))
		case r.Hi == regex.Next(r.Lo):
			out = append(out, string(r.Lo), string(r.Hi))
		default:
			out = append(out, string(r.Lo)+"-"+string(r.Hi))
		}
	}
	return out
}

// alphabet returns the given alphabet and the single symbols of e, without the members
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
