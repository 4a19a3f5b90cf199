package language

import (
	"regexp"
	"strings"

	"github.com/truthloop/truthloop/format/english"
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

// Leak returns the first leak of a regular expression in a description. An expression without operators
// is a string, which every description must contain.
func (*Language) Leak(fs, nl string) english.Leak {
	bare, text := english.Squeeze(fs), english.Squeeze(nl)
	if strings.ContainsAny(bare, "*(") && strings.Contains(text, bare) {
		return english.LeakCopy
	}
	if !strings.ContainsAny(nl, "*∗⋆+[(|{") {
		return english.NoLeak
	}
	nl = bullet.ReplaceAllString(nl, "")
	nl = emphasis.ReplaceAllString(nl, "$1$2$3")
	text = english.Squeeze(nl)
	switch {
	case notation.MatchString(sum.ReplaceAllString(nl, "")):
		return english.LeakSymbol
	case english.SharesPart(bare, text, 6, "*()"):
		return english.LeakPart
	}
	return english.NoLeak
}
