package builtin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/translate/prompt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// guess answers a question of the NL-FOL tasks and the reasoning benchmarks by
// the spelling of the words. It depends on the question alone.
//
// Two texts are compared by the cosine of their vectors (see Embed) and by the
// number of words and signs that deny ("not", "no", "never", ¬ and the like). They
// agree if both numbers are odd, or both even.
//
//   - The similarity of a candidate to a sentence is their cosine, minus one half
//     if they disagree. Formulas are first described with the vocabulary of the
//     prompt (ontology.Describe).
//   - A conclusion is Uncertain if no premise has a cosine of at least one
//     half. Otherwise it is True if it agrees with the most similar premise, and
//     False if not. A question is answered yes if it agrees with its context.
//   - A sentence is formalized by package rules if they can read it. Any other
//     sentence becomes a proposition that is named after its words, and negated if
//     the number of denials is odd.
//   - The meaning of a symbol is the words in its name.
func guess(q prompt.Question) string {
	switch q.Kind {
	case prompt.Choose:
		return choice("Its spelling is the most similar to the sentence.", bySimilarity(q)[0])
	case prompt.Rank:
		return choice("They are in the order of similar spelling.", bySimilarity(q))
	case prompt.Entail:
		return entail(q)
	case prompt.YesNo:
		if (denials(q.Question)-denials(q.Context))%2 != 0 {
			return "It disagrees with the context.\n" + answerTag + "no"
		}
		return "It agrees with the context.\n" + answerTag + "yes"
	case prompt.Formalize:
		return formalize(q)
	}
	return draft(q)
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
	sentence := look(q.Sentence)
	vocabulary := readGlossary(q.Glossary)
	similarity := make([]float64, len(q.Candidates))
	numbers := make([]int, len(q.Candidates))
	for i, c := range q.Candidates {
		candidate := look(inEnglish(c, vocabulary))
		similarity[i], numbers[i] = sentence.cosine(candidate), i+1
		if sentence.denied != candidate.denied {
			similarity[i] -= 0.5
		}
	}
	slices.SortStableFunc(numbers, func(a, b int) int { return cmp.Compare(similarity[b-1], similarity[a-1]) })
	return numbers
}

// relevant is the least cosine at which a premise counts as similar to a conclusion.
const relevant = 0.5

// entail compares the conclusion with the first of the most similar premises.
func entail(q prompt.Question) string {
	conclusion := look(q.Conclusion)
	at, similarity, denied := 0, -1.0, false
	for i, text := range q.Premises {
		premise := look(text)
		if cosine := conclusion.cosine(premise); cosine > similarity {
			at, similarity, denied = i+1, cosine, premise.denied
		}
	}
	switch {
	case similarity < relevant:
		return "No premise is similar to the conclusion.\n" + answerTag + "Uncertain"
	case conclusion.denied == denied:
		return fmt.Sprintf("Premise %d is similar and agrees.\n%sTrue", at, answerTag)
	}
	return fmt.Sprintf("Premise %d is similar and disagrees.\n%sFalse", at, answerTag)
}

// A view has the properties of a text that guess compares.
type view struct {
	vector []float32
	denied bool // the text has an odd number of denials
}

// viewDimensions is large enough that the trigrams of one sentence seldom
// collide.
const viewDimensions = 8 * Dimensions

func look(text string) view {
	return view{Embed(text, viewDimensions), denials(text)%2 == 1}
}

func (v view) cosine(w view) float64 {
	var dot float64
	for i := range v.vector {
		dot += float64(v.vector[i]) * float64(w.vector[i])
	}
	return dot
}

// denials counts the words and signs that deny.
func denials(text string) int {
	n := strings.Count(text, "¬") + strings.Count(text, "≠")
	for _, word := range words(text) {
		if denies(word) {
			n++
		}
	}
	return n
}

func denies(word string) bool {
	switch word {
	case "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "cannot", "without", "false":
		return true
	}
	return strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t")
}

// words returns the words of a text in lower case, without punctuation.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return strings.ContainsRune(" \t\n\r.,;:!?()[]{}\"“”", r)
	})
}
