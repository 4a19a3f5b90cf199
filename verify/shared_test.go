package verify_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// shared is the folder of test data beside the repository.
const shared = "../../shared/testdata"

// sharedPair is a line of the shared sets of pairs: the second side stands in
// fs2, or in fs_out.
type sharedPair struct {
	ID        string           `json:"id"`
	Type      string           `json:"type"`
	Formalism record.Formalism `json:"formalism"`
	FS        string           `json:"fs"`
	FSOut     string           `json:"fs_out"`
	FS1       string           `json:"fs1"`
	FS2       string           `json:"fs2"`
	Truth     *bool            `json:"truth"`
}

func (p sharedPair) sides() (string, string) { return p.FS + p.FS1, p.FSOut + p.FS2 }

func (p sharedPair) formalism() record.Formalism {
	switch p.Type {
	case "ksat", "plogic":
		return record.Propositional
	case "fol", "fol_human":
		return record.FirstOrder
	case "regex":
		return record.Regex
	}
	return p.Formalism
}

// readShared reads a file of JSON lines, or skips the test.
func readShared[T any](t testing.TB, name string) []T {
	t.Helper()
	f, err := os.Open(filepath.Join(shared, name))
	if err != nil {
		t.Skipf("the shared test data is not beside the repository: %v", err)
	}
	defer f.Close()
	var out []T
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<22)
	for s.Scan() {
		var x T
		if err := json.Unmarshal(s.Bytes(), &x); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, x)
	}
	if err := s.Err(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

// TestSharedPairs holds every verdict on the shared pairs to their truth: none
// wrong, none unknown, each with its witness or certificate, and each witness
// good for Recheck.
func TestSharedPairs(t *testing.T) {
	for _, name := range []string{
		"published/pairs", "reference/pairs.ksat", "reference/pairs.plogic", "reference/pairs.fol",
		"reference/pairs.fol_human", "reference/pairs.regex", "hard/fol", "hard/fol-quantifiers",
	} {
		t.Run(name, func(t *testing.T) {
			v := verify.New(verify.Options{})
			counts := map[string]int{}
			var times []time.Duration
			for _, p := range readShared[sharedPair](t, name+".jsonl") {
				left, right := p.sides()
				start := time.Now()
				r := v.Pair(t.Context(), p.formalism(), left, right)
				times = append(times, time.Since(start))
				counts[string(r.Verdict)+" "+r.Engine]++
				judge(t, v, p, r)
			}
			slices.Sort(times)
			n := len(times)
			t.Logf("median %v, 99th percentile %v, longest %v", times[n/2], times[n*99/100], times[n-1])
			for _, k := range slices.Sorted(maps.Keys(counts)) {
				t.Logf("%5d %s", counts[k], k)
			}
		})
	}
}

// judge holds one result to the truth of its pair.
func judge(t *testing.T, v *verify.Verifier, p sharedPair, r verify.Result) {
	t.Helper()
	left, right := p.sides()
	want := map[bool]record.Verdict{true: record.Equivalent, false: record.NotEquivalent}
	switch {
	case p.Truth != nil && r.Verdict != want[*p.Truth]:
		t.Errorf("%s: found %s (%s, by %s), expected %s\n%s\n%s", p.ID, r.Verdict, r.Reason, r.Engine, want[*p.Truth], left, right)
	case r.Verdict == record.Unknown:
		t.Errorf("%s: unknown: %s", p.ID, r.Reason)
	case r.Verdict == record.Equivalent && (r.Certificate == nil || r.Certificate.Kind == ""):
		t.Errorf("%s: equivalent without a certificate", p.ID)
	case r.Verdict == record.NotEquivalent:
		text, err := r.Witness.JSON()
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		if err := (verify.Options{}).Read(p.formalism(), left, right).Recheck(text); err != nil {
			t.Errorf("%s: recheck of %s: %v", p.ID, text, err)
		}
	}
}

// TestSharedEntailment compares verdicts on FOLIO's validation stories with
// those of the independent check that came with them.
func TestSharedEntailment(t *testing.T) {
	type argument struct {
		Row        int      `json:"row"`
		StoryID    string   `json:"story_id"`
		Premises   []string `json:"premises_fol"`
		Conclusion string   `json:"conclusion_fol"`
		Z3         string   `json:"z3"`
	}
	v := verify.New(verify.Options{})
	counts, broken := map[string]int{}, 0
	want := map[string]record.Verdict{"True": record.Entailed, "False": record.Refuted, "Unknown": record.Uncertain}
	for _, a := range readShared[argument](t, "nlfol/entailment.jsonl") {
		start := time.Now()
		r := v.Entailment(t.Context(), a.Premises, a.Conclusion)
		if d := time.Since(start); d > time.Second {
			t.Logf("%s row %d: %v %s", a.StoryID, a.Row, d, r.Verdict)
		}
		counts[fmt.Sprintf("%s %s %s", a.Z3, r.Verdict, r.Engine)]++
		switch {
		case strings.Contains(r.Reason, "column"): // does not parse; three rows have a surplus bracket
			broken++
		case r.Reason == verify.ReasonInconsistent:
		case want[a.Z3] != "" && r.Verdict != want[a.Z3]:
			t.Errorf("%s row %d: found %s %s, expected %s\n%s\n⊨ %s", a.StoryID, a.Row, r.Verdict, r.Reason, a.Z3, strings.Join(a.Premises, "\n"), a.Conclusion)
		case r.Verdict == record.Unknown:
			t.Errorf("%s row %d: unknown: %s", a.StoryID, a.Row, r.Reason)
		}
	}
	if broken > 3 {
		t.Errorf("%d arguments do not parse, expected at most 3", broken)
	}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%5d %s", counts[k], k)
	}
}

// TestSharedCandidates compares the verdict on every candidate of the NL-FOL
// sets against the original with the independent check that came with them.
func TestSharedCandidates(t *testing.T) {
	type set struct {
		StoryID    int      `json:"story_id"`
		Instance   int      `json:"instance"`
		Candidates []string `json:"candidates"`
		Truth      []*bool  `json:"z3_equivalent_to_original"`
	}
	for _, name := range []string{"ranking", "most_similar"} {
		t.Run(name, func(t *testing.T) {
			v := verify.New(verify.Options{Formula: logic.Options{Scope: logic.ScopeTight}})
			counts := map[string]int{}
			for _, s := range readShared[set](t, "nlfol/"+name+".jsonl") {
				for j, c := range s.Candidates {
					r := v.Pair(t.Context(), record.FirstOrder, s.Candidates[0], c)
					p := sharedPair{ID: fmt.Sprintf("%d/%d/%d", s.StoryID, s.Instance, j), Formalism: record.FirstOrder, FS: s.Candidates[0], FSOut: c, Truth: s.Truth[j]}
					judge(t, v, p, r)
					counts[string(r.Verdict)+" "+r.Engine]++
				}
			}
			for _, k := range slices.Sorted(maps.Keys(counts)) {
				t.Logf("%5d %s", counts[k], k)
			}
		})
	}
}
