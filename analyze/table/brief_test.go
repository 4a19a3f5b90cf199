package table

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A table of rates had 150 to 240 columns of a terminal.
func TestBrief(t *testing.T) {
	tab := &Table{Columns: append(append(Strings("model"), Ints("depth", "rows", "unknown", "error")...), Floats("accuracy_low", "accuracy_high", "interval_low", "interval_high")...), Total: true}
	tab.Rows = [][]any{
		{"a", int64(0), int64(4), int64(0), int64(0), 0.0, 0.0, 0.0, 0.5},
		{nil, nil, int64(4), int64(0), int64(0), 0.0, 0.0, 0.0, 0.5},
	}
	var b strings.Builder
	if err := tab.WriteBrief(&b); err != nil {
		t.Fatal(err)
	}
	want := `model  depth  rows  accuracy_low  interval
a          0     4         0.000  0.000 to 0.500
all              4         0.000  0.000 to 0.500
Not shown: all zero: unknown, error; accuracy_high = accuracy_low.
`
	if b.String() != want {
		t.Errorf("got\n%s\nexpected\n%s", b.String(), want)
	}

	// What does not fit stands below, beside the keys, and nothing is lost.
	for i := range 20 {
		tab.Columns = append(tab.Columns, Floats("score_with_a_long_name_"+string(rune('a'+i)))...)
		for n := range tab.Rows {
			tab.Rows[n] = append(tab.Rows[n], float64(i))
		}
	}
	b.Reset()
	if err := tab.WriteBrief(&b); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(line) - 1; n > 100 {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
	if n := strings.Count(b.String(), "model  depth"); n < 5 || strings.Count(b.String(), "score_with_a_long_name_") != 20 {
		t.Errorf("%d parts:\n%s", n, b.String())
	}
}

// A comparison of models with long names took five tables, and formulas made lines longer
// than the terminal.
func TestBriefComparison(t *testing.T) {
	long := strings.Repeat("p ∧ ", 40)
	tab := &Table{Columns: append(Strings("a", "b"), Ints("formulas")...), Rows: [][]any{{strings.Repeat("m", 30), strings.Repeat("n", 30), int64(3), 0.5, 0.4, 0.6, 0.4, 0.4, 0.4, 0.4, 0.0, 0.0, int64(3), long}}}
	tab.Columns = append(tab.Columns, Floats("p_i", "p_i_low", "p_i_high", "p_a", "p_a_least", "compliance_a", "compliance_b", "compliance_difference", "difference")...)
	tab.Columns = append(append(tab.Columns, Ints("pairs")...), Strings("fs")...)
	var b strings.Builder
	if err := tab.WriteBrief(&b); err != nil {
		t.Fatal(err)
	}
	want := `line  a                               b                               formulas    p_i
1     mmmmmmmmmmmmmmmmmmmmmmmmmmmmmm  nnnnnnnnnnnnnnnnnnnnnnnnnnnnnn         3  0.500

line  p_i_interval      p_a  compliance_a  difference
1     0.400 to 0.600  0.400         0.400       0.000

line  fs
1     ` + string([]rune(long)[:79]) + `…
Not shown: all zero: compliance_difference; p_a_least = p_a; compliance_b = compliance_a; pairs =
  formulas.
Long texts are cut; --format csv has them whole.
`
	if b.String() != want {
		t.Errorf("got\n%s\nexpected\n%s", b.String(), want)
	}
	if tab.Rows[0][len(tab.Columns)-1] != long {
		t.Error("the text is cut in the table itself")
	}
}
