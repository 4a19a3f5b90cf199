package stage_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/stage"
)

// Repetitions of repetitions have distinct numbers.
func TestRepetitionsAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := []*record.Row{{FS: "p1"}}
		want := 1
		for i := range rapid.IntRange(1, 3).Draw(t, "stages") {
			runs := rapid.IntRange(1, 3).Draw(t, fmt.Sprint("runs", i))
			samples := rapid.IntRange(1, 3).Draw(t, fmt.Sprint("samples", i))
			want *= runs * samples
			var next []*record.Row
			for _, row := range rows {
				next = append(next, stage.Repeat(row, runs, samples)...)
			}
			rows = next
		}
		seen := map[string]bool{}
		for _, row := range rows {
			seen[fmt.Sprint(number(row.Run), number(row.Sample))] = true
		}
		if len(rows) != want || len(seen) != want {
			t.Fatalf("%d rows, %d of them different, want %d", len(rows), len(seen), want)
		}
	})
}

func number(n *int64) int64 {
	if n == nil {
		return -1
	}
	return *n
}

// A round after one without an answer had no model. So it was missing from the rates of
// the model, which rose by it.
func TestRoundWithoutAnswerHadNoModel(t *testing.T) {
	got := stage.NextStep(&record.Row{FS: "p", Model: "m", Prompt: "v", Params: "{}", Error: &record.Error{Stage: "autoformalize", Kind: "truncated"}})
	if got.Model != "m" || got.Prompt != "v" || got.Params != "{}" || *got.Step != 2 || got.FSIn != "" {
		t.Errorf("got %+v", got)
	}
}

func TestNextStep(t *testing.T) {
	row := &record.Row{
		ID: "a", FS: "p1", FSOut: "p2", FSOutRaw: "p2!", NL: "text", NLLeakKind: "copy", Verdict: record.NotEquivalent,
		Witness: "{}", Usage: []record.Usage{{Stage: "informalize"}}, Error: &record.Error{Stage: "verify"},
	}
	want := record.Row{ID: "a", FS: "p1", FSIn: "p2", Step: record.Int(2)}
	got := stage.NextStep(row)
	if string(record.Append(nil, got)) != string(record.Append(nil, &want)) {
		t.Errorf("next step %s", record.Append(nil, got))
	}
	if again := stage.NextStep(got); *again.Step != 3 || row.Step != nil {
		t.Errorf("steps %d and %v", *again.Step, row.Step)
	}
}
