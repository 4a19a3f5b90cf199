package perturb

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// Kinds lists all kinds of edits.
var Kinds = logical.Perturbations()

var kindNames = strings.ReplaceAll(strings.Trim(fmt.Sprint(Kinds), "[]"), " ", ", ")

// ParseKind reads a kind; the error lists all kinds.
func ParseKind(name string) (syntax.Perturbation, error) {
	if k := syntax.Perturbation(name); slices.Contains(Kinds, k) {
		return k, nil
	}
	return "", fmt.Errorf("kind %q: expected some of %s", name, kindNames)
}

// MaxEdits bounds the number of listed edits. An atom with a thousand arguments has a
// million edits.
const MaxEdits = 100_000

// A language makes variants of formulas.
type language interface {
	formalism.Language

	// Rewrites lists equivalent formulas.
	Rewrites(formalism.Tree) []syntax.Rewrite

	// Variants lists edits of some kinds with the names of a vocabulary, which can be
	// nil. Perturbations lists the kinds; a language without kinds has one set of edits.
	Variants(t formalism.Tree, kinds []syntax.Perturbation, v *record.Vocabulary) iter.Seq[syntax.Edit]
	Perturbations() []syntax.Perturbation
}

// logical is the language of the tasks most-similar and ranking.
var logical = formalism.Of(record.FirstOrder).(language)

// edits lists the first MaxEdits edits of some kinds, in the order of the text.
func edits(l language, t formalism.Tree, kinds []syntax.Perturbation, v *record.Vocabulary) (all []syntax.Edit) {
	for e := range l.Variants(t, kinds, v) {
		if len(all) == MaxEdits {
			break
		}
		all = append(all, e)
	}
	return all
}
