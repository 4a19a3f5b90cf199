package builtin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/language"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// guess answers a question of rank or reason. It depends on the question alone, and knows
// nothing of meaning:
//
//   - The similarity of a candidate to a sentence is the cosine of their vectors (see
//     Embed).
//   - A conclusion is True if a premise has a cosine of at least one half, and otherwise
//     Uncertain. The answer to a question about a context is yes.
//   - A sentence is formalized by the rules of first-order logic if they can read it. Any
//     other sentence becomes a proposition that is named after its words.
//   - The meaning of a symbol is the words in its name.
func guess(q prompt.Question) string {
	switch q.Kind {
	case prompt.Choose:
		return choice("Its spelling is the most similar to the sentence.", bySimilarity(q)[0])
	case prompt.Rank:
		return choice("They are in the order of similar spelling.", bySimilarity(q))
	case prompt.Entail:
		conclusion := Embed(q.Conclusion)
		if slices.ContainsFunc(q.Premises, func(p string) bool { return translate.Cosine(conclusion, Embed(p)) >= 0.5 }) {
			return "A premise is similar to the conclusion.\n" + answerTag + "True"
		}
		return "No premise is similar to the conclusion.\n" + answerTag + "Uncertain"
	case prompt.YesNo:
		return "I answer each question alike.\n" + answerTag + "yes"
	case prompt.Formalize:
		argument := struct {
			Premises   []string `json:"premises"`
			Conclusion string   `json:"conclusion"`
		}{[]string{}, formula(q.Conclusion)}
		for _, p := range q.Premises {
			argument.Premises = append(argument.Premises, formula(p))
		}
		return mustJSON(argument)
	}
	return mustJSON(ontology.Draft(q.Signature()))
}

// choice returns a reply in the form that rank asks for: the number of a candidate, or
// the numbers of all.
func choice(reasoning string, answer any) string {
	return mustJSON(struct {
		Reasoning string `json:"reasoning"`
		Answer    any    `json:"answer"`
	}{reasoning, answer})
}

// mustJSON marshals strings and numbers. Invalid UTF-8 is replaced, so it cannot
// fail.
func mustJSON(v any) string {
	b, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(fmt.Sprintf("builtin: %T as JSON: %v", v, err))
	}
	return string(b)
}

// bySimilarity returns the numbers of the candidates, counted from 1, the most
// similar first. Ties keep their order.
func bySimilarity(q prompt.Question) []int {
	sentence := Embed(q.Sentence)
	similarity := make([]float64, len(q.Candidates))
	numbers := make([]int, len(q.Candidates))
	for i, c := range q.Candidates {
		similarity[i], numbers[i] = translate.Cosine(sentence, Embed(c)), i+1
	}
	slices.SortStableFunc(numbers, func(a, b int) int { return cmp.Compare(similarity[b-1], similarity[a-1]) })
	return numbers
}

// limits bound the cost of formulas in hostile prompts.
var limits = logic.Options{MaxDepth: 1000, MaxSize: 100_000}

// maxWords is the limit on the words in the name of a proposition.
const maxWords = 24

// formula turns a sentence into a formula.
func formula(sentence string) string {
	if f, err := language.FirstOrder.Formalize(sentence); err == nil && parses(f.String()) {
		return f.String()
	}
	name := ""
	words := strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for _, word := range words[:min(len(words), maxWords)] {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	if !parses(name) { // nothing, a number, or a word such as Forall
		name = "Sentence" + name
	}
	return name
}

func parses(fs string) bool {
	_, err := logic.Parse(fs, limits)
	return err == nil
}
