package english

import (
	"regexp"
	"strings"

	"github.com/truthloop/truthloop/format/english"
)

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

// Leak returns the first leak of a formula in a description.
func Leak(fs, nl string) english.Leak {
	names := make(map[string]bool)
	for _, w := range word.FindAllString(fs, -1) {
		names[strings.ToLower(w)] = true
	}
	delete(names, "v") // the paper writes ∨ as v, like a proposition of that name
	known := func(s string) bool { return s == "" || s == ")" || s == "]" || names[strings.ToLower(s)] }

	bare, text := english.Squeeze(fs), english.Squeeze(nl)
	switch {
	case strings.ContainsAny(bare, english.Operators) && strings.Contains(text, bare):
		return english.LeakCopy
	case strings.ContainsAny(nl, always) || english.Matches(arrows, nl, ">&|") || english.Matches(command, nl, `\`):
		return english.LeakSymbol
	}
	for _, m := range english.FindAll(infix, nl, "&|^", english.HasLoneV(nl)) {
		if known(m[1]) && known(m[2]) && (names[strings.ToLower(m[1])] || names[strings.ToLower(m[2])]) {
			return english.LeakSymbol
		}
	}
	for _, m := range english.FindAll(prefix, nl, "~!", false) {
		if known(m[1]) {
			return english.LeakSymbol
		}
	}
	for _, m := range english.FindAll(apply, nl, "(", false) {
		if names[strings.ToLower(m[1])] && allKnown(m[2], names) && strings.Contains(fs, "(") {
			return english.LeakApplication
		}
	}
	if english.SharesPart(bare, text, english.LongPart, english.Operators) {
		return english.LeakPart
	}
	return english.NoLeak
}

// allKnown reports whether args is a list of names of the formula.
func allKnown(args string, names map[string]bool) bool {
	for arg := range strings.SplitSeq(args, ",") {
		if !names[strings.ToLower(strings.TrimSpace(arg))] {
			return false
		}
	}
	return true
}
