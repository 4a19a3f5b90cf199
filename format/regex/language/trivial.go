package language

import (
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/format/syntax"
)

// Trivial reports whether the language of an expression is empty, or contains all strings:
// in the paper's dialect, all strings over the letters of the expression. The error is an
// exceeded limit.
func (r *Language) Trivial(t syntax.Tree) (bool, error) {
	e := expression(t)
	if r.dialect == regex.Brics {
		return emptyOr(e, regex.Any())
	}
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
