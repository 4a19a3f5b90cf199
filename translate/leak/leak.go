// Package leak finds formal syntax in English descriptions.
//
// A description that carries the formula itself lets the second translation
// succeed by copying, so that nothing is measured. What flows in is a formula
// and its description; what flows out is the Kind of the first leak found, or
// None. False alarms cost as much as misses, since leaking rows are left out
// of some analyses: hyphens, "p1 and p2", "a/b", "0s and 1s", Markdown
// emphasis and bullets are English. So signs with a use in English (&, |, ~,
// !, v, ^, +, *) count only where they stand next to a name or a parenthesis
// as operators do, and names are those of the formula itself.
//
// Comparing parse trees of the description's substrings was rejected: it
// misses exactly the copies with something changed, and costs a parse for
// every position of a hostile text. All that is done here takes time linear
// in the description.
package leak

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/record"
)

// Kind is the kind of a leak.
type Kind string

// The kinds, in the order in which they are looked for.
const (
	None        Kind = ""
	Copy        Kind = "copy"        // the whole formula, but for spaces and variants of signs
	Symbol      Kind = "symbol"      // an operator's sign
	Application Kind = "application" // a predicate of the formula with arguments in parentheses
	Part        Kind = "part"        // a long piece of the formula
)

// Find is the kind of leak that nl has from fs.
func Find(f record.Formalism, fs, nl string) Kind {
	if f == record.Regex {
		return inRegex(fs, nl)
	}
	return inLogic(fs, nl)
}

// always are signs and commands that English does not have.
const always = "∧∨¬⊕→↔⇒⇔⟶⟷⟹⟺⊃≡∀∃⋀⋁⊻≠⊢⊨"

var (
	arrows  = regexp.MustCompile(`<?[-=]{1,2}>|&&|\|\|`)
	command = regexp.MustCompile(`\\(land|lor|lnot|neg|wedge|vee|forall|exists|rightarrow|Rightarrow|leftrightarrow|Leftrightarrow|to|implies|iff|oplus)\b`)
	word    = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

	// infix and prefix are signs between and before operands; the operands'
	// last or first word, or a parenthesis, are captured.
	infix  = regexp.MustCompile(`([\pL\pN_]+|[)\]])[ \t]*(?:[&|^]|\bv\b)[ \t]*[~!¬]?(?:([\pL\pN_]+)|[(\[])`)
	prefix = regexp.MustCompile(`(?:^|[\s(\[,])[~!]([\pL_][\pL\pN_]*)`)
	apply  = regexp.MustCompile(`([\pL_][\pL\pN_]*)\(([^()\n]{1,200})\)`)
)

func inLogic(fs, nl string) Kind {
	names := make(map[string]bool)
	for _, w := range word.FindAllString(fs, -1) {
		names[strings.ToLower(w)] = true
	}
	delete(names, "v") // the paper's ∨; a proposition of that name is written like it
	known := func(s string) bool { return s == "" || s == ")" || s == "]" || names[strings.ToLower(s)] }

	bare, text := squeeze(fs), squeeze(nl)
	switch {
	case strings.ContainsAny(bare, operators) && strings.Contains(text, bare):
		return Copy
	case strings.ContainsAny(nl, always) || matches(arrows, nl, ">&|") || matches(command, nl, `\`):
		return Symbol
	}
	for _, m := range find(infix, nl, "&|^", hasLoneV(nl)) {
		if known(m[1]) && known(m[2]) && (names[strings.ToLower(m[1])] || names[strings.ToLower(m[2])]) {
			return Symbol
		}
	}
	for _, m := range find(prefix, nl, "~!", false) {
		if known(m[1]) {
			return Symbol
		}
	}
	for _, m := range find(apply, nl, "(", false) {
		if names[strings.ToLower(m[1])] && allKnown(m[2], names) && strings.Contains(fs, "(") {
			return Application
		}
	}
	if sharesPart(bare, text, 16, operators) {
		return Part
	}
	return None
}

// matches and find look for re, but in text that has one of the signs, without
// which there is no match: most descriptions have none of them, and looking
// for a sign takes a hundredth of the time.
func matches(re *regexp.Regexp, s, signs string) bool {
	return strings.ContainsAny(s, signs) && re.MatchString(s)
}

func find(re *regexp.Regexp, s, signs string, anyway bool) [][]string {
	if !anyway && !strings.ContainsAny(s, signs) {
		return nil
	}
	return re.FindAllStringSubmatch(s, -1)
}

// hasLoneV says whether a v stands in s that no letter, digit or underscore
// touches.
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

// allKnown says whether args is a list of names of the formula.
func allKnown(args string, names map[string]bool) bool {
	for arg := range strings.SplitSeq(args, ",") {
		if !names[strings.ToLower(strings.TrimSpace(arg))] {
			return false
		}
	}
	return true
}

// operators are what variants of signs become in squeezed text.
const operators = "∧∨¬⊕→↔∀∃*"

// variants are the ways to write a sign that a copy may have changed to. The
// letter v is not among them: it occurs in words.
var variants = strings.NewReplacer(
	"&&", "∧", "&", "∧", "||", "∨", "|", "∨", "~", "¬", "!", "¬",
	"<->", "↔", "<=>", "↔", "⇔", "↔", "->", "→", "=>", "→", "⇒", "→", "⟶", "→",
	"∗", "*", "⋆", "*", "[", "(", "]", ")", "{", "(", "}", ")",
)

// loneV is the disjunction of the paper's data.
var loneV = regexp.MustCompile(`([\s)])v([\s(¬])`)

// squeeze is s without white space and in one style of signs and letters.
func squeeze(s string) string {
	if hasLoneV(s) {
		s = loneV.ReplaceAllString(s, "$1∨$2")
	}
	s = variants.Replace(s)
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// sharesPart says whether a piece of length runes of the formula that has one
// of the signs in it stands in the text.
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

// grams are the substrings of n runes.
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
