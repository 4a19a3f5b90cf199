package temporal_test

import (
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	ltl "github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/temporal"
)

const nl2spec = "../../../shared/testdata/ltl/nl2spec-"

// TestNL2Spec proves which predictions of the expert set of nl2spec (Cosler et al.,
// CAV 2023) are equivalent to the label. For Codex, it compares this with what the
// published table counts as solved.
func TestNL2Spec(t *testing.T) {
	file, err := os.Open(nl2spec + "results.csv")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	solved := map[string]bool{} // by sentence
	for _, r := range records[1:] {
		parse(t, r[1])
		solved[r[0]] = r[2] == "SOLVED"
	}
	for _, c := range []struct {
		file                  string
		right, wrong, refused int
		differ                []string // sentences for which the table says otherwise
	}{
		{"codex-initial-predictions.txt", 14, 21, 1, []string{
			// Solved in the table, but the predictions lack a G around the last
			// implication, around the whole implication, and around the whole.
			"a holds always and whenever b holds, c does not hold.",
			"Whenever the inputs a and b are the same, the outputs c and d are the same.",
			"Whenever a holds, b holds eventually from the next step on.",
			// Not solved in the table, but a U (b | G a) is a W b, as is (a U b) | G a.
			"a holds until b holds or always a holds",
		}},
		{"gpt-3.5-turbo-interactive-predictions.txt", 18, 17, 1, nil},
	} {
		text, err := os.ReadFile(nl2spec + c.file)
		if err != nil {
			t.Fatal(err)
		}
		right, wrong, refused := 0, 0, 0
		var differ []string
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
			fields := strings.SplitN(line, ";", 4)
			gold := parse(t, fields[1])
			equivalent := false
			if said, err := ltl.Parse(fields[2], ltl.Options{}); err != nil {
				refused++
			} else {
				r := temporal.Compare(t.Context(), gold, said, temporal.Options{Relation: true})
				checkWords(t, gold, said, r)
				switch r.Equivalent() {
				case check.Yes:
					right++
					equivalent = true
				case check.No:
					wrong++
				}
			}
			was, ok := solved[strings.ReplaceAll(fields[0], "won't", "will not")]
			if !ok {
				t.Errorf("%q has no row in the table", fields[0])
			}
			if c.differ != nil && was != equivalent {
				differ = append(differ, fields[0])
			}
		}
		if right != c.right || wrong != c.wrong || refused != c.refused || !slices.Equal(differ, c.differ) {
			t.Errorf("%s: %d right, %d wrong, %d refused, differ from the table: %q", c.file, right, wrong, refused, differ)
		}
	}
}
