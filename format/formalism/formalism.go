// Package formalism has the list of languages. The input is the name of a formalism, as in
// the column formalism of a row. The output is its Language: how its texts are parsed and
// printed, and by further methods what else it supports; see package syntax.
//
// Rows can also name a formalism that is not in the list. The programs process such rows
// as texts, and refuse what needs a language; see docs/howto/languages.md.
//
// # Rejected alternatives
//
// With registration by init functions, the formalisms of a program would depend on its
// imports.
package formalism

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/xrash/smetrics"

	logic "github.com/truthloop/truthloop/format/logic/language"
	"github.com/truthloop/truthloop/format/record"
	regex "github.com/truthloop/truthloop/format/regex/language"
	"github.com/truthloop/truthloop/format/syntax"
	temporal "github.com/truthloop/truthloop/format/temporal/language"
)

// The types of package syntax that callers of a Language need.
type (
	Language    = syntax.Language
	Tree        = syntax.Tree
	Limits      = syntax.Limits
	EditOptions = syntax.EditOptions
)

// all lists the known formalisms.
var all = []Language{
	logic.Propositional,
	logic.FirstOrder,
	regex.Paper,
	regex.Brics,
	temporal.Linear,
}

// Add adds a language to the list until remove is called, for a test with a language of its
// own. No other goroutine may use the list meanwhile.
func Add(l Language) (remove func()) {
	before := all
	all = append(slices.Clip(all), l)
	return func() { all = before }
}

// Logical reports whether the trees of a formalism are formulas of package logic.
func Logical(f record.Formalism) bool {
	_, ok := Of(f).(*logic.Language)
	return ok
}

// All lists the known formalisms in a fixed order.
func All() []Language { return slices.Clone(all) }

// Of returns the language of a formalism, or nil for an unknown one.
func Of(f record.Formalism) Language {
	for _, s := range all {
		if s.Name() == f {
			return s
		}
	}
	return nil
}

// Parse parses a text with the default options.
func Parse(f record.Formalism, text string) (Tree, error) {
	s := Of(f)
	if s == nil {
		return nil, Unknown(f)
	}
	return s.Parse(text, Limits{})
}

// Unknown is the error of an operation that needs the language of f.
func Unknown(f record.Formalism) error {
	return fmt.Errorf("formalism: found %q, expected %s", f, List())
}

// List names the known formalisms: "propositional, first_order or regex".
func List() string {
	names := Names()
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// Names lists the names of the known formalisms.
func Names() []string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = string(s.Name())
	}
	return names
}

// OfDataset returns the formalism that a dataset's name implies, or "".
func OfDataset(dataset string) record.Formalism {
	for _, s := range all {
		if slices.Contains(s.Datasets(), dataset) {
			return s.Name()
		}
	}
	return ""
}

// OfRow returns the formalism of a row: the one in its column, otherwise the one that
// its dataset implies.
func OfRow(row *record.Row) record.Formalism {
	if row.Formalism != "" {
		return row.Formalism
	}
	return OfDataset(row.Dataset)
}

// OrLogic is OfRow, except that the formalism of a row without one is first-order
// logic.
func OrLogic(row *record.Row) record.Formalism { return cmp.Or(OfRow(row), record.FirstOrder) }

// name matches the name of a formalism.
var name = regexp.MustCompile(`^[\pL_][\pL\pN_.+-]{0,63}$`)

// Read reads the name of a formalism, known or not. It returns an error if the text is
// not a name, or is probably a mistake: the name of a dataset, or a name that differs
// from a known one only in case and signs, or in one letter of four (at most two). So
// CTL is not a mistake for LTL: many short names differ in one letter.
func Read(s string) (record.Formalism, error) {
	f := record.Formalism(s)
	if Of(f) != nil {
		return f, nil
	}
	meant := OfDataset(strings.ToLower(s))
	for _, known := range all {
		a, b := letters(s), letters(string(known.Name()))
		if a == b || smetrics.WagnerFischer(a, b, 1, 1, 1) <= min(len(b)/4, 2) {
			meant = known.Name()
		}
	}
	switch {
	case meant != "":
		return "", fmt.Errorf("formalism %q: did you mean %q?", s, meant)
	case !name.MatchString(s):
		return "", fmt.Errorf("formalism %q: expected %s, or a name of letters, digits and _", s, List())
	}
	return f, nil
}

// letters returns a name in lower case without signs.
func letters(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
}
