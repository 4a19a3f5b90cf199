package prompt_test

import (
	"slices"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// The built-in models could not read prompts with the vocabulary before the task, nor
// examples without tags for their formula and description.
func TestReadPromptsOfPapers(t *testing.T) {
	checked := 0
	for _, program := range []prompt.Direction{prompt.Informalize, prompt.Autoformalize} {
		for _, name := range prompt.Papers(string(program)) {
			paper, err := prompt.FindPaper(string(program), name)
			if err != nil {
				t.Fatal(err)
			}
			set, err := prompt.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			for file, row := range rows {
				row.SetExtra(prompt.FieldExamples, []byte(`[{"fs":"q(b)","nl":"B."}]`))
				c := prompt.NewInformalization(&row, paper.Shots)
				if program == prompt.Autoformalize {
					c = prompt.NewAutoformalization(&row, prompt.ContextFull, paper.Shots)
				}
				if paper.Task != "" {
					continue // the prompt has no tags
				}
				messages, err := set.Messages(c)
				if _, missing := err.(*prompt.MissingError); missing {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				got, err := prompt.Read(messages)
				if err != nil || got.Direction != program || got.Formalism != row.Formalism || got.Text != c.Text || got.Shots != paper.Shots {
					t.Errorf("%s, %s: read %+v, %v in %v", name, file, got, err, messages)
				}
				same := func(a, b record.Predicate) bool { return a.Name == b.Name && a.Arity == b.Arity }
				if program == prompt.Informalize && !slices.EqualFunc(got.Vocabulary.Predicates, c.Vocabulary.Predicates, same) {
					t.Errorf("%s, %s: predicates %v, want %v", name, file, got.Vocabulary.Predicates, c.Vocabulary.Predicates)
				}
				checked++
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d prompts are checked", checked)
	}
}

func TestFindPaper(t *testing.T) {
	for _, c := range []struct{ program, name, says string }{
		{"informalize", "paper:karia-judge", `found "paper:karia-judge", expected one of paper:karia-zero-shot, paper:karia-few-shot, paper:karia-meanings, paper:karia-folio`},
		{"judge", "paper:none", `found "paper:none", expected one of paper:karia-judge`},
		{"rank", "none", `found no directory "none", expected one of paper:brunello-candidates, or a directory`},
		{"rank", ".", ""},
		{"rank", "", ""},
	} {
		if p, err := prompt.FindPaper(c.program, c.name); p != nil || err != nil && err.Error() != c.says || err == nil && c.says != "" {
			t.Errorf("%s %s: %v, %v, want %s", c.program, c.name, p, err, c.says)
		}
	}
}
