package perturb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Kind is what an edit changes.
type Kind = edit.Perturbation

// The kinds. The first three are the published ones.
const (
	Operator   = edit.Operator
	Quantifier = edit.Quantifier
	Negation   = edit.Negation
	Constant   = edit.Constant
	Predicate  = edit.Predicate
	Arguments  = edit.Arguments
)

// Kinds are all kinds, Published those of the published sets.
var (
	Kinds     = []Kind{Operator, Quantifier, Negation, Constant, Predicate, Arguments}
	Published = Kinds[:3]
)

// ParseKinds reads a list of kinds separated by commas; the error lists all
// kinds.
func ParseKinds(s string) ([]Kind, error) {
	var out []Kind
	for name := range strings.SplitSeq(s, ",") {
		k := Kind(strings.TrimSpace(name))
		if !slices.Contains(Kinds, k) {
			return nil, fmt.Errorf("kind %q: expected some of %s", k, strings.ReplaceAll(strings.Trim(fmt.Sprint(Kinds), "[]"), " ", ", "))
		}
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out, nil
}

// An Edit is one edit of a formula, which is not yet made.
type Edit = edit.Edit[*logic.Formula]

// MaxEdits bounds the edits that are listed: an atom of a thousand arguments
// has a million.
const MaxEdits = 100_000

// Edits lists the edits of f of some kinds, in the order of the text, the first
// MaxEdits of them. Other constants and predicates are taken from f and from
// the vocabulary, which may be nil.
func Edits(f *logic.Formula, kinds []Kind, v *record.Vocabulary) []Edit {
	var all []Edit
	for e := range edit.Edits(edit.Formula(f, edit.Options{Set: edit.OfPerturbations(kinds...), Names: names(f, v)})) {
		if len(all) == MaxEdits {
			break
		}
		all = append(all, e)
	}
	return all
}

// names are the predicates and constants of f and of the vocabulary, without
// the names that f binds: these would be variables where an edit puts them.
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
