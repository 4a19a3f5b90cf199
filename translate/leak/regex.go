package leak

import (
	"regexp"
	"strings"
)

var (
	emphasis = regexp.MustCompile(`\*\*([^*\n]+)\*\*|(^|[\s("'])\*([^*\s][^*\n]*)\*`)
	bullet   = regexp.MustCompile(`(?m)^[ \t]*\*[ \t]`)

	// notation is syntax that the prompt did not offer but that models know:
	// 0+, [01], (0|1), {2,3} after a symbol.
	notation = regexp.MustCompile(`[0-9A-Za-z)\]]\*|[∗⋆]|[0-9A-Za-z]\)?\+([\s.,;:()0-9A-Za-z]|$)|\[\^?[0-9](-?[0-9])*\]|[0-9A-Za-z)]\|[0-9A-Za-z(]|[0-9)\]]\{[0-9]+(,[0-9]*)?\}|\.\*`)

	// sum is plain arithmetic, which looks like a plus sign's use.
	sum = regexp.MustCompile(`[0-9]+[ \t]*\+[ \t]+[0-9]+|[0-9]+[ \t]+\+[ \t]*[0-9]+`)
)

// inRegex finds leaks of a regular expression. One without operators is a
// string, which a description cannot but name.
func inRegex(fs, nl string) Kind {
	bare, text := squeeze(fs), squeeze(nl)
	if strings.ContainsAny(bare, "*(") && strings.Contains(text, bare) {
		return Copy
	}
	if !strings.ContainsAny(nl, "*∗⋆+[(|{") {
		return None
	}
	nl = bullet.ReplaceAllString(nl, "")
	nl = emphasis.ReplaceAllString(nl, "$1$2$3")
	text = squeeze(nl)
	switch {
	case notation.MatchString(sum.ReplaceAllString(nl, "")):
		return Symbol
	case sharesPart(bare, text, 6, "*()"):
		return Part
	}
	return None
}
