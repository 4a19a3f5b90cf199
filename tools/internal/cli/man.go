package cli

import (
	"fmt"
	"strings"
	"unicode"
)

// ManPage returns a manual page in roff: a help without further layout.
func ManPage(name, summary, help string) string {
	return fmt.Sprintf(".TH %s 1 \"\" \"truthloop %s\" \"truthloop\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n%s.fi\n",
		roff(strings.ToUpper(name)), roff(Version()), roff(name), roff(summary), roff(help))
}

// roff escapes text.
func roff(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, ".") {
			b.WriteString(`\&`)
		}
		for _, r := range line {
			switch escaped, special := roffCharacters[r]; {
			case special:
				b.WriteString(escaped)
			case r > unicode.MaxASCII:
				fmt.Fprintf(&b, `\[u%04X]`, r)
			default:
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// roffCharacters maps the characters that roff would replace by others.
var roffCharacters = map[rune]string{'\\': `\e`, '-': `\-`, '\'': `\(aq`, '`': `\(ga`, '^': `\(ha`, '~': `\(ti`}
