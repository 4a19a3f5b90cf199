package metrics

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
)

// A Set is a set of columns that a Summary has on demand.
type Set uint8

// The sets of columns.
const (
	Strict       Set = iota + 1 // compliance of whole answers
	Shares                      // every class as a share of the rows
	Intervals                   // of compliance
	Relations                   // how fs_out stands to fs
	Outcomes                    // how the last model call ended
	Disagreement                // mean of the column of that name
	Runs                        // spread over the runs
	Samples                     // pass@k and majority over the rows of a formula
	Clustered                   // standard error, clustered by formula
	Bootstrapped                // intervals by resampling formulas
	Text                        // nl against a reference sentence
	Edits                       // fs_out against fs as written
	Bound                       // of false positives in chains
)

var sets = []string{"strict", "shares", "intervals", "relations", "outcomes", "disagreement", "runs", "samples", "clustered", "bootstrap", "text", "edits", "bound"}

func (s Set) String() string {
	if s < Strict || int(s) > len(sets) {
		return fmt.Sprintf("Set(%d)", uint8(s))
	}
	return sets[s-1]
}

// ParseSet reads the name of a set of columns.
func ParseSet(s string) (Set, error) {
	if i := slices.Index(sets, s); i >= 0 {
		return Set(i + 1), nil
	}
	return 0, fmt.Errorf("columns %q: expected some of %s", s, strings.Join(sets, ", "))
}

// A measure is a column of a Summary's table and its value in a group; nil and
// NaN are no value.
type measure struct {
	column table.Column
	of     func(g *group, o Options) any
}

func float(name string, of func(g *group, o Options) float64) measure {
	return measure{table.Column{Name: name, Kind: table.Float}, func(g *group, o Options) any { return of(g, o) }}
}

func integer(name string, of func(g *group) any) measure {
	return measure{table.Column{Name: name, Kind: table.Int}, func(g *group, _ Options) any { return of(g) }}
}

// rate is a column of a rate of the whole group.
func rate(name string, of func(t *Tally) float64) measure {
	return float(name, func(g *group, _ Options) float64 { return of(&g.total) })
}

// number is a column of a count of the whole group.
func number(name string, of func(t *Tally) int64) measure {
	return integer(name, func(g *group) any { return of(&g.total) })
}

// columnsOf lists the columns that o asks for.
func columnsOf(o Options) []measure {
	ms := []measure{
		number("rows", func(t *Tally) int64 { return t.Rows }),
		rate("compliance", (*Tally).Compliance),
		rate("accuracy_low", (*Tally).AccuracyLow),
		rate("accuracy_high", (*Tally).AccuracyHigh),
		float("interval_low", func(g *group, o Options) float64 { low, _ := g.total.Interval(o.Level); return low }),
		float("interval_high", func(g *group, o Options) float64 { _, high := g.total.Interval(o.Level); return high }),
		number("unknown", func(t *Tally) int64 { return t.Unknown }),
		number("noncompliant", func(t *Tally) int64 { return t.Noncompliant }),
		number("error", func(t *Tally) int64 { return t.Errors }),
		number("leak", func(t *Tally) int64 { return t.Leaks }),
	}
	ms = append(ms, over("", "batches", func(g *group) map[string]*Tally { return g.batches })...)
	for _, s := range o.Show {
		ms = append(ms, s.columns(o)...)
	}
	return append(ms, scoreColumns(o.ScoreColumns)...)
}

// over lists the columns of a spread. They have no value where there are
// fewer than two batches, since there is nothing to spread over.
func over(prefix, name string, batches func(g *group) map[string]*Tally) []measure {
	moment := func(name string, rate func(*Tally) float64, pick func(mean, sd float64) float64) measure {
		return float(prefix+name, func(g *group, _ Options) float64 {
			if len(batches(g)) < 2 {
				return math.NaN()
			}
			return pick(spread(batches(g), rate))
		})
	}
	mean := func(mean, _ float64) float64 { return mean }
	sd := func(_, sd float64) float64 { return sd }
	return []measure{
		integer(name, func(g *group) any {
			if n := len(batches(g)); n > 1 {
				return int64(n)
			}
			return nil
		}),
		moment("compliance_mean", (*Tally).Compliance, mean),
		moment("compliance_sd", (*Tally).Compliance, sd),
		moment("accuracy_mean", (*Tally).AccuracyLow, mean),
		moment("accuracy_sd", (*Tally).AccuracyLow, sd),
	}
}

