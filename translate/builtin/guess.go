package builtin

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/language"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/syntax"
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
//
// If err is not nil, the answer is wrong, and err determines in which way: another candidate
// or word, a random order, a denied conclusion, or an ontology that lacks a symbol.
func guess(q prompt.Question, err *rand.Rand) string {
	word := func(reason, answer string, words []string) string {
		if err != nil {
			answer = other(words, answer, err)
		}
		return reason + "\n" + answerTag + answer
	}
	switch q.Kind {
	case prompt.Choose:
		n, chosen := len(q.Candidates), bySimilarity(q)[0]
		switch {
		case err != nil && n < 2:
			return unsure // there is no other candidate
		case err != nil:
			chosen = 1 + (chosen+err.IntN(n-1))%n
		}
		return choice("Its spelling is the most similar to the sentence.", chosen)
	case prompt.Rank:
		order := bySimilarity(q)
		if err != nil {
			for i, k := range err.Perm(len(order)) {
				order[i] = k + 1
			}
		}
		return choice("They are in the order of similar spelling.", order)
	case prompt.Entail:
		conclusion := Embed(q.Conclusion)
		if slices.ContainsFunc(q.Premises, func(p string) bool { return translate.Cosine(conclusion, Embed(p)) >= 0.5 }) {
			return word("A premise is similar to the conclusion.", "True", entailWords)
		}
		return word("No premise is similar to the conclusion.", "Uncertain", entailWords)
	case prompt.YesNo:
		return word("I answer each question alike.", "yes", yesNoWords)
	case prompt.Formalize:
		argument := struct {
			Premises   []string `json:"premises"`
			Conclusion string   `json:"conclusion"`
		}{[]string{}, formula(q.Conclusion)}
		for _, p := range q.Premises {
			argument.Premises = append(argument.Premises, formula(p))
		}
		if err != nil {
			argument.Conclusion = "¬" + argument.Conclusion
		}
		return mustJSON(argument)
	}
	if err != nil {
		for _, symbols := range []*[]string{&q.Predicates, &q.Constants, &q.Propositions} {
			if n := len(*symbols); n > 0 {
				*symbols = (*symbols)[:n-1]
				break
			}
		}
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
var limits = logic.Options{Limits: syntax.Limits{MaxDepth: 1000, MaxSize: 100_000}}

// maxWords is the limit on the words in the name of a proposition.
const maxWords = 24

// formula turns a sentence into a formula.
func formula(sentence string) string {
	if f, err := language.FirstOrder.Formalize(english.English(), sentence); err == nil && parses(f.String()) {
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
