package table

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func written(t interface{ Fatal(...any) }, tab *Table, f Format) string {
	var b strings.Builder
	if err := tab.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rates is a main table of metrics, with two models and the line of all rows.
func rates() *Table {
	t := &Table{Total: true}
	t.Columns = append(append(Strings("model"), Ints("rows")...), Floats("accuracy_low", "empty", "le_r")...)
	t.Rows = [][]any{
		{"gpt_4o|mini", int64(100), 0.8404, nil, -0.25},
		{"a & b\n", int64(100), 0.8399, nil, 0.5},
		{"", int64(200), 0.9, nil, nil},
	}
	return t
}

// The widths of the cells and the escapes are worked out by hand.
func TestMarkdown(t *testing.T) {
	want := `
| model          | rows | accuracy\_low |  le\_r |
| :------------- | ---: | ------------: | -----: |
| gpt\_4o\|mini  |  100 |         0.840 | −0.250 |
| "a &amp; b\\n" |  100 |         0.840 |  0.500 |
| all            |  200 |         0.900 |        |
`
	if got := "\n" + written(t, rates(), Markdown); got != want {
		t.Errorf("got:%s\nwant:%s", got, want)
	}
}

func TestLaTeX(t *testing.T) {
	want := `
% needs \usepackage{booktabs}
\begin{tabular}{lrrr}
\toprule
model                                     & rows & accuracy\_low &    le\_r \\
\midrule
gpt\_4o\textbar{}mini                     &  100 &         0.840 & $-$0.250 \\
\char34{}a \& b\textbackslash{}n\char34{} &  100 &         0.840 &    0.500 \\
\midrule
all                                       &  200 &         0.900 &          \\
\bottomrule
\end{tabular}
`
	if got := "\n" + written(t, rates(), LaTeX); got != want {
		t.Errorf("got:%s\nwant:%s", got, want)
	}
}

// Cells come from data. Whatever they are, a table of Markdown has the same cells in
// each line, and LaTeX has balanced braces and dollars, and no special character that
// is not escaped.
func TestHostileCells(t *testing.T) {
	special := regexp.MustCompile(`(^|[^\\])[#%_^~&]`)
	rapid.Check(t, func(r *rapid.T) {
		cell := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			`\\end{tabular}`, "a|b", "`code`", "$x$", "50% & more", "~^_#{}", "x\ny", "∀x1. (p ∧ ¬q)", "--", "<b>", "]", `\|`, "\x00", `"quoted"`, "[link](x)",
		})).Draw(r, "cell")
		tab := &Table{Columns: append(Strings("a_b", "c%"), Floats("x")...), Rows: [][]any{{cell, "y", 0.5}, {"z", cell, -0.25}}}
		markdown := strings.Split(strings.TrimSuffix(written(r, tab, Markdown), "\n"), "\n")
		if len(markdown) != 4 {
			r.Fatalf("%d lines: %q", len(markdown), markdown)
		}
		for _, line := range markdown {
			if n := strings.Count(strings.NewReplacer(`\\`, "", `\|`, "").Replace(line), "|"); n != 4 {
				r.Fatalf("%d bars in %s", n, line)
			}
		}
		latex := written(r, tab, LaTeX)
		body := strings.Split(latex, "\\midrule\n")[1]
		body, _, _ = strings.Cut(body, "\\bottomrule")
		depth, dollars := 0, 0
		plain := strings.NewReplacer(`\{`, "", `\}`, "", `\$`, "").Replace(body)
		for _, c := range plain {
			switch c {
			case '{':
				depth++
			case '}':
				depth--
			case '$':
				dollars++
			}
			if depth < 0 || c != '\n' && unicode.IsControl(c) {
				r.Fatalf("%q", body)
			}
		}
		cells := strings.NewReplacer(" & ", " ", ` \\`+"\n", " ").Replace(body)
		if depth != 0 || dollars%2 != 0 || special.MatchString(cells) {
			r.Fatalf("depth %d, %d dollars, unescaped %q in %s", depth, dollars, special.FindString(cells), body)
		}
		if n := strings.Count(body, " & "); n < 4 || strings.Count(body, `\\`+"\n") != 2 {
			r.Fatalf("the lines are broken: %s", body)
		}
	})
}
