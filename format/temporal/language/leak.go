package language

import (
	"regexp"
	"strings"

	"github.com/truthloop/truthloop/format/english"
)

var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// The letters of temporal operators, before and between operands. They capture the
// operands' first or last word, or a parenthesis.
var (
	prefixLetter = regexp.MustCompile(`(?:^|[\s(\[,!¬])[XFGYZOH](?:\s*[XFGYZOH!~¬])*(?:\s*[(\[]+[\s!~¬]*|\s+)([\pL_][\pL\pN_]*)`)
	infixLetter  = regexp.MustCompile(`([\pL\pN_]+|[)\]])\s+[URWMVST]\s+[\s!~¬XFGYZOH(\[]*([\pL_][\pL\pN_]*)`)
	boxes        = regexp.MustCompile(`[□◇○◯⬜⋄◊]|\[\]|<>|\\(?:Box|Diamond|bigcirc|square|lozenge)\b`)
)

// Leak returns the first leak of a formula in a description. A letter counts only
// beside a name of the formula or a parenthesis: "plan F" is English.
func (*Language) Leak(fs, nl string) english.Leak {
	if leak := english.FormulaLeak(fs, nl); leak != english.NoLeak {
		return leak
	}
	names := make(map[string]bool)
	for _, w := range word.FindAllString(fs, -1) {
		names[w] = true
	}
	known := func(s string) bool { return s == ")" || s == "]" || names[s] }
	found := boxes.MatchString(nl)
	for _, m := range english.FindAll(prefixLetter, nl, "XFGYZOH", false) {
		found = found || known(m[1])
	}
	for _, m := range english.FindAll(infixLetter, nl, "URWMVST", false) {
		found = found || known(m[1]) && known(m[2])
	}
	switch {
	case !found:
		return english.NoLeak
	case strings.Contains(english.Squeeze(nl), english.Squeeze(fs)):
		return english.LeakCopy
	}
	return english.LeakSymbol
}
