package syntax

import "strings"

// The LaTeX commands that only affect the typesetting, and those whose argument is a name
// or an operator, separated by spaces.
const (
	LaTeXSpaces = `, ; : ! quad qquad displaystyle textstyle left right
		big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr`
	LaTeXFonts = `text textrm textit textbf textsf texttt mathrm mathit mathbf mathsf mathtt mathcal
		operatorname mbox emph`
)

// Command reads the LaTeX command whose backslash is at i. It returns its name and the
// offset behind it.
func Command(s string, i int) (name string, end int) {
	end = i + 1
	for end < len(s) && 'a' <= s[end]|0x20 && s[end]|0x20 <= 'z' {
		end++
	}
	if end == i+1 && end < len(s) && s[end] < 0x80 {
		end++
	}
	return s[i+1 : end], end
}

// DropSubscript turns p_1 into p1: in LaTeX the underscore before a number sets a
// subscript and is not part of the name.
func DropSubscript(name string) string {
	stem := strings.TrimRight(name, "0123456789")
	if base, ok := strings.CutSuffix(stem, "_"); ok && base != "" && stem != name {
		return base + name[len(stem):]
	}
	return name
}
