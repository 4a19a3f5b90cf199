package formalism

import (
	"cmp"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
)

// linear is the syntax of linear temporal logic.
var linear = &Syntax{
	Name: record.LTL, Title: "linear temporal logic", Datasets: []string{"ltl"},
	Parse: func(text string, l Limits) (Tree, error) {
		f, err := temporal.Parse(text, temporal.Options{MaxDepth: l.Depth, MaxSize: l.Size})
		return f, err
	},
	Same:      liftSame(temporal.Same),
	Size:      lift(func(f *temporal.Formula) int { return count(f.Subformulas()) }),
	Fold:      logic.Fold,
	Formal:    temporalLetter.MatchString,
	Operators: lift(func(f *temporal.Formula) int { return f.Counts().Operators }),
	Measure: func(row *record.Row, t Tree) error {
		n := t.(*temporal.Formula).Counts()
		row.Depth = cmp.Or(row.Depth, record.Int(n.Depth))
		row.NumOperators = record.Int(n.Operators)
		row.NumAnd, row.NumOr, row.NumNot = record.Int(n.And), record.Int(n.Or), record.Int(n.Not)
		row.NumImplies, row.NumIff, row.NumXor = record.Int(n.Implies), record.Int(n.Iff), record.Int(n.Xor)
		row.NumPropositions = record.Int(n.Propositions)
		row.NumTemporal, row.TemporalDepth = record.Int(n.Temporal), record.Int(n.TemporalDepth)
		return nil
	},
	Vocabulary: lift(func(f *temporal.Formula) *record.Vocabulary {
		return &record.Vocabulary{Propositions: f.Propositions(false)}
	}),
	Symbols: func(t Tree, given record.Vocabulary) Symbols {
		v := Symbols{Vocabulary: record.Vocabulary{Propositions: t.(*temporal.Formula).Propositions(false)}}
		for _, m := range given.Meanings {
			if containsName(v.Propositions, m.Symbol) {
				v.Meanings = append(v.Meanings, m)
			}
		}
		return v
	},
	Features: lift(func(f *temporal.Formula) []Feature {
		names := f.Propositions(false)
		for i, name := range names {
			names[i] = logic.Fold(name)
		}
		slices.Sort(names)
		n := f.Counts()
		return []Feature{
			{"names", strings.Join(names, " ")},
			{"temporal operators", fmt.Sprint(n.Of)},
			{"negations", fmt.Sprint(n.Not)},
			{"number of atoms", fmt.Sprint(n.Propositions)},
			{"connectives", fmt.Sprint(n.And, n.Or, n.Xor, n.Implies, n.Iff)},
		}
	}),
	Edits: func(t Tree, o EditOptions) iter.Seq[edit.Site[Tree]] {
		names := logic.Signature{Propositions: o.From.(*temporal.Formula).Propositions(o.Invent)}
		options := edit.Options{Set: o.Set, Fold: o.Fold, Names: names, Invent: o.Invent}
		return liftSites(edit.Temporal(t.(*temporal.Formula), options), func(f *temporal.Formula) Tree { return f })
	},
}

// temporalLetter matches a line that has an operator or a digit.
var temporalLetter = regexp.MustCompile(`[0-9∧∨¬⊕→↔□◇○&|~!<>=(\\]|\b[XFGURWMV]\b`)
