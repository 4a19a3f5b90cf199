package rules

import (
	"fmt"
	"slices"
	"strings"

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

// InformalizeFormula is Informalize of a tree. Glosses are words of people, and
// may mean two things: where a vocabulary has some, the text is read back, and
// told with fewer of them where it is not read as it was meant.
func InformalizeFormula(f *logic.Formula, vocab *record.Vocabulary) string {
	full := styleOf(vocab)
	if len(full.glosses) == 0 {
		return tell(f, full)
	}
	predicates, none := full, full
	predicates.glosses = slices.DeleteFunc(slices.Clone(full.glosses), func(g gloss) bool { return g.arity < 0 })
	none.glosses = nil
	want := f.String()
	for _, st := range []style{full, predicates, none} {
		text := tell(f, st)
		if got, err := readLogic(text, vocab); err == nil && strings.EqualFold(got.String(), want) {
			return text
		}
	}
	return tell(f, style{quoted: true})
}

func tell(f *logic.Formula, st style) string {
	w := logicWriter{style: st}
	w.text(f)
	return string(w.b)
}

// InformalizeRegex is Informalize of a tree.
func InformalizeRegex(e *regex.Expr) string {
	var w regexWriter
	w.text(e)
	return string(w.b)
}
