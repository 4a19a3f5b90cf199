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
	Rank      Kind = "rank"      // all candidates, ordered by similarity to a sentence
	Entail    Kind = "entail"    // whether premises make a conclusion true, false or uncertain
	Formalize Kind = "formalize" // premises and conclusion as formulas, in JSON
	YesNo     Kind = "yes_no"    // whether the answer to a question about a context is yes
	Ontology  Kind = "ontology"  // the meanings of the symbols of some premises, in JSON
)

// A Question is a question of rank or reason.
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

// ReadQuestion finds the question in the last message of a conversation by its tags; ok
// is false if there is none. A question with candidates is Rank if its task contains
// "rank". A question with premises and a conclusion is Formalize if its task contains
// "JSON".
func ReadQuestion(messages []record.Message) (q Question, ok bool) {
	text := lastMessage(messages)
	if task, sentence, list, ok := between(text, tagSentence, tagCandidates); ok {
		task, vocabulary, _ := strings.Cut(task, "\n"+tagVocabulary+"\n")
		q = Question{Kind: Choose, Sentence: sentence, Candidates: numbered(list), Glossary: lines(vocabulary)}
		if strings.Contains(strings.ToLower(task), "rank") {
			q.Kind = Rank
		}
		return q, len(q.Candidates) > 0
	}
	if _, premises, symbols, ok := between(text, tagPremises, tagSymbols); ok {
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
	if task, premises, conclusion, ok := between(text, tagPremises, tagConclusion); ok {
		q = Question{Kind: Entail, Premises: numbered(premises), Conclusion: conclusion}
		if strings.Contains(task, "JSON") {
			q.Kind = Formalize
		}
		return q, true
	}
	_, context, question, ok := between(text, tagContext, tagQuestion)
	return Question{Kind: YesNo, Context: context, Question: question}, ok
}

// lastMessage returns the text that a model has to answer; empty if there is none.
func lastMessage(messages []record.Message) string {
	if len(messages) == 0 {
		return ""
	}
	return messages[len(messages)-1].Content
}

// between cuts a text that begins with a task. It cuts at the first line that is the tag
// first, and at the last line that is the tag last. So end can be any text without the
// line last.
func between(text, first, last string) (task, middle, end string, ok bool) {
	task, rest, found := strings.Cut("\n"+text+"\n", "\n"+first+"\n")
	i := strings.LastIndex("\n"+rest, "\n"+last+"\n")
	if !found || i < 0 || !strings.HasPrefix(strings.TrimLeft(task, " \t\r\n")+"\n", tagTask+"\n") {
		return "", "", "", false
	}
	return task, strings.TrimSpace(rest[:max(0, i-1)]), strings.TrimSpace(rest[i+len(last)+1:]), true
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

// lines returns the non-empty lines of a text.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// A Pair is the two formulas of a judge's prompt, which asks whether they are equivalent.
type Pair struct {
	Formalism   record.Formalism
	Left, Right string
}

// TagAnswer is the tag, in lower case, of the line in which a judge answers.
const TagAnswer = "[answer]"

// ReadPair finds the pair in the last message of a conversation with the packaged
// wording; ok is false if there is none. The first line [FORMULA 1] and the last line
// [FORMULA 2] are the tags. So the first formula may contain such lines. A second formula
// that contains the line [FORMULA 2] is truncated.
func ReadPair(messages []record.Message) (pair Pair, ok bool) {
	task, left, right, ok := between(lastMessage(messages), "[FORMULA 1]", "[FORMULA 2]")
	pair = Pair{Formalism: named(task), Left: left, Right: right}
	if !ok || pair.Formalism == "" || !strings.Contains(strings.ToLower(task), TagAnswer) {
		return Pair{}, false
	}
	return pair, true
}
