package convert

import (
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli/flagtest"
)

// --per and --describe were accepted with every layout, and --max-unknown although no
// row has a verdict of this program.
func TestNoFlagIsAcceptedWithoutAnEffect(t *testing.T) {
	files := map[string]string{
		"formulas.txt":   "p and q\n\np or q\n",
		"rows.csv":       "story_id,nl,fs,formalism\n1,It is.,∀x P(x),first_order\n1,It was.,P(,first_order\n1\n",
		"replies.jsonl":  `{"story_id":1,"fs":"∀x P(x)","formalism":"first_order","reply":"∀y P(y)","other":"∃y P(y)"}` + "\n" + `{"story_id":1,"fs":"∀x P(x)","formalism":"first_order"}` + "\n",
		"ontology.jsonl": `{"ontology":"o","story_id":1,"predicates":[{"name":"P","arity":1,"positive":"{} is p"}]}` + "\n",
	}
	for _, script := range []string{"import.txtar", "training.txtar"} {
		text, err := os.ReadFile("testdata/script/" + script)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(text).Files {
			files[f.Name] = string(f.Data)
		}
	}
	fs := "p"
	for i := range 12 {
		fs += fmt.Sprintf(" ∧ q%d", i)
		for _, answer := range []string{"p", "¬¬p", "¬p"} {
			verdict := record.Equivalent
			if answer == "¬p" {
				verdict = record.NotEquivalent
			}
			files["many.jsonl"] += fmt.Sprintf(`{"formalism":"propositional","fs":%q,"conversations":[{"stage":"autoformalize","messages":[{"role":"user","content":"Say %d."},{"role":"assistant","content":%q}]}],"verdict":%q}`+"\n",
				fs, i, answer, verdict)
		}
	}
	flagtest.Check(t, Command(), map[string]string{
		"rows":  "rows.csv",
		"folio": "--from=folio folio.jsonl",
		"auto":  "--from=auto folio.jsonl",
		"text":  "--from=text --formalism=first_order formulas.txt",
		"says":  "--from=replies --extract=(?P<fs_out>.*) replies.jsonl",
		"sft":   "--to=sft rows.jsonl",
		"dpo":   "--to=dpo many.jsonl",
		"parts": "-o=parts/ rows.csv",
		"split": "--to=sft --split=a=0.5,b=0.5 -o=split/ many.jsonl",
	}, files, map[string]string{
		"from": "text", "to": "csv", "per": "story", "examples": "1", "copy": "fs=said", "dataset": "other", "formalism": "propositional", "ontology": "ontology.jsonl",
		"extract": "(?P<fs_out>.)", "reply": "other", "stage": "informalize", "split": "a=0.5,b=0.5", "seed": "7", "where": "formalism = 'none'", "limit": "1", "shard": "2/2",
		"output": "out.jsonl", "format": "csv", "part-rows": "1", "max-errors": "0",
	})
}
