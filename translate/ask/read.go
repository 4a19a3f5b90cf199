package ask

import (
	"fmt"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// Kind is what a question asks for.
type Kind string

// The kinds.
const (
	Choose    Kind = "choose"    // the candidate most similar to a sentence
	Rank      Kind = "rank"      // all candidates, by their similarity to it
	Entail    Kind = "entail"    // whether premises make a conclusion true, false or uncertain
	Formalize Kind = "formalize" // premises and conclusion as formulas, in JSON
	YesNo     Kind = "yes_no"    // whether a question about a context is to be answered with yes
	Ontology  Kind = "ontology"  // what the symbols of some premises mean, in JSON
)

// A Question is what a prompt of rank or reason asks, as Read finds it.
type Question struct {
	Kind       Kind
	Sentence   string
	Candidates []string
	Glossary   []string // lines of the vocabulary
	Premises   []string
	Conclusion string
	Context    string
	Question   string

	// Of Ontology, as the prompt lists them.
	Predicates, Constants, Propositions []string
}

// The tags, each on a line of its own.
const (
	tagTask       = "[TASK]"
	tagVocabulary = "[VOCABULARY]"
	tagSentence   = "[SENTENCE]"
	tagCandidates = "[CANDIDATES]"
	tagPremises   = "[PREMISES]"
	tagConclusion = "[CONCLUSION]"
	tagContext    = "[CONTEXT]"
	tagQuestion   = "[QUESTION]"
	tagSymbols    = "[SYMBOLS]"
)

// Read finds the question in the last message of a conversation by its tags, so
// that models of our own can be asked like any other; ok is false where there
// is none. A task that speaks of ranking is Rank, and of two that have premises
// and a conclusion the one that speaks of JSON is Formalize.
func Read(messages []record.Message) (q Question, ok bool) {
	if len(messages) == 0 {
		return q, false
	}
	text := "\n" + messages[len(messages)-1].Content + "\n"
	head, rest, ok := cutTag(text, tagTask)
	if !ok || strings.TrimSpace(head) != "" {
		return q, false
	}
	// What comes last in a prompt, and may hold any text, is looked for from
	// the end, and what comes first from the beginning.
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

// readPremises reads what follows the premises' tag.
func readPremises(task, rest string) (q Question, ok bool) {
	if premises, symbols, ok := cutLastTag(rest, tagSymbols); ok {
		q = Question{Kind: Ontology, Premises: numbered(premises)}
		for _, line := range lines(symbols) {
			label, names, _ := strings.Cut(line, ":")
			to := map[string]*[]string{"Predicates": &q.Predicates, "Constants": &q.Constants, "Propositions": &q.Propositions}[label]
			if to == nil {
				continue
			}
			for name := range strings.SplitSeq(names, ",") {
				if name = strings.TrimSpace(name); name != "" {
					*to = append(*to, name)
				}
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

// numbered are the texts of a list, of which each begins with its number; lines
// that do not belong to the text before them.
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

// lines are the lines of a text that are not empty.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}
