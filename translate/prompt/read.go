package prompt

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
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

// A section is a tag and the text below it, with the tag's offset.
type section struct {
	tag, body string
	start     int
}

// Read returns the Case of the last user message of a conversation, from its tags and its
// task. If that message has no task, Read reads the system message first, and Task is
// LogicalTranslation. English is not set, and Shots is the number of examples. The error
// names what is missing.
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
	if len(sections) > 1 && sections[0].tag == tagVocabulary && sections[1].tag == tagTask { // as in papers
		sections[0], sections[1] = sections[1], sections[0]
	}
	if len(sections) > 0 && sections[0].tag != tagTask && strings.HasPrefix(system, tagTask) {
		c.Task = LogicalTranslation
		text = system + "\n" + text
		sections = split(text)
	}
	if len(sections) == 0 || sections[0].tag != tagTask {
		return Case{}, fmt.Errorf("not a translation prompt: no %s", tagTask)
	}
	if c.Formalism = named(sections[0].body); c.Formalism == "" {
		return Case{}, errors.New("not a translation prompt: the task names no formalism")
	}
	c.Language = spoken(sections[0].body)
	if rest := sections[1:]; len(rest) > 1 && rest[0].tag == tagVocabulary && strings.HasPrefix(rest[1].tag, tagExample) { // as in papers
		c.Vocabulary = readVocabulary(rest[0].body)
		sections = append(sections[:1:1], rest[1:]...)
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
	return Case{}, fmt.Errorf("not a translation prompt: neither %s nor %s to translate", tagFormula, tagDescription)
}

// tagLine matches a line that is a tag.
var tagLine = regexp.MustCompile(`(?m)^[^\S\n]*(\[(?:TASK|VOCABULARY|FORMULA|NL DESCRIPTION|EXAMPLE [0-9]+)\])[^\S\n]*$`)

// split cuts a prompt at its tags.
func split(text string) []section {
	var sections []section
	end := len(text)
	for _, at := range slices.Backward(tagLine.FindAllStringSubmatchIndex(text, -1)) {
		sections = append(sections, section{tag: text[at[2]:at[3]], body: strings.TrimSpace(text[at[3]:end]), start: at[2]})
		end = at[0]
	}
	slices.Reverse(sections)
	return sections
}

// named returns the formalism whose title occurs first in a task, or "" if none occurs.
func named(task string) (f record.Formalism) {
	task = strings.ToLower(task)
	first := len(task)
	for _, s := range formalism.All() {
		if i := strings.Index(task, s.Title()); i >= 0 && i < first {
			f, first = s.Name(), i
		}
	}
	return f
}

// languageLike matches what can be the name of a language in a task.
var languageLike = regexp.MustCompile(`\bin (\p{Lu}[\pL’'-]*(?: \(?\p{Lu}[\pL ]*\)?)*)`)

// spoken returns the name of the last language in a task, or "" if it is English or none.
func spoken(task string) string {
	for _, m := range slices.Backward(languageLike.FindAllStringSubmatch(task, -1)) {
		for name, more := m[1], true; more; {
			switch english.BaseOf(name) {
			case english.DefaultLanguage:
				return ""
			case "":
				i := strings.LastIndexByte(name, ' ')
				name, more = name[:max(i, 0)], i > 0
			default:
				return name
			}
		}
	}
	return ""
}

// caseStart returns the index of the first section after the examples, and their
// number. An example is its tag and the two following sections, or its tag with the texts
// below it.
func caseStart(sections []section) (first, shots int) {
	for first = 1; first < len(sections) && strings.HasPrefix(sections[first].tag, tagExample); shots++ {
		tagged := sections[first].body == ""
		for first++; tagged && first < len(sections) && (sections[first].tag == tagFormula || sections[first].tag == tagDescription); first++ {
		}
	}
	return first, shots
}

// readVocabulary reads the lines that vocabulary.txt writes. It ignores other lines.
func readVocabulary(body string) Vocabulary {
	var v Vocabulary
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if gloss, found := strings.CutPrefix(line, "- "); found {
			readGloss(&v, gloss)
			continue
		}
		label, names, _ := strings.Cut(line, ":")
		if to := v.names()[label]; to != nil {
			*to = readList(names)
		} else if to := v.symbols()[label]; to != nil {
			*to = readArities(names)
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

// withParameters matches a predicate in a list of the function parameters.
var withParameters = regexp.MustCompile(`([^\s,()]+)\((\?p\d+(?:, \?p\d+)*)\)`)

func readArities(names string) []record.Predicate {
	var l []record.Predicate
	for _, m := range withParameters.FindAllStringSubmatch(names, -1) {
		l = append(l, record.Predicate{Name: m[1], Arity: int64(1 + strings.Count(m[2], ","))})
	}
	for _, s := range readList(names) {
		if name, arity, found := cutArity(s); found {
			l = append(l, record.Predicate{Name: name, Arity: arity})
		}
	}
	return l
}

// cutArity splits name/arity. An arity is below 128, which limits the cost of a hostile
// prompt.
func cutArity(s string) (name string, arity int64, found bool) {
	i := strings.LastIndexByte(s, '/')
	if i <= 0 {
		return "", 0, false
	}
	arity, err := strconv.ParseInt(s[i+1:], 10, 8)
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
