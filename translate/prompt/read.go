package prompt

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// The tags of a prompt. An example's tag continues with its number.
const (
	tagTask        = "[TASK]"
	tagExample     = "[EXAMPLE "
	tagVocabulary  = "[VOCABULARY]"
	tagFormula     = "[FORMULA]"
	tagDescription = "[NL DESCRIPTION]"
)

// ErrNoPrompt means that a conversation does not end in a translation prompt.
var ErrNoPrompt = errors.New("not a translation prompt")

// A section is a tag and the text below it, with the tag's offset.
type section struct {
	tag, body string
	start     int
}

// Read returns the case that the last user message of a conversation asks for,
// by its tags and its task. If that message has no task, the system message is
// read before it, and Task is LogicalTranslation. English is not set, and Shots
// is the number of examples. The error is ErrNoPrompt with what is missing.
func Read(messages []record.Message) (Case, error) {
	text, system := "", ""
	for _, m := range messages {
		switch m.Role {
		case translate.RoleUser:
			text = m.Content
		case translate.RoleSystem:
			system = m.Content
		}
	}
	sections := split(text)
	c := Case{}
	if len(sections) > 0 && sections[0].tag != tagTask && strings.HasPrefix(system, tagTask) {
		c.Task = LogicalTranslation
		text = system + "\n" + text
		sections = split(text)
	}
	var err error
	if c.Formalism, err = formalism(sections); err != nil {
		return Case{}, err
	}
	first, shots := caseStart(sections)
	c.Shots = shots
	for _, s := range sections[first:] {
		switch s.tag {
		case tagVocabulary:
			if c.Vocabulary.Empty() {
				c.Vocabulary = readVocabulary(s.body)
			}
		case tagFormula, tagDescription:
			c.Direction = Informalize
			if s.tag == tagDescription {
				c.Direction = Autoformalize
			}
			// The tag of the requested text ends this text. Everything before it
			// belongs to the text, even if it looks like a tag: descriptions
			// are written by models.
			end := len(text)
			if last := sections[len(sections)-1]; last.body == "" && last.start > s.start {
				end = last.start
			}
			c.Text = strings.TrimSpace(text[s.start+len(s.tag) : end])
			return c, nil
		}
	}
	return Case{}, fmt.Errorf("%w: neither %s nor %s to translate", ErrNoPrompt, tagFormula, tagDescription)
}

// split cuts a prompt at its tags.
func split(text string) []section {
	var sections []section
	offset, bodyStart := 0, 0
	closeLast := func(end int) {
		if n := len(sections); n > 0 {
			sections[n-1].body = strings.TrimSpace(text[bodyStart:end])
		}
	}
	for line := range strings.Lines(text) {
		if tag := strings.TrimSpace(line); isTag(tag) {
			closeLast(offset)
			start := offset + strings.Index(line, tag)
			sections = append(sections, section{tag: tag, start: start})
			bodyStart = start + len(tag)
		}
		offset += len(line)
	}
	closeLast(len(text))
	return sections
}

func isTag(s string) bool {
	switch s {
	case tagTask, tagVocabulary, tagFormula, tagDescription:
		return true
	}
	number, found := strings.CutPrefix(s, tagExample)
	if !found {
		return false
	}
	_, err := strconv.Atoi(strings.TrimSuffix(number, "]"))
	return err == nil && strings.HasSuffix(s, "]")
}

// formalism is the first one that the task names.
func formalism(sections []section) (record.Formalism, error) {
	if len(sections) == 0 || sections[0].tag != tagTask {
		return "", fmt.Errorf("%w: no %s", ErrNoPrompt, tagTask)
	}
	task := strings.ToLower(sections[0].body)
	best, where := record.Formalism(""), len(task)
	for _, name := range []struct {
		phrase    string
		formalism record.Formalism
	}{
		{"propositional logic", record.Propositional},
		{"first-order logic", record.FirstOrder},
		{"regular expression", record.Regex},
	} {
		if i := strings.Index(task, name.phrase); i >= 0 && i < where {
			best, where = name.formalism, i
		}
	}
	if best == "" {
		return "", fmt.Errorf("%w: the task names no formalism", ErrNoPrompt)
	}
	return best, nil
}

// caseStart returns the index of the first section after the examples, and their
// number. An example is its tag and the two following sections.
func caseStart(sections []section) (first, shots int) {
	for first = 1; first < len(sections) && strings.HasPrefix(sections[first].tag, tagExample); shots++ {
		for first++; first < len(sections) && (sections[first].tag == tagFormula || sections[first].tag == tagDescription); first++ {
		}
	}
	return first, shots
}

// readVocabulary reads the lines that vocabulary.txt writes and ignores others.
func readVocabulary(body string) Vocabulary {
	var v Vocabulary
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if gloss, found := strings.CutPrefix(line, "- "); found {
			readGloss(&v, gloss)
			continue
		}
		label, names, _ := strings.Cut(line, ":")
		switch label {
		case "Propositions":
			v.Propositions = readList(names)
		case "Predicates":
			v.Predicates = readArities(names)
		case "Functions":
			v.Functions = readArities(names)
		case "Objects":
			v.Constants = readList(names)
		case "Variables":
			v.Variables = readList(names)
		case "Free variables":
			v.FreeVariables = readList(names)
		case "Alphabet":
			v.Alphabet = readList(names)
		}
	}
	return v
}

func readList(names string) []string {
	var l []string
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name != "" {
			l = append(l, name)
		}
	}
	return l
}

func readArities(names string) []record.Predicate {
	var l []record.Predicate
	for _, s := range readList(names) {
		if name, arity, found := cutArity(s); found {
			l = append(l, record.Predicate{Name: name, Arity: arity})
		}
	}
	return l
}

// cutArity splits name/arity.
func cutArity(s string) (name string, arity int64, found bool) {
	i := strings.LastIndexByte(s, '/')
	if i <= 0 {
		return "", 0, false
	}
	arity, err := strconv.ParseInt(s[i+1:], 10, 16)
	return s[:i], arity, err == nil && arity > 0
}

// readGloss reads a line of glosses.
func readGloss(v *Vocabulary, line string) {
	symbol, meaning, found := strings.Cut(line, ": ")
	if !found {
		return
	}
	name, arity, isPredicate := cutArity(symbol)
	if !isPredicate {
		v.Meanings = append(v.Meanings, record.Meaning{Symbol: symbol, Meaning: meaning})
		return
	}
	for i, p := range v.Predicates {
		if p.Name == name && p.Arity == arity {
			v.Predicates[i].Positive, v.Predicates[i].Negative, _ = strings.Cut(meaning, glossNot)
		}
	}
}
