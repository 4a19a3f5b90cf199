package ontology

import (
	"strings"
	"unicode"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Draft is an ontology of a signature that is made of the names alone: each
// means the words it is made of. It has no faults, but for functions, and reads
// like what it is; a person or a model does better.
func Draft(s logic.Signature) *Ontology {
	o := &Ontology{Predicates: []record.Predicate{}, Constants: []Constant{}}
	for _, p := range s.Predicates {
		words, rest := strings.Join(Words(p.Name), " "), ""
		for i := 1; i < p.Arity; i++ {
			if i > 1 {
				rest += " and"
			}
			rest += " " + Hole
		}
		o.Predicates = append(o.Predicates, record.Predicate{
			Name: p.Name, Arity: int64(p.Arity),
			Positive: Hole + " is " + words + rest, Negative: Hole + " is not " + words + rest,
		})
	}
	for _, c := range s.Constants {
		o.Constants = append(o.Constants, Constant{c, strings.Join(Words(c), " ")})
	}
	for _, p := range s.Propositions {
		o.Propositions = append(o.Propositions, Constant{p, "it is so that " + strings.Join(Words(p), " ")})
	}
	return o
}

// Words are those that a name is made of: they begin with capitals, or stand
// between signs that no word has. Words in capitals stay so: NBAPlayer is of
// NBA and player.
func Words(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	end := func(i int) {
		if i > start {
			words = append(words, word(string(runes[start:i])))
		}
		start = i
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’':
			end(i)
			start = i + 1
		case i > start && unicode.IsUpper(r):
			after := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(runes[i-1]) || after {
				end(i)
			}
		}
	}
	end(len(runes))
	if len(words) == 0 {
		return []string{name}
	}
	return words
}

// word is in lower case, but for abbreviations.
func word(s string) string {
	if len(s) > 1 && strings.ToUpper(s) == s {
		return s
	}
	return strings.ToLower(s)
}
