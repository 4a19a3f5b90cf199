package report

import (
	"slices"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// spent adds up the usage of a model's calls in one stage.
type spent struct {
	calls, attempts                       int64
	prompt, completion, cached, reasoning int64
	cost                                  *float64 // nil if no call has a price
	latency                               []float64
}

func (s *spent) add(u *record.Usage) {
	s.calls++
	s.attempts += u.Attempts
	s.prompt += u.PromptTokens
	s.completion += u.CompletionTokens
	s.cached += u.CachedTokens
	s.reasoning += u.ReasoningTokens
	if u.CostUSD != nil {
		if s.cost == nil {
			s.cost = new(float64)
		}
		*s.cost += *u.CostUSD
	}
	if u.LatencySeconds != nil {
		s.latency = append(s.latency, *u.LatencySeconds)
	}
}

// newCosts groups usage by model and stage.
func newCosts() *metrics.Groups[spent] {
	return metrics.NewGroups(metrics.By("model", "stage"), false, func() *spent { return &spent{} })
}

func costTable(costs *metrics.Groups[spent]) *table.Table {
	columns := slices.Concat(table.Ints("calls", "attempts", "prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens"),
		table.Floats("cost_usd", "latency_median", "latency_p95"))
	return costs.Table(columns, func(s *spent) [][]any {
		var cost, median, p95 any
		if s.cost != nil {
			cost = *s.cost
		}
		if slices.Sort(s.latency); len(s.latency) > 0 {
			median, p95 = stats.Quantile(s.latency, 0.5), stats.Quantile(s.latency, 0.95)
		}
		return [][]any{{s.calls, s.attempts, s.prompt, s.completion, s.cached, s.reasoning, cost, median, p95}}
	})
}
