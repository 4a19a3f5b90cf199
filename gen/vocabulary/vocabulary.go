package vocabulary

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/brianvoe/gofakeit/v7"
)

// Config gives the numbers of words and the list of verbs.
type Config struct {
	Propositions int
	Predicates   int
	MinArity     int // of predicates, at least 1
	MaxArity     int
	Objects      int
	AlphabetSize int // of regular expressions, at most MaxAlphabet

	English bool   // verbs and first names instead of pred1 and p1
	Verbs   []Verb // where English
}

// The upper limits: the alphabet is 0 to 9, then a to z, and gofakeit has about
// 1,600 first names.
const (
	MaxAlphabet     = 36
	MaxEnglishNames = 1000
)

// A Predicate is the name of a predicate and the number of its arguments.
type Predicate struct {
	Name  string
	Arity int
}

// A Vocabulary holds the words of one formula.
type Vocabulary struct {
	Propositions []string
	Predicates   []Predicate
	Objects      []string
	Alphabet     []string
}

// A Source draws vocabularies. It is immutable and safe for concurrent use.
type Source struct {
	config       Config
	propositions []string
	predicates   []string
	objects      []string
	alphabet     []string

	transitive, intransitive []string
	notNames                 map[string]bool
}

// NewSource returns a source of vocabularies.
func NewSource(c Config) (*Source, error) {
	switch {
	case c.Propositions < 1 || c.Predicates < 1 || c.Objects < 1:
		return nil, fmt.Errorf("vocabulary: %d propositions, %d predicates and %d objects, expected at least one of each",
			c.Propositions, c.Predicates, c.Objects)
	case c.MinArity < 1 || c.MaxArity < c.MinArity:
		return nil, fmt.Errorf("vocabulary: predicates of arity %d to %d, expected 1 or more, ascending", c.MinArity, c.MaxArity)
	case c.AlphabetSize < 1 || c.AlphabetSize > MaxAlphabet:
		return nil, fmt.Errorf("vocabulary: an alphabet of %d symbols, expected 1 to %d", c.AlphabetSize, MaxAlphabet)
	}
	s := &Source{
		config:       c,
		propositions: numbered("p", c.Propositions),
		predicates:   numbered("pred", c.Predicates),
		objects:      numbered("p", c.Objects),
		alphabet:     alphabet(c.AlphabetSize),
	}
	if c.English {
		return s, s.english()
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

func alphabet(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.FormatInt(int64(i), MaxAlphabet)
	}
	return out
}

// english sorts the verbs by use, and checks that there are enough words for all
// arities.
func (s *Source) english() error {
	c := s.config
	s.notNames = map[string]bool{}
	for _, v := range c.Verbs {
		s.notNames[v.Word] = true
		if v.Transitive {
			s.transitive = append(s.transitive, v.Word)
		}
		if v.Intransitive {
			s.intransitive = append(s.intransitive, v.Word)
		}
	}
	if c.MinArity == 1 && len(s.intransitive) < c.Predicates {
		return fmt.Errorf("vocabulary: %d verbs without an object, expected as many as predicates, %d", len(s.intransitive), c.Predicates)
	}
	if c.MaxArity > 1 && len(s.transitive) < c.Predicates {
		return fmt.Errorf("vocabulary: %d verbs with an object, expected as many as predicates, %d", len(s.transitive), c.Predicates)
	}
	if c.Objects > MaxEnglishNames {
		return fmt.Errorf("vocabulary: %d objects, expected at most %d where they are first names", c.Objects, MaxEnglishNames)
	}
	return nil
}

// Draw draws a vocabulary. Its slices are shared and must not be changed.
func (s *Source) Draw(rng *rand.Rand) Vocabulary {
	v := Vocabulary{Propositions: s.propositions, Objects: s.objects, Alphabet: s.alphabet}
	v.Predicates = make([]Predicate, s.config.Predicates)
	for i := range v.Predicates {
		arity := s.config.MinArity + rng.IntN(s.config.MaxArity-s.config.MinArity+1)
		v.Predicates[i] = Predicate{Name: s.predicates[i], Arity: arity}
	}
	if s.config.English {
		s.drawVerbs(v.Predicates, rng)
		v.Objects = s.drawNames(rng)
	}
	return v
}

// drawVerbs names the predicates by distinct verbs that fit their arities.
func (s *Source) drawVerbs(predicates []Predicate, rng *rand.Rand) {
	for i := range predicates {
		verbs := s.transitive
		if predicates[i].Arity == 1 {
			verbs = s.intransitive
		}
		for {
			word := verbs[rng.IntN(len(verbs))]
			if !slices.ContainsFunc(predicates[:i], func(p Predicate) bool { return p.Name == word }) {
				predicates[i].Name = word
				break
			}
		}
	}
}

// drawNames draws distinct first names in lower case.
func (s *Source) drawNames(rng *rand.Rand) []string {
	faker := gofakeit.NewFaker(rng, false)
	out := make([]string, 0, s.config.Objects)
	seen := make(map[string]bool, s.config.Objects)
	for len(out) < s.config.Objects {
		name := strings.ToLower(faker.FirstName())
		if isWord(name) && !reserved[name] && !s.notNames[name] && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}