// columns lists the columns of the set.
func (s Set) columns(o Options) []measure {
	switch s {
	case Strict:
		return []measure{rate("compliance_strict", func(t *Tally) float64 { return share(t.StrictParsed, t.StrictAnswers) })}
	case Shares:
		of := func(name string, n func(t *Tally) int64) measure {
			return rate(name+"_share", func(t *Tally) float64 { return share(n(t), t.Attempts()) })
		}
		return []measure{
			of("not_equivalent", func(t *Tally) int64 { return t.NotEquivalent }),
			of("unknown", func(t *Tally) int64 { return t.Unknown }),
			of("noncompliant", func(t *Tally) int64 { return t.Noncompliant }),
			of("error", func(t *Tally) int64 { return t.Errors }),
			rate("leak_share", func(t *Tally) float64 { return share(t.Leaks, t.Rows) }),
		}
	case Intervals:
		return []measure{
			float("compliance_interval_low", func(g *group, o Options) float64 { low, _ := g.total.ComplianceInterval(o.Level); return low }),
			float("compliance_interval_high", func(g *group, o Options) float64 { _, high := g.total.ComplianceInterval(o.Level); return high }),
		}
	case Relations:
		of := func(name string, n func(t *Tally) int64) measure {
			return rate(name, func(t *Tally) float64 { return share(n(t), t.NotEquivalent) })
		}
		return []measure{
			of("stronger", func(t *Tally) int64 { return t.Stronger }),
			of("weaker", func(t *Tally) int64 { return t.Weaker }),
			of("incomparable", func(t *Tally) int64 { return t.Incomparable }),
			of("relation_unknown", func(t *Tally) int64 { return t.NotEquivalent - t.Stronger - t.Weaker - t.Incomparable }),
		}
	case Outcomes:
		of := func(name string, n func(t *Tally) int64) measure {
			return rate(name, func(t *Tally) float64 { return share(n(t), t.Calls) })
		}
		return []measure{
			number("calls", func(t *Tally) int64 { return t.Calls }),
			of("truncated", func(t *Tally) int64 { return t.Truncated }),
			of("refused", func(t *Tally) int64 { return t.Refused }),
			of("failed", func(t *Tally) int64 { return t.Failed }),
		}
	case Disagreement:
		return []measure{
			number("disagreements", func(t *Tally) int64 { return t.Disagreements }),
			rate("disagreement", func(t *Tally) float64 { return t.Disagreement / float64(t.Disagreements) }),
		}
	case Text:
		corpus := float("bleu_corpus", func(g *group, _ Options) float64 {
			if g.scores.named("bleu").n == 0 {
				return math.NaN()
			}
			return g.scores.corpus.Score()
		})
		return append([]measure{
			integer("texts", func(g *group) any { return int64(g.scores.named("bleu").n) }), corpus,
		}, scoreColumns(textScores)...)
	case Edits:
		return append([]measure{
			integer("formula_pairs", func(g *group) any { return int64(g.scores.named("formula_bleu").n) }),
		}, scoreColumns(editScores)...)
	case Bound:
		return boundColumns(o)
	case Runs:
		return over("run_", "runs", func(g *group) map[string]*Tally { return g.runs })
	}
	return s.formulaColumns(o)
}

// formulaColumns lists the columns of the sets that look at formulas.
func (s Set) formulaColumns(o Options) []measure {
	formulas := integer("formulas", func(g *group) any { return int64(len(g.formulas)) })
	switch s {
	case Samples:
		ms := []measure{formulas}
		for _, k := range o.K {
			ms = append(ms,
				float(fmt.Sprintf("pass_%d_low", k), func(g *group, _ Options) float64 { low, _ := g.passAtK(k); return low }),
				float(fmt.Sprintf("pass_%d_high", k), func(g *group, _ Options) float64 { _, high := g.passAtK(k); return high }))
		}
		return append(ms,
			float("majority_low", func(g *group, _ Options) float64 { low, _ := g.majority(); return low }),
			float("majority_high", func(g *group, _ Options) float64 { _, high := g.majority(); return high }))
	case Clustered:
		return []measure{formulas, float("accuracy_se", func(g *group, _ Options) float64 { return g.clusteredError() })}
	case Bootstrapped:
		return []measure{
			float("percentile_low", func(g *group, o Options) float64 { return g.bootstrap(o).percentile[0] }),
			float("percentile_high", func(g *group, o Options) float64 { return g.bootstrap(o).percentile[1] }),
			float("bca_low", func(g *group, o Options) float64 { return g.bootstrap(o).bca[0] }),
			float("bca_high", func(g *group, o Options) float64 { return g.bootstrap(o).bca[1] }),
		}
	}
	return nil
}
