//go:build unix

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A publishedPrompt is a prompt in the text of a paper, and what a user writes in its
// place: actions of templates for the parts that belong to a row.
type publishedPrompt struct {
	name, paper, from, to string   // the text is between the matches of from and to
	edits                 []edit   // on the user message
	files                 []string // that have the template
	program               string
	row                   func(values map[string]string) map[string]any
}

// An edit replaces the group of a pattern with an action, and keeps what was there
// under a name.
type edit struct{ name, pattern, action string }

const (
	listed    = `{{range $i, $p := .Vocabulary.Predicates}}{{if $i}}, {{end}}{{$p.Name}}({{range $k := $p.Arity}}{{if $k}}, {{end}}?p{{$k}}{{end}}){{end}}`
	formula   = `(?s).*\[FORMULA\] (.*)$`
	described = `(?s).*\[NL DESCRIPTION\] (.*)$`
)

var (
	informalized   = edit{"fs", formula, "{{.Formula}}"}
	autoformalized = edit{"nl", described, "{{.Description}}"}
	variables      = edit{"variables", `free variables are: (.*?) \[`, "{{list .Vocabulary.Variables}}"}
	predicates     = edit{"predicates", `predicates are: (.*?) The`, listed}
	objects        = edit{"objects", `objects are: (.*?) The`, "{{list .Vocabulary.Constants}}"}
	entailed       = []edit{
		{"premises", `(?s)\[PREMISES\]:( .*?) \[CONCLUSION\]:`, "{{range .Premises}} {{.}}{{end}}"},
		{"conclusion", `(?s)\[CONCLUSION\]: (.*)$`, "{{.Conclusion}}"},
	}
	logicFiles = []string{"first_order", "first_order_english"}
)

func pairOf(formalism string) func(map[string]string) map[string]any {
	return func(v map[string]string) map[string]any {
		return map[string]any{"formalism": formalism, "fs": v["fs"], "nl": v["nl"]}
	}
}

// autoEval are the prompts of AutoEval (ICLR 2025), appendices F and K. Prompt 1 only
// describes the others.
var autoEval = []publishedPrompt{
	{"2", "000", `Prompt 2: [^\[]*`, `Verification was`, []edit{
		{"objects", `objects are: (.*?) The`, "{{list .Vocabulary.Constants}}, {{list .Vocabulary.Variables}}"}, predicates, variables, informalized,
	}, logicFiles, "informalize", pairOf("first_order")},
	{"3", "000", `Prompt 3: [^\[]*`, `G ANALYSIS`, []edit{autoformalized}, logicFiles, "autoformalize", pairOf("first_order")},
	{"4", "000", `Prompt 4: [^\[]*`, `Prompt 5:`, []edit{informalized}, []string{"regex"}, "informalize", pairOf("regex")},
	{"5", "000", `Prompt 5: [^\[]*`, `G.2 FIRST`, []edit{autoformalized}, []string{"regex"}, "autoformalize", pairOf("regex")},
	{"6", "000", `Prompt 6: [^\[]*`, `Prompt 7:`, []edit{
		{"propositions", `propositions are: (.*?) \[`, "{{list (ordered .Formula .Vocabulary.Propositions)}}"}, informalized,
	}, []string{"propositional"}, "informalize", pairOf("propositional")},
	{"7", "000", `Prompt 7: [^\[]*`, `observed when`, []edit{autoformalized}, []string{"propositional"}, "autoformalize", pairOf("propositional")},
	{"9", "000", `Prompt 9: [^\[]*`, `For the FOLIO premise`, []edit{
		{"example", `(\[EXAMPLE 1\] .*?) \[VOCABULARY\]`, "{{range $i, $e := .Examples}}[EXAMPLE {{inc $i}}] {{$e.Formula}} {{$e.Description}}{{end}}"},
		objects, predicates, variables, informalized,
	}, logicFiles, "informalize --shots 1", func(v map[string]string) map[string]any {
		ex := regexp.MustCompile(`\] (.*\)) (.*)`).FindStringSubmatch(v["example"])
		return map[string]any{"formalism": "first_order", "fs": v["fs"], "examples": []any{map[string]any{"fs": ex[1], "nl": ex[2]}}}
	}},
	{"10", "000", `Prompt 10: [^\[]*`, `Prompt 11:`, []edit{
		objects, predicates, variables,
		{"example", `(\[EXAMPLE 1\] .*?) \[NL DESC`, "{{range $i, $e := .Examples}}[EXAMPLE {{inc $i}}] {{$e.Description}} {{$e.Formula}}{{end}}"},
		autoformalized,
	}, logicFiles, "autoformalize --shots 1 --context full", func(v map[string]string) map[string]any {
		ex := regexp.MustCompile(`\] (.*\.) (∀.*)`).FindStringSubmatch(v["example"])
		names := regexp.MustCompile(`(\w+)\(\?p0, \?p1\)`).FindAllStringSubmatch(v["predicates"], -1)
		fs := "∀" + v["variables"] + ". (" + names[1][1] + "(" + v["variables"] + ", " + v["objects"] + ") → " + names[0][1] + "(" + v["variables"] + ", " + v["objects"] + "))"
		return map[string]any{"formalism": "first_order", "fs": fs, "nl": v["nl"], "examples": []any{map[string]any{"fs": ex[2], "nl": ex[1]}}}
	}},
	{"11", "000", `Prompt 11: FOLIO Natural Language Representation Prompt`, `to provide the answer`, entailed, []string{"folio.txt"}, "reason --form nl", func(v map[string]string) map[string]any {
		return map[string]any{"premises_nl": sentences(v["premises"]), "conclusion_nl": v["conclusion"], "label": "True"}
	}},
	{"12", "000", `Prompt 12: FOLIO First-Order Logic Representation Prompt`, `Prompt 13:`, entailed, []string{"folio.txt"}, "reason --form fol", func(v map[string]string) map[string]any {
		return map[string]any{"premises": sentences(v["premises"]), "conclusion": v["conclusion"], "label": "True"}
	}},
	{"13", "000", `Prompt 13: Multi-LogicEval Prompt`, `K.4 COMPUTED`, []edit{
		{"context", `Context: (.*?) Question:`, "{{.Context}}"}, {"question", `Question: (.*?) Reasoning steps:`, "{{.Question}}"},
	}, []string{"logieval.txt"}, "reason --task logieval", func(v map[string]string) map[string]any {
		return map[string]any{"context": v["context"], "question": v["question"], "logic": "nm", "label": "yes"}
	}},
	{"8", "000", `Prompt 8: First-Order Logic Verification Prompt`, `Table 3:`, []edit{
		{"left", `\[Formula 1\] (.*?) \[`, "{{.Left}}"}, {"right", `\[Formula 2\] (.*)$`, "{{.Right}}"},
	}, []string{"cot.txt"}, "judge --style cot", func(v map[string]string) map[string]any {
		return map[string]any{"formalism": "first_order", "fs": v["left"], "fs_out": v["right"]}
	}},
}

