package syntax

import (
	"fmt"
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/record"
)

// A Tree is the parsed form of a text, a pointer. String prints it in the notation of
// the prompts.
type Tree = fmt.Stringer

// Limits bound what a parser reads. A zero field is the default: 10,000 levels and
// 1,000,000 nodes.
type Limits struct {
	MaxDepth int // levels of nesting in the text and in the tree; at most 100,000
	MaxSize  int // nodes of the tree, and terms
}

// OrDefaults returns the limits that apply. MaxDepth is bounded because functions on trees
// recurse, and a goroutine's stack is limited.
func (l Limits) OrDefaults() Limits {
	if l.MaxDepth <= 0 {
		l.MaxDepth = 10_000
	}
	if l.MaxSize <= 0 {
		l.MaxSize = 1_000_000
	}
	l.MaxDepth = min(l.MaxDepth, 100_000)
	return l
}

// A Language is a formalism whose texts can be read.
type Language interface {
	Name() record.Formalism // in the column formalism
	Title() string          // in prompts, in lower case
	Datasets() []string     // names of datasets that imply the formalism

	Parse(text string, l Limits) (Tree, error)
	Same(a, b Tree) bool
	Size(Tree) int // the number of nodes

	// Fold returns the same text for printed texts that differ only in the case of
	// names, if case does not matter.
	Fold(text string) string

	// Formal reports whether a line of a reply may be a formula and not prose. The
	// parsers alone are too tolerant: a word is a proposition, and a sequence of words
	// is a regular expression.
	Formal(line string) bool
}

// TreeOf returns a result of a parser as a Tree, which is nil if there is an error: a nil
// formula in a Tree is not a nil Tree.
func TreeOf[T Tree](t T, err error) (Tree, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

// A Label has the names of a language, and methods for what most languages lack. Languages
// embed it.
type Label struct {
	name     record.Formalism
	title    string
	datasets []string
}

// NewLabel returns the names of a language.
func NewLabel(name record.Formalism, title string, datasets ...string) Label {
	return Label{name, title, datasets}
}

// Name is the value of the column formalism.
func (l *Label) Name() record.Formalism { return l.name }

// Title is the name in prompts.
func (l *Label) Title() string { return l.title }

// Datasets lists the names of datasets that imply the formalism.
func (l *Label) Datasets() []string { return l.datasets }

// Signs lists the terminals of grammars that count as operators, besides those of logic.
func (*Label) Signs() []string { return nil }

// Tight reports whether symbols are written without spaces between them.
func (*Label) Tight() bool { return false }

// Perturbations lists the kinds of edits of the NL-FOL tasks.
func (*Label) Perturbations() []Perturbation { return nil }

// Symbols are the symbols of a formula, including kinds that a row does not list.
type Symbols struct {
	record.Vocabulary
	Functions     []record.Predicate
	FreeVariables []string
}

// EditOptions select edits.
type EditOptions struct {
	Set    Set
	Fold   func(string) string // names with the same result are equal; nil: the Fold of the language
	From   Tree                // edits may insert its names and parts
	Invent bool                // edits may also insert names that From lacks
}

// Count returns the length of a sequence.
func Count[T any](all iter.Seq[T]) (n int) {
	for range all {
		n++
	}
	return n
}

// CountTo returns the length of a sequence, or most+1 if it is longer than most.
func CountTo[T any](all iter.Seq[T], most int) (n int) {
	for range all {
		if n++; n > most {
			break
		}
	}
	return n
}

// Among reports whether one of names equals name after fold.
func Among(name string, names []string, fold func(string) string) bool {
	return slices.ContainsFunc(names, func(s string) bool { return fold(s) == fold(name) })
}

// MeaningsOf returns the meanings of a vocabulary that belong to one of the names.
func MeaningsOf(v record.Vocabulary, names []string, fold func(string) string) (found []record.Meaning) {
	for _, m := range v.Meanings {
		if Among(m.Symbol, names, fold) {
			found = append(found, m)
		}
	}
	return found
}
