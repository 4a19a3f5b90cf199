package prompt_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// ownSet copies the packaged set and replaces the given files.
func ownSet(t *testing.T, files map[string]string) (*prompt.Set, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../data/prompts")); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return prompt.Open(dir)
}

// Templates had no examples of the row's own, so a prompt could not show another
// premise of the same story.
func TestExamplesOfTheRow(t *testing.T) {
	const both = `{{range $i, $e := .Examples}}{{inc $i}} {{$e.Formula}} = {{$e.Description}}; {{end}}`
	set, err := ownSet(t, map[string]string{
		"first_order.informalize.txt":   both + "{{.Formula}}",
		"first_order.autoformalize.txt": both + "{{.Description}}",
	})
	if err != nil {
		t.Fatal(err)
	}
	row := &record.Row{Formalism: record.FirstOrder, FS: "p(a)", NL: "A."}
	row.SetExtra(prompt.FieldExamples, []byte(`[{"fs":"q(b)","nl":"B."},{"fs":" p(a) ","nl":"A again."},{"fs":"r(c)","nl":"A."},{"fs":"s(d)","nl":"D."}]`))
	for _, c := range []struct {
		of   prompt.Case
		want string
	}{
		// The second and the third example are the row's own formula and sentence.
		{prompt.NewInformalization(row, 2), "1 q(b) = B.; 2 s(d) = D.; p(a)"},
		{prompt.NewAutoformalization(row, prompt.ContextAuto, 1), "1 q(b) = B.; A."},
		{prompt.NewAutoformalization(row, prompt.ContextAuto, 0), "A."},
	} {
		if got, err := set.Messages(c.of); err != nil || got[0].Content != c.want {
			t.Errorf("%v, %v, want %s", got, err, c.want)
		}
	}
	lacks := &prompt.LackError{}
	if _, err := set.Messages(prompt.NewInformalization(row, 3)); !errors.As(err, &lacks) || lacks.Found != 2 || lacks.Expected != 3 {
		t.Errorf("too few examples: %v", err)
	}
	for n, ok := range map[int]bool{-1: false, 0: true, 1: true, 2: true, 3: true, 7: true} {
		if err := set.CheckShots(n); (err == nil) != ok {
			t.Errorf("%d examples: %v", n, err)
		}
	}
	for n, ok := range map[int]bool{0: true, 1: false, 2: true, 3: false} {
		if err := defaultSet(t).CheckShots(n); (err == nil) != ok {
			t.Errorf("%d examples of the packaged set: %v", n, err)
		}
	}
}

// A template can show columns of the row, but not the formula that the model has to
// find.
func TestFieldsOfTheRow(t *testing.T) {
	set, err := ownSet(t, map[string]string{
		"first_order.informalize.txt":   `{{.Field "fs"}} {{.Field "topic"}}{{.Field "none"}}: {{.Formula}}`,
		"first_order.autoformalize.txt": `{{.Field "topic"}}: {{.Description}}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	row := &record.Row{Formalism: record.FirstOrder, FS: "p(a)", NL: "A."}
	row.SetExtra("topic", []byte(`"letters"`))
	if got, err := set.Messages(prompt.NewInformalization(row, 0)); err != nil || got[0].Content != "p(a) letters: p(a)" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := set.Messages(prompt.NewAutoformalization(row, prompt.ContextAuto, 0)); err != nil || got[0].Content != "letters: A." {
		t.Errorf("%v, %v", got, err)
	}
	row.SetExtra("topic", []byte(`"it is p(a)"`))
	if got, err := set.Messages(prompt.NewAutoformalization(row, prompt.ContextAuto, 0)); err == nil || !strings.Contains(err.Error(), `"topic" contains the formula`) {
		t.Errorf("%v, %v", got, err)
	}
}

// Lists of symbols are sorted. A prompt that lists them in the order of the formula
// could not be written, nor one that names an operator only where it occurs.
func TestFunctionsOfTemplates(t *testing.T) {
	set, err := ownSet(t, map[string]string{
		"propositional.informalize.txt": `{{list (ordered .Formula .Vocabulary.Propositions)}}{{if contains .Formula "→"}} with →{{end}} {{lower "A"}}: {{.Formula}}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	for fs, want := range map[string]string{"(p5 ∨ ¬p12 ∨ p4)": "p5, p12, p4 a: ", "(p12 → p1)": "p12, p1 with → a: "} {
		row := &record.Row{Formalism: record.Propositional, FS: fs}
		if got, err := set.Messages(prompt.NewInformalization(row, 0)); err != nil || got[0].Content != want+fs {
			t.Errorf("%v, %v, want %s", got, err, want+fs)
		}
	}
}
