package ask

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/record"
)

// A Leak is a kind of formal syntax in a description. If a description contains the
// formula, autoformalization can copy it, and nothing is measured.
type Leak string

// The leaks, in the order in which they are searched.
const (
	NoLeak          Leak = ""
	LeakCopy        Leak = "copy"        // the whole formula, up to spaces and variants of signs
	LeakSymbol      Leak = "symbol"      // an operator's sign
	LeakApplication Leak = "application" // a predicate of the formula with arguments in parentheses
	LeakPart        Leak = "part"        // a long piece of the formula
)

// OnLeak is what happens to a row with a leak. nl_leak and nl_leak_kind are
// always set.
type OnLeak string

// The possible reactions.
const (
	KeepLeak  OnLeak = "keep"  // the row continues like any other
	MarkLeak  OnLeak = "mark"  // the leak becomes the row's error: no later calls
	RetryLeak OnLeak = "retry" // the model is asked again, up to LeakRetries times; the last description counts
)

// ParseOnLeak reads an OnLeak; the error lists the valid ones.
func ParseOnLeak(s string) (OnLeak, error) {
	switch o := OnLeak(s); o {
	case KeepLeak, MarkLeak, RetryLeak:
		return o, nil
	}
	return "", fmt.Errorf("%q: expected keep, mark or retry", s)
}

// FindLeak returns the first leak of fs in nl.
//
// A false alarm costs as much as a miss, since some analyses omit rows with leaks.
// Hyphens, "p1 and p2", "a/b", "0s and 1s", Markdown emphasis and bullets are English. So
// signs that English uses (&, |, ~, !, v, ^, +, *) count only as operators, next to a
// name of the formula or a parenthesis. To compare the parse trees of substrings was
// rejected: it misses copies with a change, and parses at every position of a hostile
// text. The time is linear in the description.
func FindLeak(f record.Formalism, fs, nl string) Leak {
	if find := leaks[f]; find != nil {
		return find(fs, nl)
	}
	return inText(fs, nl)
}

// leaks find the leaks of the known formalisms.
var leaks = map[record.Formalism]func(fs, nl string) Leak{
	record.Propositional: inLogic,
	record.FirstOrder:    inLogic,
	record.Regex:         inRegex,
	record.RegexBrics:    inRegex,
	record.LTL:           inTemporal,
}

// inText finds leaks of a formula of an unknown formalism: a copy, or a long part with a
// sign that is rare in English. A formula without such signs must be long.
func inText(fs, nl string) Leak {
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
	case signs != "" && sharesPart(bare, text, longPart, signs):
		return LeakPart
	}
	return NoLeak
}

// longPart is the length of a long piece of a formula, in runes.
const longPart = 16

// always are signs that English does not have.
const always = "∧∨¬⊕→↔⇒⇔⟶⟷⟹⟺⊃≡∀∃⋀⋁⊻≠⊢⊨"

var (
	arrows  = regexp.MustCompile(`<?[-=]{1,2}>|&&|\|\|`)
	command = regexp.MustCompile(`\\(land|lor|lnot|neg|wedge|vee|forall|exists|rightarrow|Rightarrow|leftrightarrow|Leftrightarrow|to|implies|iff|oplus)\b`)
	word    = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

	// infix and prefix are signs between and before operands. They capture the
	// operands' last or first word, or a parenthesis.
	infix  = regexp.MustCompile(`([\pL\pN_]+|[)\]])[ \t]*(?:[&|^]|\bv\b)[ \t]*[~!¬]?(?:([\pL\pN_]+)|[(\[])`)
	prefix = regexp.MustCompile(`(?:^|[\s(\[,])[~!]([\pL_][\pL\pN_]*)`)
	apply  = regexp.MustCompile(`([\pL_][\pL\pN_]*)\(([^()\n]{1,200})\)`)
)

func inLogic(fs, nl string) Leak {
	names := make(map[string]bool)
	for _, w := range word.FindAllString(fs, -1) {
		names[strings.ToLower(w)] = true
	}
	delete(names, "v") // the paper writes ∨ as v, like a proposition of that name
	known := func(s string) bool { return s == "" || s == ")" || s == "]" || names[strings.ToLower(s)] }

	bare, text := squeeze(fs), squeeze(nl)
	switch {
	case strings.ContainsAny(bare, operators) && strings.Contains(text, bare):
		return LeakCopy
	case strings.ContainsAny(nl, always) || matches(arrows, nl, ">&|") || matches(command, nl, `\`):
		return LeakSymbol
	}
	for _, m := range findAll(infix, nl, "&|^", hasLoneV(nl)) {
		if known(m[1]) && known(m[2]) && (names[strings.ToLower(m[1])] || names[strings.ToLower(m[2])]) {
			return LeakSymbol
		}
	}
	for _, m := range findAll(prefix, nl, "~!", false) {
		if known(m[1]) {
			return LeakSymbol
		}
	}
	for _, m := range findAll(apply, nl, "(", false) {
		if names[strings.ToLower(m[1])] && allKnown(m[2], names) && strings.Contains(fs, "(") {
			return LeakApplication
		}
	}
	if sharesPart(bare, text, longPart, operators) {
		return LeakPart
	}
	return NoLeak
}

// matches and findAll search re only in a text with one of signs, which every match
// contains. Most descriptions have no such sign, and the search for signs takes a
// hundredth of the time.
func matches(re *regexp.Regexp, s, signs string) bool {
	return strings.ContainsAny(s, signs) && re.MatchString(s)
}

func findAll(re *regexp.Regexp, s, signs string, anyway bool) [][]string {
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

// allKnown reports whether args is a list of names of the formula.
func allKnown(args string, names map[string]bool) bool {
	for arg := range strings.SplitSeq(args, ",") {
		if !names[strings.ToLower(strings.TrimSpace(arg))] {
			return false
		}
	}
	return true
}

// operators are the signs of squeezed text, which replace their variants.
const operators = "∧∨¬⊕→↔∀∃*"

// variants replaces the other forms of a sign that a copy may use. The letter v occurs in
// words, so loneV replaces it.
var variants = strings.NewReplacer(
	"&&", "∧", "&", "∧", "||", "∨", "|", "∨", "~", "¬", "!", "¬",
	"<->", "↔", "<=>", "↔", "⇔", "↔", "->", "→", "=>", "→", "⇒", "→", "⟶", "→",
	"∗", "*", "⋆", "*", "[", "(", "]", ")", "{", "(", "}", ")",
)

// loneV matches the disjunction in the paper's data.
var loneV = regexp.MustCompile(`([\s)])v([\s(¬])`)

// squeeze returns s without white space, in lower case and with one form of each sign.
func squeeze(s string) string {
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

// sharesPart reports whether the text contains a piece of the formula of the
// given length in runes, with one of the signs.
func sharesPart(formula, text string, length int, signs string) bool {
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
