package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/grammar"
)

// A Metric is a column of the row that formulas are categorized by.
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

// Metrics lists all metrics.
func Metrics() []Metric { return slices.Clone(metrics) }

var metrics = []Metric{
	NumOperators, Depth, NumAnd, NumOr, NumNot, NumImplies, NumIff,
	NumQuantifiers, NumPredicates, NumPropositions, DFAStates, DFAEdges,
}

func (m Metric) String() string { return string(m) }

// ParseMetrics reads metrics separated by commas; the error lists those there
// are.
func ParseMetrics(s string) ([]Metric, error) {
	var out []Metric
	for name := range strings.SplitSeq(s, ",") {
		m := Metric(strings.TrimSpace(name))
		if !slices.Contains(metrics, m) {
			return nil, fmt.Errorf("metric %q: expected one or more of %v, separated by commas", name, metrics)
		}
		if slices.Contains(out, m) {
			return nil, fmt.Errorf("metric %q: named twice", name)
		}
		out = append(out, m)
	}
	return out, nil
}

// counts are the metrics that a derivation shows before its text is written.
var counts = map[Metric]grammar.Count{
	NumOperators: grammar.Operators, Depth: grammar.Depth,
	NumAnd: grammar.And, NumOr: grammar.Or, NumNot: grammar.Not,
	NumImplies: grammar.Implies, NumIff: grammar.Iff,
	NumQuantifiers: grammar.Quantifiers, NumPredicates: grammar.Predicates,
	NumPropositions: grammar.Propositions,
}

// applies reports whether rows of the formalism have the metric.
func (m Metric) applies(f record.Formalism) bool {
	automaton := m == DFAStates || m == DFAEdges
	if f == record.Regex {
		return automaton || m == Depth
	}
	return !automaton
}

// Category returns the row's values of the metrics; a column that is absent
// counts as 0.
func Category(metrics []Metric, row *record.Row) []int64 {
	out := make([]int64, len(metrics))
	for i, m := range metrics {
		if p := column(m, row); p != nil {
			out[i] = *p
		}
	}
	return out
}

func column(m Metric, r *record.Row) *int64 {
	switch m {
	case NumOperators:
		return r.NumOperators
	case Depth:
		return r.Depth
	case NumAnd:
		return r.NumAnd
	case NumOr:
		return r.NumOr
	case NumNot:
		return r.NumNot
	case NumImplies:
		return r.NumImplies
	case NumIff:
		return r.NumIff
	case NumQuantifiers:
		return r.NumQuantifiers
	case NumPredicates:
		return r.NumPredicates
	case NumPropositions:
		return r.NumPropositions
	case DFAStates:
		return r.DFAStates
	case DFAEdges:
		return r.DFAEdges
	}
	return nil
}
