package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/grammar"
)

// A Metric is a column of the row whose values define the categories.
type Metric string

// The metrics.
const (
	NumOperators    Metric = "num_operators"
	Depth           Metric = "depth"
	NumAnd          Metric = "num_and"
	NumOr           Metric = "num_or"
	NumNot          Metric = "num_not"
	NumImplies      Metric = "num_implies"
	NumIff          Metric = "num_iff"
	NumQuantifiers  Metric = "num_quantifiers"
	NumPredicates   Metric = "num_predicates"
	NumPropositions Metric = "num_propositions"
	DFAStates       Metric = "dfa_states"
	DFAEdges        Metric = "dfa_edges"
)

// metrics are all metrics: the column of the row, and the count of a derivation
// that predicts it before the text is written.
var metrics = []struct {
	name   Metric
	column func(*record.Row) *int64
	count  grammar.Count // or -1
}{
	{NumOperators, func(r *record.Row) *int64 { return r.NumOperators }, grammar.Operators},
	{Depth, func(r *record.Row) *int64 { return r.Depth }, grammar.Depth},
	{NumAnd, func(r *record.Row) *int64 { return r.NumAnd }, grammar.And},
	{NumOr, func(r *record.Row) *int64 { return r.NumOr }, grammar.Or},
	{NumNot, func(r *record.Row) *int64 { return r.NumNot }, grammar.Not},
	{NumImplies, func(r *record.Row) *int64 { return r.NumImplies }, grammar.Implies},
	{NumIff, func(r *record.Row) *int64 { return r.NumIff }, grammar.Iff},
	{NumQuantifiers, func(r *record.Row) *int64 { return r.NumQuantifiers }, grammar.Quantifiers},
	{NumPredicates, func(r *record.Row) *int64 { return r.NumPredicates }, grammar.Predicates},
	{NumPropositions, func(r *record.Row) *int64 { return r.NumPropositions }, grammar.Propositions},
	{DFAStates, func(r *record.Row) *int64 { return r.DFAStates }, -1},
	{DFAEdges, func(r *record.Row) *int64 { return r.DFAEdges }, -1},
}

// index is the place of m in metrics, or -1.
func (m Metric) index() int {
	for i := range metrics {
		if metrics[i].name == m {
			return i
		}
	}
	return -1
}

// Metrics lists all metrics.
func Metrics() []Metric {
	var out []Metric
	for _, m := range metrics {
		out = append(out, m.name)
	}
	return out
}

func (m Metric) String() string { return string(m) }

// ParseMetrics reads metrics separated by commas; the error lists all metrics.
func ParseMetrics(s string) ([]Metric, error) {
	var out []Metric
	for name := range strings.SplitSeq(s, ",") {
		m := Metric(strings.TrimSpace(name))
		if m.index() < 0 {
			return nil, fmt.Errorf("metric %q: expected one or more of %v, separated by commas", name, Metrics())
		}
		if slices.Contains(out, m) {
			return nil, fmt.Errorf("metric %q: named twice", name)
		}
		out = append(out, m)
	}
	return out, nil
}

// applies reports whether rows of the formalism have the metric.
func (m Metric) applies(f record.Formalism) bool {
	automaton := m == DFAStates || m == DFAEdges
	if f == record.Regex {
		return automaton || m == Depth
	}
	return !automaton && m.index() >= 0
}

// Category returns the row's values of the metrics; an absent column counts as
// 0.
func Category(metrics []Metric, row *record.Row) []int {
	out := make([]int, len(metrics))
	for i, m := range metrics {
		if p := m.column(row); p != nil {
			out[i] = int(*p)
		}
	}
	return out
}

func (m Metric) column(r *record.Row) *int64 { return metrics[m.index()].column(r) }
