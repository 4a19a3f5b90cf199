package builtin

import (
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/language"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// readGlossary reads the lines of a prompt's vocabulary: "Larger(x1, x2): x1 is
// larger than x2" and "a: block A". Other lines are ignored.
func readGlossary(lines []string) *record.Vocabulary {
	var v record.Vocabulary
	for _, line := range lines {
		symbol, meaning, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		name, args, predicate := strings.Cut(strings.TrimSuffix(symbol, ")"), "(")
		if !predicate {
			v.Meanings = append(v.Meanings, record.Meaning{Symbol: symbol, Meaning: meaning})
			continue
		}
		names := strings.Split(args, ", ")
		for _, n := range names {
			meaning = strings.Replace(meaning, n, ontology.Hole, 1)
		}
		v.Predicates = append(v.Predicates, record.Predicate{Name: name, Arity: int64(len(names)), Positive: meaning})
	}
	return &v
}

// limits bound the cost of formulas in hostile prompts.
var limits = logic.Options{MaxDepth: 1000, MaxSize: 100_000}

// inEnglish describes a formula; any other text is returned as it is.
func inEnglish(text string, v *record.Vocabulary) string {
	f, err := logic.Parse(text, limits)
	if err != nil || f.Op == logic.OpAtom && len(f.Terms) == 0 {
		return text
	}
	if described, err := ontology.Describe(f, v); err == nil {
		return described
	}
	return text
}

// formalize answers with the formulas of premises and conclusion.
func formalize(q prompt.Question) string {
	argument := struct {
		Premises   []string `json:"premises"`
		Conclusion string   `json:"conclusion"`
	}{[]string{}, formula(q.Conclusion)}
	for _, p := range q.Premises {
		argument.Premises = append(argument.Premises, formula(p))
	}
	return mustJSON(argument)
}

// maxWords is the limit on the words in the name of a proposition.
const maxWords = 24

// formula turns a sentence into a formula.
func formula(sentence string) string {
	if f, err := language.FirstOrder.Formalize(sentence); err == nil && parses(f.String()) {
		return f.String()
	}
	name := ""
	for i, word := range words(sentence) {
		if i == maxWords {
			break
		}
		if letters := strings.Map(alphanumeric, word); !denies(word) && letters != "" {
			name += strings.ToUpper(letters[:1]) + letters[1:]
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

// alphanumeric drops all runes but ASCII letters and digits.
func alphanumeric(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// draft answers with an ontology that is made of the symbols' names.
func draft(q prompt.Question) string { return mustJSON(ontology.Draft(q.Signature())) }
