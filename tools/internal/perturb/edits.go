package perturb

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Kinds lists all kinds of edits. Published lists the kinds of the published sets.
var (
	Kinds     = []edit.Perturbation{edit.Operator, edit.Quantifier, edit.Negation, edit.Constant, edit.Predicate, edit.Arguments}
	Published = Kinds[:3]
)

// ParseKinds reads a list of kinds separated by commas; the error lists all
// kinds.
func ParseKinds(s string) ([]edit.Perturbation, error) {
	var out []edit.Perturbation
	for name := range strings.SplitSeq(s, ",") {
		k := edit.Perturbation(strings.TrimSpace(name))
		if !slices.Contains(Kinds, k) {
			return nil, fmt.Errorf("kind %q: expected some of %s", k, strings.ReplaceAll(strings.Trim(fmt.Sprint(Kinds), "[]"), " ", ", "))
		}
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out, nil
}

// MaxEdits bounds the number of listed edits. An atom with a thousand arguments has a
// million edits.
const MaxEdits = 100_000

// Edits lists the edits of f of the given kinds, in the order of the text, up to
// MaxEdits. An edit inserts only constants and predicates of f and of the vocabulary,
// which can be nil.
func Edits(f *logic.Formula, kinds []edit.Perturbation, v *record.Vocabulary) []edit.Edit[*logic.Formula] {
	return list(edit.Edits(edit.Formula(f, edit.Options{Set: edit.OfPerturbations(kinds...), Names: names(f, v)})))
}

// list lists the first MaxEdits edits.
func list[T any](edits iter.Seq[edit.Edit[T]]) (all []edit.Edit[T]) {
	for e := range edits {
		if len(all) == MaxEdits {
			break
		}
		all = append(all, e)
	}
	return all
}

// names returns the predicates and constants of f and of the vocabulary, without the
// names that f binds, because such a name could be a variable where an edit inserts it.
func names(f *logic.Formula, v *record.Vocabulary) logic.Signature {
	s := f.Signature(false)
	constants, predicates := s.Constants, s.Predicates
	if v != nil {
		constants = slices.Concat(constants, v.Constants)
		for _, p := range v.Predicates {
			predicates = append(slices.Clip(predicates), logic.Symbol{Name: p.Name, Arity: int(p.Arity)})
		}
	}
	seen := map[logic.Symbol]bool{}
	for _, x := range s.Variables {
		seen[logic.Symbol{Name: logic.Fold(x)}] = true
	}
	isNew := func(name string, arity int) bool {
		key := logic.Symbol{Name: logic.Fold(name), Arity: arity}
		known := seen[key]
		seen[key] = true
		return !known
	}
	var out logic.Signature
	for _, c := range constants {
		if isNew(c, 0) {
			out.Constants = append(out.Constants, c)
		}
	}
	for _, p := range predicates {
		if isNew(p.Name, p.Arity) {
			out.Predicates = append(out.Predicates, p)
		}
	}
	return out
}
