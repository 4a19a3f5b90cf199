package stage

import (
	"regexp"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// Extraction is a way to extract a formula from an answer.
type Extraction string

// The extractions.
const (
	// Strict takes the answer as it is: the prompt asks for the formula alone, and to
	// follow this is one meaning of syntactic compliance.
	Strict Extraction = "strict"

	// Flexible takes the last fenced code block, else the last line that begins with
	// "Formula:" or "Answer:", else the last of several lines that looks like a formula.
	// Then it removes Markdown emphasis, back quotes and LaTeX's dollars around the whole
	// text. It never changes the formula itself.
	Flexible Extraction = "flexible"
)

var (
	fence    = regexp.MustCompile("(?s)```[^\n`]*\n(.*?)\n?[ \t]*```")
	labelled = regexp.MustCompile(`(?im)^[ \t*_#>]*(?:formula|answer)[*_]*[ \t]*:[ \t*_]*(\S.*)$`)
	wraps    = [][2]string{{"**", "**"}, {"`", "`"}, {"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}}
)

// Formula extracts the formula from an answer.
func (x Extraction) Formula(f record.Formalism, answer string) string {
	answer = strings.TrimSpace(answer)
	if x != Flexible {
		return answer
	}
	if m := fence.FindAllStringSubmatch(answer, -1); m != nil {
		return unmarked(m[len(m)-1][1])
	}
	if m := labelled.FindAllStringSubmatch(answer, -1); m != nil {
		return unmarked(m[len(m)-1][1])
	}
	if line := lastFormula(f, answer); line != "" {
		return line
	}
	return unmarked(answer)
}

// lastFormula returns the last of several lines that looks like a formula; empty if none
// does, or if the answer is one line.
func lastFormula(f record.Formalism, answer string) string {
	for rest := answer; ; {
		i := strings.LastIndexByte(rest, '\n')
		if i < 0 && rest == answer {
			return ""
		}
		if line := unmarked(rest[i+1:]); looksFormal(f, line) {
			return line
		}
		if i < 0 {
			return ""
		}
		rest = rest[:i]
	}
}

// lineLimit is the length in bytes of the longest line that is tried as a
// formula. Real formulas are much shorter, and hostile replies have many lines.
const lineLimit = 64 << 10

// looksFormal reports whether a line is a formula and not prose. It is false if the
// formalism is unknown.
func looksFormal(f record.Formalism, line string) bool {
	syntax := formalism.Of(f)
	if syntax == nil || line == "" || len(line) > lineLimit || !syntax.Formal(line) {
		return false
	}
	_, err := syntax.Parse(line, formalism.Limits{})
	return err == nil
}

// unmarked returns answer without the marks around all of it.
func unmarked(answer string) string {
	for {
		answer = strings.TrimSpace(answer)
		inner := unwrap(answer)
		if inner == answer {
			return answer
		}
		answer = inner
	}
}

// unwrap removes one pair of marks around s, unless a mark also occurs inside: then the
// outer marks are not a pair.
func unwrap(s string) string {
	for _, w := range wraps {
		if len(s) < len(w[0])+len(w[1]) || !strings.HasPrefix(s, w[0]) || !strings.HasSuffix(s, w[1]) {
			continue
		}
		inner := s[len(w[0]) : len(s)-len(w[1])]
		if inner != "" && !strings.Contains(inner, w[0]) && !strings.Contains(inner, w[1]) {
			return inner
		}
	}
	return s
}
