package temporal_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	ltl "github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/temporal"
)

// TestPairs decides pairs whose answer is known by construction: laws at random places,
// and lassos on which the two formulas differ.
func TestPairs(t *testing.T) {
	file, err := os.Open("../../../shared/testdata/ltl/pairs.jsonl")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var row struct {
			ID    string `json:"id"`
			FS    string `json:"fs"`
			FSOut string `json:"fs_out"`
			Truth bool   `json:"truth"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		a, b := parse(t, row.FS), parse(t, row.FSOut)
		c := temporal.Compare(t.Context(), a, b, temporal.Options{Relation: true})
		if c.Equivalent() == check.Unknown || (c.Equivalent() == check.Yes) != row.Truth {
			t.Errorf("%s: %s and %s: %s, expected equivalent: %v", row.ID, a, b, c.Equivalent(), row.Truth)
		}
		checkWords(t, a, b, c)
	}
	if n < 600 {
		t.Errorf("%d pairs", n)
	}
}

func parse(t testing.TB, s string) *ltl.Formula {
	t.Helper()
	f, err := ltl.Parse(s, ltl.Options{})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return f
}

// checkWords checks that a comparison has a witness for each direction that it refutes,
// and no other.
func checkWords(t testing.TB, a, b *ltl.Formula, c temporal.Comparison) {
	t.Helper()
	for _, side := range []struct {
		status    check.Status
		word      *check.Word
		only, not *ltl.Formula
	}{{c.Forward, c.LeftOnly, a, b}, {c.Back, c.RightOnly, b, a}} {
		if (side.word != nil) != (side.status == check.No) {
			t.Errorf("%s and %s: %s with the word %v", a, b, side.status, side.word)
		}
		if side.word == nil {
			continue
		}
		only, err := check.Along(side.word, side.only, nil)
		if err != nil {
			t.Errorf("%s: %v: %v", side.only, side.word, err)
		}
		not, err := check.Along(side.word, side.not, nil)
		if err != nil || !only || not {
			t.Errorf("%s and %s: %v on %v, and %v, %v", side.only, side.not, only, side.word, not, err)
		}
	}
}
