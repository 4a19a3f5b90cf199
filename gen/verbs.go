package gen

import (
	"slices"
	"strings"
	"sync"

	"github.com/truthloop/truthloop/data"
)

// reserved are the words that the parser of formulas reads as operators, quantifiers
// or truth values.
var reserved = map[string]bool{
	"v": true, "all": true, "and": true, "bottom": true, "every": true, "exists": true, "false": true,
	"for": true, "forall": true, "iff": true, "implies": true, "not": true, "or": true, "some": true,
	"there": true, "top": true, "true": true, "xor": true,
}

// isWord reports whether s consists of two or more letters a to z.
func isWord(s string) bool {
	return len(s) > 1 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}

// verbs are English verbs in base form, in alphabetical order.
type verbs struct {
	transitive   []string // they can have an object
	intransitive []string // they can be used without an object
}

func (v verbs) have(word string) bool {
	return slices.Contains(v.transitive, word) || slices.Contains(v.intransitive, word)
}

// packagedVerbs are those of the packaged list. A line holds a verb, and transitive,
// intransitive or both.
var packagedVerbs = sync.OnceValue(func() (v verbs) {
	text, err := data.FS.ReadFile("vocabularies/verbs.txt")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		word, use, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "" || word == "#" {
			continue
		}
		if use = strings.TrimSpace(use); use != "intransitive" {
			v.transitive = append(v.transitive, word)
		}
		if use != "transitive" {
			v.intransitive = append(v.intransitive, word)
		}
	}
	return v
})
