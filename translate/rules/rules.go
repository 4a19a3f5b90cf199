package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// A language writes and reads the English of a formalism.
type language struct {
	write func(t formalism.Tree, vocab *record.Vocabulary) string
	read  func(nl string, vocab *record.Vocabulary) (formalism.Tree, error)
}

// languages maps the known formalisms to their languages.
var languages = map[record.Formalism]language{
	record.Propositional: ofLogic,
	record.FirstOrder:    ofLogic,
	record.LTL:           ofTime,
	record.Regex:         ofRegex(regex.Paper),
	record.RegexBrics:    ofRegex(regex.Brics),
}

func ofRegex(d regex.Dialect) language {
	return language{
		write: func(t formalism.Tree, _ *record.Vocabulary) string {
			return InformalizeRegex(t.(regex.Tree).Expression())
		},
		read: func(nl string, _ *record.Vocabulary) (formalism.Tree, error) {
			e, err := readRegex(nl)
			if err != nil {
				return nil, err
			}
			return e.In(d), nil
		},
	}
}

var ofLogic = language{
	write: func(t formalism.Tree, v *record.Vocabulary) string { return InformalizeFormula(t.(*logic.Formula), v) },
	read:  func(nl string, v *record.Vocabulary) (formalism.Tree, error) { return readLogic(nl, v) },
}

// languageOf returns the language of a formalism. The error lists the known formalisms.
func languageOf(f record.Formalism) (language, error) {
	l, ok := languages[f]
	if !ok {
		return l, formalism.Unknown(f)
	}
	return l, nil
}

// Informalize describes a formula in English. The vocabulary makes the English
// more natural, with verbs and glosses; it may be nil or lack symbols of the
// formula. It fails if fs does not parse.
func Informalize(f record.Formalism, fs string, vocab *record.Vocabulary) (string, error) {
	l, err := languageOf(f)
	if err != nil {
		return "", fmt.Errorf("informalize: %w", err)
	}
	t, err := formalism.Parse(f, fs)
	if err != nil {
		return "", fmt.Errorf("informalize %s formula: %w", f, err)
	}
	return l.write(t, vocab), nil
}

// Formalize reads English, and returns its formula in the paper's notation. It reads the
// output of Informalize and simple paraphrases of it. In the text, verbs and glosses may
// replace the symbols of the vocabulary, which may be nil. The error of a text outside
// the grammar is a *ReadError.
func Formalize(f record.Formalism, nl string, vocab *record.Vocabulary) (string, error) {
	l, err := languageOf(f)
	if err != nil {
		return "", fmt.Errorf("formalize: %w", err)
	}
	t, err := l.read(nl, vocab)
	if err != nil {
		return "", fmt.Errorf("formalize %s text: %w", f, err)
	}
	return t.String(), nil
}

// InformalizeFormula is Informalize for a syntax tree. Glosses are free text and may be
// ambiguous or contain words of the grammar. So InformalizeFormula checks how Formalize
// reads a text with glosses. If it reads another formula, the text gets fewer glosses.
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

// InformalizeRegex is Informalize for a syntax tree.
func InformalizeRegex(e *regex.Expr) string {
	w := new(regexWriter)
	return w.text(e, "a matching string consists of ", "part", " consists of ", func(e *regex.Expr) { w.sequence(e, ", then ") })
}
