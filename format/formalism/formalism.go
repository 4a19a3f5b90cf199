// Package formalism describes the written form of each formalism. The input is the name
// of a formalism, as in the column formalism of a row. The output is its Syntax: how its
// texts are parsed, printed, measured and edited.
//
// Rows can also name a formalism that has no Syntax here. The programs process such rows
// as texts, and refuse what needs a Syntax; see docs/languages.md.
//
// Each known formalism has an entry in the list `all`. Other packages have tables of
// their own with an entry for each formalism: gen, translate/rules, translate/ask, verify,
// verify/explain and tools/internal/perturb. CONTRIBUTING.md lists these tables.
//
// # Rejected alternatives
//
// A single interface with all methods, also those of verification, would force this package
// to import package verify. With registration by init functions, the formalisms of a program would depend on its
// imports.
package formalism

import (
	"cmp"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/xrash/smetrics"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/record"
)

// A Tree is the parsed form of a text, a pointer. String prints it in the notation of
// the prompts.
type Tree = fmt.Stringer

// Limits bound what Parse reads. A zero field is the parser's default.
type Limits struct{ Depth, Size int }

// A Syntax describes the written form of a formalism.
type Syntax struct {
	Name     record.Formalism // in the column formalism
	Title    string           // in prompts, in lower case
	Datasets []string         // names of datasets that imply the formalism

	Parse func(text string, l Limits) (Tree, error)
	Same  func(a, b Tree) bool
	Size  func(Tree) int // the number of nodes

	// Fold returns the same text for printed texts that differ only in the case of
	// names. nil: case matters.
	Fold func(text string) string

	// Formal reports whether a line of a reply may be a formula and not prose. The
	// parsers alone are too tolerant: a word is a proposition, and a sequence of words
	// is a regular expression.
	Formal func(line string) bool

	// Operators returns the number of operators to which the rates of builtin:noisy
	// apply.
	Operators func(Tree) int

	// Measure sets the counts of a row, and its depth if it has none. If a limit is
	// exceeded, it sets the other counts and returns an error.
	Measure func(*record.Row, Tree) error

	// Vocabulary lists the symbols of a formula, as written, or is nil if the formula
	// does not show the symbols that it may use.
	Vocabulary func(Tree) *record.Vocabulary

	// Symbols lists the symbols of a formula for a prompt, with their meanings in the
	// vocabulary of its row.
	Symbols func(Tree, record.Vocabulary) Symbols

	// Features describes a formula in a few words and numbers, the most informative
	// first. The names of the features continue the word "other".
	Features func(Tree) []Feature

	// Edits lists the single edits of a formula; see package edit. nil: there are none.
	Edits func(Tree, EditOptions) iter.Seq[edit.Site[Tree]]
}

// Symbols are the symbols of a formula, including kinds that a row does not list.
type Symbols struct {
	record.Vocabulary
	Functions     []record.Predicate
	FreeVariables []string
}

// A Feature is a property of a formula.
type Feature struct{ Name, Value string }

// EditOptions select edits.
type EditOptions struct {
	Set    edit.Set
	Fold   func(string) string // names with the same result are equal; nil: Syntax.Fold
	From   Tree                // edits may insert its names and parts
	Invent bool                // edits may also insert names that From lacks
}

// all lists the known formalisms.
var all = []*Syntax{
	propositional,
	firstOrder,
	regular,
	brics,
	linear,
}

// All lists the known formalisms in a fixed order.
func All() []*Syntax { return slices.Clone(all) }

// Of returns the syntax of a formalism, or nil for an unknown one.
func Of(f record.Formalism) *Syntax {
	for _, s := range all {
		if s.Name == f {
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

// Normal returns a text in the notation of the prompts, or the text itself if it does
// not parse.
func Normal(f record.Formalism, text string) string {
	if t, err := Parse(f, text); err == nil {
		return t.String()
	}
	return text
}

// Unknown is the error of an operation that needs the syntax of f.
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
		names[i] = string(s.Name)
	}
	return names
}

// OfDataset returns the formalism that a dataset's name implies, or "".
func OfDataset(dataset string) record.Formalism {
	for _, s := range all {
		if slices.Contains(s.Datasets, dataset) {
			return s.Name
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
		a, b := letters(s), letters(string(known.Name))
		if a == b || smetrics.WagnerFischer(a, b, 1, 1, 1) <= min(len(b)/4, 2) {
			meant = known.Name
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
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_- ", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// lift turns a function of one kind of tree into a function of any Tree.
func lift[T Tree, R any](f func(T) R) func(Tree) R {
	return func(t Tree) R { return f(t.(T)) }
}

// liftSame does the same for a comparison.
func liftSame[T Tree](f func(a, b T) bool) func(a, b Tree) bool {
	return func(a, b Tree) bool { return f(a.(T), b.(T)) }
}

// liftSites does the same for a list of edits.
func liftSites[T any](sites iter.Seq[edit.Site[T]], tree func(T) Tree) iter.Seq[edit.Site[Tree]] {
	return func(yield func(edit.Site[Tree]) bool) {
		for site := range sites {
			lifted := func(yield func(edit.Edit[Tree]) bool) {
				for e := range site {
					if !yield(edit.Edit[Tree]{Kind: e.Kind, Perturbation: e.Perturbation, From: e.From, To: e.To, Apply: func() Tree { return tree(e.Apply()) }}) {
						return
					}
				}
			}
			if !yield(lifted) {
				return
			}
		}
	}
}

// count returns the length of a sequence.
func count[T any](all iter.Seq[T]) (n int) {
	for range all {
		n++
	}
	return n
}
