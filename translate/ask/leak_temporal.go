package ask

import (
	"regexp"
	"strings"
)

// The letters of temporal operators, before and between operands. They capture the
// operands' first or last word, or a parenthesis.
var (
	prefixLetter = regexp.MustCompile(`(?:^|[\s(\[,!¬])[XFG](?:\s*[XFG!~¬])*(?:\s*[(\[]+[\s!~¬]*|\s+)([\pL_][\pL\pN_]*)`)
	infixLetter  = regexp.MustCompile(`([\pL\pN_]+|[)\]])\s+[URWMV]\s+[\s!~¬XFG(\[]*([\pL_][\pL\pN_]*)`)
	boxes        = regexp.MustCompile(`[□◇○◯⬜⋄◊]|\[\]|<>|\\(?:Box|Diamond|bigcirc|square|lozenge)\b`)
)

// inTemporal finds leaks of a formula of linear temporal logic. A letter counts only
// beside a name of the formula or a parenthesis: "plan F" is English.
func inTemporal(fs, nl string) Leak {
	if leak := inLogic(fs, nl); leak != NoLeak {
		return leak
	}
	names := make(map[string]bool)
	for _, w := range word.FindAllString(fs, -1) {
		names[w] = true
	}
	known := func(s string) bool { return s == ")" || s == "]" || names[s] }
	found := boxes.MatchString(nl)
	for _, m := range findAll(prefixLetter, nl, "XFG", false) {
		found = found || known(m[1])
	}
	for _, m := range findAll(infixLetter, nl, "URWMV", false) {
		found = found || known(m[1]) && known(m[2])
	}
	switch {
	case !found:
		return NoLeak
	case strings.Contains(squeeze(nl), squeeze(fs)):
		return LeakCopy
	}
	return LeakSymbol
}
