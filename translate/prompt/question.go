package prompt

import (
	"fmt"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Kind is what a question asks for.
type Kind string

// The kinds.
const (
	Choose    Kind = "choose"    // the candidate most similar to a sentence
	Rank      Kind = "rank"      // all candidates, ordered by similarity to it
	Entail    Kind = "entail"    // whether premises make a conclusion true, false or uncertain
	Formalize Kind = "formalize" // premises and conclusion as formulas, in JSON
	YesNo     Kind = "yes_no"    // whether the answer to a question about a context is yes
	Ontology  Kind = "ontology"  // the meanings of the symbols of some premises, in JSON
)

// A Question is what a prompt of rank or reason asks.
type Question struct {
	Kind       Kind
	Sentence   string
	Candidates []string
	Glossary   []string // lines of the vocabulary
	Premises   []string
	Conclusion string
	Context    string
	Question   string

	// Symbols of an Ontology question, as the prompt lists them.
	Predicates, Constants, Propositions []string
}

// Signature returns the symbols of an Ontology question.
func (q Question) Signature() logic.Signature {
	s := logic.Signature{Constants: q.Constants, Propositions: q.Propositions}
	for _, symbol := range q.Predicates {
		if name, arity, ok := cutArity(symbol); ok {
			s.Predicates = append(s.Predicates, logic.Symbol{Name: name, Arity: int(arity)})
		}
	}
	return s
}

// The tags of questions, besides those of translations. Each is a line.
const (
	tagSentence   = "[SENTENCE]"
	tagCandidates = "[CANDIDATES]"
	tagPremises   = "[PREMISES]"
	tagConclusion = "[CONCLUSION]"
	tagContext    = "[CONTEXT]"
	tagQuestion   = "[QUESTION]"
	tagSymbols    = "[SYMBOLS]"
)

// ReadQuestion finds the question in the last message of a conversation by its
// tags; ok is false if there is none. A task with candidates that contains
// "rank" is Rank, and one with premises and a conclusion that contains "JSON"
// is Formalize.
func ReadQuestion(messages []record.Message) (q Question, ok bool) {
	if len(messages) == 0 {
		return q, false
	}
	text := "\n" + messages[len(messages)-1].Content + "\n"
	head, rest, ok := cutTag(text, tagTask)
	if !ok || strings.TrimSpace(head) != "" {
		return q, false
	}
	// The last parts of a prompt can hold any text, so their tags are searched
	// from the end.
	if before, list, ok := cutTag(rest, tagCandidates); ok {
		task, sentence, ok := cutTag(before, tagSentence)
		if !ok {
			return q, false
		}
		task, vocabulary, _ := cutTag(task, tagVocabulary)
		q = Question{Kind: Choose, Sentence: strings.TrimSpace(sentence), Candidates: numbered(list), Glossary: lines(vocabulary)}
		if strings.Contains(strings.ToLower(task), "rank") {
			q.Kind = Rank
		}
		return q, len(q.Candidates) > 0
	}
	if task, premises, ok := cutTag(rest, tagPremises); ok {
		return readPremises(task, premises)
	}
	if _, context, ok := cutTag(rest, tagContext); ok {
		context, question, ok := cutLastTag(context, tagQuestion)
		return Question{Kind: YesNo, Context: strings.TrimSpace(context), Question: strings.TrimSpace(question)}, ok
	}
	return q, false
}

// readPremises reads what follows the tag of the premises.
func readPremises(task, rest string) (q Question, ok bool) {
	if premises, symbols, ok := cutLastTag(rest, tagSymbols); ok {
		q = Question{Kind: Ontology, Premises: numbered(premises)}
		for _, line := range lines(symbols) {
			label, names, _ := strings.Cut(line, ":")
			switch label {
			case "Predicates":
				q.Predicates = readList(names)
			case "Constants":
				q.Constants = readList(names)
			case "Propositions":
				q.Propositions = readList(names)
			}
		}
		return q, true
	}
	premises, conclusion, ok := cutLastTag(rest, tagConclusion)
	q = Question{Kind: Entail, Premises: numbered(premises), Conclusion: strings.TrimSpace(conclusion)}
	if strings.Contains(task, "JSON") {
		q.Kind = Formalize
	}
	return q, ok
}

func cutTag(text, tag string) (before, after string, ok bool) {
	return strings.Cut(text, "\n"+tag+"\n")
}

func cutLastTag(text, tag string) (before, after string, ok bool) {
	i := strings.LastIndex(text, "\n"+tag+"\n")
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(tag)+2:], true
}

// numbered splits a list whose items begin with their numbers; other lines
// continue the item before them.
func numbered(list string) []string {
	var items []string
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\n")
		if text, next := strings.CutPrefix(line, fmt.Sprintf("%d. ", len(items)+1)); next {
			items = append(items, text)
		} else if len(items) > 0 && strings.TrimSpace(line) != "" {
			items[len(items)-1] += "\n" + line
		}
	}
	for i, item := range items {
		items[i] = strings.TrimSpace(item)
	}
	return items
}

// lines are the non-empty lines of a text.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// A Pair is what a judge's prompt asks about: whether two formulas are
// equivalent.
type Pair struct {
	Formalism   record.Formalism
	Left, Right string
}

// TagAnswer is the tag, in lower case, of the line in which a judge answers.
const TagAnswer = "[answer]"

// ReadPair finds the pair in the last message of a conversation with the
// packaged wording; ok is false if there is none. The first tag of the first
// formula and the last tag of the second one count, so that a formula that
// contains a tag is truncated instead of confused with the other.
func ReadPair(messages []record.Message) (pair Pair, ok bool) {
	if len(messages) == 0 {
		return Pair{}, false
	}
	task, rest, found := cutTag(messages[len(messages)-1].Content, "[FORMULA 1]")
	left, right, found2 := cutLastTag(rest, "[FORMULA 2]")
	if !found || !found2 || !strings.HasPrefix(task, tagTask+"\n") || !strings.Contains(strings.ToLower(task), TagAnswer) {
		return Pair{}, false
	}
	pair = Pair{Formalism: formalism(task), Left: strings.TrimSpace(left), Right: strings.TrimSpace(right)}
	return pair, pair.Formalism != ""
}
