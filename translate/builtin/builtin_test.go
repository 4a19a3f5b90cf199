package builtin_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

func open(t *testing.T, spec string) *builtin.Model {
	t.Helper()
	m, err := builtin.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var defaultPrompts = sync.OnceValues(func() (*prompt.Set, error) { return prompt.Open("") })

// translateBy asks m with the default prompts.
func translateBy(t *testing.T, m *builtin.Model, key string, c prompt.Case) translate.Response {
	t.Helper()
	set, err := defaultPrompts()
	if err != nil {
		t.Fatal(err)
	}
	messages, err := set.Messages(c)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := m.Chat(t.Context(), translate.Request{Messages: messages, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

var formulas = []record.Row{
	{Formalism: record.Propositional, FS: "p1"},
	{Formalism: record.Propositional, FS: "(¬p10 ∧ ¬(p2 ∨ (p1 ∧ ¬p3)))"},
	{Formalism: record.Propositional, FS: "((p1 ∨ ¬p2 ∨ p3) ∧ (p2 ∨ p2 ∨ ¬p4))"},
	{Formalism: record.FirstOrder, FS: "∀x1. ∃x2. (pred1(x1, p3) ∨ ¬pred2(x2))"},
	{Formalism: record.FirstOrder, FS: "(¬pred1(p2) ∧ ∀x1. pred1(x1))"},
	{Formalism: record.FirstOrder, FS: "∃x1. (chase(x1, ada) ∧ ¬sleep(x1))"},
	{Formalism: record.FirstOrder, FS: "∀x. (Person(x) → (Happy(x) ↔ ¬Sad(x)))"},
	{Formalism: record.Regex, FS: "(01*)*1"},
	{Formalism: record.Regex, FS: "((0)*1)*(10)01*"},
}

// The loop through the prompts alone, in every formalism and with both numbers
// of examples, gives back what went in.
func TestLoop(t *testing.T) {
	m := open(t, "builtin:rules")
	for _, row := range formulas {
		for _, shots := range prompt.Shots {
			described := translateBy(t, m, "", prompt.NewInformalization(&row, shots))
			if described.Outcome != record.OK {
				t.Fatalf("%s: %s: %s", row.FS, described.Outcome, described.Content)
			}
			row.NL = described.Content
			back := translateBy(t, m, "", prompt.NewAutoformalization(&row, prompt.ContextAuto, shots))
			if back.Outcome != record.OK || !same(t, row.Formalism, row.FS, back.Content) {
				t.Errorf("%s came back as %q (%s), by way of %q", row.FS, back.Content, back.Outcome, row.NL)
			}
		}
	}
}

func same(t *testing.T, f record.Formalism, a, b string) bool {
	t.Helper()
	if f == record.Regex {
		x, err := regex.Parse(a, regex.Options{})
		y, err2 := regex.Parse(b, regex.Options{})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		c, err := automata.Compare(x, y, automata.Limits{})
		return err == nil && c.Equal
	}
	x, err := logic.Parse(a, logic.Options{})
	y, err2 := logic.Parse(b, logic.Options{})
	return err == nil && err2 == nil && logic.Same(x, y)
}

func TestRefusals(t *testing.T) {
	m := open(t, "builtin:rules")
	for name, messages := range map[string][]record.Message{
		"no message": nil,
		"no prompt":  {{Role: "user", Content: "Hello, who are you?"}},
		"no user":    {{Role: "system", Content: "[TASK]\npropositional logic\n[FORMULA]\np1"}},
		"bad formula": {
			{Role: "user", Content: "[TASK]\nDescribe this formula of propositional logic.\n[FORMULA]\n((p1"},
		},
		"no English": {
			{Role: "user", Content: "[TASK]\nWrite this as a regular expression.\n[NL DESCRIPTION]\nlorem ipsum"},
		},
	} {
		resp, err := m.Chat(t.Context(), translate.Request{Messages: messages})
		if err != nil || resp.Outcome != record.Refused || !strings.HasPrefix(resp.Content, "I cannot translate this: ") {
			t.Errorf("%s: %+v, %v", name, resp, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Chat(ctx, translate.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v", err)
	}
}

// The loop through the prompts gives back every formula of the reference
// datasets and of FOLIO that parses, and no English of it looks like a leak.
func TestLoopOverRealFormulas(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const shared = "../../../shared/testdata"
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("no reference data at %s", shared)
	}
	m := open(t, "builtin:rules")
	loop := func(t *testing.T, f record.Formalism, fs string) {
		row := record.Row{Formalism: f, FS: fs}
		row.NL = translateBy(t, m, "", prompt.NewInformalization(&row, 0)).Content
		back := translateBy(t, m, "", prompt.NewAutoformalization(&row, prompt.ContextAuto, 0))
		if back.Outcome != record.OK || !same(t, f, fs, back.Content) {
			t.Errorf("%s came back as %q (%s), by way of %q", fs, back.Content, back.Outcome, row.NL)
		}
		if kind := stage.FindLeak(f, fs, row.NL); kind != english.NoLeak {
			t.Errorf("%s: %q is taken for a leak: %s", fs, row.NL, kind)
		}
	}
	for name, f := range map[string]record.Formalism{
		"ksat": record.Propositional, "plogic": record.Propositional,
		"fol": record.FirstOrder, "fol_human": record.FirstOrder, "regex": record.Regex,
	} {
		t.Run(name, func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(shared, "reference", "dataset."+name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var dataset struct {
				Data []struct {
					FS string `json:"fs"`
				} `json:"data"`
			}
			if err := json.Unmarshal(b, &dataset); err != nil {
				t.Fatal(err)
			}
			const most = 300 // package rules has them all; here the prompts are tested
			step := max(1, len(dataset.Data)/most)
			n := 0
			for i := 0; i < len(dataset.Data); i += step {
				loop(t, f, dataset.Data[i].FS)
				n++
			}
			if n < most/2 {
				t.Errorf("only %d formulas", n)
			}
		})
	}
	t.Run("folio", func(t *testing.T) {
		b, err := os.ReadFile(filepath.Join(shared, "folio", "folio-validation.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(b)) {
			var story struct {
				FOL []string `json:"premises-FOL"`
			}
			if err := json.Unmarshal([]byte(line), &story); err != nil {
				t.Fatal(err)
			}
			for _, fs := range story.FOL {
				if _, err := logic.Parse(fs, logic.Options{}); err == nil {
					loop(t, record.FirstOrder, fs)
					n++
				}
			}
		}
		if n < 500 {
			t.Errorf("only %d formulas", n)
		}
	})
}

// Only the last user message of a conversation counts.
func TestLastMessageCounts(t *testing.T) {
	resp, err := open(t, "builtin:rules").Chat(t.Context(), translate.Request{Messages: []record.Message{
		{Role: "system", Content: "Be exact."},
		{Role: "user", Content: "[TASK]\nDescribe this formula of propositional logic.\n[FORMULA]\np1"},
		{Role: "assistant", Content: "p1 is true."},
		{Role: "user", Content: "[TASK]\nDescribe this formula of propositional logic.\n[FORMULA]\np2"},
	}})
	if err != nil || !strings.Contains(resp.Content, "p2") {
		t.Errorf("%+v, %v", resp, err)
	}
}

// Noise depends on the seeds and the key alone, and errs at its rate.
func TestNoise(t *testing.T) {
	row := record.Row{Formalism: record.Propositional, FS: "(¬p1 ∧ (¬p2 ∨ p3))", NL: "p1 is false and either p2 is false or p3 is true."}
	c := prompt.NewAutoformalization(&row, prompt.ContextAuto, 0)
	answers := func(spec string) string {
		m, all := open(t, spec), ""
		for _, key := range strings.Split("abcdefghijklmnopqrst", "") {
			all += translateBy(t, m, key, c).Content + "\n"
		}
		return all
	}
	right := answers("builtin:rules")
	if got := answers("builtin:noisy?negation_dropped=0"); got != right {
		t.Errorf("noise of rate 0 gives %s", got)
	}
	always := answers("builtin:noisy?seed=1,per=formula,negation_dropped=1")
	for answer := range strings.Lines(always) {
		if strings.Count(answer, "¬") != 1 {
			t.Errorf("a negation that is always dropped: %s", answer)
		}
	}
	half := answers("builtin:noisy?seed=1&negation_dropped=0.5")
	if half == right || half == always || half != answers("builtin:noisy?negation_dropped=0.5,seed=1") {
		t.Errorf("noise of rate 0.5 gives %s", half)
	}
	if half == answers("builtin:noisy?seed=2&negation_dropped=0.5") {
		t.Error("another seed makes the same errors")
	}
}

// Descriptions err at their rate.
func TestNoiseInDescriptions(t *testing.T) {
	m := open(t, "builtin:noisy?seed=1,operator_swapped=0.5")
	for name, row := range map[string]record.Row{
		"names": {Formalism: record.Propositional, FS: "(p1 ∧ p2)"},
		"regex": {Formalism: record.Regex, FS: "0(1)*"},
	} {
		described := map[string]int{}
		for key := range 200 {
			described[translateBy(t, m, fmt.Sprint(key), prompt.NewInformalization(&row, 0)).Content]++
		}
		want := map[string]map[string]bool{
			"names": {"p1 is true and p2 is true.": true, "p1 is true or p2 is true.": true},
			"regex": {"A matching string consists of a 0, then zero or more 1s.": true}, // it has no connective
		}[name]
		for nl, n := range described {
			if !want[nl] || len(described) != len(want) || len(described) == 2 && (n < 70 || n > 130) {
				t.Errorf("%s: %d of 200 are described as %q, expected half of them as each of %v", name, n, nl, want)
			}
		}
	}
}

// If the caller names no row, as over a network, errors depend on the text. The
// request's seed makes another sample.
func TestNoiseWithoutKey(t *testing.T) {
	m := open(t, "builtin:noisy?all=0.5")
	ask := func(seed *int64) string {
		resp, err := m.Chat(t.Context(), translate.Request{
			Params: translate.Params{Seed: seed},
			Messages: []record.Message{{
				Role:    "user",
				Content: "[TASK]\nWrite this in propositional logic.\n[NL DESCRIPTION]\np1 is false and either p2 is false or p3 is true.",
			}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return resp.Content
	}
	if first, second := ask(nil), ask(nil); first != second {
		t.Errorf("the same request is answered by %q and by %q", first, second)
	}
	different := map[string]bool{}
	for seed := range int64(20) {
		different[ask(&seed)] = true
	}
	if len(different) < 2 {
		t.Error("20 seeds have one answer")
	}
}

func TestNewRefuses(t *testing.T) {
	for _, spec := range []string{
		"builtin:", "builtin:gpt", "builtin:rules?seed=1", "builtin:noisy?seed=x", "builtin:noisy?seed=-1",
		"builtin:noisy?what=0.1", "builtin:noisy?negation_dropped=2", "builtin:noisy?negation_dropped",
	} {
		if _, err := builtin.New(spec); err == nil || !strings.Contains(err.Error(), spec) {
			t.Errorf("New(%q): error %v", spec, err)
		}
	}
	if m := open(t, "builtin:noisy?seed=3"); m.Name() != "builtin:noisy?seed=3" {
		t.Errorf("name %s", m.Name())
	}
}
