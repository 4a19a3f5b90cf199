package ontology

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Hole is the place of an argument in a template.
const Hole = "{}"

// An Ontology is a signature and what its symbols mean.
type Ontology struct {
	Name         string             `json:"name,omitempty"`
	StoryID      jsontext.Value     `json:"story_id,omitempty"` // a string or a number
	Predicates   []record.Predicate `json:"predicates"`
	Constants    []Constant         `json:"constants"`
	Propositions []Constant         `json:"propositions,omitempty"`
	Pairs        []Pair             `json:"pairs,omitempty"`
}

// A Constant is a constant, or a proposition, with its meaning: the words that
// stand for it in a sentence.
type Constant struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// A Pair is a sentence and the formula that says the same.
type Pair struct {
	NL string `json:"nl"`
	FS string `json:"fs"`
}

// Read reads the ontologies of a file. The error says which of them, counted
// from 1, is at fault and how.
func Read(r io.Reader) ([]*Ontology, error) {
	dec := jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true))
	var all []*Ontology
	for n := 1; ; n++ {
		o := new(Ontology)
		err := record.JSONError(json.UnmarshalDecode(dec, o))
		if errors.Is(err, io.EOF) && n > 1 {
			return all, nil
		}
		if err == nil {
			err = o.check()
		}
		if err != nil {
			return nil, fmt.Errorf("ontology %d: %w", n, err)
		}
		all = append(all, o)
	}
}

// check finds what makes an ontology unusable.
func (o *Ontology) check() error {
	if k := o.StoryID.Kind(); len(o.StoryID) > 0 && k != '"' && k != '0' && k != 'n' {
		return errors.New("story_id: expected a string or a number")
	}
	seen := map[logic.Symbol]bool{}
	for _, p := range o.Predicates {
		s := logic.Symbol{Name: p.Name, Arity: int(p.Arity)}
		switch {
		case p.Name == "":
			return errors.New("predicates: found one without a name")
		case p.Arity < 1:
			return fmt.Errorf("predicate %s: found arity %d, expected at least 1", p.Name, p.Arity)
		case seen[s]:
			return fmt.Errorf("predicate %s/%d: found twice", p.Name, p.Arity)
		}
		seen[s] = true
		for _, template := range []string{p.Positive, p.Negative} {
			if n := strings.Count(template, Hole); template != "" && n != s.Arity {
				return fmt.Errorf("predicate %s: template %q: found %d of %s, expected %d, one for each argument", p.Name, template, n, Hole, p.Arity)
			}
		}
	}
	for kind, symbols := range map[string][]Constant{"constant": o.Constants, "proposition": o.Propositions} {
		named := map[string]bool{}
		for _, c := range symbols {
			if c.Name == "" {
				return fmt.Errorf("%ss: found one without a name", kind)
			}
			if named[c.Name] {
				return fmt.Errorf("%s %s: found twice", kind, c.Name)
			}
			named[c.Name] = true
		}
	}
	return nil
}

// Story is the story's identity as text, the same for 7 and "7"; empty where
// the ontology is of no story.
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

// Covers says, by an error for each of its symbols that the ontology lacks or
// has with another arity, whether f can be told by o. Functions are never
// covered.
func (o *Ontology) Covers(f *logic.Formula) error {
	var missing []error
	s := f.Signature(true)
	for _, p := range s.Predicates {
		g := find(o.Predicates, p.Name, func(q record.Predicate) (string, bool) { return q.Name, q.Arity == int64(p.Arity) })
		if g != nil {
			continue
		}
		other := find(o.Predicates, p.Name, func(q record.Predicate) (string, bool) { return q.Name, true })
		if other == nil {
			missing = append(missing, fmt.Errorf("predicate %s/%d: not in the ontology", p.Name, p.Arity))
		} else {
			missing = append(missing, fmt.Errorf("predicate %s: found %d arguments, expected %d", p.Name, p.Arity, other.Arity))
		}
	}
	for _, c := range s.Constants {
		if find(o.Constants, c, byName) == nil {
			missing = append(missing, fmt.Errorf("constant %s: not in the ontology", c))
		}
	}
	for _, p := range s.Propositions {
		if find(o.Propositions, p, byName) == nil {
			missing = append(missing, fmt.Errorf("proposition %s: not in the ontology", p))
		}
	}
	for _, g := range s.Functions {
		missing = append(missing, fmt.Errorf("function %s/%d: ontologies have no functions", g.Name, g.Arity))
	}
	return errors.Join(missing...)
}

func byName(c Constant) (string, bool) { return c.Name, true }

// find is the symbol of a name among those that key accepts: the one spelled
// like it, else the first that differs in case only; nil where there is none.
func find[T any](symbols []T, name string, key func(T) (string, bool)) *T {
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

// Vocabulary is the ontology as rows carry it, with the variables of f, which
// may be nil. Where it spells several symbols alike but for case, those that f
// uses come first: readers of a vocabulary take the first that fits.
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
	name := func(c Constant) string { return c.Name }
	for _, c := range first(o.Constants, s.Constants, name) {
		v.Constants = append(v.Constants, c.Name)
		v.Meanings = meaning(v.Meanings, c)
	}
	for _, p := range first(o.Propositions, s.Propositions, name) {
		v.Propositions = append(v.Propositions, p.Name)
		v.Meanings = meaning(v.Meanings, p)
	}
	return v
}

func meaning(all []record.Meaning, c Constant) []record.Meaning {
	if c.Meaning == "" {
		return all
	}
	return append(all, record.Meaning{Symbol: c.Name, Meaning: c.Meaning})
}

// first orders symbols: before a used one stands none that differs from it in
// case only.
func first[T any](symbols []T, used []string, name func(T) string) []T {
	isUsed := map[string]bool{}
	for _, u := range used {
		isUsed[u] = true
	}
	twice := map[string]int{}
	for _, s := range symbols {
		twice[logic.Fold(name(s))]++
	}
	var front, rest []T
	for _, s := range symbols {
		if isUsed[name(s)] && twice[logic.Fold(name(s))] > 1 {
			front = append(front, s)
		} else {
			rest = append(rest, s)
		}
	}
	return append(front, rest...)
}
