package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/gen/grammar"
)

// config is a dataset's default, changed.
func config(t testing.TB, dataset string, change func(*Config)) Config {
	t.Helper()
	c, err := Default(dataset, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Seed = 1
	if change != nil {
		change(&c)
	}
	return c
}

func rows(t testing.TB, c Config) []*record.Row {
	t.Helper()
	var out []*record.Row
	if err := Generate(context.Background(), c, func(r *record.Row) error {
		out = append(out, r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// counted counts rows by their values of the metrics.
func counted(metrics []Metric, list []*record.Row) map[string]int {
	out := map[string]int{}
	for _, r := range list {
		out[strings.Trim(fmt.Sprint(Category(metrics, r)), "[]")]++
	}
	return out
}

// TestRows checks every row of one batch of every dataset against the contract.
func TestRows(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, dataset := range Datasets() {
		t.Run(dataset, func(t *testing.T) {
			c := config(t, dataset, nil)
			seen := map[string]bool{}
			var before []int
			list := rows(t, c)
			for i, r := range list {
				switch {
				case r.Dataset != dataset || *r.Batch != 0 || *r.Index != int64(i):
					t.Fatalf("row %d says it is %s %d %d", i, r.Dataset, *r.Batch, *r.Index)
				case r.ID != record.FormulaID(dataset, r.FS):
					t.Fatalf("%s has the id %s", r.FS, r.ID)
				case seen[r.FS]:
					t.Fatalf("%s is there twice", r.FS)
				case *r.Depth < 1 || *r.Depth > 40:
					t.Fatalf("%s has the depth %d", r.FS, *r.Depth)
				}
				seen[r.FS] = true
				here := Category(c.Metrics, r)
				if slices.Compare(here, before) < 0 {
					t.Fatalf("%s of category %v follows one of %v", r.FS, here, before)
				}
				before = here
				switch r.Formalism {
				case record.Regex:
					checkRegex(t, r)
				case record.LTL:
					checkTemporal(t, r)
				default:
					checkFormula(t, r, dataset)
				}
			}
			for category, n := range counted(c.Metrics, list) {
				if n > c.SampleCount {
					t.Errorf("category %s has %d rows", category, n)
				}
			}
		})
	}
}

func checkFormula(t *testing.T, r *record.Row, dataset string) {
	t.Helper()
	f, err := logic.Parse(r.FS, logic.Options{})
	if err != nil || f.String() != r.FS {
		t.Fatalf("%s reads as %v, %v", r.FS, f, err)
	}
	if read, err := logic.Read(r.FS, logic.Options{}); err != nil || len(read.Formulas) != 1 {
		t.Fatalf("%s has %d readings, %v", r.FS, len(read.Formulas), err)
	}
	n := f.Counts()
	found := []int64{*r.NumOperators, *r.NumAnd, *r.NumOr, *r.NumNot, *r.NumImplies, *r.NumIff, *r.NumXor, *r.NumQuantifiers, *r.NumPredicates, *r.NumPropositions}
	if want := fmt.Sprint([]int{n.Operators, n.And, n.Or, n.Not, n.Implies, n.Iff, n.Xor, n.Own, n.Predicates, n.Propositions}); fmt.Sprint(found) != want {
		t.Fatalf("%s has the counts %v, expected %s", r.FS, found, want)
	}
	s := f.Signature(true)
	v := r.Vocabulary
	if !slices.Equal(v.Propositions, s.Propositions) || !slices.Equal(v.Constants, s.Constants) || !slices.Equal(v.Variables, s.Variables) || len(v.Predicates) != len(s.Predicates) {
		t.Fatalf("%s has the vocabulary %+v, expected %+v", r.FS, v, s)
	}
	arity := map[string]int{}
	for i, p := range s.Predicates {
		if v.Predicates[i].Name != p.Name || v.Predicates[i].Arity != int64(p.Arity) || p.Arity > 2 || arity[p.Name] > 0 {
			t.Fatalf("%s has the predicate %+v as %+v", r.FS, p, v.Predicates[i])
		}
		arity[p.Name] = p.Arity
		if english := !strings.HasPrefix(p.Name, "pred"); english != (dataset == "fol-english") {
			t.Fatalf("%s has the predicate %s in %s", r.FS, p.Name, dataset)
		}
	}
	if len(s.Propositions) > 12 || len(s.Predicates) > 8 || len(s.Constants) > 12 {
		t.Fatalf("%s has more symbols than there are: %+v", r.FS, s)
	}
}

func checkRegex(t *testing.T, r *record.Row) {
	t.Helper()
	e, err := regex.Parse(r.FS, regex.Options{Strict: true})
	if err != nil {
		t.Fatalf("%s: %v", r.FS, err)
	}
	size, err := automata.Measure(e, automata.Limits{})
	if err != nil || int64(size.States) != *r.DFAStates || int64(size.Edges) != *r.DFAEdges || size.Density != *r.DFADensity {
		t.Fatalf("%s has %d, %d, %v; measured as %+v, %v", r.FS, *r.DFAStates, *r.DFAEdges, *r.DFADensity, size, err)
	}
	if !slices.Equal(r.Vocabulary.Alphabet, []string{"0", "1"}) {
		t.Fatalf("%s has the alphabet %v", r.FS, r.Vocabulary.Alphabet)
	}
}

// TestDerivationsShowTheMetrics compares the tallies that lead the search with
// what is counted on the parsed formula.
func TestDerivationsShowTheMetrics(t *testing.T) {
	for _, dataset := range Datasets() {
		c := config(t, dataset, nil)
		if c.Grammar.Has(grammar.Letter) {
			continue
		}
		p, err := newPlan(c)
		if err != nil {
			t.Fatal(err)
		}
		b := newBatch(p, 0)
		var tree grammar.Tree
		families, err := p.space.Levels(t.Context(), grammar.Options{Depth: 60, N: 5}, b.tree)
		if err != nil {
			t.Fatal(err)
		}
		for i := range families {
			p.space.Draw(&families[i], b.draws.IntN(families[i].Leaves), &tree)
			row, err := b.parse(b.writer.write(&tree), &tree)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range metrics {
				if m.count < 0 {
					continue
				}
				if found, want := int(tree.Tally[m.count]), Category([]Metric{m.name}, &row.row)[0]; found != want {
					t.Fatalf("%s: %s of %s is %d by its derivation, counted as %d", dataset, m.name, row.row.FS, found, want)
				}
			}
		}
	}
}

func encode(t *testing.T, c Config) []byte {
	t.Helper()
	var b []byte
	for _, r := range rows(t, c) {
		b = append(record.Append(b, r), '\n')
	}
	return b
}

// TestWorkersLeaveNoTrace also shows that batches differ, and that the batches
// of a smaller run are those of a larger one.
func TestWorkersLeaveNoTrace(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	small := func(batches, workers int, seed uint64) []byte {
		return encode(t, config(t, "fol-english", func(c *Config) {
			c.Batches, c.Workers, c.Seed, c.Depth, c.N = batches, workers, seed, 12, 40
		}))
	}
	want := small(6, 1, 7)
	for _, workers := range []int{2, 3, 16} {
		if !bytes.Equal(small(6, workers, 7), want) {
			t.Errorf("%d workers give other rows than one", workers)
		}
	}
	if !bytes.HasPrefix(want, small(2, 1, 7)) {
		t.Error("two batches are not the first two of six")
	}
	if bytes.Equal(small(6, 1, 8), want) {
		t.Error("another seed gives the same rows")
	}
	if batchSeed(7, "fol", 0) == batchSeed(7, "fol", 1) || batchSeed(7, "fol", 0) == batchSeed(7, "fol-english", 0) {
		t.Error("two batches have the same seed")
	}
}

func TestErrors(t *testing.T) {
	mine := func(text string) func(*Config) {
		return func(c *Config) {
			g, err := grammar.Parse("mine.cfg", text)
			if err != nil {
				t.Fatal(err)
			}
			c.Grammar = g
		}
	}
	for want, change := range map[string]func(*Config){
		"generate plogic: batches: found 0, expected 1 to 1000000":                                                               func(c *Config) { c.Batches = 0 },
		"generate plogic: depth: found 5001, expected 1 to 5000":                                                                 func(c *Config) { c.Depth = 5001 },
		"generate plogic: metrics: found none":                                                                                   func(c *Config) { c.Metrics = nil },
		"generate plogic: metric dfa_states: propositional formulas have none":                                                   func(c *Config) { c.Metrics = []Metric{DFAStates} },
		"generate plogic: fewest quantifiers: found 3, expected 0 to 2":                                                          func(c *Config) { c.Quantifiers = grammar.Range{Min: 3, Max: 2} },
		"generate plogic: mine.cfg: found none of the placeholders v, p, f and Σ, expected one, which decides the formalism":     mine("S -> 'a'"),
		"generate plogic: mine.cfg: found the placeholder Σ of regular expressions and v, p or f of formulas, expected one kind": mine("S -> Σ | v"),
		`generate plogic: batch 0: mine.cfg: it derives "∧ p", which is not a propositional formula: column 1: expected`:         mine("S -> '∧' v"),
		"generate plogic: alphabet size: found 0, expected 1 to 36":                                                              func(c *Config) { c.Vocabulary.AlphabetSize = 0 },
	} {
		c := config(t, "plogic", func(c *Config) { c.Vocabulary.Propositions = 1; change(c) })
		err := Generate(context.Background(), c, func(*record.Row) error { return nil })
		if err == nil || !strings.HasPrefix(strings.Replace(err.Error(), "p1 ", "p", 1), want) {
			t.Errorf("found the error\n%v\nexpected\n%s", err, want)
		}
	}
	for want, change := range map[string]func(*Config){
		"generate fol: batch 0: the shortest derivation has depth 3, expected at most 2":    func(c *Config) { c.Depth = 2 },
		"generate fol: batch 0: found no formula of depth 9 or less that meets the options": func(c *Config) { c.Depth, c.Quantifiers.Min = 9, 7 },
	} {
		if err := Generate(context.Background(), config(t, "fol", change), func(*record.Row) error { return nil }); err == nil || err.Error() != want {
			t.Errorf("found the error %v, expected %s", err, want)
		}
	}
	if _, err := Default("folio", nil); err == nil || !strings.Contains(err.Error(), "expected one of ksat, plogic, fol, fol-english, regex") {
		t.Errorf("found the error %v of an unknown dataset", err)
	}
	for _, list := range []string{"", "num_operators,", "depth,depth", "size"} {
		if m, err := ParseMetrics(list); err == nil {
			t.Errorf("metrics %q read as %v", list, m)
		}
	}
	if m, err := ParseMetrics("depth, dfa_edges"); err != nil || !reflect.DeepEqual(m, []Metric{Depth, DFAEdges}) {
		t.Errorf("found the metrics %v, %v", m, err)
	}
}

// TestEnd stops in the middle: at an error of emit, and with the context.
func TestEnd(t *testing.T) {
	c := config(t, "plogic", func(c *Config) { c.Batches, c.Workers, c.Depth = 50, 4, 10 })
	enough := errors.New("enough")
	n := 0
	err := Generate(context.Background(), c, func(*record.Row) error {
		if n++; n == 1000 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || n != 1000 {
		t.Errorf("found the error %v after %d rows", err, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n = 0
	err = Generate(ctx, c, func(*record.Row) error {
		if n++; n == 1000 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n >= 50*490 {
		t.Errorf("found the error %v after %d rows", err, n)
	}
}

// TestEndWithinABatch: the context was not looked at while a batch was drawn, which can
// take hours.
func TestEndWithinABatch(t *testing.T) {
	c := config(t, "fol", func(c *Config) { c.Batches, c.Workers, c.Depth, c.SampleCount = 1, 2, 40, 1_000_000 })
	c.Attempts = 1_000_000
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(500*time.Millisecond, cancel)
	begin := time.Now()
	err := Generate(ctx, c, func(*record.Row) error { return nil })
	if took := time.Since(begin); !errors.Is(err, context.Canceled) || took > 30*time.Second {
		t.Errorf("found the error %v after %v", err, took)
	}
}
