package convert

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen"
)

// A formula and its copy with other names, in reverse order, are in the same split. Each
// split has its share of the formulas.
func TestNoFormulaIsInTwoSplits(t *testing.T) {
	renamings := map[string]*strings.Replacer{
		"plogic": strings.NewReplacer("p1", "q2", "p2", "q1", "p", "q"),
		"fol":    strings.NewReplacer("pred", "rel", "x", "y", "p1", "c2", "p2", "c1", "p", "c"),
	}
	for dataset, renaming := range renamings {
		t.Run(dataset, func(t *testing.T) {
			c, err := gen.Default(dataset, nil)
			if err != nil {
				t.Fatal(err)
			}
			c.Depth, c.SampleCount = 14, 8
			var rows, copies []string
			if err := gen.Generate(context.Background(), c, func(r *record.Row) error {
				for i, fs := range []string{r.FS, renaming.Replace(r.FS)} {
					row := fmt.Sprintf(`{"formalism":%q,"fs":%q,"verdict":"equivalent","conversations":[{"stage":"autoformalize","messages":[{"role":"user","content":"%d of %d"},{"role":"assistant","content":%[2]q}]}]}`,
						r.Formalism, fs, *r.Index, i)
					if i == 0 {
						rows = append(rows, row)
					} else {
						copies = append([]string{row}, copies...)
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			var stderr bytes.Buffer
			args := []string{"convert", "--to", "sft", "--split", "train=0.75,test=0.25", "-o", dir + "/"}
			if err := Command().Run(t.Context(), args, strings.NewReader(strings.Join(append(rows, copies...), "\n")), &stderr, &stderr); err != nil {
				t.Fatalf("%v\n%s", err, &stderr)
			}
			in := map[string]map[string]int{} // formula, split: examples
			sizes := map[string]int{}
			for _, split := range []string{"train", "test"} {
				text, err := os.ReadFile(filepath.Join(dir, split+".jsonl"))
				if err != nil {
					t.Fatal(err)
				}
				for line := range bytes.Lines(text) {
					var example sft
					if err := json.Unmarshal(line, &example); err != nil {
						t.Fatal(err)
					}
					formula, _, _ := strings.Cut(example.Messages[0].Content, " of ")
					if in[formula] == nil {
						in[formula] = map[string]int{}
					}
					in[formula][split]++
					sizes[split]++
				}
			}
			for formula, splits := range in {
				if len(splits) != 1 || splits["train"]+splits["test"] != 2 {
					t.Errorf("formula %s: %v", formula, splits)
				}
			}
			if n := len(rows); n < 20 || len(in) != n || sizes["test"] < n/2-2 || sizes["test"] > n/2+2 {
				t.Errorf("%d formulas, %d with examples, in splits of %v examples", n, len(in), sizes)
			}
		})
	}
}
