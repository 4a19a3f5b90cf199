package convert

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/truthloop/truthloop/format/regex"
)

// stregForms are the functions of the language of StructuredRegex, as the project's own program
// translates them for dk.brics.automaton.
var stregForms = map[string]string{
	"concat": "(%s)(%s)", "or": "(%s|%s)", "and": "(%s&%s)", "not": "~(%s)", "optional": "(%s)?", "star": "(%s)*",
	"contain": ".*(%s).*", "startwith": "(%s).*", "endwith": ".*(%s)",
	"repeat": "(%s){%v}", "repeatatleast": "(%s){%v,}", "repeatrange": "(%s){%v,%v}",
}

// stregClasses are the sets of symbols with a name.
var stregClasses = map[string]string{"num": "0-9", "low": "a-z", "cap": "A-Z", "let": "A-Za-z", "spec": `\-,;._+:!@#$%&\^*=`}

var (
	stregConst = regexp.MustCompile(`^const\(<([!-~]{2,}?)>\)`)
	stregClass = regexp.MustCompile(`^(notcc\()?<(num|low|cap|let|spec|[!-~])>`)
	stregName  = regexp.MustCompile(`^([a-z]+)\(`)
	stregCount = regexp.MustCompile(`^[0-9]{1,4}`)
	stregSign  = regexp.MustCompile(`[^0-9A-Za-z]`)
)

// fromStreg translates an expression of the language of StructuredRegex.
func fromStreg(text string) (string, error) {
	p := &streg{text}
	out := p.expression(0)
	if out == "" || p.rest != "" {
		return "", fmt.Errorf("%.80s: column %d: found %.20q, which no function of StructuredRegex expects", text, len(text)-len(p.rest)+1, p.rest)
	}
	e, err := regex.Parse(out, regex.Options{Dialect: regex.Brics})
	if err != nil {
		return "", err
	}
	return e.In(regex.Brics).String(), nil
}

// A streg is what is left of a text.
type streg struct{ rest string }

// take removes the match of pattern from the rest, and returns its groups.
func (p *streg) take(pattern *regexp.Regexp) []string {
	m := pattern.FindStringSubmatch(p.rest)
	if m != nil {
		p.rest = p.rest[len(m[0]):]
	}
	return m
}

// expression returns the next expression, or "" where there is none.
func (p *streg) expression(depth int) string {
	const deepest = 200
	if p.skip("<any>") {
		return "."
	}
	if m := p.take(stregConst); m != nil && stregClasses[m[1]] == "" && m[1] != "any" {
		return stregSign.ReplaceAllString(m[1], `\$0`)
	}
	if m := p.take(stregClass); m != nil {
		class, ok := stregClasses[m[2]]
		if !ok {
			class = stregSign.ReplaceAllString(m[2], `\$0`)
		}
		if m[1] != "" {
			return p.closed("[^" + class + "]")
		}
		return "[" + class + "]"
	}
	m := p.take(stregName)
	if m == nil || stregForms[m[1]] == "" || depth > deepest {
		return ""
	}
	var args []any
	for i, verb := range strings.Split(stregForms[m[1]], "%")[1:] {
		if i > 0 && !p.skip(",") {
			return ""
		}
		arg := ""
		if verb[0] == 'v' {
			arg = strings.Join(p.take(stregCount), "")
		} else {
			arg = p.expression(depth + 1)
		}
		if arg == "" {
			return ""
		}
		args = append(args, arg)
	}
	return p.closed(fmt.Sprintf(stregForms[m[1]], args...))
}

func (p *streg) skip(text string) (ok bool) {
	p.rest, ok = strings.CutPrefix(p.rest, text)
	return ok
}

// closed returns out, or "" if no bracket follows.
func (p *streg) closed(out string) string {
	if !p.skip(")") {
		return ""
	}
	return out
}
