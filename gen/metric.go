package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/grammar"
)

// A Metric is a column of rows. Its values define the categories.
type Metric string

// The default metrics, and the metrics of automata.
const (
	NumOperators Metric = "num_operators"
	Depth        Metric = "depth"
	DFAStates    Metric = "dfa_states"
	DFAEdges     Metric = "dfa_edges"
)

// metrics lists all metrics. count is the count of a derivation that predicts the metric
// before the text is written, or -1 if there is none.
var metrics = []struct {
	name  Metric
	count grammar.Count
}{
	{NumOperators, grammar.Operators},
	{Depth, grammar.Depth},
	{"num_and", grammar.And},
	{"num_or", grammar.Or},
	{"num_not", grammar.Not},
	{"num_implies", grammar.Implies},
	{"num_iff", grammar.Iff},
	{"num_xor", grammar.Xor},
	{"num_quantifiers", grammar.Quantifiers},
	{"num_predicates", grammar.Predicates},
	{"num_propositions", grammar.Propositions},
	{"num_temporal", -1},
	{"temporal_depth", -1},
	{DFAStates, -1},
	{DFAEdges, -1},
}

// Metrics lists all metrics.
func Metrics() []Metric {
	var out []Metric
	for _, m := range metrics {
		out = append(out, m.name)
	}
	return out
}

// ParseMetrics reads metrics separated by commas; the error lists all metrics.
func ParseMetrics(s string) ([]Metric, error) {
	var out []Metric
	for name := range strings.SplitSeq(s, ",") {
		m := Metric(strings.TrimSpace(name))
		if !slices.Contains(Metrics(), m) {
			return nil, fmt.Errorf("metric %q: expected some of %s", name, strings.ReplaceAll(strings.Trim(fmt.Sprint(Metrics()), "[]"), " ", ", "))
		}
		if slices.Contains(out, m) {
			return nil, fmt.Errorf("metric %q: named twice", name)
		}
		out = append(out, m)
	}
	return out, nil
}

// Category returns the row's values of the metrics; an absent column counts as 0.
func Category(metrics []Metric, row *record.Row) []int {
	out := make([]int, len(metrics))
	for i, m := range metrics {
		if v, ok := row.Get(string(m)); ok {
			out[i] = int(v.(int64))
		}
	}
	return out
}
