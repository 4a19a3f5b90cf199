package guess

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/gloss"
	"github.com/truthloop/truthloop/translate/rules"
)

// A teller tells formulas in English by a vocabulary.
type teller struct{ v record.Vocabulary }

// newTeller reads the lines that a prompt has of a vocabulary: "Larger(x1, x2):
// x1 is larger than x2" and "a: block A". Others say nothing.
func newTeller(glossary []string) teller {
	var t teller
	for _, line := range glossary {
		symbol, meaning, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		name, args, predicate := strings.Cut(strings.TrimSuffix(symbol, ")"), "(")
		if !predicate {
			t.v.Meanings = append(t.v.Meanings, record.Meaning{Symbol: symbol, Meaning: meaning})
			continue
		}
		names := strings.Split(args, ", ")
		for _, n := range names {
			meaning = strings.Replace(meaning, n, ontology.Hole, 1)
		}
		t.v.Predicates = append(t.v.Predicates, record.Predicate{Name: name, Arity: int64(len(names)), Positive: meaning})
	}
	return t
}

// limits keep a formula of a hostile prompt from costing much.
var limits = logic.Options{MaxDepth: 1000, MaxSize: 100_000}

// tell is a formula in English; a text that is none stays as it is.
func (t teller) tell(text string) string {
	f, err := logic.Parse(text, limits)
	if err != nil || f.Op == logic.OpAtom && len(f.Terms) == 0 {
		return text
	}
	told, err := gloss.Tell(f, &t.v, gloss.Published)
	if err != nil {
		return text
	}
	return told
}

// formalize answers with the formulas of premises and conclusion.
func formalize(q ask.Question) string {
	argument := struct {
		Premises   []string `json:"premises"`
		Conclusion string   `json:"conclusion"`
	}{[]string{}, formula(q.Conclusion)}
	for _, p := range q.Premises {
		argument.Premises = append(argument.Premises, formula(p))
	}
	b, err := json.Marshal(argument)
	if err != nil {
		return "" // of texts there is no such error
	}
	return string(b)
}

// maxWords bounds the name of a proposition.
const maxWords = 24

// formula is a sentence as a formula.
func formula(sentence string) string {
	if fs, err := rules.Formalize(record.FirstOrder, sentence, nil); err == nil && parses(fs) {
		return fs
	}
	name := ""
	for i, word := range words(sentence) {
		if i == maxWords {
			break
		}
		if !denies(word) {
			name += capital(letters(word))
		}
	}
	if !parses(name) { // nothing, a number, or a word such as Forall
		name = "Sentence" + name
	}
	if denials(sentence)%2 == 1 {
		return "¬" + name
	}
	return name
}

func parses(fs string) bool {
	_, err := logic.Parse(fs, limits)
	return err == nil
}

// letters are the ASCII letters and digits of a word.
func letters(word string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, word)
}

func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// draft answers with an ontology that is made of the symbols' names.
func draft(q ask.Question) string {
	s := logic.Signature{Constants: q.Constants, Propositions: q.Propositions}
	for _, symbol := range q.Predicates {
		if p, ok := cutArity(symbol); ok {
			s.Predicates = append(s.Predicates, p)
		}
	}
	b, err := json.Marshal(ontology.Draft(s))
	if err != nil {
		return "" // of texts and numbers there is no such error
	}
	return string(b)
}

// maxArity is more than any predicate of a sentence has.
const maxArity = 100

func cutArity(symbol string) (p logic.Symbol, ok bool) {
	i := strings.LastIndexByte(symbol, '/')
	if i < 1 {
		return p, false
	}
	n, err := strconv.Atoi(symbol[i+1:])
	return logic.Symbol{Name: symbol[:i], Arity: n}, err == nil && n >= 1 && n <= maxArity
}
