package english

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/width"
)

// letterWords are the words of one letter that look like an operator: in Spanish, "Y p1" is
// "and p1", and the operator Y of linear temporal logic elsewhere. In Czech, "v" is "in".
var letterWords = map[string]string{
	"es": "YOU", "ca": "YO", "gl": "YO", "it": "O", "pt": "O", "fr": "Y", "ro": "O", "cs": "VZOSUv", "sk": "VZOSUv", "sl": "VZOSv", "pl": "ZOUW", "hr": "OUS", "hu": "S",
}

// lone matches a letter that is a word.
var lone = regexp.MustCompile(`(^|[\s("“„«¿¡])([A-Zv])\s`)

// ForLeaks returns a description in a language as Leak expects it, which looks for signs
// beside names as they are in English: a space separates them from letters of another
// script, as in 如果p1为真, full-width signs have their usual width, and a word of one letter
// is none of the formula's operators.
func ForLeaks(fs, nl, code string) string {
	if code == "" || code == DefaultLanguage {
		return nl
	}
	tag := language.Make(code)
	base, _ := tag.Base()
	if script, _ := tag.Script(); script.String() != "Latn" {
		return separated(nl)
	}
	words := letterWords[base.String()]
	return lone.ReplaceAllStringFunc(nl, func(s string) string {
		word := strings.TrimRight(s, " \t\r\n")
		if letter := word[len(word)-1:]; !strings.Contains(words, letter) || lone.MatchString(fs) && strings.Contains(" "+fs+" ", letter+" ") {
			return s
		}
		return word[:len(word)-1] + "… "
	})
}

// separated returns s with spaces between letters of ASCII and others, and with narrow
// signs.
func separated(s string) string {
	var b strings.Builder
	before := rune(' ')
	for _, r := range s {
		if narrow := width.LookupRune(r).Narrow(); 0 < narrow && narrow < unicode.MaxASCII && !strings.ContainsRune("!?.,;:", narrow) {
			r = narrow
		}
		if foreign(r) && name(before) || name(r) && foreign(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func name(r rune) bool { return r < unicode.MaxASCII && inWord(r) }

func foreign(r rune) bool { return r > unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsMark(r)) }
