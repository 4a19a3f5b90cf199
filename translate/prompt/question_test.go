package prompt_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// symbols are those of an ontology question.
type symbols struct{ Predicates, Constants, Propositions []string }

// values is the data of the packaged prompts.
type values struct {
	Sentence, Form       string
	Candidates, Glossary []string
	Premises             []string
	Conclusion           string
	Context, Question    string
	Logic                string
	Symbols              symbols
}

func read(t interface{ Fatal(...any) }, folder, file string, v values) prompt.Question {
	w, err := prompt.LoadTemplate(folder, file, "", []any{v})
	if err != nil {
		t.Fatal(err)
	}
	messages, err := w.Messages(v)
	if err != nil {
		t.Fatal(err)
	}
	q, ok := prompt.ReadQuestion(messages)
	if !ok {
		t.Fatal("no question in", messages[len(messages)-1].Content)
	}
	return q
}

func TestRead(t *testing.T) {
	list := []string{"first", "second", "third"}
	for _, c := range []struct {
		folder, file string
		v            values
		want         prompt.Question
	}{
		{"rank", "most-similar.txt", values{Sentence: "s", Form: "nl", Candidates: list}, prompt.Question{Kind: prompt.Choose, Sentence: "s", Candidates: list}},
		{"rank", "ranking.txt", values{Sentence: "s", Form: "fol", Candidates: list, Glossary: []string{"P(x1): x1 is p", "a: A"}}, prompt.Question{Kind: prompt.Rank, Sentence: "s", Candidates: list, Glossary: []string{"P(x1): x1 is p", "a: A"}}},
		{"reason", "folio.txt", values{Premises: list, Form: "nl", Conclusion: "c"}, prompt.Question{Kind: prompt.Entail, Premises: list, Conclusion: "c"}},
		{"reason", "folio.txt", values{Premises: list, Form: "fol", Conclusion: "c"}, prompt.Question{Kind: prompt.Entail, Premises: list, Conclusion: "c"}},
		{"reason", "linc.txt", values{Premises: list, Conclusion: "c"}, prompt.Question{Kind: prompt.Formalize, Premises: list, Conclusion: "c"}},
		{"reason", "logieval.txt", values{Context: "x\n\ny", Question: "z", Logic: "nm"}, prompt.Question{Kind: prompt.YesNo, Context: "x\n\ny", Question: "z"}},
		{
			"reason", "ontology.txt",
			values{Premises: list, Symbols: symbols{Predicates: []string{"P/1", "Q-r/2"}, Constants: []string{"a"}}},
			prompt.Question{Kind: prompt.Ontology, Premises: list, Predicates: []string{"P/1", "Q-r/2"}, Constants: []string{"a"}},
		},
		{"reason", "ontology.txt", values{Premises: list, Symbols: symbols{Propositions: []string{"rain", "p"}}}, prompt.Question{Kind: prompt.Ontology, Premises: list, Propositions: []string{"rain", "p"}}},
	} {
		if got := read(t, c.folder, c.file, c.v); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.file, got, c.want)
		}
	}
}

// ReadQuestion is the inverse of a prompt with premises and a conclusion,
// unless a premise is empty.
func TestReadQuestionIsTheInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[A-Z][a-z0-9 .,\[\]]{0,20}[a-z.]`)
		v := values{Premises: rapid.SliceOfN(text, 1, 12).Draw(t, "premises"), Conclusion: text.Draw(t, "conclusion"), Form: "nl"}
		q := read(t, "reason", "folio.txt", v)
		if !reflect.DeepEqual(q.Premises, v.Premises) || q.Conclusion != v.Conclusion {
			t.Fatalf("%+v became %+v", v, q)
		}
	})
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"", "hello", "[TASK]\nrank\n[CANDIDATES]\n1. a", "[TASK]\n[PREMISES]\n1. a", "[TASK]\n[CONTEXT]\na", "x\n[TASK]\n[CONTEXT]\na\n[QUESTION]\nb"} {
		if q, ok := prompt.ReadQuestion([]record.Message{{Role: "user", Content: text}}); ok {
			t.Errorf("%q is %+v", text, q)
		}
	}
	if _, ok := prompt.ReadQuestion(nil); ok {
		t.Error("found a question in no message")
	}
}

func FuzzReadQuestion(f *testing.F) {
	for _, text := range []string{
		"[TASK]\nRank\n[SENTENCE]\na\n[CANDIDATES]\n1. a\n2. b\n", "[TASK]\nJSON\n[PREMISES]\n1. a\n[CONCLUSION]\nb\n",
		"[TASK]\n\n[CONTEXT]\na\n[QUESTION]\nb\n", "[TASK]\n\n[PREMISES]\n1. a\n[SYMBOLS]\nPredicates: P/1, /2\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if q, ok := prompt.ReadQuestion([]record.Message{{Role: "user", Content: text}}); ok && q.Kind == "" {
			t.Errorf("%q: %+v", text, q)
		}
	})
}
