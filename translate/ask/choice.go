package ask

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Class is what an answer is worth.
type Class string

// The classes.
const (
	Answered   Class = "ok"
	Unparsed   Class = "unparsed"     // no answer is found in the reply
	OutOfRange Class = "out_of_range" // a number that no candidate has
	Incomplete Class = "incomplete"   // a ranking that leaves candidates out
	Repeated   Class = "repeated"     // a ranking that names one twice
)

// Numbers reads the numbers of an answer: 1 to n, one of them, or with ranking
// all of them in an order. They come from a JSON object with a member answer,
// the last one in the reply, else from what stands behind its last "answer:"
// or "[answer]", else from a reply that is nothing but numbers. They are given
// from 0.
func Numbers(reply string, n int, ranking bool) ([]int, Class) {
	found, ok := structured(reply)
	if !ok {
		found, ok = labelled(reply)
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

// structured reads the numbers of the last JSON object with an answer.
func structured(reply string) ([]int, bool) {
	v, ok := lastAnswer(reply)
	if !ok {
		return nil, false
	}
	return answerOf(v)
}

// lastAnswer is the answer of the last JSON object that has one.
func lastAnswer(reply string) (answer jsontext.Value, ok bool) {
	ok = lastObject(reply, func(dec *jsontext.Decoder) bool {
		var object struct {
			Answer jsontext.Value `json:"answer"`
		}
		if json.UnmarshalDecode(dec, &object, lenient...) != nil || object.Answer == nil {
			return false
		}
		answer = object.Answer
		return true
	})
	return answer, ok
}

// lenient reads the JSON that models write rather than the JSON they should.
var lenient = []json.Options{json.MatchCaseInsensitiveNames(true), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// lastObject tries the JSON objects of a reply from its end, since what a model
// thinks stands before what it concludes, and says whether one was taken.
func lastObject(reply string, take func(*jsontext.Decoder) bool) bool {
	end := len(reply)
	for range maxObjects {
		start := strings.LastIndexByte(reply[:end], '{')
		if start < 0 {
			return false
		}
		end = start
		if take(jsontext.NewDecoder(strings.NewReader(reply[start:]), lenient...)) {
			return true
		}
	}
	return false
}

// answerOf reads 3, [3, 1, 2], "3" and ["3", "1"].
func answerOf(v jsontext.Value) ([]int, bool) {
	var one int
	var many []int
	var text string
	var texts []string
	switch {
	case json.Unmarshal(v, &one) == nil:
		return []int{one}, true
	case json.Unmarshal(v, &many) == nil:
		return many, true
	case json.Unmarshal(v, &text) == nil:
		return listed(text)
	case json.Unmarshal(v, &texts) == nil:
		return listed(strings.Join(texts, ", "))
	}
	return nil, false
}

var (
	label   = regexp.MustCompile(`(?i)(?:\[answer\]|\banswer(?: is)?[*_]*[ \t]*[:=])`)
	signs   = strings.NewReplacer("*", " ", "_", " ", "`", " ", "[", " ", "]", " ", "(", " ", ")", " ", ">", " ", "<", " ", "≻", " ", ";", " ", ",", " ", "#", " ", "$", " ", "→", " ")
	integer = regexp.MustCompile(`^[+-]?[0-9]{1,9}[.:]?$`)
)

// labelled reads what stands behind the last label, or the whole of a reply
// without one.
func labelled(reply string) ([]int, bool) {
	at := label.FindAllStringIndex(reply, -1)
	if at == nil {
		return listed(reply)
	}
	rest := strings.TrimSpace(reply[at[len(at)-1][1]:])
	line, _, _ := strings.Cut(rest, "\n")
	if found, ok := listed(line); ok {
		return found, true
	}
	return listed(rest)
}

// listed reads a text of numbers and nothing else but what parts them.
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

// Word finds which of some words a reply answers with: as the answer of its
// last JSON object that has one, behind its last label, or in its last line. A
// text that names two of them answers nothing. From is the text that the word
// was read in; ok is false where there is none. The words are keys in lower
// case, and what is found is what the key stands for.
func Word(reply string, words map[string]string) (word, from string, ok bool) {
	for _, text := range candidates(reply) {
		if w, ok := only(text, words); ok {
			return w, strings.TrimSpace(text), true
		}
	}
	return "", "", false
}

// Formulas reads premises and a conclusion from the last JSON object in a reply
// that has them.
func Formulas(reply string) (premises []string, conclusion string, ok bool) {
	ok = lastObject(reply, func(dec *jsontext.Decoder) bool {
		var object struct {
			Premises   []string `json:"premises"`
			Conclusion *string  `json:"conclusion"`
		}
		if json.UnmarshalDecode(dec, &object, lenient...) != nil || object.Premises == nil || object.Conclusion == nil {
			return false
		}
		premises, conclusion = object.Premises, *object.Conclusion
		return true
	})
	return premises, conclusion, ok
}

// fenced is a block of code in Markdown.
var fenced = regexp.MustCompile("(?s)```[a-zA-Z]*[ \t]*\n(.*?)```")

// maxDocuments bounds the blocks that are tried.
const maxDocuments = 20

// Documents are the texts of a reply that may be a document in JSON or TOML,
// the surest first: its blocks of code from the last, what stands between its
// first and its last brace, and all of it.
func Documents(reply string) []string {
	var all []string
	blocks := fenced.FindAllStringSubmatch(reply, -1)
	for i := len(blocks) - 1; i >= 0 && len(all) < maxDocuments; i-- {
		all = append(all, blocks[i][1])
	}
	if from, to := strings.IndexByte(reply, '{'), strings.LastIndexByte(reply, '}'); from >= 0 && to > from {
		all = append(all, reply[from:to+1])
	}
	return append(all, reply)
}

// candidates are the texts in which an answer is looked for, the surest first.
func candidates(reply string) []string {
	var texts []string
	if v, ok := structuredText(reply); ok {
		texts = append(texts, v)
	}
	if at := label.FindAllStringIndex(reply, -1); at != nil {
		rest := strings.TrimSpace(reply[at[len(at)-1][1]:])
		line, _, _ := strings.Cut(rest, "\n")
		return append(texts, line)
	}
	reply = strings.TrimSpace(reply)
	return append(texts, reply[strings.LastIndexByte(reply, '\n')+1:])
}

func structuredText(reply string) (string, bool) {
	v, ok := lastAnswer(reply)
	if !ok {
		return "", false
	}
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s, true
	}
	return string(v), true
}

var wordRune = regexp.MustCompile(`[\p{L}\p{N}]+`)

// only is the one word among words that a text has.
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
