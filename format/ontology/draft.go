package ontology

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Draft makes an ontology from the names of a signature: the meaning of a symbol is the
// words of its name. It has no faults except that functions are missing, and that names
// such as isTall and Tall get the same words. A person or a model can write a better
// ontology.
func Draft(s logic.Signature) *Ontology {
	o := &Ontology{Predicates: []record.Predicate{}, Constants: []Constant{}}
	for _, p := range s.Predicates {
		holds, fails := clauses(Words(p.Name))
		rest := ""
		for i := 1; i < p.Arity; i++ {
			if i > 1 {
				rest += " and"
			}
			rest += " " + Hole
		}
		o.Predicates = append(o.Predicates, record.Predicate{
			Name: p.Name, Arity: int64(p.Arity),
			Positive: Hole + " " + holds + rest, Negative: Hole + " " + fails + rest,
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

// clauses returns the verb phrase for the words of a predicate, and its negation. A
// first word with the ending of a verb in the third person is read as a verb.
func clauses(words []string) (holds, fails string) {
	first, rest := words[0], strings.Join(words[1:], " ")
	join := func(s string) string { return strings.TrimSuffix(s+" "+rest, " ") }
	switch {
	case first == "is" || first == "are":
		return join("is"), join("is not")
	case first == "has" || first == "have":
		return join("has"), join("does not have")
	case first == "can":
		return join("can"), join("cannot")
	case len(first) > 3 && strings.HasSuffix(first, "s") && !strings.ContainsAny(first[len(first)-2:len(first)-1], "sui"):
		return join(first), join("does not " + strings.TrimSuffix(first, "s"))
	}
	return join("is " + first), join("is not " + first)
}

// Merge adds to o the symbols of p that o lacks and that have no faults. It returns the
// symbols to which p gives another meaning than o, and the number of symbols with faults.
func (o *Ontology) Merge(p *Ontology) (conflicts []Fault, faulty int) {
	var l faults
	bad := map[string]bool{}
	for _, f := range p.flaws() {
		if f.Kind != Duplicate {
			bad[f.Symbol] = true
		}
	}
	conflict := func(kind, symbol, old, more string) {
		if plain(old) != plain(more) {
			l.add(Ambiguous, symbol, "%s %s: found %q, and %q in another draft", kind, symbol, old, more)
		}
	}
	for _, q := range p.Predicates {
		i := slices.IndexFunc(o.Predicates, func(r record.Predicate) bool { return symbol(r) == symbol(q) })
		switch {
		case q.Name == "" || bad[symbol(q)]:
			faulty++
		case i < 0:
			o.Predicates = append(o.Predicates, q)
		default:
			conflict("predicate", symbol(q), o.Predicates[i].Positive, q.Positive)
		}
	}
	add := func(kind string, to *[]Constant, from []Constant) {
		for _, c := range from {
			i := slices.IndexFunc(*to, func(d Constant) bool { return d.Name == c.Name })
			switch {
			case c.Name == "":
				faulty++
			case i < 0:
				*to = append(*to, c)
			default:
				conflict(kind, c.Name, (*to)[i].Meaning, c.Meaning)
			}
		}
	}
	add("constant", &o.Constants, p.Constants)
	add("proposition", &o.Propositions, p.Propositions)
	return l, faulty
}

// A word begins with a capital after another letter, or with the last of several capitals
// before a small letter.
var (
	capital     = regexp.MustCompile(`(\P{Lu})(\p{Lu})`)
	lastCapital = regexp.MustCompile(`(\p{Lu})(\p{Lu}\p{Ll})`)
)

// Words splits a name into words. A word begins with a capital or after a character
// that is not part of a word. Abbreviations stay in capitals: NBAPlayer is NBA and
// player.
func Words(name string) []string {
	spaced := lastCapital.ReplaceAllString(capital.ReplaceAllString(name, "$1 $2"), "$1 $2")
	words := strings.FieldsFunc(spaced, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	for i, word := range words {
		if len(word) == 1 || strings.ToUpper(word) != word {
			words[i] = strings.ToLower(word)
		}
	}
	if len(words) == 0 {
		return []string{name}
	}
	return words
}
