package stage_test

import (
	"context"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

// A stale verdict once stayed with a new answer, and a stale answer with a
// failed call, which metrics then counted as a success.
func TestNewAnswerRemovesOldFindings(t *testing.T) {
	model, err := builtin.New("builtin:rules")
	if err != nil {
		t.Fatal(err)
	}
	prompts, err := prompt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	verified := func() *record.Row {
		return &record.Row{
			Formalism: record.Propositional, FS: "p1", Vocabulary: &record.Vocabulary{Propositions: []string{"p1"}},
			NL: "p2 is true.", FSOut: "p2", FSOutRaw: "p2",
			Conversations: []record.Conversation{{Stage: "informalize"}, {Stage: "autoformalize"}},
			Usage:         []record.Usage{{Stage: "informalize"}, {Stage: "autoformalize"}},
			Verdict:       record.NotEquivalent, VerdictReason: "x", VerdictEngine: "table", Witness: "{}", Certificate: "{}",
			Relation: record.RelIncomparable, Diagnosis: record.ScopeWrong, Repair: "p1",
			Judgements: []record.Judgement{{Judge: "j"}},
		}
	}
	for _, direction := range []prompt.Direction{prompt.Informalize, prompt.Autoformalize} {
		for name, m := range map[string]translate.Model{"answering": model, "failing": failing{}} {
			row := verified()
			s := &stage.Translator{Asker: stage.Asker{Stage: string(direction), Model: m}, Direction: direction, Prompts: prompts}
			if err := s.Process(context.Background(), row); err != nil {
				t.Fatal(err)
			}
			if row.Verdict != "" || row.Witness != "" || row.Certificate != "" || row.Relation != "" || row.Repair != "" || row.Judgements != nil {
				t.Errorf("%s, %s: a verdict is left: %+v", direction, name, row)
			}
			if direction == prompt.Informalize && (row.FSOut != "" || row.FSOutRaw != "" || len(row.Conversations) > 1 || len(row.Usage) != 1) {
				t.Errorf("%s, %s: an answer is left: %+v", direction, name, row)
			}
			if name == "failing" && (row.Error == nil || row.FSOut != "") {
				t.Errorf("%s, %s: error %v, answer %q", direction, name, row.Error, row.FSOut)
			}
		}
	}
}

// An error of verify does not block autoformalize.
func TestErrorOfVerifyDoesNotBlockAutoformalize(t *testing.T) {
	for of, blocked := range map[string]bool{"verify": false, "autoformalize": false, "informalize": true} {
		row := &record.Row{Error: &record.Error{Stage: of, Kind: "before"}}
		a := &stage.Translator{Asker: stage.Asker{Stage: "autoformalize"}, Direction: prompt.Autoformalize}
		if err := a.Process(t.Context(), row); err != nil {
			t.Fatal(err)
		}
		if (row.Error.Kind == "before") != blocked {
			t.Errorf("after an error of %s: %+v", of, row.Error)
		}
	}
}

// failing is a model whose calls fail.
type failing struct{}

func (failing) Name() string { return "failing" }

func (failing) Chat(context.Context, translate.Request) (translate.Response, error) {
	return translate.Response{Outcome: record.HTTP5xx, Usage: record.Usage{Attempts: 1}}, &translate.CallError{Outcome: record.HTTP5xx, Message: "down"}
}
