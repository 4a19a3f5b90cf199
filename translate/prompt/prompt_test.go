package prompt_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

var update = flag.Bool("update", false, "write the golden files anew")

func defaultSet(t *testing.T) *prompt.Set {
	t.Helper()
	s, err := prompt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// rows are one row per file of a set.
var rows = map[string]record.Row{
	"propositional": {
		Formalism: record.Propositional, FS: "(¬p10 ∧ (p2 ∨ p1))", NL: "p10 is false, and p2 or p1 is true.",
	},
	"first_order": {
		Formalism: record.FirstOrder, FS: "∀x1. (pred2(x1, p3) ∨ ¬pred1(x2))",
		NL:         "For every x1, pred2 holds of x1 and p3 or pred1 does not hold of x2.",
		Vocabulary: &record.Vocabulary{Variables: []string{"x1", "x2", "x3"}},
	},
	"first_order_english": {
		Formalism: record.FirstOrder, FS: "∃x1. (chase(x1, Ada) ∧ ¬sleep(x1))", NL: "Someone chases Ada and does not sleep.",
	},
	"regex": {
		Formalism: record.Regex, FS: "(01)*1", NL: "Any number of 01, then a 1.",
		Vocabulary: &record.Vocabulary{Alphabet: []string{"0", "1", "2"}},
	},
}

func TestGolden(t *testing.T) {
	set := defaultSet(t)
	for name, row := range rows {
		for _, shots := range prompt.Shots {
			for _, c := range []prompt.Case{
				prompt.NewInformalization(&row, shots),
				prompt.NewAutoformalization(&row, prompt.ContextAuto, shots),
			} {
				messages, err := set.Messages(c)
				if err != nil {
					t.Fatal(err)
				}
				var got strings.Builder
				for _, m := range messages {
					fmt.Fprintf(&got, "--- %s\n%s\n", m.Role, m.Content)
				}
				golden := filepath.Join("testdata", fmt.Sprintf("%s.%s.%d-shot.golden", name, c.Direction, shots))
				if *update {
					if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if got.String() != string(want) {
					t.Errorf("%s differs; -update writes it anew; got:\n%s", golden, got.String())
				}
			}
		}
	}
}

// An autoformalization prompt reveals at most the formula's symbols.
func TestFormulaIsKept(t *testing.T) {
	set := defaultSet(t)
	for name, row := range rows {
		for _, context := range []prompt.Context{prompt.ContextAuto, prompt.ContextNone, prompt.ContextPredicates, prompt.ContextFull, prompt.ContextOntology} {
			c := prompt.NewAutoformalization(&row, context, 0)
			messages, err := set.Messages(c)
			if err != nil {
				t.Fatal(err)
			}
			bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
			for _, m := range messages {
				if strings.Contains(bare(m.Content), bare(row.FS)) {
					t.Errorf("%s with context %s has the formula:\n%s", name, context, m.Content)
				}
			}
		}
	}
}

func TestContext(t *testing.T) {
	glossed := record.Row{
		Formalism: record.FirstOrder, FS: "∀x. (Reads(x, ann) → Wise(x))",
		Vocabulary: &record.Vocabulary{
			Predicates: []record.Predicate{{Name: "reads", Arity: 2, Positive: "{} reads {}", Negative: "{} does not read {}"}, {Name: "Sings", Arity: 1}},
			Meanings:   []record.Meaning{{Symbol: "Ann", Meaning: "Ann of Oslo"}, {Symbol: "bob", Meaning: "Bob"}},
		},
	}
	words := record.Row{Formalism: record.Propositional, FS: "(rain ∧ p1)"}
	unparsed := record.Row{Formalism: record.Propositional, FS: "((", Vocabulary: &record.Vocabulary{Propositions: []string{"p10", "p9"}}}
	// The prompt revealed the symbols of the expression as its alphabet.
	one := record.Row{Formalism: record.Regex, FS: "1*", Vocabulary: &record.Vocabulary{Alphabet: []string{"0", "1"}}}
	bare := record.Row{Formalism: record.Regex, FS: "1*"}
	turk := record.Row{Formalism: record.RegexBrics, FS: ".*dog.*"}
	tests := []struct {
		row     record.Row
		context prompt.Context
		want    string // the vocabulary section
	}{
		{rows["propositional"], prompt.ContextAuto, "Not listed: take the names as they stand below."},
		{rows["propositional"], prompt.ContextPredicates, "Propositions: p1, p2, p10"},
		{rows["propositional"], prompt.ContextFull, "Propositions: p1, p2, p10"},
		{rows["first_order"], prompt.ContextAuto, "Not listed: take the names as they stand below."},
		{rows["first_order"], prompt.ContextPredicates, "Predicates: pred1/1, pred2/2"},
		{rows["first_order"], prompt.ContextFull, "Predicates: pred1/1, pred2/2\nObjects: p3\nVariables: x1\nFree variables: x2"},
		{rows["first_order_english"], prompt.ContextAuto, "Predicates: chase/2, sleep/1"},
		{rows["first_order_english"], prompt.ContextNone, "Not listed: take the names as they stand below."},
		{rows["regex"], prompt.ContextAuto, "Alphabet: 0, 1, 2"},
		{one, prompt.ContextAuto, "Alphabet: 0, 1"},
		{bare, prompt.ContextAuto, "Not listed: take the names as they stand below."},
		{bare, prompt.ContextFull, "Alphabet: 1"},
		{turk, prompt.ContextAuto, "Not listed: take the names as they stand below."},
		{rows["regex"], prompt.ContextNone, "Not listed: take the names as they stand below."},
		{words, prompt.ContextAuto, "Propositions: p1, rain"},
		{unparsed, prompt.ContextFull, "Propositions: p9, p10"},
		{
			glossed, prompt.ContextAuto,
			"Predicates: Reads/2, Wise/1\nObjects: ann\nVariables: x\nMeanings:\n- Reads/2: {} reads {}; not: {} does not read {}\n- Ann: Ann of Oslo",
		},
		{glossed, prompt.ContextPredicates, "Predicates: Reads/2, Wise/1"},
		{
			glossed, prompt.ContextOntology,
			"Predicates: Sings/1, reads/2\nMeanings:\n- reads/2: {} reads {}; not: {} does not read {}\n- Ann: Ann of Oslo\n- bob: Bob",
		},
		{words, prompt.ContextOntology, "Not listed: take the names as they stand below."},
	}
	set := defaultSet(t)
	for _, tt := range tests {
		tt.row.NL = "text"
		messages, err := set.Messages(prompt.NewAutoformalization(&tt.row, tt.context, 2))
		if err != nil {
			t.Fatal(err)
		}
		_, section, _ := strings.Cut(messages[0].Content, "[VOCABULARY]\n")
		section, _, _ = strings.Cut(section, "\n\n[NL DESCRIPTION]")
		if section != tt.want {
			t.Errorf("%s, context %s: vocabulary\n%s\nwant\n%s", tt.row.FS, tt.context, section, tt.want)
		}
	}
}

// In logical translation, the system message has the ontology and the user's
// message only the sentence; Read finds both.
func TestLogicalTranslation(t *testing.T) {
	set := defaultSet(t)
	row := record.Row{
		Formalism: record.FirstOrder, FS: "∀x. (Reads(x, ann) → Wise(x))", NL: "Who reads Ann is wise.",
		Vocabulary: &record.Vocabulary{
			Predicates: []record.Predicate{{Name: "Reads", Arity: 2, Positive: "{} reads {}"}, {Name: "Wise", Arity: 1, Positive: "{} is wise"}, {Name: "Sings", Arity: 1}},
			Constants:  []string{"ann", "bob"}, Meanings: []record.Meaning{{Symbol: "bob", Meaning: "Bob"}},
		},
	}
	for _, shots := range prompt.Shots {
		c := prompt.NewAutoformalization(&row, prompt.ContextOntology, shots)
		c.Task = prompt.LogicalTranslation
		messages, err := set.Messages(c)
		if err != nil || len(messages) != 2 || messages[0].Role != "system" {
			t.Fatalf("%v, %v", messages, err)
		}
		if messages[1].Content != "[NL DESCRIPTION]\nWho reads Ann is wise.\n\n[FORMULA]" || strings.Contains(messages[0].Content, row.NL) {
			t.Errorf("messages %v", messages)
		}
		for _, part := range []string{"Predicates: Reads/2, Sings/1, Wise/1", "Objects: ann, bob", "- Reads/2: {} reads {}", "- bob: Bob"} {
			if !strings.Contains(messages[0].Content, part) {
				t.Errorf("no %q in %s", part, messages[0].Content)
			}
		}
		got, err := prompt.Read(messages)
		if got.English, got.Fields = c.English, c.Fields; err != nil || fmt.Sprint(got) != fmt.Sprint(c) {
			t.Errorf("read %+v, want %+v, %v", got, c, err)
		}
	}
	if v := set.Version(prompt.LogicalTranslation, prompt.ContextOntology, 0); !regexp.MustCompile(`^default/logical-translation/0-shot@[0-9a-f]{8}$`).MatchString(v) {
		t.Errorf("version %s", v)
	}
}

// Read is the inverse of a prompt, for every description.
func TestReadIsTheInverse(t *testing.T) {
	set := defaultSet(t)
	names := make([]string, 0, len(rows))
	for name := range rows {
		names = append(names, name)
	}
	rapid.Check(t, func(t *rapid.T) {
		row := rows[rapid.SampledFrom(names).Draw(t, "row")]
		lines := rapid.SliceOfN(rapid.OneOf(
			rapid.SampledFrom([]string{"[FORMULA]", "[NL DESCRIPTION]", "[VOCABULARY]", "[TASK]", "[EXAMPLE 1]", "", "- p1: x"}),
			rapid.String(),
		), 0, 5).Draw(t, "lines")
		row.NL = strings.TrimSpace("A " + strings.Join(lines, "\n"))
		shots := rapid.SampledFrom(prompt.Shots).Draw(t, "shots")
		want := prompt.NewAutoformalization(&row, prompt.ContextFull, shots)
		if rapid.Bool().Draw(t, "informalize") {
			want = prompt.NewInformalization(&row, shots)
		}
		messages, err := set.Messages(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := prompt.Read(messages)
		if err != nil {
			t.Fatal(err)
		}
		got.English, got.Fields = want.English, want.Fields
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("read %+v, want %+v", got, want)
		}
	})
}

func TestReadRefusesOtherText(t *testing.T) {
	for _, text := range []string{
		"", "Hello!", "[FORMULA]\np1", "[TASK]\nWrite a poem.\n[FORMULA]\np1",
		"[TASK]\nOn propositional logic.", "[TASK]\nA regular expression.\n[VOCABULARY]\n",
		"[TASK]\nA regular expression.\n[EXAMPLE 1]\n[FORMULA]\n0\n[NL DESCRIPTION]\nzero",
	} {
		if c, err := prompt.Read([]record.Message{{Role: "user", Content: text}}); err == nil {
			t.Errorf("Read(%q) = %+v", text, c)
		}
	}
}

// write writes a set with some of the default files changed.
func write(t *testing.T, changes map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mine")
	if err := os.CopyFS(dir, os.DirFS("../../data/prompts")); err != nil {
		t.Fatal(err)
	}
	for file, text := range changes {
		path := filepath.Join(dir, file)
		if text == "" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpen(t *testing.T) {
	same, err := prompt.Open(write(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	def := defaultSet(t)
	version := strings.Replace(same.Version(prompt.Translation, prompt.ContextAuto, 2), "mine/", "default/", 1)
	if want := def.Version(prompt.Translation, prompt.ContextAuto, 2); version != want {
		t.Errorf("version of a copy %s, of the default %s", version, want)
	}
	other, err := prompt.Open(write(t, map[string]string{
		"regex.informalize.txt": `{{define "system"}}You know {{list .Vocabulary.Alphabet}}.{{end}}Say {{.Formula}}!`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	if other.Version(prompt.Translation, prompt.ContextAuto, 0) == same.Version(prompt.Translation, prompt.ContextAuto, 0) {
		t.Error("another wording has the same version")
	}
	row := rows["regex"]
	messages, err := other.Messages(prompt.NewInformalization(&row, 0))
	want := []record.Message{{Role: "system", Content: "You know 0, 1, 2."}, {Role: "user", Content: "Say (01)*1!"}}
	if err != nil || !reflect.DeepEqual(messages, want) {
		t.Errorf("messages %v, %v; want %v", messages, err, want)
	}
}

func TestFaultySets(t *testing.T) {
	tests := []struct{ file, text, want string }{
		{"regex.informalize.txt", "", "no file regex.informalize.txt"},
		{"regex.informalize.txt", "a\n\n{{.Formula", "regex.informalize.txt:3: unclosed action"},
		{"regex.informalize.txt", "a\n{{.Formla}}", "regex.informalize.txt:2:2: "},
		{"regex.informalize.txt", "a\n{{if .Shots}}{{.Formla}}{{end}}{{.Formula}}", "regex.informalize.txt:2:15: "},
		{"regex.informalize.txt", "Describe it.", "regex.informalize.txt: found no use of {{.Formula}}"},
		{"propositional.autoformalize.txt", "{{.Description}}\n{{.Formula}}", "propositional.autoformalize.txt:2:2: "},
		{"propositional.autoformalize.txt", "Formalize it.", "found no use of {{.Description}}"},
		{"vocabulary.txt", "a\n{{end}}", "vocabulary.txt:2: unexpected {{end}}"},
		{"vocabulary.txt", "", `template "vocabulary.txt" not defined`},
	}
	for _, tt := range tests {
		dir := write(t, map[string]string{tt.file: tt.text})
		if _, err := prompt.Open(dir); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s = %q: error %v, want one with %s and %q", tt.file, tt.text, err, dir, tt.want)
		}
	}
	if _, err := prompt.Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("Open took a directory that is not there")
	}
}

// The first "in" before a capital was the language, such as Unicode.
func TestReadFindsTheLanguageOfTheTask(t *testing.T) {
	for task, want := range map[string]string{
		"A formula of propositional logic, written in Unicode. Say in English what it says.": "",
		"A formula of propositional logic, written in Unicode. Say what it says.":            "",
		"A formula of propositional logic in ASCII. Say in German what it says.":             "German",
		"A formula of propositional logic. Say it in Austrian German.":                       "Austrian German",
		"A formula of propositional logic. Say it in German (Belgium).":                      "German (Belgium)",
		"A formula of propositional logic. Say it in Traditional Chinese.":                   "Traditional Chinese",
		"A formula of propositional logic. The examples are in English, the rest in French.": "French",
		"A formula of propositional logic in German Only. Say it.":                           "German",
		"A formula of propositional logic. Say it in American English.":                      "",
	} {
		c, err := prompt.Read([]record.Message{{Role: "user", Content: "[TASK]\n" + task + "\n[FORMULA]\np1\n[NL DESCRIPTION]\n"}})
		if err != nil || c.Language != want {
			t.Errorf("%s: language %q, %v, want %q", task, c.Language, err, want)
		}
	}
}
