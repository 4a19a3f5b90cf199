package report

import (
	"maps"
	"slices"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// spent is what a model's calls in one stage took.
type spent struct {
	calls, attempts                       int64
	prompt, completion, cached, reasoning int64
	cost                                  float64
	priced                                bool
	latency                               []float64
}

// costs adds up usage by model and stage; it keeps a latency per call.
type costs map[[2]string]*spent

func (c costs) add(r *record.Row) {
	for i := range r.Usage {
		u := &r.Usage[i]
		key := [2]string{r.Model, u.Stage}
		s := c[key]
		if s == nil {
			s = &spent{}
			c[key] = s
		}
		s.calls++
		s.attempts += u.Attempts
		s.prompt += u.PromptTokens
		s.completion += u.CompletionTokens
		s.cached += u.CachedTokens
		s.reasoning += u.ReasoningTokens
		if u.CostUSD != nil {
			s.cost, s.priced = s.cost+*u.CostUSD, true
		}
		if u.LatencySeconds != nil {
			s.latency = append(s.latency, *u.LatencySeconds)
		}
	}
}

func (c costs) table() *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "model", Kind: table.String}, {Name: "stage", Kind: table.String}}}
	for _, name := range []string{"calls", "attempts", "prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens"} {
		t.Columns = append(t.Columns, table.Column{Name: name, Kind: table.Int})
	}
	for _, name := range []string{"cost_usd", "latency_median", "latency_p95"} {
		t.Columns = append(t.Columns, table.Column{Name: name, Kind: table.Float})
	}
	keys := slices.SortedFunc(maps.Keys(c), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, k := range keys {
		s := c[k]
		var cost any
		if s.priced {
			cost = s.cost
		}
		slices.Sort(s.latency)
		t.Rows = append(t.Rows, []any{
			k[0], k[1], s.calls, s.attempts, s.prompt, s.completion, s.cached, s.reasoning, cost, quantile(s.latency, 0.5), quantile(s.latency, 0.95),
		})
	}
	return t
}
