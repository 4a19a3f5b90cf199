// Package language is the language of regular expressions in two dialects: everything
// about them besides the syntax, which package regex has.
package language

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/format/syntax"
)

// The languages of regular expressions.
var (
	Paper = &Language{syntax.NewLabel(record.Regex, "regular expression", "regex"), regex.Paper, "*∗+|"}
	Brics = &Language{syntax.NewLabel(record.RegexBrics, "dk.brics.automaton expression", "nl-rx-turk", "nl-rx-synth", "kb13"), regex.Brics, "*+|&~[."}
)

// A Language is a dialect of regular expressions. Its trees are of the type *regex.Tree.
type Language struct {
	syntax.Label
	dialect regex.Dialect
	signs   string
}

// Parse reads an expression.
func (r *Language) Parse(text string, l syntax.Limits) (syntax.Tree, error) {
	e, err := regex.Parse(text, regex.Options{Dialect: r.dialect, Limits: l})
	if err != nil {
		return nil, err
	}
	return r.tree(e), nil
}

// Same reports whether two expressions are the same tree.
func (*Language) Same(a, b syntax.Tree) bool { return regex.Same(expression(a), expression(b)) }

// Size returns the number of nodes.
func (*Language) Size(t syntax.Tree) int { return syntax.Count(expression(t).Subexpressions()) }

// Fold returns the text: case matters.
func (*Language) Fold(text string) string { return text }

// Formal reports whether a line may be an expression. It is prose if it has white space,
// or none of the digits, parentheses and signs.
func (r *Language) Formal(line string) bool {
	return !strings.ContainsAny(line, " \t") && strings.ContainsAny(line, "0123456789()"+r.signs)
}

// CountOperators returns the number of operators to which the rates of builtin:noisy
// apply.
func (*Language) CountOperators(t syntax.Tree) int {
	n := 0
	for x := range expression(t).Subexpressions() {
		n += max(len(x.Args)-1, min(len(x.Args), 1))
	}
	return n
}

// Measure sets the counts of a row, and its depth if it has none. If an automaton exceeds
// a limit, it sets the depth and returns an error.
func (*Language) Measure(row *record.Row, t syntax.Tree) error {
	e := expression(t)
	row.Depth = cmp.Or(row.Depth, record.Int(e.Depth()))
	size, err := automata.Measure(e, automata.Limits{})
	if err != nil {
		return fmt.Errorf("measuring the minimal automaton: %w", err)
	}
	row.DFAStates, row.DFAEdges = record.Int(size.States), record.Int(size.Edges)
	row.DFADensity = record.Float(size.Density)
	return nil
}

// Columns lists the counts that Measure sets, except depth.
func (*Language) Columns() []string { return []string{"dfa_states", "dfa_edges"} }

// Tight reports that symbols are written without spaces between them.
func (*Language) Tight() bool { return true }

// Vocabulary returns nil: an alphabet belongs to a dataset, since 1* may be over 0 and 1.
func (*Language) Vocabulary(syntax.Tree) *record.Vocabulary { return nil }

// Symbols lists the alphabet of an expression for a prompt.
func (r *Language) Symbols(t syntax.Tree, given record.Vocabulary) syntax.Symbols {
	if r.dialect == regex.Brics {
		return syntax.Symbols{Vocabulary: record.Vocabulary{Alphabet: ranges(expression(t))}}
	}
	return syntax.Symbols{Vocabulary: record.Vocabulary{Alphabet: alphabet(expression(t), given.Alphabet)}}
}

// onlyRegex matches expressions without spaces or symbols of logic. So a misspelt formula,
// such as "p &", is no expression.
var onlyRegex = regexp.MustCompile(`^[0-9A-Za-z()*+?|.^$\[\]{},\\-]*$`)

// operator matches an operator of expressions that no name of a formula has.
var operator = regexp.MustCompile(`[*+?]`)

// Reads reports whether a text that names no formalism is an expression of the dialect
// Paper, beside the other text of its pair.
func (r *Language) Reads(text, beside string) bool {
	_, err := regex.Parse(text, regex.Options{})
	return r == Paper && err == nil && onlyRegex.MatchString(text) && operator.MatchString(text+beside)
}

// tree returns an expression as a tree of the dialect.
func (r *Language) tree(e *regex.Expr) syntax.Tree { return e.In(r.dialect) }

// expression returns the expression of a tree in any dialect.
func expression(t syntax.Tree) *regex.Expr { return t.(*regex.Tree).Expr }

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
