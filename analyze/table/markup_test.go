package table

import (
	"math"
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
	t.Columns = append(append(Strings("model"), Ints("rows")...), Floats("accuracy_low", "accuracy_high", "interval_low", "interval_high")...)
	t.Columns = append(append(t.Columns, Ints("noncompliant")...), Floats("accuracy_mean", "accuracy_sd", "le_p")...)
	t.Rows = [][]any{
		{"gpt_4o|mini", int64(100), 0.8404, 0.8404, 0.8, 0.87, int64(3), 0.84, 0.012, 0.0001},
		{"a & b\n", int64(100), 0.8399, 0.8399, 0.8, 0.88, int64(3), 0.84, nil, 0.25},
		{"", int64(200), 0.9, 0.9, 0.89, 0.91, int64(6), 0.84, 0.5, nil},
	}
	return t
}

// The widths of the cells and the escapes are worked out by hand. 0.8404 − 0.8 = 0.0404 and 0.87 − 0.8404 =
// 0.0296. 0.8399 − 0.8 = 0.0399 and 0.88 − 0.8399 = 0.0401 are both 0.040 in print, and so
// are the ends of 0.9 ± 0.01.
func TestMarkdown(t *testing.T) {
	want := `
| model          | rows | accuracy (interval) | noncompliant | accuracy (± sd) |    le p |
| :------------- | ---: | ------------------: | -----------: | --------------: | ------: |
| gpt\_4o\|mini  |  100 | 0.840 +0.030/−0.040 |            3 |   0.840 ± 0.012 | \<0.001 |
| "a &amp; b\\n" |  100 |       0.840 ± 0.040 |            3 |           0.840 |   0.250 |
| all            |  200 |       0.900 ± 0.010 |            6 |   0.840 ± 0.500 |         |
`
	if got := "\n" + written(t, rates(), Markdown); got != want {
		t.Errorf("got:%s\nwant:%s", got, want)
	}
}

func TestLaTeX(t *testing.T) {
	want := `
% needs \usepackage{booktabs}
\begin{tabular}{lrrrrr}
\toprule
model                                     & rows &       accuracy (interval) & noncompliant & accuracy ($\pm$ sd) &     le p \\
\midrule
gpt\_4o\textbar{}mini                     &  100 & $0.840^{+0.030}_{-0.040}$ &            3 &   $0.840 \pm 0.012$ & $<0.001$ \\
\char34{}a \& b\textbackslash{}n\char34{} &  100 &         $0.840 \pm 0.040$ &            3 &               0.840 &    0.250 \\
\midrule
all                                       &  200 &         $0.900 \pm 0.010$ &            6 &   $0.840 \pm 0.500$ &          \\
\bottomrule
\end{tabular}
`
	got := "\n" + written(t, rates(), LaTeX)
	if got != want {
		t.Errorf("got:%s\nwant:%s", got, want)
	}
}

// Bounds that differ by unknown rows stay two columns, and their interval is a third.
// An empty column is omitted.
func TestPrintedColumns(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ columns, row, want string }{
		{"accuracy_low accuracy_high interval_low interval_high", "0.5 0.6 0.4 0.7", "accuracy low: 0.500; accuracy high: 0.600; interval: [0.400, 0.700]"},
		{"accuracy_low accuracy_high interval_low interval_high", "0.5 0.5 0.4 0.7", "accuracy (interval): 0.500 +0.200/−0.100"},
		{"difference interval_low interval_high difference_low difference_high", "-0.5 -0.6 -0.4 -0.5 -0.5", "difference (interval): −0.500 ± 0.100"},
		{"difference interval_low interval_high difference_low difference_high", "-0.5 -0.6 -0.4 -0.5 -0.25", "difference (interval): −0.500 ± 0.100; difference low: −0.500; difference high: −0.250"},
		{"compliance_difference compliance_interval_low compliance_interval_high", "0 -0.5 0.5", "compliance difference (interval): 0.000 ± 0.500"},
		{"pearson pearson_low pearson_high pearson_p", "1 0.5 1 0.0004", "pearson (interval): 1.000 +0.000/−0.500; pearson p: \\<0.001"},
		{"mean sd chance", "0.5 0.1 0.25", "mean (± sd): 0.500 ± 0.100; chance: 0.250"},
		{"compliance compliance_mean compliance_sd", "0.5 0.5 0.1", "compliance: 0.500; compliance (± sd): 0.500 ± 0.100"},
		{"survival_low survival_high survival_interval_low survival_interval_high", "0.5 0.5 0.4 0.6", "survival (interval): 0.500 ± 0.100"},
		{"percentile_low percentile_high", "0.5 0.5", "percentile: [0.500, 0.500]"},
		{"pass_1_low pass_1_high", "0.5 0.5", "pass 1: 0.500"},
		{"accuracy horizon_low horizon_high interval_low interval_high", "0.5 7 7 5 nan", "accuracy: 0.500; horizon: 7.000; interval low: 5.000"},
		{"p_a p_a_low p_a_high least", "0.5 nan nan 1", "p a: 0.500; least: 1.000"},
	} {
		tab := &Table{Columns: Floats(strings.Fields(c.columns)...)}
		var row []any
		for _, s := range strings.Fields(c.row) {
			x := nan
			if s != "nan" {
				x, _ = Number(s)
			}
			row = append(row, x)
		}
		tab.Rows = [][]any{row}
		lines := strings.Split(written(t, tab, Markdown), "\n")
		var got []string
		names, cells := strings.Split(lines[0], "|"), strings.Split(lines[2], "|")
		for i := 1; i < len(names)-1; i++ {
			got = append(got, strings.TrimSpace(names[i])+": "+strings.TrimSpace(cells[i]))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s\n%s:\ngot  %s\nwant %s", c.columns, c.row, s, c.want)
		}
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
