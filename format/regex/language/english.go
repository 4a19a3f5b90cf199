package language

import (
	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	own "github.com/truthloop/truthloop/format/regex/english"
	"github.com/truthloop/truthloop/format/syntax"
)

// Informalize describes an expression in controlled English.
func (*Language) Informalize(t syntax.Tree, _ *record.Vocabulary) string {
	return own.Write(expression(t))
}

// Formalize reads the text of Informalize as the same expression.
func (r *Language) Formalize(text string, _ *record.Vocabulary) (syntax.Tree, error) {
	e, err := own.Read(text)
	if err != nil {
		return nil, err
	}
	return r.tree(e), nil
}

// Leak returns the first leak of an expression in a description.
func (*Language) Leak(fs, nl string) english.Leak { return own.Leak(fs, nl) }
