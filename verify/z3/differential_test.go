package z3_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/logictest"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/smtlib"
	"github.com/truthloop/truthloop/verify/z3"
	"pgregory.net/rapid"
)

// everything is what formulas may hold.
var everything = logictest.Config{
	FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true, WideNames: true, Size: 10,
}

// TestRandom compares the answers for random formulas with those of Debian's
// z3, which gets them as text, and evaluates them in the models.
func TestRandom(t *testing.T) {
	p := newPool(t, z3.Options{ResourceLimit: 1_000_000})
	binary, err := exec.LookPath("z3")
	if err != nil {
		t.Log("no z3 program here: answers are compared with the models only")
	}
	decided, models := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		f := logictest.Formula(t, everything)
		a, err := p.Check(context.Background(), f)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		if binary != "" {
			if other := askBinary(t, binary, f); other != z3.Unknown && a.Status != z3.Unknown {
				decided++
				if a.Status != other {
					t.Fatalf("%s: got %v, the program says %v", f, a.Status, other)
				}
			}
		}
		if a.Model != nil {
			models++
			holds, err := check.In(a.Model, f, logic.Fold)
			if !holds && !errors.Is(err, check.ErrSteps) {
				t.Fatalf("%s: %t, %v in its model: %s", f, holds, err, a.Model)
			}
		}
	})
	if !t.Failed() && (binary != "" && decided == 0 || models == 0) {
		t.Errorf("%d answers and %d models compared", decided, models)
	}
}

func askBinary(t *rapid.T, path string, f *logic.Formula) z3.Status {
	s, err := smtlib.Write(f, logic.Fold)
	if err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	cmd := exec.Command(path, "-in", "-T:20", "rlimit=500000")
	cmd.Stdin = strings.NewReader(s.Text)
	out, err := cmd.Output()
	status, parseErr := z3.ParseStatus(strings.TrimSpace(string(out)))
	if err != nil || parseErr != nil {
		if strings.Contains(string(out), "timeout") {
			return z3.Unknown
		}
		t.Fatalf("%s: z3 said %q, %v", f, out, err)
	}
	return status
}

// A query is one direction of a hard pair.
type query struct {
	pair    string
	formula *logic.Formula
	truth   *bool // of the pair
	answer  z3.Answer
	took    time.Duration
}

// hardQueries reads the two directions of every step-th hard pair.
func hardQueries(t testing.TB, step int) []*query {
	t.Helper()
	var queries []*query
	for _, name := range []string{"fol", "fol-quantifiers"} {
		file, err := os.Open("../../../shared/testdata/hard/" + name + ".jsonl")
		if err != nil {
			t.Skip("the hard pairs are not here:", err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		for i := 0; lines.Scan(); i++ {
			var pair struct {
				ID    string `json:"id"`
				Fs1   string `json:"fs1"`
				Fs2   string `json:"fs2"`
				Truth *bool  `json:"truth"`
			}
			if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
				t.Fatal(err)
			}
			if i%step != 0 {
				continue
			}
			a, b := parse(t, pair.Fs1), parse(t, pair.Fs2)
			queries = append(queries,
				&query{pair: pair.ID, truth: pair.Truth, formula: logic.And(a, logic.Not(b))},
				&query{pair: pair.ID, truth: pair.Truth, formula: logic.And(logic.Not(a), b)})
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return queries
}

// TestHard decides the hard pairs: every twentieth with little work, or with
// TRUTHLOOP_Z3_HARD=1 all of them with the default limit, which takes some
// minutes and reports how many are decided in which time.
func TestHard(t *testing.T) {
	step, o := 20, z3.Options{Workers: 2, ResourceLimit: 500_000}
	if os.Getenv("TRUTHLOOP_Z3_HARD") != "" {
		step, o.ResourceLimit = 1, 0
	}
	p := newPool(t, o)
	queries := hardQueries(t, step)
	todo := make(chan *query)
	var wg sync.WaitGroup
	for range o.Workers {
		wg.Go(func() {
			for q := range todo {
				start := time.Now()
				var err error
				if q.answer, err = p.Check(context.Background(), q.formula); err != nil {
					t.Errorf("%s: %v", q.pair, err)
				}
				q.took = time.Since(start)
			}
		})
	}
	for _, q := range queries {
		todo <- q
	}
	close(todo)
	wg.Wait()
	judge(t, queries)
}

// judge compares the answers with what is known and reports them.
func judge(t *testing.T, queries []*query) {
	within := map[time.Duration]int{100 * time.Millisecond: 0, time.Second: 0, 5 * time.Second: 0}
	sat := map[string]int{}  // directions of a pair
	done := map[string]int{} // decided directions
	unchecked := 0           // models too large to evaluate the formula in
	var open []string
	for _, q := range queries {
		for d := range within {
			if q.answer.Status != z3.Unknown && q.took <= d {
				within[d]++
			}
		}
		switch q.answer.Status {
		case z3.Sat:
			sat[q.pair]++
			done[q.pair]++
			if q.answer.Model == nil {
				t.Errorf("%s: sat without a model", q.pair)
			} else if holds, err := check.In(q.answer.Model, q.formula, logic.Fold); errors.Is(err, check.ErrSteps) {
				unchecked++
			} else if !holds || err != nil {
				t.Errorf("%s: %t, %v in the model %s", q.pair, holds, err, q.answer.Model)
			}
		case z3.Unsat:
			done[q.pair]++
		default:
			open = append(open, q.pair+" "+q.answer.Reason)
		}
	}
	for _, q := range queries {
		if q.truth == nil {
			continue
		}
		if *q.truth && sat[q.pair] > 0 || !*q.truth && sat[q.pair] == 0 && done[q.pair] == 2 {
			t.Errorf("%s: %d of 2 directions have a model, but the pair is known to be equivalent: %t", q.pair, sat[q.pair], *q.truth)
		}
	}
	slices.Sort(open)
	t.Logf("%d queries; decided within 0.1 s: %d, 1 s: %d, 5 s: %d; %d models too large to check; open %d: %s", len(queries),
		within[100*time.Millisecond], within[time.Second], within[5*time.Second], unchecked, len(open), strings.Join(open, ", "))
	if len(open) > len(queries)/10 {
		t.Errorf("%d of %d queries are open", len(open), len(queries))
	}
}

// small are formulas of the size that the benchmarks speak of.
var small = []string{
	"∀x (P(x) → Q(x)) ∧ P(a) ∧ ¬Q(a)",
	"∃x ∀y (R(x, y) ∨ ¬P(y)) ∧ ¬∀y ∃x (R(x, y) ∨ ¬P(y))",
	"(∀x1 ∃x2 (pred1(x1, p3) ∨ ¬pred2(x2))) ∧ ¬pred1(p3, p3)",
	"∀x (f(x) ≠ x) ∧ f(f(a)) = a",
}

// BenchmarkCheck asks about small formulas through a pool of one worker.
func BenchmarkCheck(b *testing.B) {
	p := newPool(b, z3.Options{})
	var formulas []*logic.Formula
	for _, text := range small {
		formulas = append(formulas, parse(b, text))
	}
	for i := 0; b.Loop(); i++ {
		if _, err := p.Check(context.Background(), formulas[i%len(formulas)]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "checks/s")
}
