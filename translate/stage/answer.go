package stage

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The fields of rows with an answer to a question of rank or reason.
const (
	FieldAnswer = "answer"
	FieldClass  = "answer_class"
)

// Class classifies an answer.
type Class string

// The classes.
const (
	Answered   Class = "ok"
	Unparsed   Class = "unparsed"     // the reply has no answer
	OutOfRange Class = "out_of_range" // a number without a candidate
	Incomplete Class = "incomplete"   // a ranking that omits candidates
	Repeated   Class = "repeated"     // a ranking with a candidate twice
)

// Numbers reads an answer that is a number from 1 to n or, with ranking, an order of all
// these numbers. The answer is the member answer of the last JSON object that has one,
// else the text after the last "answer:" or "[answer]", else a reply of only numbers. The
// result counts from 0.
func Numbers(reply string, n int, ranking bool) ([]int, Class) {
	texts := []string{reply}
	if line, rest, ok := afterLabel(reply); ok {
		texts = []string{line, rest}
	}
	if v, ok := lastAnswer(reply); ok {
		texts = append([]string{written(v)}, texts...)
	}
	var found []int
	ok := false
	for i := 0; i < len(texts) && !ok; i++ {
		found, ok = listed(texts[i])
	}
	switch {
	case !ok || len(found) == 0, !ranking && len(found) != 1:
		return nil, Unparsed
	case ranking && len(found) < n:
		return nil, Incomplete
	}
	seen := make([]bool, n)
	for i, k := range found {
		if k < 1 || k > n {
			return nil, OutOfRange
		}
		if seen[k-1] {
			return nil, Repeated
		}
		seen[k-1] = true
		found[i] = k - 1
	}
	return found, Answered
}

// maxObjects bounds the braces that are tried as the start of an object.
const maxObjects = 200

// lastAnswer returns the member answer of the last JSON object that has one.
func lastAnswer(reply string) (answer jsontext.Value, ok bool) {
	type object struct {
		Answer jsontext.Value `json:"answer"`
	}
	o, ok := lastObject(reply, func(o object) bool { return o.Answer != nil })
	return o.Answer, ok
}

// lenient accepts invalid JSON that models write.
var lenient = []json.Options{json.MatchCaseInsensitiveNames(true), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// lastObject tries the JSON objects of a reply from the end, since models think first and
// conclude later, and returns the first that is complete.
func lastObject[T any](reply string, complete func(T) bool) (object T, ok bool) {
	end := len(reply)
	for range maxObjects {
		if end = strings.LastIndexByte(reply[:end], '{'); end < 0 {
			break
		}
		var object T
		if json.UnmarshalDecode(jsontext.NewDecoder(strings.NewReader(reply[end:]), lenient...), &object, lenient...) == nil && complete(object) {
			return object, true
		}
	}
	return object, false
}

// written returns an answer as text.
func written(v jsontext.Value) (text string) {
	if json.Unmarshal(v, &text) != nil {
		return string(v)
	}
	return text
}

var (
	label   = regexp.MustCompile(`(?i)(?:\[answer\]|\banswer(?: is)?[*_]*[ \t]*[:=])`)
	signs   = strings.NewReplacer(`"`, " ", "*", " ", "_", " ", "`", " ", "[", " ", "]", " ", "(", " ", ")", " ", ">", " ", "<", " ", "≻", " ", ";", " ", ",", " ", "#", " ", "$", " ", "→", " ")
	integer = regexp.MustCompile(`^[+-]?[0-9]{1,9}[.:]?$`)
)

// afterLabel returns the text after the last label, and its first line; ok is false if
// there is no label.
func afterLabel(reply string) (line, rest string, ok bool) {
	at := label.FindAllStringIndex(reply, -1)
	if at == nil {
		return "", "", false
	}
	rest = strings.TrimSpace(reply[at[len(at)-1][1]:])
	line, _, _ = strings.Cut(rest, "\n")
	return line, rest, true
}

// listed reads a text of numbers and separators.
func listed(text string) ([]int, bool) {
	fields := strings.Fields(signs.Replace(text))
	found := make([]int, 0, len(fields))
	for _, f := range fields {
		switch strings.ToLower(f) {
		case "candidate", "candidates", "number", "no.", "and", "then", "-":
			continue
		}
		if !integer.MatchString(f) {
			return nil, false
		}
		k, err := strconv.Atoi(strings.TrimRight(f, ".:"))
		if err != nil {
			return nil, false
		}
		found = append(found, k)
	}
	return found, len(found) > 0
}

// Word finds the answer of a reply among words. It tries the member answer of the last
// JSON object that has one, and then the line after the last label or, without a label,
// the last line. A text with two different answers is none. The keys of words are in
// lower case, and the result is a value of words. from is the text of the answer.
func Word(reply string, words map[string]string) (word, from string, ok bool) {
	for _, text := range candidates(reply) {
		if w, ok := only(text, words); ok {
			return w, strings.TrimSpace(text), true
		}
	}
	return "", "", false
}

// Formulas reads premises and a conclusion from the last JSON object with both.
func Formulas(reply string) (premises []string, conclusion string, ok bool) {
	type object struct {
		Premises   []string `json:"premises"`
		Conclusion *string  `json:"conclusion"`
	}
	o, ok := lastObject(reply, func(o object) bool { return o.Premises != nil && o.Conclusion != nil })
	if !ok {
		return nil, "", false
	}
	return o.Premises, *o.Conclusion, true
}

// maxDocuments is the limit on the code blocks that are returned.
const maxDocuments = 20

// Documents returns the parts of a reply that may be a document in JSON or TOML, the
// likeliest first: its code blocks from the last one, the text between its first and last
// brace, and all of it.
func Documents(reply string) []string {
	var all []string
	blocks := fence.FindAllStringSubmatch(reply, -1)
	for i := len(blocks) - 1; i >= 0 && len(all) < maxDocuments; i-- {
		all = append(all, blocks[i][1])
	}
	if from, to := strings.IndexByte(reply, '{'), strings.LastIndexByte(reply, '}'); from >= 0 && to > from {
		all = append(all, reply[from:to+1])
	}
	return append(all, reply)
}

// candidates returns the texts that may be the answer, the likeliest first.
func candidates(reply string) []string {
	var texts []string
	if v, ok := lastAnswer(reply); ok {
		texts = append(texts, written(v))
	}
	if line, _, ok := afterLabel(reply); ok {
		return append(texts, line)
	}
	reply = strings.TrimSpace(reply)
	return append(texts, reply[strings.LastIndexByte(reply, '\n')+1:])
}

var wordRune = regexp.MustCompile(`[\p{L}\p{N}]+`)

// only returns the answer in a text, if the keys of exactly one answer occur there.
func only(text string, words map[string]string) (string, bool) {
	found := ""
	for _, w := range wordRune.FindAllString(strings.ToLower(text), -1) {
		means, ok := words[w]
		if !ok {
			continue
		}
		if found != "" && found != means {
			return "", false
		}
		found = means
	}
	return found, found != ""
}
