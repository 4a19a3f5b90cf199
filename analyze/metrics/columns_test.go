package metrics

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// only is the row without the columns that are not named.
func only(t *testing.T, r *record.Row, columns []string) *record.Row {
	t.Helper()
	var kept record.Row
	for _, name := range columns {
		top, _, _ := strings.Cut(name, ".")
		text, ok := r.Text(top)
		if !ok {
			continue
		}
		if err := kept.SetString(top, text); err != nil {
			t.Fatal(err)
		}
	}
	return &kept
}

// varied are rows of which every column tells something.
func varied() []*record.Row {
	var rows []*record.Row
	verdicts := []record.Verdict{record.Equivalent, record.NotEquivalent, record.Unknown, record.Noncompliant, record.Unverifiable, ""}
	for i := range 60 {
		fs := []string{"p1 ∧ p2", "p1 ∨ ¬p2", "p3"}[i%3]
		r := &record.Row{
			ID: fmt.Sprint(i % 7), Dataset: []string{"a", "b"}[i%2], Batch: record.Int(i % 3), Index: record.Int(i % 5), Formalism: record.Propositional,
			FS: fs, FSOut: []string{"p1 ∧ p2", "p1"}[i%2], NumOperators: record.Int(i % 4), Depth: record.Int(i % 2), Run: record.Int(i % 2), Sample: record.Int(i % 4),
			Model: []string{"m", "n"}[i/7%2], Prompt: []string{"x", "y"}[i%2], NL: []string{"p1 and p2", "p1 or not p2"}[i%2], NLLeak: record.Bool(i%5 == 0),
			FSOutRaw: []string{"p1 ∧ p2", "The formula is p1."}[i%2], Outcome: []record.Outcome{record.OK, record.Truncated, record.Timeout}[i%3],
			Verdict: verdicts[i%len(verdicts)], Relation: record.RelWeaker, Diagnosis: record.ScopeWrong,
			Judgements: []record.Judgement{{Judge: "j", Verdict: verdicts[i%3]}},
		}
		if i%7 == 3 {
			r.Verdict, r.Error = record.Unverifiable, &record.Error{Stage: "verify", Kind: "syntax"}
		}
		r.SetExtra("reference", []byte(`"p1 and also p2"`))
		rows = append(rows, r)
	}
	return rows
}

// Columns must list all that Add reads, whatever sets of columns there will be:
// readers leave out the rest.
func TestColumnsAreAllThatIsRead(t *testing.T) {
	tables := map[string]func() (columns []string, add func(*record.Row) bool, table func() any){}
	keys := append([]Key{binned(t, "num_operators:2")}, By("model")...)
	for i, set := range sets {
		set, name := Set(i), set.name
		tables[name] = func() ([]string, func(*record.Row) bool, func() any) {
			s := New(Options{Keys: keys, Show: []Set{set}, Level: 0.9, K: []int{1, 2}, Against: "reference"})
			return s.Columns(), s.Add, func() any { return s.Table() }
		}
	}
	tables["judges"] = func() ([]string, func(*record.Row) bool, func() any) {
		j := NewJudges(keys)
		return j.Columns(), j.Add, func() any { return j.Table(0.9) }
	}
	tables["comparison"] = func() ([]string, func(*record.Row) bool, func() any) {
		c := NewComparison(keys, "prompt", "")
		return c.Columns(), c.Add, func() any { return c.Table(0.9, 50, 1) }
	}
	tables["dataset"] = func() ([]string, func(*record.Row) bool, func() any) {
		d := NewDataset(nil)
		return d.Columns(), d.Add, func() any { return d.Summary() }
	}
	for name, fresh := range tables {
		t.Run(name, func(t *testing.T) {
			columns, addWhole, whole := fresh()
			_, addOnly, narrow := fresh()
			for _, r := range varied() {
				addWhole(r)
				addOnly(only(t, r, columns))
			}
			if got, want := fmt.Sprint(narrow()), fmt.Sprint(whole()); !reflect.DeepEqual(got, want) {
				t.Errorf("of the columns %v alone\ngot  %s\nwant %s", columns, got, want)
			}
		})
	}
}

// Groups by a list or a struct once had Go's notation of it for a name.
func TestKeysOfStructsAreJSON(t *testing.T) {
	r := &record.Row{Premises: []string{"p1", "p2"}, Error: &record.Error{Stage: "verify", Kind: "k", Message: "m"}}
	for column, want := range map[string]any{
		"premises": literal(`["p1","p2"]`), "error": literal(`{"stage":"verify","kind":"k","message":"m"}`), "error.kind": "k", "vocabulary": nil,
	} {
		if got := (Key{Column: column}).value(r); got != want {
			t.Errorf("%s: got %v, want %v", column, got, want)
		}
	}
}
