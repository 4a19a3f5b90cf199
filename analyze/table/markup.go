package table

import (
	"io"
	"strings"
	"unicode/utf8"
)

// writeMarkdown writes a table of GitHub's Markdown (GFM, "Tables"). Columns are aligned
// in the source, too.
func (t *Table) writeMarkdown(w io.Writer) error {
	columns, lines, width := t.markup(markdownText.Replace, cell.markdown)
	var b strings.Builder
	for n, line := range lines {
		writeAligned(&b, "| ", " | ", " |\n", columns, width, line)
		if n == 0 {
			for i, c := range columns {
				dashes := strings.Repeat("-", max(3, width[i])-1)
				if c.right {
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

// markup returns the columns in use, the lines of the table with its header, and the
// widths of the columns. The functions name and write format a name and a cell.
func (t *Table) markup(name func(string) string, write func(cell) string) (columns []printed, lines [][]string, width []int) {
	u := t.used()
	columns = u.printed()
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = name(c.name)
	}
	lines = append(lines, header)
	for _, row := range u.cells(columns) {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = write(c)
		}
		lines = append(lines, line)
	}
	return columns, lines, widths(lines)
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
	columns, lines, width := t.markup(latexText, cell.latex)
	spec := ""
	for _, c := range columns {
		spec += map[bool]string{false: "l", true: "r"}[c.right]
	}
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}\n\\begin{tabular}{" + spec + "}\n\\toprule\n")
	for n, line := range lines {
		if n == 1 || t.Total && n == len(lines)-1 && n > 1 {
			b.WriteString("\\midrule\n")
		}
		writeAligned(&b, "", " & ", " \\\\\n", columns, width, line)
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

// writeAligned writes a line, padded to the widths of its columns.
func writeAligned(b *strings.Builder, before, between, after string, columns []printed, width []int, line []string) {
	b.WriteString(before)
	for i, s := range line {
		if i > 0 {
			b.WriteString(between)
		}
		pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(s))
		if columns[i].right {
			b.WriteString(pad + s)
		} else {
			b.WriteString(s + pad)
		}
	}
	b.WriteString(after)
}
