package translate

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

const (
	openThink  = "<think>"
	closeThink = "</think>"
)

// Thinking splits a reply into its answer and the think blocks that reasoning
// models write into it, both without the white space around them. A block
// whose start is missing (some chat templates put it into the prompt) reaches
// back to the beginning of the reply, one that was cut off to its end.
func Thinking(reply string) (answer, thinking string) {
	var rest, thought strings.Builder
	for reply != "" {
		before, mark, after := cutMark(reply)
		switch mark {
		case "":
			rest.WriteString(before)
		case closeThink: // its start is missing
			thought.WriteString(rest.String())
			thought.WriteString(before)
			rest.Reset()
		case openThink:
			rest.WriteString(before)
			before, after, _ = strings.Cut(after, closeThink)
			thought.WriteString(before)
		}
		reply = after
	}
	return strings.TrimSpace(rest.String()), strings.TrimSpace(thought.String())
}

// cutMark cuts s at the first mark of a think block; mark is empty where there
// is none. It searches for what the marks share, so that a reply of nothing
// but marks of one kind takes no more than linear time.
func cutMark(s string) (before, mark, after string) {
	for i := 0; ; {
		j := strings.IndexByte(s[i:], '<')
		if j < 0 {
			return s, "", ""
		}
		i += j
		for _, m := range []string{openThink, closeThink} {
			if strings.HasPrefix(s[i:], m) {
				return s[:i], m, s[i+len(m):]
			}
		}
		i++
	}
}

// Extraction is how a formula is taken out of an answer.
type Extraction string

// The extractions.
const (
	// Strict takes the answer as it is: the prompt asks for the formula
	// alone, and whether a model keeps to that is one meaning of syntactic
	// compliance.
	Strict Extraction = "strict"

	// Flexible first unwraps what chat models put around a formula: the last
	// fenced code block, else the last line that begins with "Formula:" or
	// "Answer:", else, of several lines, the last that looks like a formula;
	// then Markdown emphasis, back quotes and LaTeX's dollars around the
	// whole. It never changes the formula itself.
	Flexible Extraction = "flexible"
)

// ParseExtraction reads an extraction; the error lists those there are.
func ParseExtraction(s string) (Extraction, error) {
	switch x := Extraction(s); x {
	case Strict, Flexible:
		return x, nil
	}
	return "", fmt.Errorf("extraction %q: expected strict or flexible", s)
}

func (x Extraction) String() string { return string(x) }

var (
	fence = regexp.MustCompile("(?s)```[^\n`]*\n(.*?)\n?[ \t]*```")
	label = regexp.MustCompile(`(?im)^[ \t*_#>]*(?:formula|answer)[*_]*[ \t]*:[ \t*_]*(\S.*)$`)
	wraps = [][2]string{{"**", "**"}, {"`", "`"}, {"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}}
)

// Formula takes the formula out of an answer.
func (x Extraction) Formula(f record.Formalism, answer string) string {
	answer = strings.TrimSpace(answer)
	if x != Flexible {
		return answer
	}
	if m := fence.FindAllStringSubmatch(answer, -1); m != nil {
		return bare(m[len(m)-1][1])
	}
	if m := label.FindAllStringSubmatch(answer, -1); m != nil {
		return bare(m[len(m)-1][1])
	}
	if line := lastFormula(f, answer); line != "" {
		return line
	}
	return bare(answer)
}

// lastFormula is the last of several lines that looks like a formula, and
// empty where none does or the answer is one line.
func lastFormula(f record.Formalism, answer string) string {
	for rest := answer; ; {
		i := strings.LastIndexByte(rest, '\n')
		if i < 0 && rest == answer {
			return ""
		}
		if line := bare(rest[i+1:]); looksFormal(f, line) {
			return line
		}
		if i < 0 {
			return ""
		}
		rest = rest[:i]
	}
}

// lineLimit is the length in bytes beyond which a line is not tried as a
// formula: none of the loop's formulas comes near it, and hostile replies have
// many lines.
const lineLimit = 64 << 10

// looksFormal says whether a line is a formula rather than prose. Both parsers
// are too tolerant to be asked alone: words in a row are a
// regular expression, and one word is a proposition. So a formula of logic has
// to have a sign that prose has not, or be one name with a digit in it, and an
// expression has no white space and a digit or an operator.
func looksFormal(f record.Formalism, line string) bool {
	if line == "" || len(line) > lineLimit {
		return false
	}
	if f == record.Regex {
		if strings.ContainsAny(line, " \t") || !strings.ContainsAny(line, "0123456789()*∗+|") {
			return false
		}
		_, err := regex.Parse(line, regex.Options{})
		return err == nil
	}
	if !strings.ContainsAny(line, "0123456789∧∨¬⊕→↔∀∃&|~!<>=(\\") {
		return false
	}
	_, err := logic.Parse(line, logic.Options{})
	return err == nil
}

// bare is s without the marks around the whole of it.
func bare(answer string) string {
	for {
		answer = strings.TrimSpace(answer)
		inner := unwrap(answer)
		if inner == answer {
			return answer
		}
		answer = inner
	}
}

// unwrap takes off one pair of marks around the whole of s. A mark that also
// stands inside leaves s as it is, since then it is not one pair.
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
