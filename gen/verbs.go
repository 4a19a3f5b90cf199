package gen

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Verb is an English verb in base form, with its uses.
type Verb struct {
	Word         string
	Transitive   bool // it can have an object
	Intransitive bool // it can be used without an object
}

// reserved are the words that the parser of formulas reads as operators, quantifiers
// or truth values.
var reserved = map[string]bool{
	"v": true, "all": true, "and": true, "bottom": true, "every": true, "exists": true, "false": true,
	"for": true, "forall": true, "iff": true, "implies": true, "not": true, "or": true, "some": true,
	"there": true, "top": true, "true": true, "xor": true,
}

// isWord reports whether s consists of two or more letters a to z.
func isWord(s string) bool {
	for _, r := range s {
		if r < 'a' || r > 'z' {
			return false
		}
	}
	return len(s) > 1
}

// ParseVerbs reads a word list. A line holds a verb in lower case, and optionally
// transitive, intransitive or both (the default). # begins a comment. The error
// names the file and the line.
func ParseVerbs(file, text string) ([]Verb, error) {
	found := map[string]Verb{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		v := Verb{Word: fields[0], Transitive: true, Intransitive: true}
		if !isWord(v.Word) || reserved[v.Word] {
			return nil, fmt.Errorf("%s:%d: found %q, expected a verb of the letters a to z that is no keyword of formulas", file, i+1, v.Word)
		}
		switch use := strings.Join(fields[1:], " "); use {
		case "", "both":
		case "transitive":
			v.Intransitive = false
		case "intransitive":
			v.Transitive = false
		default:
			return nil, fmt.Errorf("%s:%d: found %q after %q, expected transitive, intransitive or both", file, i+1, use, v.Word)
		}
		merge(found, v)
	}
	return sorted(found), nil
}

// merge adds a verb. If it was found before, it adds the uses.
func merge(found map[string]Verb, v Verb) {
	old := found[v.Word]
	v.Transitive = v.Transitive || old.Transitive
	v.Intransitive = v.Intransitive || old.Intransitive
	found[v.Word] = v
}

func sorted(found map[string]Verb) []Verb {
	return slices.SortedFunc(maps.Values(found), func(a, b Verb) int { return cmp.Compare(a.Word, b.Word) })
}

// DigestVerbs returns the SHA-256 of a list of verbs in hexadecimal, for manifests.
func DigestVerbs(verbs []Verb) string {
	h := sha256.New()
	for _, v := range verbs {
		fmt.Fprintln(h, v.Word, v.Transitive, v.Intransitive)
	}
	return hex.EncodeToString(h.Sum(nil))
}
