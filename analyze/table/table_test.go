package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

func sample() *Table {
	return &Table{
		Columns: []Column{{"name", String}, {"n", Int}, {"zeta", Float}, {"alpha", Float}},
		Rows: [][]any{
			{"plogic", int64(12), 0.123456, 1.0},
			{"ü\"x,\ny", int64(3), math.NaN(), nil},
			{nil, nil, nil, 0.5},
		},
	}
}

func write(t *testing.T, f Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := sample().Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	want := strings.Join([]string{
		`name         n   zeta  alpha`,
		`plogic      12  0.123  1.000`,
		`"ü\"x,\ny"   3`,
		`                       0.500`,
		``,
	}, "\n")
	if got := write(t, Text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextTotal(t *testing.T) {
	tab := &Table{Columns: []Column{{"depth", Int}, {"rows", Int}}, Rows: [][]any{{int64(1), int64(2)}, {nil, int64(2)}}, Total: true}
	var b bytes.Buffer
	if err := tab.Write(&b, Text); err != nil {
		t.Fatal(err)
	}
	if want := "depth  rows\n    1     2\n  all     2\n"; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestCSV(t *testing.T) {
	want := "name,n,zeta,alpha\nplogic,12,0.123456,1\n\"ü\"\"x,\ny\",3,,\n,,,0.5\n"
	if got := write(t, CSV); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJSON(t *testing.T) {
	got := write(t, JSON)
	var rows []map[string]any
	if err := json.Unmarshal([]byte(got), &rows); err != nil {
		t.Fatal(err)
	}
	if rows[0]["zeta"] != 0.123456 || rows[1]["zeta"] != nil || rows[1]["name"] != "ü\"x,\ny" {
		t.Errorf("read back %v", rows)
	}
	if strings.Index(got, "zeta") > strings.Index(got, "alpha") {
		t.Error("keys are not in column order")
	}
}

func TestFormats(t *testing.T) {
	for _, f := range []Format{Text, CSV, JSON, Markdown, LaTeX} {
		if got, err := ParseFormat(f.String()); got != f || err != nil {
			t.Errorf("ParseFormat(%q) = %v, %v", f, got, err)
		}
	}
	if _, err := ParseFormat("xml"); err == nil || !strings.Contains(err.Error(), "latex") {
		t.Errorf("unknown format: %v", err)
	}
	for name, want := range map[string]Format{"a.csv": CSV, "a.json": JSON, "a.tex": LaTeX, "a": Text, "a.txt": Text, "a.CSV": CSV, "dir.d/a": Text, "-": Text} {
		if got, err := FormatOf(name); got != want || err != nil {
			t.Errorf("FormatOf(%q) = %v, %v, want %v", name, got, err, want)
		}
	}
	if f, err := FormatOf("a.xlsx"); err == nil || !strings.Contains(err.Error(), ".csv") {
		t.Errorf("FormatOf(a.xlsx) = %v, %v", f, err)
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		cell any
		want string
	}{
		{int64(3), "3 <nil>"},
		{0.5, "0.5 <nil>"},
		{"7", "7 <nil>"},
		{"[5,10)", "7.5 <nil>"},
		{"[-1,0.5)", "-0.25 <nil>"},
		{"fol", `0 found "fol", expected a number or a bin`},
		{"[a,b)", `0 found "[a,b)", expected a number or a bin`},
		{nil, `0 found "<nil>", expected a number or a bin`},
	} {
		x, err := Number(c.cell)
		if got := fmt.Sprint(x, " ", err); got != c.want {
			t.Errorf("Number(%v): got %s, want %s", c.cell, got, c.want)
		}
	}
}

// A number next to 0, as of BLEU without smoothing, is written short.
func TestCSVOfSmallNumbers(t *testing.T) {
	small := &Table{Columns: []Column{{"x", Float}}, Rows: [][]any{{1.5e-155}, {0.000125}, {-2e-9}, {0.0}}}
	var b bytes.Buffer
	if err := small.Write(&b, CSV); err != nil {
		t.Fatal(err)
	}
	if want := "x\n1.5e-155\n0.000125\n-2e-09\n0\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