// sentences splits a text into parts that give the text when they are joined.
func sentences(text string) []string {
	return strings.SplitAfter(strings.ReplaceAll(strings.TrimSpace(text), ". ", ".\n"), "\n")
}

// paper returns the text of a paper, without line numbers and headings of pages, with
// single spaces.
func paper(t *testing.T, prefix string) string {
	t.Helper()
	junk := regexp.MustCompile(`(?m)^([0-9]{2,}|Under review as.*)$|<\|[^|]*\|>`)
	return oneLine(junk.ReplaceAllString(paperText(t, prefix), " "))
}

// paperText returns the text of a paper.
func paperText(t *testing.T, prefix string) string {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join(root, "..", "shared", "papers", prefix+"_*.txt"))
	if len(found) != 1 {
		t.Skipf("needs the text of the papers in ../shared/papers: found %d files %s_*.txt", len(found), prefix)
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// between is the text between two patterns.
func between(t *testing.T, text, from, to string) string {
	t.Helper()
	m := regexp.MustCompile(`(?s)` + from + `(.*?)` + to).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("the text of the paper has nothing between %q and %q", from, to)
	}
	return strings.TrimSpace(m[1])
}

// apply makes a template of a prompt.
func (p publishedPrompt) apply(t *testing.T, text string) (template string, values map[string]string) {
	t.Helper()
	values = map[string]string{}
	for _, e := range p.edits {
		at := regexp.MustCompile(e.pattern).FindStringSubmatchIndex(text)
		if at == nil {
			t.Fatalf("no %s in %s", e.name, text)
		}
		values[e.name] = text[at[2]:at[3]]
		text = text[:at[2]] + e.action + text[at[3]:]
	}
	return text, values
}

// messagesOf are the messages that --dry-run prints, by role.
func messagesOf(out string) map[string]string {
	all := map[string]string{}
	for _, part := range strings.Split(out, "\n--- ")[1:] {
		role, text, _ := strings.Cut(part, "\n")
		all[role] = oneLine(text)
	}
	return all
}

