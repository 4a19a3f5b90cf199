package cli

import (
	"fmt"
	"strings"
	"unicode"
)

// ManPage returns the manual page of a program in roff, with the man macros. It has the
// texts of --help. others are the names of the other programs.
func (cmd Command) ManPage(others []string) string {
	var b strings.Builder
	title := "truthloop-" + cmd.Name
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"truthloop %s\" \"truthloop\"\n.nh\n.ad l\n", roff(strings.ToUpper(title)), roff(Version()))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n", roff(title), roff(cmd.Usage), roff(usageText(cmd)))
	what, examples := cmd.texts()
	b.WriteString(".SH DESCRIPTION\n" + roffParagraphs(what))
	b.WriteString(".SH OPTIONS\n")
	for _, g := range cmd.flagGroups() {
		fmt.Fprintf(&b, ".SS %s\n", roff(g.name))
		for _, f := range g.flags {
			left, text := flagText(f)
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(left), roff(text))
		}
	}
	b.WriteString(".SH EXAMPLES\n")
	for _, e := range examples {
		b.WriteString(".PP\n.nf\n" + roff(e) + "\n.fi\n")
	}
	b.WriteString(".SH ENVIRONMENT\n" + roff(cmd.environment()) + "\n")
	b.WriteString(".SH EXIT STATUS\n")
	for _, code := range []struct {
		code int
		text string
	}{
		{ExitDone, "The program is done."},
		{ExitFailed, "The program failed."},
		{ExitUsage, "The command line is wrong, or the output exists."},
		{ExitLimits, "The program finished, but more rows have errors or unknown verdicts than the limits allow, every row failed, or no row was read."},
		{ExitInterrupted, "The program was interrupted."},
	} {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", code.code, code.text)
	}
	b.WriteString(".SH SEE ALSO\n.BR truthloop (1)")
	for _, name := range others {
		if name != cmd.Name {
			fmt.Fprintf(&b, ",\n.BR %s (1)", roff("truthloop-"+name))
		}
	}
	return b.String() + "\n"
}

// ManPageOf returns the manual page of truthloop itself, with its help.
func ManPageOf(name, summary, help string) string {
	return fmt.Sprintf(".TH %s 1 \"\" \"truthloop %s\" \"truthloop\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n%s.fi\n",
		roff(strings.ToUpper(name)), roff(Version()), roff(name), roff(summary), roff(help))
}

// roffParagraphs converts prose and lists. The lines of a list are indented.
func roffParagraphs(text string) string {
	var b strings.Builder
	list, begun := false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		indented := strings.HasPrefix(line, " ")
		if line != "" && indented != list {
			list = indented
			b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[list])
		}
		switch {
		case line != "":
			b.WriteString(roff(line) + "\n")
		case begun:
			b.WriteString(".PP\n")
		}
		begun = true
	}
	if list {
		b.WriteString(".fi\n")
	}
	return b.String()
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
