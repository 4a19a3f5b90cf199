package gen

import (
	"fmt"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/grammar"
	"github.com/truthloop/truthloop/verify"
)

func TestQuantifierRange(t *testing.T) {
	for _, r := range []grammar.Range{{Min: 0, Max: 0}, {Min: 2, Max: 4}, {Min: 5, Max: grammar.Any}} {
		c := config(t, "fol", func(c *Config) { c.Quantifiers, c.Depth, c.SampleCount = r, 16, 30 })
		found := map[int64]int{}
		all := rows(t, c)
		for _, row := range all {
			found[*row.NumQuantifiers]++
		}
		for q, n := range found {
			if int(q) < r.Min || int(q) > r.Max {
				t.Errorf("%v: found %d formulas of %d quantifiers", r, n, q)
			}
		}
		for q := r.Min; q <= min(r.Max, r.Min+2); q++ {
			if found[int64(q)] < len(all)/20 {
				t.Errorf("%v: found %d of %d formulas with %d quantifiers, expected a fair share", r, found[int64(q)], len(all), q)
			}
		}
	}
}

// TestProductCategories fills every combination of two metrics: that the
// levels are stratified is what makes long prefixes with large matrices occur.
func TestProductCategories(t *testing.T) {
	c := config(t, "fol", func(c *Config) {
		c.Metrics = []Metric{NumOperators, "num_quantifiers"}
		c.Depth, c.SampleCount = 14, 10
	})
	found := counted(c.Metrics, rows(t, c))
	for operators := range 12 {
		for quantifiers := range 12 - operators {
			if n := found[fmt.Sprintf("%d %d", operators, quantifiers)]; n != 10 {
				t.Errorf("%d operators and %d quantifiers: found %d formulas, expected 10", operators, quantifiers, n)
			}
		}
	}
}

// TestMeasuredMetric draws for a metric that derivations do not show.
func TestMeasuredMetric(t *testing.T) {
	c := config(t, "regex", func(c *Config) { c.Metrics, c.Depth, c.SampleCount, c.Attempts = []Metric{DFAStates}, 20, 10, 100 })
	found := counted(c.Metrics, rows(t, c))
	for states := 1; states <= 10; states++ {
		if n := found[fmt.Sprint(states)]; n != 10 {
			t.Errorf("%d states: found %d regular expressions, expected 10", states, n)
		}
	}
}

// TestNothingTrivial checks with the filter's own oracle that filters are
// applied, and that without them there is something to drop.
func TestNothingTrivial(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, dataset := range []string{"plogic", "fol", "regex"} {
		for _, filter := range []bool{false, true} {
			c := config(t, dataset, func(c *Config) {
				if c.Depth = 15; filter {
					c.Trivial = verify.Trivial
				}
			})
			trivial := 0
			for _, r := range rows(t, c) {
				if r.Formalism == record.Regex {
					if *r.DFAStates <= 1 {
						trivial++
					}
					continue
				}
				if verify.TrivialRow(r) {
					trivial++
				}
			}
			if filter != (trivial == 0) {
				t.Errorf("%s, filtered %v: found %d trivial rows", dataset, filter, trivial)
			}
		}
	}
}

func TestKSAT(t *testing.T) {
	three, err := KSAT(3)
	if err != nil {
		t.Fatal(err)
	}
	if own := config(t, "ksat", nil).Grammar; own.String() != three.String() {
		t.Errorf("the packaged grammar is\n%sexpected\n%s", own, three)
	}
	for _, k := range []int{1, 2, 7} {
		g, err := KSAT(k)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Default("ksat", g)
		if err != nil {
			t.Fatal(err)
		}
		c.Depth = 6
		for _, r := range rows(t, c) {
			if clauses := *r.NumAnd + 1; *r.NumPropositions != clauses*int64(k) {
				t.Fatalf("k=%d: %s has %d propositions in %d clauses", k, r.FS, *r.NumPropositions, clauses)
			}
		}
	}
	for _, k := range []int{0, -1, MaxK + 1} {
		if _, err := KSAT(k); err == nil {
			t.Errorf("found no error for k = %d", k)
		}
	}
}

// TestOwnGrammar takes operators the packaged ones have not, in a form whose
// metrics derivations do not show rightly: what counts is the text.
func TestOwnGrammar(t *testing.T) {
	g, err := grammar.Parse("mine.cfg", "S -> v | '(not' S ')' | S 'implies' S | '(' S '<->' S ')'")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Default("mine", g)
	if err != nil {
		t.Fatal(err)
	}
	c.Depth, c.Metrics = 8, []Metric{"num_implies", "num_not"}
	list := rows(t, c)
	if len(list) < 500 {
		t.Errorf("found %d rows, expected many", len(list))
	}
	for _, r := range list {
		checkFormula(t, r, "mine")
	}
}
