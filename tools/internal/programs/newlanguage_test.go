package programs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/tools/internal/programs"
	"github.com/truthloop/truthloop/verify"
)

// TestNewLanguage follows the recipe of CONTRIBUTING.md with the language in
// comparisons_test.go, and runs it through the programs.
func TestNewLanguage(t *testing.T) {
	// 1. The language, in the list of package formalism.
	defer formalism.Add(&comparisons{syntax.NewLabel(formalismOfComparisons, "comparisons of integers")})()

	// 2. The engine and the evaluator, in the list of package verify.
	defer verify.Add(formalismOfComparisons, comparisonSemantics{})()

	// 3. Two prompts.
	prompts := t.TempDir()
	for name, text := range map[string]string{
		"comparisons.informalize.txt":   "[TASK]\nDescribe these comparisons of integers in English.\n\n[FORMULA]\n{{.Formula}}\n\n[NL DESCRIPTION]\n",
		"comparisons.autoformalize.txt": "[TASK]\nWrite the comparisons of integers that the text describes.\n\n[NL DESCRIPTION]\n{{.Description}}\n\n[FORMULA]\n",
	} {
		if err := os.WriteFile(filepath.Join(prompts, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	// 4. A grammar.
	grammar := filepath.Join(t.TempDir(), "comparisons.cfg")
	rules := "S -> C | C '&' S\nC -> N O D\nN -> 'a' | 'b' | 'c'\nO -> '<' | '>'\nD -> '2' | '3' | '5' | '7'\n"
	if err := os.WriteFile(grammar, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}

	stage := func(input, command string, args ...string) string {
		t.Helper()
		words := append(strings.Fields(command), args...)
		var out, messages bytes.Buffer
		for _, p := range programs.All {
			if p.Name == words[0] {
				if err := p.Command().Run(t.Context(), words, strings.NewReader(input), &out, &messages); err != nil {
					t.Fatalf("%s: %v\n%s", command, err, messages.String())
				}
			}
		}
		return out.String()
	}
	has := func(text string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("found no %s in\n%s", want, text)
			}
		}
	}

	rows := stage("", "generate --formalism comparisons --depth 8 --sample-count 4 --no-trivial --metric num_and --grammar", grammar)
	has(rows, `"formalism":"comparisons"`, `"num_and":2`, `"num_operators":5`)
	described := stage(rows, "informalize --model builtin:rules --prompts", prompts)
	has(described, " is greater than ", `"nl_leak":false`)

	right := stage(stage(described, "autoformalize --model builtin:rules --prompts", prompts), "verify")
	if strings.Count(right, `"verdict":"equivalent"`) != strings.Count(rows, "\n") {
		t.Errorf("found verdicts other than equivalent for builtin:rules:\n%s", right)
	}
	wrong := stage(stage(described, "autoformalize --model builtin:noisy?per=formula,all=0.5 --prompts", prompts), "verify --max-errors 100%")
	has(wrong, `"verdict":"not_equivalent"`, `"verdict_engine":"intervals"`, `\"kind\":\"integers\"`)
	if checked := stage(wrong, "verify recheck"); checked != wrong {
		t.Errorf("the check of the witnesses changes the rows to\n%s", checked)
	}
	has(stage(wrong, "metrics --by num_and"), "num_and")
	has(stage(wrong, "verify explain 2"), "comparisons")
	page := filepath.Join(t.TempDir(), "report.html")
	stage(wrong, "report -o", page)
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	has(string(html), "comparisons")
	has(stage(rows, "perturb --task pairs"), `"verdict":"equivalent"`, `"verdict":"not_equivalent"`, "commutativity")
	has(stage(wrong, "judge --model builtin:noisy"), `"judgements"`)
}
