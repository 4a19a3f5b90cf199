package programs

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
	"github.com/truthloop/truthloop/translate/prompt"
)

// The rows of the prompts.
const (
	logicRow   = `{"formalism":"propositional","fs":"(p5 ∨ ¬p12 ∨ ¬p4)","nl":"One of three."}`
	glossedRow = `{"formalism":"propositional","fs":"(p2 ∧ p1)","nl":"Both.","vocabulary":{"propositions":["p2","p1"],"meanings":[{"symbol":"p1","meaning":"it is raining"},{"symbol":"p2","meaning":"it was sunny"}]}}`
	folRow     = `{"formalism":"first_order","fs":"∀x1. (pred3(p5, x1) ∧ ¬pred1(x1))","nl":"For all."}`
	englishRow = `{"formalism":"first_order","fs":"∃x1. (chase(x1, ada) ∧ ¬sleep(x1))","nl":"Some."}`
	regexRow   = `{"formalism":"regex","fs":"1*","nl":"Ones.","vocabulary":{"alphabet":["0","1"]}}`
	premiseRow = `{"formalism":"first_order","fs":"∀x. (Aware(x, tea) → Drinks(x, tea))","nl":"All drink.","examples":[{"fs":"Drinks(ann, tea)","nl":"Ann drinks tea."},{"fs":"Aware(bo, tea)","nl":"Bo is aware of tea."}]}`
	storyRow   = `{"premises_nl":["All sing.","Ann is here."],"premises":["∀x. Sings(x)","Here(ann)"],"conclusion_nl":"Ann sings.","conclusion":"Sings(ann)","label":"True"}`
	yesNoRow   = `{"context":"All birds sing. Ann is a bird.","question":"Does Ann sing?","logic":"fol","label":"yes"}`
	blocksRow  = `{"formalism":"first_order","nl":"A is small.","fs":"Small(a)","vocabulary":{"predicates":[{"name":"Cube","arity":1,"positive":"{} is a cube"},{"name":"Small","arity":1,"positive":"{} is small"}],"constants":["a"]}}`
	pairRow    = `{"formalism":"first_order","fs":"∃x1. ¬pred5(p7)","fs_out":"¬pred5(p7)"}`
	chooseRow  = `{"id":"1","nl":"A is small.","task":"most-similar","candidates":["A","B"],"candidates_nl":["a","b"],"roles":["original","perturbation"],"order":[1,0]}`
	rankRow    = `{"id":"1","nl":"A is small.","task":"ranking","candidates":["A","B"],"candidates_nl":["a","b"],"roles":["original","negation"],"order":[1,0]}`
)

