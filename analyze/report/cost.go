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
	record.Usage
	calls   int64
	latency []float64
}

func (s *spent) add(u *record.Usage) {
	s.calls++
	s.Add(*u)
	if u.LatencySeconds != nil {
		s.latency = append(s.latency, *u.LatencySeconds)
	}
}

func costTable(costs *metrics.Groups[spent]) *table.Table {
	columns := slices.Concat(table.Ints("calls", "attempts", "prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens"),
		table.Floats("cost_usd", "latency_median", "latency_p95"))
	return costs.Table(columns, func(s *spent) [][]any {
		var cost, median, p95 any
		if s.CostUSD != nil {
			cost = *s.CostUSD
		}
		if slices.Sort(s.latency); len(s.latency) > 0 {
			median, p95 = stats.Quantile(s.latency, 0.5), stats.Quantile(s.latency, 0.95)
		}
		return [][]any{{s.calls, s.Attempts, s.PromptTokens, s.CompletionTokens, s.CachedTokens, s.ReasoningTokens, cost, median, p95}}
	})
}
