package ontology

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Hole is the place of an argument in a template.
const Hole = "{}"

// An Ontology is a signature with the meanings of its symbols.
type Ontology struct {
	Name         string             `json:"name,omitempty"`
	StoryID      jsontext.Value     `json:"story_id,omitempty"` // a string or a number
	Predicates   []record.Predicate `json:"predicates"`
	Constants    []Constant         `json:"constants"`
	Propositions []Constant         `json:"propositions,omitempty"`
	Pairs        []Pair             `json:"pairs,omitempty"`
}

// A Constant is a constant or a proposition. Its meaning is its words in a sentence.
type Constant struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// A Pair is a sentence and its formula.
type Pair struct {
	NL string `json:"nl"`
	FS string `json:"fs"`
}

// Story returns the identity of the story as text, which is the same for 7 and "7". It
// is empty for an ontology without a story.
func (o *Ontology) Story() string {
	var s string
	switch {
	case o.StoryID.Kind() == 'n':
		return ""
	case json.Unmarshal(o.StoryID, &s) == nil:
		return s
	}
	return string(o.StoryID)
}

// Find returns the symbol with the given name among the symbols that key accepts: one
// with the same spelling, otherwise the first that differs only in case, or nil.
func Find[T any](symbols []T, name string, key func(T) (string, bool)) *T {
	var folded *T
	for i := range symbols {
		n, ok := key(symbols[i])
		switch {
		case !ok:
		case n == name:
			return &symbols[i]
		case folded == nil && logic.Fold(n) == logic.Fold(name):
			folded = &symbols[i]
		}
	}
	return folded
}

// Vocabulary returns the vocabulary of a row, with the variables of f, which may be
// nil. Among symbols that differ only in case, those of f come first, since readers
// of a vocabulary use the first match.
func (o *Ontology) Vocabulary(f *logic.Formula) *record.Vocabulary {
	var s logic.Signature
	if f != nil {
		s = f.Signature(true)
	}
	v := &record.Vocabulary{Variables: s.Variables}
	var used []string
	for _, p := range s.Predicates {
		used = append(used, p.Name)
	}
	v.Predicates = first(o.Predicates, used, func(p record.Predicate) string { return p.Name })
	add := func(names *[]string, symbols []Constant, used []string) {
		for _, c := range first(symbols, used, func(c Constant) string { return c.Name }) {
			*names = append(*names, c.Name)
			if c.Meaning != "" {
				v.Meanings = append(v.Meanings, record.Meaning{Symbol: c.Name, Meaning: c.Meaning})
			}
		}
	}
	add(&v.Constants, o.Constants, s.Constants)
	add(&v.Propositions, o.Propositions, s.Propositions)
	return v
}

// first moves a used symbol to the front if another symbol differs only in case.
func first[T any](symbols []T, used []string, name func(T) string) []T {
	twice := map[string]int{}
	for _, s := range symbols {
		twice[logic.Fold(name(s))]++
	}
	var front, rest []T
	for _, s := range symbols {
		if twice[logic.Fold(name(s))] > 1 && slices.Contains(used, name(s)) {
			front = append(front, s)
		} else {
			rest = append(rest, s)
		}
	}
	return append(front, rest...)
}
