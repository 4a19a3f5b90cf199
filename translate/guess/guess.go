package guess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/ngrams"
)

// Answer is the reply to a question. It depends on the question alone.
func Answer(q ask.Question) string {
	switch q.Kind {
	case ask.Choose:
		return inJSON("It looks most like the sentence.", byNearness(q)[0])
	case ask.Rank:
		return inJSON("They are in the order of their looks.", byNearness(q))
	case ask.Entail:
		return entail(q)
	case ask.YesNo:
		return yesNo(q)
	case ask.Formalize:
		return formalize(q)
	}
	return draft(q)
}

// inJSON is a reply of the form that rank asks for.
func inJSON(reasoning string, answer any) string {
	b, err := json.Marshal(struct {
		Reasoning string `json:"reasoning"`
		Answer    any    `json:"answer"`
	}{reasoning, answer})
	if err != nil {
		return "" // of a text and numbers there is no such error
	}
	return string(b)
}

// byNearness are the numbers of the candidates, from 1, the nearest first; of
// those equally near the first first.
func byNearness(q ask.Question) []int {
	sentence := look(q.Sentence)
	teller := newTeller(q.Glossary)
	near := make([]float64, len(q.Candidates))
	numbers := make([]int, len(q.Candidates))
	for i, c := range q.Candidates {
		other := look(teller.tell(c))
		near[i], numbers[i] = sentence.like(other), i+1
		if sentence.denied != other.denied {
			near[i] -= 0.5
		}
	}
	slices.SortStableFunc(numbers, func(a, b int) int { return cmp.Compare(near[b-1], near[a-1]) })
	return numbers
}

// alike is how much a premise must look like a conclusion to speak of it.
const alike = 0.5

func entail(q ask.Question) string {
	conclusion := look(q.Conclusion)
	i, nearest := conclusion.nearest(q.Premises)
	switch {
	case i < 0 || conclusion.like(nearest) < alike:
		return "No premise speaks of it.\n[Answer] Uncertain"
	case conclusion.denied == nearest.denied:
		return fmt.Sprintf("Premise %d says so.\n[Answer] True", i+1)
	}
	return fmt.Sprintf("Premise %d says the opposite.\n[Answer] False", i+1)
}

func yesNo(q ask.Question) string {
	if (denials(q.Question)-denials(q.Context))%2 != 0 {
		return "The context is of another mind.\n[Answer] no"
	}
	return "The context is of one mind with it.\n[Answer] yes"
}

// A view is what the reader sees of a text.
type view struct {
	vector []float32
	denied bool // by an odd number of denials
}

// dimensions keeps the trigrams of a sentence apart from each other.
const dimensions = 8 * ngrams.Dimensions

func look(text string) view {
	return view{ngrams.Embed(text, dimensions), denials(text)%2 == 1}
}

// like is the cosine of two views.
func (v view) like(w view) float64 {
	var dot float64
	for i := range v.vector {
		dot += float64(v.vector[i]) * float64(w.vector[i])
	}
	return dot
}

// nearest is the text most like v, the first of several; -1 where there is none.
func (v view) nearest(texts []string) (int, view) {
	best, at := view{}, -1
	for i, text := range texts {
		if w := look(text); at < 0 || v.like(w) > v.like(best) {
			best, at = w, i
		}
	}
	return at, best
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

// words are those of a text in lower case, without the signs around them.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return strings.ContainsRune(" \t\n\r.,;:!?()[]{}\"“”", r)
	})
}
