package builtin_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

// A pair is two formulas with their true equivalence.
type pair struct {
	FS1       string           `json:"fs1"`
	FS2       string           `json:"fs2"`
	Formalism record.Formalism `json:"formalism"`
	Dataset   string           `json:"type"`
	Truth     *bool            `json:"truth"`
}

func pairs(t *testing.T) []pair {
	t.Helper()
	files, err := filepath.Glob("../../../shared/testdata/reference/pairs.*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("../shared/testdata/reference has no pairs")
	}
	formalisms := map[string]record.Formalism{"regex": record.Regex, "fol": record.FirstOrder, "fol_human": record.FirstOrder, "fol-english": record.FirstOrder}
	var all []pair
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var p pair
			if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if p.Formalism == "" {
				p.Formalism = record.Propositional
				if f := formalisms[p.Dataset]; f != "" {
					p.Formalism = f
				}
			}
			if p.Truth != nil {
				all = append(all, p)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return all
}

// matrix counts answers by truth.
func matrix(t *testing.T, spec string, all []pair) map[bool]map[stage.Judgement]int {
	t.Helper()
	m, err := builtin.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	p, err := stage.JudgePrompt(stage.Direct, "")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[bool]map[stage.Judgement]int{true: {}, false: {}}
	for i, pair := range all {
		messages, err := p.Messages(prompt.Pair{Formalism: pair.Formalism, Left: pair.FS1, Right: pair.FS2})
		if err != nil {
			t.Fatal(err)
		}
		resp, err := m.Chat(t.Context(), translate.Request{Messages: messages, Key: fmt.Sprint(i)})
		if err != nil || resp.Outcome != record.OK {
			t.Fatalf("%s about %+v: %+v, %v", spec, pair, resp, err)
		}
		counts[*pair.Truth][stage.ParseJudgement(resp.Content)]++
	}
	t.Logf("%s: of equivalent pairs %v, of others %v", spec, counts[true], counts[false])
	return counts
}

// On pairs of known equivalence, builtin:rules never says yes wrongly, and
// builtin:noisy errs at its rates.
func TestJudgeConfusion(t *testing.T) {
	all := pairs(t)
	exact := matrix(t, "builtin:rules", all)
	if exact[false][stage.Yes] != 0 || exact[true][stage.Yes] == 0 || exact[true][stage.No] == 0 {
		t.Errorf("builtin:rules says yes to %d differences and %d equivalences", exact[false][stage.Yes], exact[true][stage.Yes])
	}
	const wrong, unparsable = 0.2, 0.05
	noisy := matrix(t, fmt.Sprintf("builtin:noisy?seed=3,judge_wrong=%v,judge_unparsable=%v", wrong, unparsable), all)
	for _, truth := range []bool{true, false} {
		n := float64(exact[truth][stage.Yes] + exact[truth][stage.No])
		yes := float64(exact[truth][stage.Yes])*(1-wrong) + float64(exact[truth][stage.No])*wrong
		near(t, fmt.Sprintf("yes where truth is %t", truth), float64(noisy[truth][stage.Yes]), n, yes/n*(1-unparsable))
		near(t, "unparsable", float64(noisy[truth][stage.Unparsable]), n, unparsable)
	}
}

// near fails the test where a count of n draws is more than four standard
// deviations off.
func near(t *testing.T, what string, got, n, rate float64) {
	t.Helper()
	if off := math.Abs(got - n*rate); off > 4*math.Sqrt(n*rate*(1-rate)) {
		t.Errorf("%s: %v of %v, want about %.1f", what, got, n, n*rate)
	}
}

func TestJudgeSettings(t *testing.T) {
	for _, spec := range []string{"builtin:noisy?judge_wrong=2", "builtin:noisy?judge_unparsable=x", "builtin:noisy?judge_wrong=NaN"} {
		if _, err := builtin.New(spec); err == nil {
			t.Errorf("%s is no error", spec)
		}
	}
}
