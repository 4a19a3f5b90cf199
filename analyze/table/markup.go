package table

import (
	"io"
	"strings"
	"unicode/utf8"
)

// writeMarkdown writes a table of GitHub's Markdown (GFM, "Tables"). Columns are aligned
// in the source, too.
func (t *Table) writeMarkdown(w io.Writer) error {
	lines, width, right := t.markup(markdownText.Replace, cell.markdown)
	var b strings.Builder
	for n, line := range lines {
		b.WriteString("| " + strings.Join(line, " | ") + " |\n")
		if n == 0 {
			for i := range right {
				dashes := strings.Repeat("-", max(3, width[i])-1)
				if right[i] {
					b.WriteString("| " + dashes + ": ")
				} else {
					b.WriteString("| :" + dashes + " ")
				}
			}
			b.WriteString("|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markup returns the aligned lines of the columns in use with their header, and the widths
// of the columns and whether they are aligned to the right. The functions name and write
// format a name and a cell.
func (t *Table) markup(name func(string) string, write func(cell) string) (lines [][]string, width []int, right []bool) {
	u := t.used()
	columns := u.printed()
	var header []string
	for _, c := range columns {
		header, right = append(header, name(c.name)), append(right, c.right)
	}
	lines = append(lines, header)
	for _, row := range u.cells(columns) {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = write(c)
		}
		lines = append(lines, line)
	}
	width = widths(lines)
	for i, line := range lines {
		lines[i] = aligned(line, width, right)
	}
	return lines, width, right
}

// markdownText escapes the characters that Markdown reads as markup.
var markdownText = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|", `\|`, "~", `\~`, "$", `\$`, "#", `\#`, "&", "&amp;",
)

func (c cell) markdown() string {
	switch {
	case c.text != "":
		return markdownText.Replace(printable(c.text))
	case c.low != "":
		return "[" + minus(c.low) + ", " + minus(c.high) + "]"
	}
	n := markdownText.Replace(minus(c.number))
	switch {
	case c.plus == "":
		return n
	case c.plus == c.minus:
		return n + " ± " + c.plus
	}
	return n + " +" + c.plus + "/−" + c.minus
}

// minus replaces the hyphen of a negative number by a minus sign.
func minus(n string) string { return strings.Replace(n, "-", "−", 1) }

// writeLaTeX writes a tabular with the rules of the package booktabs.
func (t *Table) writeLaTeX(w io.Writer) error {
	lines, _, right := t.markup(latexText, cell.latex)
	spec := ""
	for _, r := range right {
		spec += map[bool]string{false: "l", true: "r"}[r]
	}
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}\n\\begin{tabular}{" + spec + "}\n\\toprule\n")
	for n, line := range lines {
		if n == 1 || t.Total && n == len(lines)-1 && n > 1 {
			b.WriteString("\\midrule\n")
		}
		b.WriteString(strings.Join(line, " & ") + " \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (c cell) latex() string {
	switch {
	case c.text != "":
		return latexText(printable(c.text))
	case c.low != "":
		return "$[" + c.low + ", " + c.high + "]$"
	}
	n := c.number
	if c.plus == "" && strings.Trim(n, "0123456789.") == "" { // with text figures
		return n
	}
	switch {
	case c.plus == "":
	case c.plus == c.minus:
		n += ` \pm ` + c.plus
	default:
		n += "^{+" + c.plus + "}_{-" + c.minus + "}"
	}
	return "$" + n + "$"
}

// latexText escapes the characters that LaTeX reads as commands, and writes the
// symbols of logic as mathematics. Two hyphens would become a dash, and < another
// letter in LaTeX's default encoding of fonts.
func latexText(s string) string { return latexReplacer.Replace(s) }

var latexReplacer = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "_", `\_`, "%", `\%`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	`"`, `\char34{}`, "`", `\textasciigrave{}`, "--", "-{}-{}", "[", "{[}", "]", "{]}", "*", "{*}",
	"∧", `$\land$`, "∨", `$\lor$`, "¬", `$\lnot$`, "→", `$\rightarrow$`, "↔", `$\leftrightarrow$`, "⊕", `$\oplus$`,
	"∀", `$\forall$`, "∃", `$\exists$`, "≤", `$\leq$`, "≥", `$\geq$`, "≠", `$\neq$`, "≡", `$\equiv$`, "⊨", `$\models$`,
	"±", `$\pm$`, "−", `$-$`, "×", `$\times$`, "·", `$\cdot$`, "∗", `$\ast$`, "∞", `$\infty$`, "ε", `$\varepsilon$`,
	"φ", `$\varphi$`, "ψ", `$\psi$`, "ρ", `$\rho$`, "τ", `$\tau$`, "…", `\ldots{}`,
)

// widths returns the widths of the columns.
func widths(lines [][]string) []int {
	width := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, s := range line {
			width[i] = max(width[i], utf8.RuneCountInString(s))
		}
	}
	return width
}

// aligned pads the cells of a line to the widths of their columns.
func aligned(line []string, width []int, right []bool) []string {
	padded := make([]string, len(line))
	for i, s := range line {
		pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(s))
		if padded[i] = s + pad; right[i] {
			padded[i] = pad + s
		}
	}
	return padded
}
