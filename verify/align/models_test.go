package align_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/align"
)

// readLines calls each with the lines of a shared file, or skips the test.
func readLines(t testing.TB, name string, each func(line []byte)) {
	t.Helper()
	f, err := os.Open("../../../shared/testdata/" + name)
	if err != nil {
		t.Skipf("the shared test data is not beside the repository: %v", err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<22)
	for s.Scan() {
		each(s.Bytes())
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
}

// TestNamesOfRealModels aligns what models wrote for Logic-LM (Pan et al., 2023) with
// FOLIO's formulas, sentence by sentence, where both have as many premises. All
// mappings of a pair that has few are tried one by one: as many as the search counts
// make the two equivalent.
func TestNamesOfRealModels(t *testing.T) {
	type example struct {
		Premises   []string `json:"premises-FOL"`
		Conclusion string   `json:"conclusion-FOL"`
	}
	var gold []example
	readLines(t, "folio/folio-validation.jsonl", func(line []byte) {
		var e example
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		gold = append(gold, e)
	})
	v, o := verify.New(verify.Options{NoRelation: true}), options()
	var pairs, equal, aligned, tried, stories, whole int
	readLines(t, "llm/loglm.jsonl", func(line []byte) {
		var said struct {
			ID         string   `json:"id"`
			Premises   []string `json:"premises"`
			Conclusion string   `json:"conclusion"`
		}
		if err := json.Unmarshal(line, &said); err != nil {
			t.Fatal(err)
		}
		k, err := strconv.Atoi(said.ID[strings.LastIndex(said.ID, "_")+1:])
		if err != nil || k >= len(gold) || len(gold[k].Premises) != len(said.Premises) {
			return
		}
		var story []align.Pair
		right := append(said.Premises, said.Conclusion)
		for i, left := range append(gold[k].Premises, gold[k].Conclusion) {
			a, errA := logic.Parse(left, logic.Options{Scope: logic.ScopeTight})
			b, errB := logic.Parse(right[i], logic.Options{Scope: logic.ScopeTight})
			if errA != nil || errB != nil {
				continue
			}
			p := align.Pair{Left: a, Right: b}
			story = append(story, p)
			pairs++
			r := align.Align(t.Context(), []align.Pair{p}, o)
			if r.Relation == record.RelUnknown {
				t.Errorf("%s: %s and %s: found %s (%s)", said.ID, left, right[i], r.Relation, r.Reason)
			}
			if r.Relation == record.RelEquivalent {
				aligned++
			}
			if v.Formulas(t.Context(), a, b).Verdict == record.Equivalent {
				equal++
				if r.Relation != record.RelEquivalent {
					t.Errorf("%s: %s and %s are equivalent: found %s", said.ID, left, right[i], r.Relation)
				}
			}
			if want, ok := working(t, v, a, b); ok {
				tried++
				if (r.Relation == record.RelEquivalent) != (want > 0) {
					t.Errorf("%s: %s and %s: found %s, but %d mappings work", said.ID, left, right[i], r.Relation, want)
				}
			}
		}
		stories++
		if r := align.Align(t.Context(), story, o); r.Relation == record.RelEquivalent {
			whole++
		} else if r.Relation == record.RelUnknown {
			t.Errorf("%s: found %s (%s)", said.ID, r.Relation, r.Reason)
		}
	})
	if pairs == 0 || aligned < equal || tried < pairs/2 {
		t.Errorf("%d pairs, %d aligned, %d tried", pairs, aligned, tried)
	}
	t.Logf("%d pairs: %d are equivalent, %d under other names; %d pairs were compared with all mappings; of %d stories, %d have one mapping for all sentences",
		pairs, equal, aligned, tried, stories, whole)
}

// working counts the mappings under which a and b are equivalent; false if there are
// too many to try.
func working(t *testing.T, v *verify.Verifier, a, b *logic.Formula) (int64, bool) {
	const most = 120
	all, n := 0, int64(0)
	for m := range mappings(a, b) {
		if all++; all > most {
			return 0, false
		}
		c := m.apply(a)
		if differs(c, b) {
			continue
		}
		switch v.Formulas(t.Context(), c, b).Verdict {
		case record.Equivalent:
			n++
		case record.Unknown:
			return 0, false
		}
	}
	return n, true
}
