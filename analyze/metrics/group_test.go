package metrics

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

var update = flag.Bool("update", false, "write the golden files")

// row is a verified row of a dataset.
func row(dataset string, run, operators int, verdict record.Verdict) *record.Row {
	return &record.Row{
		Dataset: dataset, Run: record.Int(run), NumOperators: record.Int(operators),
		DFADensity: record.Float(float64(operators) / 8), Verdict: verdict,
	}
}

func rows() []*record.Row {
	return []*record.Row{
		row("plogic", 0, 1, record.Equivalent),
		row("plogic", 0, 2, record.NotEquivalent),
		row("plogic", 1, 1, record.Equivalent),
		row("plogic", 1, 12, record.Unknown),
		row("fol", 0, 2, record.Noncompliant),
		row("fol", 0, 10, record.Equivalent),
		row("fol", 1, 10, record.Unverifiable),
		{Dataset: "fol", Verdict: record.Equivalent}, // no run, no count
	}
}

func TestTables(t *testing.T) {
	for _, c := range []struct {
		name, by string
	}{
		{"overall", ""},
		{"by-dataset", "dataset"},
		{"by-operators", "num_operators"},
		{"by-bins", "num_operators:5"},
		{"by-two", "dataset,num_operators:10"},
		{"by-fraction", "dfa_density"},
		{"by-absent", "no_such_column"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var keys []Key
			for name := range strings.SplitSeq(c.by, ",") {
				if name == "" {
					continue
				}
				k, err := ParseKey(name)
				if err != nil {
					t.Fatal(err)
				}
				keys = append(keys, k)
			}
			s := New(Options{Keys: keys, Level: 0.95})
			for _, r := range rows() {
				s.Add(r)
			}
			var b strings.Builder
			if err := s.Table().Write(&b, table.Text); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", c.name+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("got\n%s\nwant\n%s", b.String(), want)
			}
		})
	}
}

// Worked out by hand: the accuracies of the two runs of plogic are 1/2 and
// 1/2, those of fol 1/2 and 0.
func TestSpreadOverRuns(t *testing.T) {
	s := New(Options{Keys: By("dataset"), Show: []Set{Runs}})
	for _, r := range rows()[:7] {
		s.Add(r)
	}
	for name, want := range map[string][2]float64{"plogic": {0.5, 0}, "fol": {0.25, math.Sqrt(0.125)}} {
		for _, g := range s.groups {
			if g.values[0] != name {
				continue
			}
			if mean, sd := g.of.runs.accuracy.MeanStdDev(); mean != want[0] || math.Abs(sd-want[1]) > 1e-12 {
				t.Errorf("%s: mean %v, deviation %v, want %v", name, mean, sd, want)
			}
		}
	}
}

func TestMissingKeys(t *testing.T) {
	s := New(Options{Keys: By("dataset", "no_such_column")})
	if got := s.Missing(); got != nil {
		t.Errorf("without a row: %q", got)
	}
	for _, r := range rows() {
		s.Add(r)
	}
	if got := s.Missing(); len(got) != 1 || got[0] != "no_such_column" {
		t.Errorf("got %q, want no_such_column", got)
	}
}

func TestParseKey(t *testing.T) {
	for in, want := range map[string]string{
		"depth":            "depth",
		"num_operators:5":  "num_operators:5",
		"dfa_density:0.25": "dfa_density:0.25",
		"dfa_density:1e-3": "dfa_density:0.001",
		"":                 `group by "": expected a column or column:width`,
		"depth:":           `group by "depth:": width "": expected a number above 0`,
		"depth:0":          `group by "depth:0": width "0": expected a number above 0`,
		"depth:NaN":        `group by "depth:NaN": width "NaN": expected a number above 0`,
		"depth:+Inf":       `group by "depth:+Inf": width "+Inf": expected a number above 0`,
		"depth:five":       `group by "depth:five": width "five": expected a number above 0`,
	} {
		k, err := ParseKey(in)
		got := k.Column
		if k.width > 0 {
			got = k.Column + ":" + strconv.FormatFloat(k.width, 'f', -1, 64)
		}
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("ParseKey(%q): got %s, want %s", in, got, want)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	all := rows()
	s := New(Options{Keys: By("dataset", "num_operators")})
	for i := range b.N {
		s.Add(all[i%len(all)])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
