package gen

import (
	"errors"
	"fmt"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/gen/canon"
)

// A language holds what the generator needs to know about a formalism, except its syntax.
type language struct {
	metrics   []Metric // metrics of its rows, except depth
	tight     bool     // symbols are written without spaces between them, and texts are kept as the grammar derives them
	operators []string // terminals that count as operators, in addition to those of logic
	depth     int      // Config.Depth of the packaged dataset; 0: the depth of the paper

	// trivial reports whether a formula is trivial, for example a tautology. The error is
	// an exceeded limit.
	trivial func(formalism.Tree) (bool, error)
	// key returns a key that formulas share if they are equivalent up to renaming. The
	// error is an exceeded limit.
	key func(formalism.Tree) (string, error)
}

// languages holds the languages of the known formalisms.
var languages = map[record.Formalism]language{
	record.Propositional: ofLogic,
	record.FirstOrder:    ofLogic,
	record.LTL:           ofTime,
	record.Regex:         ofRegex,
	record.RegexBrics: {
		metrics: ofRegex.metrics, tight: true,
		trivial: func(t formalism.Tree) (bool, error) { return emptyOr(t.(regex.Tree).Expression(), regex.Any()) },
		// Letters are not renamed: the new letter may not be a word character.
		key: func(t formalism.Tree) (string, error) {
			return automata.Key(t.(regex.Tree).Expression(), automata.Limits{})
		},
	},
}

var ofRegex = language{
	metrics: []Metric{DFAStates, DFAEdges}, tight: true, trivial: trivialRegex,
	key: func(t formalism.Tree) (string, error) { return canon.Regex(t.(*regex.Expr), automata.Limits{}) },
}

var ofLogic = language{
	metrics: []Metric{
		NumOperators, "num_and", "num_or", "num_not", "num_implies", "num_iff", "num_xor", "num_quantifiers", "num_predicates", "num_propositions",
	},
	trivial: func(t formalism.Tree) (bool, error) { return canon.Trivial(t.(*logic.Formula)), nil },
	key:     func(t formalism.Tree) (string, error) { return canon.Formula(t.(*logic.Formula)), nil },
}

// own is the language of a formalism that is not known.
var own = language{metrics: []Metric{NumOperators}}

func languageOf(f record.Formalism) language {
	if l, ok := languages[f]; ok {
		return l
	}
	return own
}

var errNoKey = errors.New("formulas of this formalism have no canonical form")

// Key returns a key that formulas share if they are equivalent up to renaming; see
// package canon. The error is an exceeded limit, or a formalism without keys.
func Key(f record.Formalism, t formalism.Tree) (string, error) {
	if l := languageOf(f); l.key != nil {
		return l.key(t)
	}
	return "", fmt.Errorf("%s: %w", f, errNoKey)
}

// TrivialRow reports whether the formula of a row is known to be trivial. If the row
// names no formalism, the formula is read as a formula of logic.
func TrivialRow(row *record.Row) bool {
	if s, e := row.DFAStates, row.DFAEdges; s != nil && e != nil { // no need to build the automaton again
		return *s == 0 || *s == 1 && *e > 0
	}
	f := formalism.OrLogic(row)
	l := languageOf(f)
	if l.trivial == nil {
		return false
	}
	t, err := formalism.Parse(f, row.FS)
	if err != nil {
		return false
	}
	trivial, err := l.trivial(t)
	return err == nil && trivial
}

// trivialRegex reports whether the language of a regular expression is empty, or contains
// all strings over the letters of the expression.
func trivialRegex(t formalism.Tree) (bool, error) {
	e := t.(*regex.Expr)
	var letters []*regex.Expr
	for _, r := range automata.Symbols(e) {
		letters = append(letters, regex.Symbol(r))
	}
	letter := regex.Alternate(letters...)
	if letters == nil {
		letter = regex.Any()
	}
	return emptyOr(e, letter)
}

// emptyOr reports whether the language of e is empty, or contains that of letter*.
func emptyOr(e, letter *regex.Expr) (bool, error) {
	empty, err := automata.Compare(e, regex.Empty(), automata.Limits{})
	if err != nil || empty.Equal {
		return empty.Equal, err
	}
	every, err := automata.Compare(regex.Star(letter), e, automata.Limits{})
	return every.LeftOnly == nil, err
}