// paperPrompts are the prompts of the papers. A structure lists each message with the
// tags and labels at the beginnings of its lines.
var paperPrompts = []struct {
	prompt    string // its number in the paper, or what it is like
	command   string
	row       string
	structure string
	shows     string // parts of the prompt, separated by …, in this order
	reply     string
	column    string // that has the answer
}{
	{"AutoEval 1", "informalize --prompts paper:karia-meanings", glossedRow, "user: [TASK] [VOCABULARY] Operators: Propositions: [FORMULA]", "Propositions: p2, p1…- p1: it is raining…- p2: it was sunny…(p2 ∧ p1)", "Both.", `"nl":"Both."`},
	{"after AutoEval 1", "autoformalize --prompts paper:karia-meanings", glossedRow, "user: [TASK] [VOCABULARY] Operators: Propositions: [NL DESCRIPTION]", "- p2: it was sunny…Both.", "(p2 ∧ p1)", `"fs_out":"(p2 ∧ p1)"`},
	{"AutoEval 2", "informalize --prompts paper:karia-few-shot", folRow, "user: [TASK] [EXAMPLE 1] [EXAMPLE 2] [VOCABULARY] Objects: Predicates: Variables: [FORMULA]", "(¬p2 ∨ p1 ∨ ¬p2)…(¬¬p2 ∧ ¬(p3 ∨ p1))…Objects: p5…Predicates: pred1(?p0), pred3(?p0, ?p1)…Variables: x1…∀x1.", "For all.", `"nl":"For all."`},
	{"AutoEval 3", "autoformalize --prompts paper:karia-few-shot", folRow, "user: [VOCABULARY] [TASK] [EXAMPLE 1] [EXAMPLE 2] [NL DESCRIPTION]", "false.\n(¬p2 ∨ p1 ∨ ¬p2)…true.\n(¬¬p2 ∧ ¬(p3 ∨ p1))…For all.", "pred1(p5)", `"fs_out":"pred1(p5)"`},
	{"as AutoEval 3, with English words", "autoformalize --prompts paper:karia-zero-shot", englishRow, "user: [VOCABULARY] Predicates: [TASK] [NL DESCRIPTION]", "Predicates: chase(?p0, ?p1), sleep(?p0)…Some.", "sleep(ada)", `"fs_out":"sleep(ada)"`},
	{"AutoEval 4", "informalize --prompts paper:karia-few-shot", regexRow, "user: [TASK] [VOCABULARY] [EXAMPLE 1] [EXAMPLE 2] [FORMULA]", "(1*)0*…(01*)…[FORMULA]\n1*", "Ones.", `"nl":"Ones."`},
	{"AutoEval 5", "autoformalize --prompts paper:karia-few-shot", regexRow, "user: [VOCABULARY] [TASK] [EXAMPLE 1] [EXAMPLE 2] [NL DESCRIPTION]", "none.\n(1*)0*…none.\n(01*)…Ones.", "1*", `"fs_out":"1*"`},
	{"AutoEval 6", "informalize --prompts paper:karia-zero-shot", logicRow, "user: [TASK] [VOCABULARY] Propositions: [FORMULA]", "Propositions: p5, p12, p4…(p5 ∨ ¬p12 ∨ ¬p4)", "One of three.", `"nl":"One of three."`},
	{"AutoEval 7", "autoformalize --prompts paper:karia-zero-shot", logicRow, "user: [TASK] [VOCABULARY] [NL DESCRIPTION]", "One of three.", "(p5 ∨ p4)", `"fs_out":"(p5 ∨ p4)"`},
	{"AutoEval 8", "judge --prompts paper:karia-judge", pairRow, "user: [Formula 1] [Formula 2]", "formulas of first-order logic…\"[Answer]\"…∃x1. ¬pred5(p7)…¬pred5(p7)", "x1 does not occur.\n[Answer] yes", `"answer":"yes","verdict":"equivalent"`},
	{"AutoEval 9", "informalize --prompts paper:karia-folio", premiseRow, "user: [TASK] [EXAMPLE 1] [VOCABULARY] Objects: Predicates: Variables: [FORMULA]", "Drinks(ann, tea)\nAnn drinks tea.…Objects: tea…Predicates: Aware(?p0, ?p1), Drinks(?p0, ?p1)…Variables: x…∀x. (Aware", "All drink.", `"nl":"All drink."`},
	{"AutoEval 10", "autoformalize --prompts paper:karia-folio", premiseRow, "user: [VOCABULARY] Objects: Predicates: Variables: [TASK] [EXAMPLE 1] [NL DESCRIPTION]", "Objects: tea…Predicates: Aware(?p0, ?p1), Drinks(?p0, ?p1)…Ann drinks tea.\nDrinks(ann, tea)…All drink.", "Drinks(ann, tea)", `"fs_out":"Drinks(ann, tea)"`},
	{"AutoEval 11", "reason --prompts paper:karia-folio-questions --form nl", storyRow, "user: Reasoning Steps: Answer: [PREMISES]: [CONCLUSION]:", "All sing.\nAnn is here.…Ann sings.", "Reasoning Steps: all do.\nAnswer: True", `"answer":"True"`},
	{"AutoEval 12", "reason --prompts paper:karia-folio-questions --form fol", storyRow, "user: Reasoning Steps: Answer: [PREMISES]: [CONCLUSION]:", "∀x. Sings(x)\nHere(ann)…Sings(ann)", "Answer: Uncertain", `"answer":"Uncertain"`},
	{"AutoEval 13", "reason --prompts paper:karia-logieval", yesNoRow, "user: Context: Question: Reasoning steps: Answer:", "All birds sing.…Does Ann sing?", "Reasoning steps: birds sing.\nAnswer: Yes", `"answer":"yes"`},
	{"NL-FOL-LT 1 and 2", "autoformalize --prompts paper:brunello-translation", blocksRow, "system: **Instructions:** **Output Format:** **Input Format:** Sentence: user: Sentence:", "Cube/1: {} is a cube; Small/1: {} is small…constant symbols: a…Sentence: A is small.", "Small(a)", `"fs_out":"Small(a)"`},
	{"NL-FOL-LT 3 and 4", "rank --prompts paper:brunello-candidates", chooseRow, "system: Instructions: Evaluation Criteria: Output Format: Input Format: Sentence: Rephrasing 1: Rephrasing 2: user: Sentence: Rephrasing 1: Rephrasing 2:", "Sentence: A is small.…Rephrasing 1: b…Rephrasing 2: a", `{"reasoning":"r","answer":2}`, `"score_most_similar":1`},
	{"NL-FOL-LT 5 and 6", "rank --prompts paper:brunello-candidates --form fol", rankRow, "system: Instructions: Input Format: Reference: Formula 1: Formula 2: Output Format: user: Reference: Formula 1: Formula 2:", "Reference: A is small.…Formula 1: B…Formula 2: A", `{"reasoning":"r","answer":[2,1]}`, `"score_both":1`},
}

