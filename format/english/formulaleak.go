package english

import (
	"regexp"
	"strings"
)

// always are signs that English does not have.
const always = "∧∨¬⊕→↔⇒⇔⟶⟷⟹⟺⊃≡∀∃⋀⋁⊻≠⊢⊨"

var (
	arrows  = regexp.MustCompile(`<?[-=]{1,2}>|&&|\|\|`)
	command = regexp.MustCompile(`\\(land|lor|lnot|neg|wedge|vee|forall|exists|rightarrow|Rightarrow|leftrightarrow|Leftrightarrow|to|implies|iff|oplus)\b`)
	symbol  = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

	// infix and prefix are signs between and before operands. They capture the
	// operands' last or first word, or a parenthesis.
	infix  = regexp.MustCompile(`([\pL\pN_]+|[)\]])[ \t]*(?:[&|^]|\bv\b)[ \t]*[~!¬]?(?:([\pL\pN_]+)|[(\[])`)
	prefix = regexp.MustCompile(`(?:^|[\s(\[,])[~!]([\pL_][\pL\pN_]*)`)
	apply  = regexp.MustCompile(`([\pL_][\pL\pN_]*)\(([^()\n]{1,200})\)`)
)

// FormulaLeak returns the first leak of a formula of logic in a description. The leaks of
// other languages with Boolean operators are among them.
func FormulaLeak(fs, nl string) Leak {
	names := make(map[string]bool)
	for _, w := range symbol.FindAllString(fs, -1) {
		names[strings.ToLower(w)] = true
	}
	delete(names, "v") // the paper writes ∨ as v, like a proposition of that name
	known := func(s string) bool { return s == "" || s == ")" || s == "]" || names[strings.ToLower(s)] }

	bare, text := Squeeze(fs), Squeeze(nl)
	switch {
	case strings.ContainsAny(bare, signs) && strings.Contains(text, bare):
		return LeakCopy
	case strings.ContainsAny(nl, always) || matches(arrows, nl, ">&|") || matches(command, nl, `\`):
		return LeakSymbol
	}
	for _, m := range FindAll(infix, nl, "&|^", hasLoneV(nl)) {
		if known(m[1]) && known(m[2]) && (names[strings.ToLower(m[1])] || names[strings.ToLower(m[2])]) {
			return LeakSymbol
		}
	}
	for _, m := range FindAll(prefix, nl, "~!", false) {
		if known(m[1]) {
			return LeakSymbol
		}
	}
	for _, m := range FindAll(apply, nl, "(", false) {
		if names[strings.ToLower(m[1])] && allKnown(m[2], names) && strings.Contains(fs, "(") {
			return LeakApplication
		}
	}
	if SharesPart(bare, text, longPart, signs) {
		return LeakPart
	}
	return NoLeak
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
