package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// Informalize describes a formula in English. The vocabulary makes the English
// more natural, with verbs and glosses; it may be nil or lack symbols of the
// formula. It fails if fs does not parse.
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
// paraphrase of it, and writes it in the paper's notation. The vocabulary may be
// nil; with one, verbs and glosses stand for its symbols. The error of a text
// outside the grammar is a *ReadError.
func Formalize(f record.Formalism, nl string, vocab *record.Vocabulary) (string, error) {
	var formula fmt.Stringer
	var err error
	switch f {
	case record.Propositional, record.FirstOrder:
		formula, err = readLogic(nl, vocab)
	case record.Regex:
		formula, err = readRegex(nl)
	default:
		return "", fmt.Errorf("formalize: %w", unknown(f))
	}
	if err != nil {
		return "", fmt.Errorf("formalize %s text: %w", f, err)
	}
	return formula.String(), nil
}

func unknown(f record.Formalism) error {
	_, err := record.ParseFormalism(string(f))
	return err
}

// InformalizeFormula is Informalize of a tree. Glosses are free text and may be
// ambiguous or contain words of the grammar. So a text with glosses is read
// back, and written with fewer of them if it is misread.
func InformalizeFormula(f *logic.Formula, vocab *record.Vocabulary) string {
	full := style{verbs: usesVerbs(vocab), glosses: glosses(vocab)}
	if len(full.glosses) == 0 {
		return describe(f, full)
	}
	predicates, none := full, full
	predicates.glosses = slices.DeleteFunc(slices.Clone(full.glosses), func(g gloss) bool { return g.arity < 0 })
	none.glosses = nil
	want := f.String()
	for _, st := range []style{full, predicates, none} {
		text := describe(f, st)
		if got, err := readLogic(text, vocab); err == nil && strings.EqualFold(got.String(), want) {
			return text
		}
	}
	return describe(f, style{quoted: true})
}

// InformalizeRegex is Informalize of a tree.
func InformalizeRegex(e *regex.Expr) string {
	w := new(regexWriter)
	return w.text(e, "a matching string consists of ", "part", " consists of ", func(e *regex.Expr) { w.sequence(e, ", then ") })
}
