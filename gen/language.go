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

// A language is what the generator knows of a formalism beside its syntax.
type language struct {
	metrics   []Metric // the columns that its rows have, beside depth
	tight     bool     // symbols are written without spaces between them, and texts are kept as the grammar derives them
	operators []string // terminals that count as operators, beside those of logic
	depth     int      // of the packaged dataset, if it is not that of the paper

	// trivial reports whether a formula is trivial, as tautologies are. The error is an
	// exceeded limit.
	trivial func(formalism.Tree) (bool, error)
	// key returns a key that formulas share if they are equivalent up to renaming. The
	// error is an exceeded limit.
	key func(formalism.Tree) (string, error)
}

// languages has those of the known formalisms.
var languages = map[record.Formalism]language{
	record.Propositional: ofLogic,
	record.FirstOrder:    ofLogic,
	record.LTL:           ofTime,
	record.Regex:         ofRegex,
	record.RegexBrics: {
		metrics: ofRegex.metrics, tight: true,
		trivial: func(t formalism.Tree) (bool, error) { return emptyOr(t.(regex.Tree).Expression(), regex.Any()) },
		// Another letter may not be a word character.
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

// languageOf returns the language of a formalism.
func languageOf(f record.Formalism) language {
	if l, ok := languages[f]; ok {
		return l
	}
	return own
}

// errNoKey is the error of a formalism without keys.
var errNoKey = errors.New("formulas of this formalism have no canonical form")

// Key returns a key that formulas share if they are equivalent up to renaming; see
// package canon. The error is an exceeded limit, or that there are no keys.
func Key(f record.Formalism, t formalism.Tree) (string, error) {
	if l := languageOf(f); l.key != nil {
		return l.key(t)
	}
	return "", fmt.Errorf("%s: %w", f, errNoKey)
}

// TrivialRow reports whether the formula of a row is known to be trivial. That of a
// row that names no formalism is read as a formula of logic.
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

// trivialRegex: a regular expression is trivial if its language is empty, or holds all
// strings over the letters it uses.
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

// emptyOr reports whether the language of e is empty, or holds all strings of letters.
func emptyOr(e, letter *regex.Expr) (bool, error) {
	empty, err := automata.Compare(e, regex.Empty(), automata.Limits{})
	if err != nil || empty.Equal {
		return empty.Equal, err
	}
	every, err := automata.Compare(regex.Star(letter), e, automata.Limits{})
	return every.LeftOnly == nil, err
}
