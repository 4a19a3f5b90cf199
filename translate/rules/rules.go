package rules

import (
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// Informalize tells a formula in English. The vocabulary, which may be nil or
// lack the formula's symbols, only makes the English more natural: predicates
// that it shows to be words are told as verbs. An error is that of parsing fs.
func Informalize(f record.Formalism, fs string, vocab *record.Vocabulary) (string, error) {
	switch f {
	case record.Propositional, record.FirstOrder:
		t, err := logic.Parse(fs, logic.Options{})
		if err != nil {
			return "", fmt.Errorf("informalize %s formula: %w", f, err)
		}
		return InformalizeFormula(t, vocab), nil
	case record.Regex:
		e, err := regex.Parse(fs, regex.Options{})
		if err != nil {
			return "", fmt.Errorf("informalize regex: %w", err)
		}
		return InformalizeRegex(e), nil
	}
	return "", fmt.Errorf("informalize: %w", unknown(f))
}

// Formalize reads a formula from English, that of Informalize or a modest
// paraphrase of it, and writes it in the paper's form. The vocabulary may be
// nil; with one, inflected verbs are matched against its predicates. The error
// of a text outside the grammar is a *ReadError.
func Formalize(f record.Formalism, nl string, vocab *record.Vocabulary) (string, error) {
	switch f {
	case record.Propositional, record.FirstOrder:
		t, err := readLogic(nl, vocab)
		if err != nil {
			return "", fmt.Errorf("formalize %s text: %w", f, err)
		}
		return t.String(), nil
	case record.Regex:
		e, err := readRegex(nl)
		if err != nil {
			return "", fmt.Errorf("formalize regex text: %w", err)
		}
		return e.String(), nil
	}
	return "", fmt.Errorf("formalize: %w", unknown(f))
}

func unknown(f record.Formalism) error {
	_, err := record.ParseFormalism(string(f))
	return err
}

// InformalizeFormula is Informalize of a tree.
func InformalizeFormula(f *logic.Formula, vocab *record.Vocabulary) string {
	w := logicWriter{style: styleOf(vocab)}
	w.text(f)
	return string(w.b)
}

// InformalizeRegex is Informalize of a tree.
func InformalizeRegex(e *regex.Expr) string {
	var w regexWriter
	w.text(e)
	return string(w.b)
}