// Every prompt of AutoEval can be written as a template: with the values of its
// example, the template gives the text of the paper. Prompts 9 and 10 show another
// premise of the same story, which no template could.
func TestPromptsOfAutoEvalAreExpressible(t *testing.T) {
	for _, p := range autoEval {
		t.Run(p.name, func(t *testing.T) {
			want := between(t, paper(t, p.paper), p.from, p.to)
			template, values := p.apply(t, want)
			got := messagesOf(forecast(t, p.program, p.files, template, p.row(values)))["user"]
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// forecast writes a set of prompts in which the files have the template, and runs a
// program with --dry-run.
func forecast(t *testing.T, program string, files []string, template string, row map[string]any) string {
	t.Helper()
	dir := t.TempDir()
	const prompts = "--prompts set --dry-run --model m"
	sh(t, dir, "cp -r '"+filepath.Join(root, "data", "prompts")+"' set")
	for _, file := range files {
		if !strings.HasSuffix(file, ".txt") {
			file += "." + strings.Fields(program)[0] + ".txt"
		}
		write(t, filepath.Join(dir, "set", file), template)
	}
	line, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "row.jsonl"), string(line)+"\n")
	return sh(t, dir, program+" "+prompts+" row.jsonl")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Every prompt of NL-FOL-LT (AAAI 2026), appendix H, can be written as a template, with
// the task in the system message and the row in the user message.
func TestPromptsOfNLFOLAreExpressible(t *testing.T) {
	text := paper(t, "004")
	for _, p := range []struct {
		name, system string // a pattern of the system message
		template     string // of the user message, as the paper describes it
		program      string
		files        []string
		row          string
		shown        string // the user message
	}{
		{
			"logical translation", `.*(You are .*?) Template 1:`,
			"Sentence: {{.Description}}", "autoformalize --task logical-translation",
			[]string{"logical_translation.autoformalize.txt"},
			`{"formalism":"first_order","nl":"A is small.","fs":"Small(a)","vocabulary":{"predicates":[{"name":"Cube","arity":1,"positive":"{} is a cube"},{"name":"Small","arity":1,"positive":"{} is small"}],"constants":["a"]}}`,
			"Sentence: A is small.",
		},
		{
			"most similar", `.*(You are .*?) Template 3:`,
			"Sentence: {{.Sentence}}{{range $i, $c := .Candidates}} Rephrasing {{inc $i}}: {{$c}}{{end}}", "rank --task most-similar",
			[]string{"most-similar.txt", "ranking.txt"},
			`{"id":"1","nl":"A is small.","task":"most-similar","candidates":["A","B"],"candidates_nl":["a","b"],"roles":["original","perturbation"],"order":[1,0]}`,
			"Sentence: A is small. Rephrasing 1: b Rephrasing 2: a",
		},
		{
			"ranking", `.*(You are .*?) Template 5:`,
			"Reference: {{.Sentence}}{{range $i, $c := .Candidates}} Sentence{{inc $i}}: {{$c}}{{end}}", "rank --task ranking",
			[]string{"most-similar.txt", "ranking.txt"},
			`{"id":"1","nl":"A is small.","task":"ranking","candidates":["A","B"],"candidates_nl":["a","b"],"roles":["original","negation"],"order":[1,0]}`,
			"Reference: A is small. Sentence1: b Sentence2: a",
		},
	} {
		t.Run(p.name, func(t *testing.T) {
			m := regexp.MustCompile(p.system).FindStringSubmatch(text)
			if m == nil {
				t.Fatalf("the text of the paper has no %s", p.system)
			}
			system, want := m[1], m[1]
			// The two places for symbols are the only ones in a system message.
			for place, with := range map[string][2]string{
				`predicate symbols: (\$.*?\$)`: {"{{range .Vocabulary.Predicates}}{{.Name}}: {{.Positive}}; {{end}}", "Cube: {} is a cube; Small: {} is small; "},
				`constant symbols: (\$.*?\$)`:  {"{{list .Vocabulary.Constants}}", "a"},
			} {
				if at := regexp.MustCompile(place).FindStringSubmatch(system); at != nil {
					system, want = strings.Replace(system, at[1], with[0], 1), strings.Replace(want, at[1], with[1], 1)
				}
			}
			var row map[string]any
			if err := json.Unmarshal([]byte(p.row), &row); err != nil {
				t.Fatal(err)
			}
			got := messagesOf(forecast(t, p.program, p.files, `{{define "system"}}`+system+"{{end}}"+p.template, row))
			if got["system"] != oneLine(want) || got["user"] != p.shown {
				t.Errorf("got system\n%s\nuser\n%s\nwant\n%s\n%s", got["system"], got["user"], oneLine(want), p.shown)
			}
		})
	}
}
