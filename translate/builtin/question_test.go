package builtin_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/stage"
)

// questions are one prompt of each kind, with what marks a right answer of
// builtin:rules from others.
var questions = map[string]struct {
	prompt string
	right  func(reply string) bool
}{
	"choose":    {"[TASK]\n\n[SENTENCE]\nThe cat is here.\n[CANDIDATES]\n1. a dog\n2. the cat is here\n3. x\n", numbers(false, 3, "[1]")},
	"rank":      {"[TASK]\nRank.\n[SENTENCE]\nThe cat is here.\n[CANDIDATES]\n1. a dog is here\n2. the cat is here\n3. x\n4. y\n5. z\n", numbers(true, 5, "[1 0 2 3 4]")},
	"entail":    {"[TASK]\n\n[PREMISES]\n1. It rains.\n[CONCLUSION]\nIt rains.\n", word("True")},
	"yes or no": {"[TASK]\n\n[CONTEXT]\nIt rains.\n[QUESTION]\nDoes it rain?\n", word("Yes")},
	"formalize": {"[TASK]\nJSON\n[PREMISES]\n1. p1 is true.\n[CONCLUSION]\np1 is true.\n", func(reply string) bool {
		_, conclusion, ok := stage.Formulas(reply)
		return ok && conclusion == "p1"
	}},
	"ontology": {"[TASK]\n\n[PREMISES]\n1. It rains.\n[SYMBOLS]\nPredicates: P/1\nConstants: a\n", func(reply string) bool {
		o, err := ontology.Decode(reply)
		return err == nil && len(o.Faults(logic.Signature{Predicates: []logic.Symbol{{Name: "P", Arity: 1}}, Constants: []string{"a"}})) == 0
	}},
}

func numbers(ranking bool, n int, want string) func(string) bool {
	return func(reply string) bool {
		found, _ := stage.Numbers(reply, n, ranking)
		return fmt.Sprint(found) == want
	}
}

func word(want string) func(string) bool {
	return func(reply string) bool {
		w, _, _ := stage.Word(reply, map[string]string{"true": "True", "false": "False", "uncertain": "Uncertain", "yes": "Yes", "no": "No"})
		return w == want
	}
}

// The questions of rank and reason are answered, by noisy with errors at the
// rates that were given.
func TestQuestions(t *testing.T) {
	ask := func(spec, prompt, key string) string {
		resp, err := open(t, spec).Chat(t.Context(), translate.Request{Messages: []record.Message{{Role: "user", Content: prompt}}, Key: key})
		if err != nil || resp.Outcome != record.OK {
			t.Fatalf("%s: %+v, %v", spec, resp, err)
		}
		return resp.Content
	}
	for name, q := range questions {
		if reply := ask("builtin:rules", q.prompt, ""); !q.right(reply) {
			t.Errorf("%s: builtin:rules answers %s", name, reply)
		}
		const n = 400
		right, unsure := 0, 0
		for i := range n {
			reply := ask("builtin:noisy?seed=2,answer_wrong=0.25,answer_unparsable=0.1", q.prompt, fmt.Sprint(i))
			switch {
			case q.right(reply):
				right++
			case strings.HasPrefix(reply, "It is hard"):
				unsure++
			}
		}
		near(t, name+": right", float64(right), n, 0.75*0.9)
		near(t, name+": unparsable", float64(unsure), n, 0.1)
	}
	if reply := ask("builtin:noisy?all=1,answer_wrong=0", questions["entail"].prompt, ""); !questions["entail"].right(reply) {
		t.Errorf("no errors in answers: %s", reply)
	}
}