// A replication of a paper began with typing its prompts: there were none in their
// structure.
func TestPromptsOfPapers(t *testing.T) {
	label := regexp.MustCompile(`(?m)^(?:\[[A-Z][^\]]*\]:?|(?:\*\*)?[A-Z][A-Za-z]*(?: [A-Z0-9][A-Za-z]*| steps| [0-9]+)?:(?:\*\*)?)`)
	page, err := os.ReadFile("../../../docs/reference/prompts.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, p := range paperPrompts {
		for word := range strings.FieldsSeq(p.command) {
			if strings.HasPrefix(word, prompt.PaperPrefix) {
				named[word] = true
			}
		}
		t.Run(p.prompt, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{"row.jsonl": p.row + "\n"})
			server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, p.reply) })
			const at = " --model m --base-url "
			code, stdout, stderr := call(t, p.command+at+server.URL+" row.jsonl")
			asked := server.Requests()
			if code != 0 || len(asked) != 1 {
				t.Fatalf("exit code %d, %d requests: %s%s", code, len(asked), stdout, stderr)
			}
			var structure []string
			all := ""
			for _, m := range asked[0].Messages {
				structure = append(append(structure, m.Role+":"), label.FindAllString(m.Content, -1)...)
				all += m.Content + "\n"
			}
			if got := strings.Join(structure, " "); got != p.structure {
				t.Errorf("structure\n%s\nwant\n%s\nin\n%s", got, p.structure, all)
			}
			rest := all
			for part := range strings.SplitSeq(p.shows, "…") {
				_, after, found := strings.Cut(rest, part)
				if !found {
					t.Errorf("found no %q at its place in\n%s", part, all)
				}
				rest = after
			}
			if !json.Valid([]byte(stdout)) || !strings.Contains(stdout, p.column) {
				t.Errorf("found no %s in %s", p.column, stdout)
			}
		})
	}
	for _, program := range []string{"informalize", "autoformalize", "rank", "reason", "judge", "run"} {
		for _, name := range prompt.Papers(program) {
			if !named[name] || !regexp.MustCompile(name+"[ `]").Match(page) {
				t.Errorf("%s: not in this test, or not in docs/reference/prompts.md", name)
			}
		}
	}
	for _, command := range []string{"informalize --model m --prompts", "autoformalize --model m --prompts", "rank --model m --prompts", "reason --model m --prompts", "judge --model m --prompts"} {
		code, _, stderr := call(t, command+" paper:karia-zeroshot none.jsonl")
		if code != 2 || !strings.Contains(stderr, `found "paper:karia-zeroshot", expected one of paper:`) {
			t.Errorf("%s: exit code %d: %s", command, code, stderr)
		}
	}
	if code, _, stderr := call(t, "informalize --model m --prompts paper:karia-zeroshot none.jsonl"); code != 2 || !strings.Contains(stderr, `Did you mean "paper:karia-zero-shot"?`) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
