package logic

import "strings"

// negates reports whether the ~ at i, in the place of an operand of a text with
// LaTeX, is a negation. It could also be a tie, a space without a line break, as
// in \forall x~P(x) and p~\land~q. A tie does not follow a space or an opening
// bracket, and a negation stands directly before its operand. Behind the variables
// of a quantifier it could be either.
func (p *parser) negates(i int) bool {
	s := p.s
	if i == p.bodyAt || i > 0 && class[s[i-1]]&isSpace == 0 && strings.IndexByte("([{$~", s[i-1]) < 0 {
		return false
	}
	if i+1 == len(s) {
		return false
	}
	next := s[i+1]
	return class[next]&isName != 0 || next >= 0x80 || strings.IndexByte(`([{~\`, next) >= 0
}

// holdsLaTeX reports whether s contains a dollar sign or a command; /\ and \/ are
// not commands.
func holdsLaTeX(s string) bool {
	if strings.IndexByte(s, '$') >= 0 {
		return true
	}
	for i := 0; ; i++ {
		n := strings.IndexByte(s[i:], '\\')
		if n < 0 {
			return false
		}
		i += n
		ascii := i > 0 && s[i-1] == '/' || i+1 < len(s) && s[i+1] == '/'
		if !ascii {
			return true
		}
	}
}

// fontArgument reads the braces behind a font command that ends at i. It returns
// their content without spaces around it and the offset behind the closing brace;
// \_ is an underscore.
func fontArgument(s string, i int) (word string, end int, ok bool) {
	for i < len(s) && s[i] == ' ' {
		i++
	}
	if i == len(s) || s[i] != '{' {
		return "", i, false
	}
	n := strings.IndexByte(s[i:], '}')
	if n < 0 {
		return "", i, false
	}
	word = strings.TrimSpace(strings.ReplaceAll(s[i+1:i+n], `\_`, "_"))
	return word, i + n + 1, word != ""
}

// delimiters are the pairs that delimit a formula in LaTeX. A longer opening comes
// before its prefix.
var delimiters = [...][2]string{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}}
