package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/truthloop/truthloop/gen/grammar"
)

// A Vocabulary holds the numbers of symbols of a formula. If it is English, a predicate of one argument is an intransitive verb, and a predicate of more
// arguments is a transitive verb: sleep(ann) and chase(ann, bob) occur, but not
// sleep(ann, bob).
type Vocabulary struct {
	Propositions int
	Predicates   int
	Arity        grammar.Range // of predicates, at least 1
	Objects      int
	AlphabetSize int // of regular expressions, at most maxAlphabet

	English bool // verbs and first names instead of pred1 and p1
}

const (
	maxAlphabet     = 36   // 0 to 9, then a to z
	maxEnglishNames = 1000 // gofakeit has about 1,600 first names
)

// words are the symbols that fill the placeholders of one formula.
type words struct {
	propositions, objects, alphabet []string
	predicates                      []predicate
}

type predicate struct {
	name  string
	arity int
}

// A source draws words. It is immutable and safe for concurrent use.
type source struct {
	Vocabulary
	plain words // without predicates
	verbs verbs // if English
}

func newSource(v Vocabulary) (*source, error) {
	s := &source{Vocabulary: v}
	s.plain = words{propositions: numbered("p", v.Propositions), objects: numbered("p", v.Objects)}
	for i := range v.AlphabetSize {
		s.plain.alphabet = append(s.plain.alphabet, strconv.FormatInt(int64(i), maxAlphabet))
	}
	if !v.English {
		return s, nil
	}
	s.verbs = packagedVerbs()
	switch {
	case v.Arity.Min == 1 && len(s.verbs.intransitive) < v.Predicates:
		return nil, fmt.Errorf("verbs without an object: found %d, expected as many as predicates, %d", len(s.verbs.intransitive), v.Predicates)
	case v.Arity.Max > 1 && len(s.verbs.transitive) < v.Predicates:
		return nil, fmt.Errorf("verbs with an object: found %d, expected as many as predicates, %d", len(s.verbs.transitive), v.Predicates)
	case v.Objects > maxEnglishNames:
		return nil, fmt.Errorf("objects: found %d, expected at most %d where they are first names", v.Objects, maxEnglishNames)
	}
	return s, nil
}

func numbered(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = prefix + strconv.Itoa(i+1)
	}
	return out
}

// draw draws the words of a formula. Their slices are shared and must not be changed.
func (s *source) draw(rng *rand.Rand) words {
	w := s.plain
	w.predicates = make([]predicate, s.Predicates)
	for i := range w.predicates {
		w.predicates[i] = predicate{"pred" + strconv.Itoa(i+1), s.Arity.Min + rng.IntN(s.Arity.Max-s.Arity.Min+1)}
	}
	if s.English {
		s.drawVerbs(w.predicates, rng)
		w.objects = s.drawNames(rng)
	}
	return w
}

// drawVerbs names the predicates by distinct verbs that fit their arities.
func (s *source) drawVerbs(predicates []predicate, rng *rand.Rand) {
	for i := range predicates {
		verbs := s.verbs.transitive
		if predicates[i].arity == 1 {
			verbs = s.verbs.intransitive
		}
		for {
			word := verbs[rng.IntN(len(verbs))]
			if !slices.ContainsFunc(predicates[:i], func(p predicate) bool { return p.name == word }) {
				predicates[i].name = word
				break
			}
		}
	}
}

// drawNames draws distinct first names in lower case, from gofakeit. No name is a verb or
// a keyword of the parser of formulas.
func (s *source) drawNames(rng *rand.Rand) []string {
	faker := gofakeit.NewFaker(rng, false)
	var names []string
	seen := map[string]bool{}
	for len(names) < s.Objects {
		name := strings.ToLower(faker.FirstName())
		if isWord(name) && !reserved[name] && !s.verbs.have(name) && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}
