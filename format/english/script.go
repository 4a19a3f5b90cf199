package english

import (
	"regexp"
	"slices"
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

// longName is a length in bytes that names do not exceed.
const longName = 200

var (
	// lone matches a letter that is a word.
	lone = regexp.MustCompile(`(?:^|[\s("“„«¿¡])([A-Zv])\s`)
	// lastWord and firstWord match a word beside such a letter.
	lastWord  = regexp.MustCompile(`([\pL\pN_]+)["“”»)]?\s*$`)
	firstWord = regexp.MustCompile(`^\s*["“„«(]?([\pL\pN_]+)`)
	anyWord   = regexp.MustCompile(`[\pL\pN_]+`)
)

// ForLeaks returns a description in a language as Leak expects it, which looks for signs
// beside names as they are in English: a space separates them from letters of another
// script, as in 如果p1为真, full-width signs have their usual width, and a word of one letter
// is none of the formula's operators, except between two names of the formula.
func ForLeaks(fs, nl, code string) string {
	if code == "" || code == DefaultLanguage {
		return nl
	}
	tag := language.Make(code)
	base, _ := tag.Base()
	if script, _ := tag.Script(); script.String() != "Latn" {
		return separated(nl)
	}
	words, names := letterWords[base.String()], anyWord.FindAllString(fs, -1)
	named := func(match []string) bool { return match != nil && slices.Contains(names, match[1]) }
	var out strings.Builder
	end := 0
	for _, at := range lone.FindAllStringSubmatchIndex(nl, -1) {
		from, to := at[2], at[3]
		letter := nl[from:to]
		operator := lone.MatchString(fs) && strings.Contains(" "+fs+" ", letter+" ") ||
			named(lastWord.FindStringSubmatch(nl[max(0, from-longName):from])) && named(firstWord.FindStringSubmatch(nl[to:]))
		if strings.Contains(words, letter) && !operator {
			out.WriteString(nl[end:from] + "…")
			end = to
		}
	}
	return out.String() + nl[end:]
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
