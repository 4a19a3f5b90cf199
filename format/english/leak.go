package english

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Leak is a kind of formal syntax in a description. If a description contains the
// formula, autoformalization can copy it, and nothing is measured.
//
// A false alarm costs as much as a miss, since some analyses omit rows with leaks.
// Hyphens, "p1 and p2", "a/b", "0s and 1s", Markdown emphasis and bullets are English. So
// signs that English uses (&, |, ~, !, v, ^, +, *) count only as operators, next to a
// name of the formula or a parenthesis. To compare the parse trees of substrings was
// rejected: it misses copies with a change, and parses at every position of a hostile
// text. The time is linear in the description.
type Leak string

// The leaks, in the order in which they are searched.
const (
	NoLeak          Leak = ""
	LeakCopy        Leak = "copy"        // the whole formula, up to spaces and variants of signs
	LeakSymbol      Leak = "symbol"      // an operator's sign
	LeakApplication Leak = "application" // a predicate of the formula with arguments in parentheses
	LeakPart        Leak = "part"        // a long piece of the formula
)

// CopyLeak finds leaks of a formula of an unknown formalism: a copy, or a long part with a
// sign that is rare in English. A formula without such signs must be long.
func CopyLeak(fs, nl string) Leak {
	bare, text := unspaced(fs), unspaced(nl)
	signs := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(".,;:'\"-?!", r) {
			return -1
		}
		return r
	}, bare)
	switch {
	case (signs != "" || utf8.RuneCountInString(bare) >= longPart) && strings.Contains(text, bare):
		return LeakCopy
	case signs != "" && SharesPart(bare, text, longPart, signs):
		return LeakPart
	}
	return NoLeak
}

// longPart is the length of a long piece of a formula, in runes.
const longPart = 16

// matches and FindAll search re only in a text with one of signs, which every match
// contains. Most descriptions have no such sign, and the search for signs takes a
// hundredth of the time.
func matches(re *regexp.Regexp, s, signs string) bool {
	return strings.ContainsAny(s, signs) && re.MatchString(s)
}

func FindAll(re *regexp.Regexp, s, signs string, anyway bool) [][]string {
	if !anyway && !strings.ContainsAny(s, signs) {
		return nil
	}
	return re.FindAllStringSubmatch(s, -1)
}

// hasLoneV reports whether s contains a v without a letter, digit or underscore
// next to it.
func hasLoneV(s string) bool {
	for i := 0; ; i++ {
		j := strings.IndexByte(s[i:], 'v')
		if j < 0 {
			return false
		}
		i += j
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+1:])
		if !inWord(before) && !inWord(after) {
			return true
		}
	}
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// signs are those of squeezed text, which replace their variants.
const signs = "∧∨¬⊕→↔∀∃*"

// variants replaces the other forms of a sign that a copy may use. The letter v occurs in
// words, so loneV replaces it.
var variants = strings.NewReplacer(
	"&&", "∧", "&", "∧", "||", "∨", "|", "∨", "~", "¬", "!", "¬",
	"<->", "↔", "<=>", "↔", "⇔", "↔", "->", "→", "=>", "→", "⇒", "→", "⟶", "→",
	"∗", "*", "⋆", "*", "[", "(", "]", ")", "{", "(", "}", ")",
)

// loneV matches the disjunction in the paper's data.
var loneV = regexp.MustCompile(`([\s)])v([\s(¬])`)

// Squeeze returns s without white space, in lower case and with one form of each sign.
func Squeeze(s string) string {
	if hasLoneV(s) {
		s = loneV.ReplaceAllString(s, "$1∨$2")
	}
	return unspaced(variants.Replace(s))
}

// unspaced returns s without white space and in lower case.
func unspaced(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// SharesPart reports whether the text contains a piece of the formula of the
// given length in runes, with one of the signs.
func SharesPart(formula, text string, length int, signs string) bool {
	if !strings.ContainsAny(text, signs) {
		return false
	}
	pieces := make(map[string]bool)
	for _, p := range grams(formula, length) {
		if strings.ContainsAny(p, signs) {
			pieces[p] = true
		}
	}
	if len(pieces) == 0 {
		return false
	}
	for _, p := range grams(text, length) {
		if pieces[p] {
			return true
		}
	}
	return false
}

// grams returns the substrings of n runes.
func grams(s string, n int) []string {
	var starts []int
	for i := range s {
		starts = append(starts, i)
	}
	starts = append(starts, len(s))
	var g []string
	for i := 0; i+n < len(starts); i++ {
		g = append(g, s[starts[i]:starts[i+n]])
	}
	return g
}
