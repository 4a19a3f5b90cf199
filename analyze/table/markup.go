package table

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// write writes the columns that are not empty, aligned: strings to the left and numbers to
// the right. escape is applied to names and texts; minus is the sign of negative numbers.
// The first line has the names.
func (t *Table) write(w io.Writer, escape func(string) string, minus string, print func(b *strings.Builder, lines [][]string, width []int, right []bool)) error {
	t = t.used()
	lines, right := [][]string{nil}, make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		lines[0], right[i] = append(lines[0], escape(c.Name)), c.Kind != String
	}
	for n, row := range t.Rows {
		line := make([]string, len(row))
		for i, v := range row {
			if line[i] = text(v, 3); right[i] {
				line[i] = strings.Replace(line[i], "-", minus, 1)
			} else {
				line[i] = escape(printable(line[i]))
			}
		}
		if t.Total && n == len(t.Rows)-1 && line[0] == "" {
			line[0] = "all"
		}
		lines = append(lines, line)
	}
	width := make([]int, len(t.Columns))
	for _, line := range lines {
		for i, s := range line {
			width[i] = max(width[i], utf8.RuneCountInString(s))
		}
	}
	for _, line := range lines {
		for i, s := range line {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(s))
			if line[i] = s + pad; right[i] {
				line[i] = pad + s
			}
		}
	}
	var b strings.Builder
	print(&b, lines, width, right)
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) writeText(w io.Writer) error {
	return t.write(w, func(s string) string { return s }, "-", func(b *strings.Builder, lines [][]string, _ []int, _ []bool) {
		for _, line := range lines {
			b.WriteString(strings.TrimRight(strings.Join(line, "  "), " ") + "\n")
		}
	})
}

// writeMarkdown writes a table of GitHub's Markdown (GFM, "Tables"). Columns are aligned
// in the source, too.
func (t *Table) writeMarkdown(w io.Writer) error {
	return t.write(w, markdownText.Replace, "−", func(b *strings.Builder, lines [][]string, width []int, right []bool) {
		rule := make([]string, len(width))
		for i := range rule {
			rule[i] = ":" + strings.Repeat("-", max(3, width[i])-1)
			if right[i] {
				rule[i] = rule[i][1:] + ":"
			}
		}
		for _, line := range slices.Insert(lines, 1, rule) {
			b.WriteString("| " + strings.Join(line, " | ") + " |\n")
		}
	})
}

// markdownText escapes the characters that Markdown reads as markup.
var markdownText = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|", `\|`, "~", `\~`, "$", `\$`, "#", `\#`, "&", "&amp;",
)

// writeLaTeX writes a tabular with the rules of the package booktabs.
func (t *Table) writeLaTeX(w io.Writer) error {
	return t.write(w, latexText, "$-$", func(b *strings.Builder, lines [][]string, _ []int, right []bool) {
		b.WriteString("% needs \\usepackage{booktabs}\n\\begin{tabular}{")
		for _, r := range right {
			b.WriteString(map[bool]string{false: "l", true: "r"}[r])
		}
		b.WriteString("}\n\\toprule\n")
		for n, line := range lines {
			if n == 1 || t.Total && n == len(lines)-1 && n > 1 {
				b.WriteString("\\midrule\n")
			}
			b.WriteString(strings.Join(line, " & ") + " \\\\\n")
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
	})
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
