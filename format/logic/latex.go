package logic

import "strings"

// A symbol is what stands for a connective, a quantifier or a constant in
// whatever notation.
type symbol uint8

const (
	symNone symbol = iota
	symAnd
	symOr
	symXor
	symImplies
	symIff
	symNot
	symForall
	symExists
	symNotExists
	symTrue
	symFalse
	symEqual
	symNotEqual
	symSpace // typesetting that means nothing here
	symFont  // a command whose argument is a name or a word
	symGreek // a command that is a name
)

// negates reports whether the ~ at i, where an operand is due in a text that
// holds LaTeX, is a negation. There it may also be a tie, a space at which no
// line breaks, as in \forall x~P(x) and p~\land~q. No one ties a space or the
// inside of a bracket to what follows, and a negation stands right before its
// operand; but behind the variables of a quantifier it may be either.
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

// holdsLaTeX reports whether s holds a dollar sign or a command. The
// backslashes of /\ and \/ are none.
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

// command reads the LaTeX command at s[i:], which begins with a backslash:
// its name without the backslash and the offset behind it.
func command(s string, i int) (name string, end int) {
	end = i + 1
	for end < len(s) && isLetter(s[end]) {
		end++
	}
	if end == i+1 && end < len(s) && s[end] < 0x80 {
		end++
	}
	return s[i+1 : end], end
}

// commandSymbol gives the meaning of a LaTeX command.
func commandSymbol(name string) symbol {
	switch name {
	case "land", "wedge", "&", "bigwedge":
		return symAnd
	case "lor", "vee", "/", "bigvee":
		return symOr
	case "oplus", "veebar":
		return symXor
	case "to", "rightarrow", "Rightarrow", "longrightarrow", "Longrightarrow", "implies", "supset":
		return symImplies
	case "leftrightarrow", "Leftrightarrow", "longleftrightarrow", "Longleftrightarrow", "iff", "equiv":
		return symIff
	case "lnot", "neg", "sim", "not":
		return symNot
	case "forall":
		return symForall
	case "exists":
		return symExists
	case "nexists":
		return symNotExists
	case "top":
		return symTrue
	case "bot":
		return symFalse
	case "neq", "ne":
		return symNotEqual
	case ",", ";", ":", "!", " ", "\n", "\t", "\\", "quad", "qquad", "displaystyle", "textstyle", "limits",
		"left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr":
		return symSpace
	case "text", "textrm", "textit", "textbf", "textsf", "texttt", "mathrm", "mathit", "mathbf", "mathsf", "mathtt",
		"mathcal", "operatorname", "mbox", "emph":
		return symFont
	case "alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "iota", "kappa",
		"lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "varphi", "chi", "psi", "omega",
		"Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega":
		return symGreek
	}
	return symNone
}

// fontArgument reads the braces behind a font command that ends at i and
// returns what they hold, without spaces around it, where that is one name or
// word; \_ is an underscore in it. The end is behind the closing brace.
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

// delimiters are the pairs that set off a formula in LaTeX; a longer opening
// comes before its prefix.
var delimiters = [...][2]string{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}}
