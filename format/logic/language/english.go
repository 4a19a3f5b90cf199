package language

import (
	"github.com/truthloop/truthloop/format/english"
	own "github.com/truthloop/truthloop/format/logic/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// Informalize describes a formula in controlled English. The vocabulary may be nil.
func (*Language) Informalize(t syntax.Tree, v *record.Vocabulary) string {
	return own.Write(formula(t), v)
}

// Formalize reads the text of Informalize as the same formula, with the same vocabulary.
func (*Language) Formalize(text string, v *record.Vocabulary) (syntax.Tree, error) {
	f, err := own.Read(text, v)
	if err != nil {
		return nil, err // a nil formula in a Tree is not a nil Tree
	}
	return f, nil
}

// Leak returns the first leak of a formula in a description.
func (*Language) Leak(fs, nl string) english.Leak { return own.Leak(fs, nl) }
