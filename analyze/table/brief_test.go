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
