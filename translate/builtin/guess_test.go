package builtin

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

func TestGuess(t *testing.T) {
	candidates := []string{"a is small", "Every cube is large.", "block A is a cube"}
	premises := []string{"Every cat is an animal.", "Tom is a cat."}
	for _, c := range []struct {
		q    prompt.Question
		want string
	}{
		{prompt.Question{Kind: prompt.Choose, Sentence: "Block A is a cube.", Candidates: candidates}, `"answer":3}`},
		{prompt.Question{Kind: prompt.Rank, Sentence: "Block A is a cube.", Candidates: candidates}, `"answer":[3,1,2]}`},
		{prompt.Question{Kind: prompt.Entail, Premises: premises, Conclusion: "Tom is a cat."}, "[Answer] True"},
		{prompt.Question{Kind: prompt.Entail, Premises: premises, Conclusion: "It rains in Oslo."}, "[Answer] Uncertain"},
		{prompt.Question{Kind: prompt.Entail, Conclusion: "It rains."}, "[Answer] Uncertain"},
		{prompt.Question{Kind: prompt.YesNo, Context: "If it snows, the pass is closed. It snows.", Question: "Is the pass closed?"}, "[Answer] yes"},
		{prompt.Question{Kind: prompt.Formalize, Premises: []string{"Tom sings in the rain.", "p1 is true and p2 is true."}, Conclusion: "It is so."}, `{"premises":["TomSingsInTheRain","(p1 ∧ p2)"],"conclusion":"ItIsSo"}`},
		{prompt.Question{Kind: prompt.Ontology, Predicates: []string{"TallerThan/2", "bad"}, Constants: []string{"tom"}}, `"positive":"{} is taller than {}"`},
	} {
		if got := guess(c.q, nil); !strings.Contains(got, c.want) {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
}

// For any texts the answer is well-formed: a choice, an order of all candidates,
// formulas that parse, an ontology without faults.
func TestGuessesAreReadable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"P(a) ∧ ¬Q(b)", "Nobody sings.", "no", "12 apples", "1", "for all", "v", "∀x (P(x) → Q(x))", "«»", "é"}))
		q := prompt.Question{
			Sentence: text.Draw(t, "sentence"), Candidates: rapid.SliceOfN(text, 1, 9).Draw(t, "candidates"), Glossary: rapid.SliceOf(text).Draw(t, "glossary"),
			Premises: rapid.SliceOf(text).Draw(t, "premises"), Conclusion: text.Draw(t, "conclusion"),
			Context: text.Draw(t, "context"), Question: text.Draw(t, "question"),
		}
		for _, q.Kind = range []prompt.Kind{prompt.Choose, prompt.Rank} {
			if _, class := stage.Numbers(guess(q, nil), len(q.Candidates), q.Kind == prompt.Rank); class != stage.Answered {
				t.Fatalf("%s: %s", q.Kind, guess(q, nil))
			}
		}
		q.Kind = prompt.Entail
		if _, _, ok := stage.Word(guess(q, nil), map[string]string{"true": "t", "false": "f", "uncertain": "u"}); !ok {
			t.Fatal(guess(q, nil))
		}
		q.Kind = prompt.YesNo
		if _, _, ok := stage.Word(guess(q, nil), map[string]string{"yes": "y", "no": "n"}); !ok {
			t.Fatal(guess(q, nil))
		}
		q.Kind = prompt.Formalize
		premises, conclusion, ok := stage.Formulas(guess(q, nil))
		if !ok || len(premises) != len(q.Premises) {
			t.Fatal(guess(q, nil))
		}
		for _, fs := range append(premises, conclusion) {
			if _, err := logic.Parse(fs, logic.Options{}); err != nil {
				t.Fatalf("%s: %v", fs, err)
			}
		}
		q.Kind, q.Predicates, q.Constants = prompt.Ontology, []string{"P/2", "Q/0", "/3", "R"}, []string{"a"}
		o, err := ontology.Decode(guess(q, nil))
		if err != nil || len(o.Faults(logic.Signature{Predicates: []logic.Symbol{{Name: "P", Arity: 2}}, Constants: []string{"a"}})) > 0 {
			t.Fatal(o, err)
		}
	})
}
