package text

import (
	"strings"
	"unicode/utf8"
)

// Stem is the stem of an English word in lower case by M. F. Porter's algorithm
// (Program 14(3), 1980, p. 130), with the departures that NLTK's PorterStemmer
// makes: some irregular words, words of two letters kept, -ied and -ies after
// one letter, y after any consonant but a first, -alli followed on, -fulli and
// -logi, and a vowel and a consonant as a short word.
func Stem(word string) string {
	if stem, ok := irregular[word]; ok {
		return stem
	}
	if utf8.RuneCountInString(word) <= 2 {
		return word
	}
	w := plural(word)
	w = past(w)
	if stem, ok := strings.CutSuffix(w, "y"); ok && utf8.RuneCountInString(stem) > 1 && lastIsConsonant(stem) {
		w = stem + "i"
	}
	w = second(w)
	w = apply(w, third, 0)
	w = fourth(w)
	if stem, ok := strings.CutSuffix(w, "e"); ok && (measure(stem) > 1 || measure(stem) == 1 && !short(stem)) {
		w = stem
	}
	if strings.HasSuffix(w, "ll") && measure(w[:len(w)-1]) > 1 {
		w = w[:len(w)-1]
	}
	return w
}

var irregular = map[string]string{
	"sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news",
	"innings": "inning", "inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning", "canning": "canning",
	"howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}

// consonants says of each letter whether it is a consonant: y is one at the
// beginning and after a vowel.
func consonants(word string) []bool {
	flags := make([]bool, 0, len(word))
	for _, r := range word {
		is := !strings.ContainsRune("aeiou", r)
		if r == 'y' {
			is = len(flags) == 0 || !flags[len(flags)-1]
		}
		flags = append(flags, is)
	}
	return flags
}

// measure is the number of times that vowels are followed by consonants.
func measure(stem string) int {
	n := 0
	flags := consonants(stem)
	for i := 1; i < len(flags); i++ {
		if flags[i] && !flags[i-1] {
			n++
		}
	}
	return n
}

func hasVowel(stem string) bool {
	for _, is := range consonants(stem) {
		if !is {
			return true
		}
	}
	return false
}

func lastIsConsonant(stem string) bool {
	flags := consonants(stem)
	return len(flags) > 0 && flags[len(flags)-1]
}

// short says whether a stem ends like hop or wil: consonant, vowel, consonant
// other than w, x and y; or is a vowel and a consonant.
func short(stem string) bool {
	flags := consonants(stem)
	n := len(flags)
	if n == 2 {
		return !flags[0] && flags[1]
	}
	return n > 2 && flags[n-3] && !flags[n-2] && flags[n-1] && !strings.ContainsAny(stem[len(stem)-1:], "wxy")
}

// doubled says whether a word ends in a double consonant.
func doubled(word string) bool {
	r := []rune(word)
	return len(r) > 1 && r[len(r)-1] == r[len(r)-2] && lastIsConsonant(word)
}

// plural is step 1a.
func plural(w string) string {
	switch {
	case strings.HasSuffix(w, "ies") && utf8.RuneCountInString(w) == 4:
		return w[:len(w)-1]
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "ies"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}

// past is step 1b: -ed and -ing.
func past(w string) string {
	if stem, ok := strings.CutSuffix(w, "ied"); ok {
		if utf8.RuneCountInString(w) == 4 {
			return stem + "ie"
		}
		return stem + "i"
	}
	if stem, ok := strings.CutSuffix(w, "eed"); ok {
		if measure(stem) > 0 {
			return stem + "ee"
		}
		return w
	}
	stem, ok := strings.CutSuffix(w, "ed")
	if !ok || !hasVowel(stem) {
		if stem, ok = strings.CutSuffix(w, "ing"); !ok || !hasVowel(stem) {
			return w
		}
	}
	switch {
	case strings.HasSuffix(stem, "at"), strings.HasSuffix(stem, "bl"), strings.HasSuffix(stem, "iz"):
		return stem + "e"
	case doubled(stem):
		if strings.ContainsAny(stem[len(stem)-1:], "lsz") {
			return stem
		}
		_, size := utf8.DecodeLastRuneInString(stem)
		return stem[:len(stem)-size]
	case measure(stem) == 1 && short(stem):
		return stem + "e"
	}
	return stem
}

// A rule replaces an ending.
type rule struct{ from, to string }

// apply makes the first of the rules that fits the word, where the stem before
// the ending has a measure above least.
func apply(w string, rules []rule, least int) string {
	for _, r := range rules {
		if stem, ok := strings.CutSuffix(w, r.from); ok {
			if measure(stem) > least {
				return stem + r.to
			}
			return w
		}
	}
	return w
}

func second(w string) string {
	if stem, ok := strings.CutSuffix(w, "alli"); ok && measure(stem) > 0 {
		return second(stem + "al")
	}
	// The l of -logi belongs to the stem that is measured.
	if strings.HasSuffix(w, "logi") {
		if measure(w[:len(w)-3]) > 0 {
			return w[:len(w)-1]
		}
		return w
	}
	return apply(w, twofold, 0)
}

var twofold = []rule{
	{"ational", "ate"},
	{"tional", "tion"},
	{"enci", "ence"},
	{"anci", "ance"},
	{"izer", "ize"},
	{"bli", "ble"},
	{"alli", "al"},
	{"entli", "ent"},
	{"eli", "e"},
	{"ousli", "ous"},
	{"ization", "ize"},
	{"ation", "ate"},
	{"ator", "ate"},
	{"alism", "al"},
	{"iveness", "ive"},
	{"fulness", "ful"},
	{"ousness", "ous"},
	{"aliti", "al"},
	{"iviti", "ive"},
	{"biliti", "ble"},
	{"fulli", "ful"},
}

var third = []rule{{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""}}

// fourth is step 4; -ion goes only after s and t.
func fourth(w string) string {
	for _, ending := range []string{"al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize"} {
		stem, ok := strings.CutSuffix(w, ending)
		if !ok {
			continue
		}
		if measure(stem) > 1 && (ending != "ion" || strings.HasSuffix(stem, "s") || strings.HasSuffix(stem, "t")) {
			return stem
		}
		return w
	}
	return w
}
