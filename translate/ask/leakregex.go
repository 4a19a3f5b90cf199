package ask

import (
	"regexp"
	"strings"
)

var (
	emphasis = regexp.MustCompile(`\*\*([^*\n]+)\*\*|(^|[\s("'])\*([^*\s][^*\n]*)\*`)
	bullet   = regexp.MustCompile(`(?m)^[ \t]*\*[ \t]`)

	// notation includes syntax that the prompt does not offer but that models
	// know: 0+, [01], (0|1), {2,3} after a symbol.
	notation = regexp.MustCompile(`[0-9A-Za-z)\]]\*|[∗⋆]|[0-9A-Za-z]\)?\+([\s.,;:()0-9A-Za-z]|$)|\[\^?[0-9](-?[0-9])*\]|[0-9A-Za-z)]\|[0-9A-Za-z(]|[0-9)\]]\{[0-9]+(,[0-9]*)?\}|\.\*`)

	// sum matches arithmetic, whose plus sign looks like notation.
	sum = regexp.MustCompile(`[0-9]+[ \t]*\+[ \t]+[0-9]+|[0-9]+[ \t]+\+[ \t]*[0-9]+`)
)

// inRegex finds leaks of a regular expression. An expression without operators
// is a string, which every description must contain.
func inRegex(fs, nl string) Leak {
	bare, text := squeeze(fs), squeeze(nl)
	if strings.ContainsAny(bare, "*(") && strings.Contains(text, bare) {
		return LeakCopy
	}
	if !strings.ContainsAny(nl, "*∗⋆+[(|{") {
		return NoLeak
	}
	nl = bullet.ReplaceAllString(nl, "")
	nl = emphasis.ReplaceAllString(nl, "$1$2$3")
	text = squeeze(nl)
	switch {
	case notation.MatchString(sum.ReplaceAllString(nl, "")):
		return LeakSymbol
	case sharesPart(bare, text, 6, "*()"):
		return LeakPart
	}
	return NoLeak
}
