package translate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/record"
)

// A Meter counts and prices the calls to a model. It wraps Cache and Retry, so that one
// place knows all costs of a run. Retry keeps the budget, because each attempt can cost
// something.
type Meter struct {
	Model
	Budget *Budget // of the model's attempts; see Policy
	gate   *Gate   // of the model's requests, for Status; nil: none

	mu     sync.Mutex
	totals Totals
}

// NewMeter returns a Meter that wraps m. The budget and the gate can be nil.
func NewMeter(m Model, b *Budget, g *Gate) *Meter {
	if b == nil {
		b = NewBudget(Tariff{})
	}
	return &Meter{Model: m, Budget: b, gate: g}
}

// Chat calls the model. The error is ErrBudget if the budget does not allow it. The
// response's usage has the cost, if a price is known.
func (m *Meter) Chat(ctx context.Context, req Request) (Response, error) {
	resp, err := m.Model.Chat(ctx, req)
	if errors.Is(err, ErrBudget) && resp.Usage.Attempts == 0 { // no call was made
		return resp, err
	}
	if m.Budget.Price != nil {
		resp.Usage.CostUSD = record.Float(m.Budget.Price(resp.Usage))
	}
	if resp.Kept {
		m.Budget.pay(resp.Usage)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.totals.add(resp)
	return resp, err
}

// Totals returns the sums over the calls so far.
func (m *Meter) Totals() Totals {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.totals
	t.Outcomes = maps.Clone(t.Outcomes)
	return t
}

// Status describes the calls of a running program: those under way and their rate,
// failures by outcome, tokens and cost so far.
func (m *Meter) Status() string {
	t := m.Totals()
	var parts []string
	if g := m.gate; g != nil {
		parts = append(parts, g.Status())
	}
	for _, o := range slices.Sorted(maps.Keys(t.Outcomes)) {
		if o != record.OK {
			parts = append(parts, fmt.Sprintf("%s %d", o, t.Outcomes[o]))
		}
	}
	parts = append(parts, fmt.Sprintf("%d tokens", t.PromptTokens+t.CompletionTokens))
	if t.CostUSD != nil {
		parts = append(parts, fmt.Sprintf("$%.4f", *t.CostUSD))
	}
	return strings.Join(parts, ", ")
}

// Totals adds up calls. Answers from a cache or a journal are counted
// separately, without their usage.
type Totals struct {
	record.Usage
	Calls, Cached, Kept, Refused int64
	Guessed                      int64 // calls whose tokens are estimates
	Replaced                     int64 // answers with U+FFFD, which replaces what is not Unicode
	Outcomes                     map[record.Outcome]int64
}

func (t *Totals) add(r Response) {
	if t.Outcomes == nil {
		t.Outcomes = make(map[record.Outcome]int64)
	}
	t.Outcomes[r.Outcome]++
	t.Refused += r.Refused
	if r.Replaced || !utf8.ValidString(r.Content) || !utf8.ValidString(r.Reasoning) {
		t.Replaced++
	}
	switch {
	case r.Cached:
		t.Cached++
		return
	case r.Kept:
		t.Kept++
		return
	}
	t.Calls++
	if r.Usage.Estimated {
		t.Guessed++
	}
	t.Usage.Add(r.Usage)
}

// String returns the totals as one line of text.
func (t Totals) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls in %d attempts, %d answers from the cache", t.Calls, t.Attempts, t.Cached)
	if t.Refused > 0 {
		fmt.Fprintf(&b, ", %d requests refused for rate", t.Refused)
	}
	if t.Kept > 0 {
		fmt.Fprintf(&b, ", %d that an earlier run paid for", t.Kept)
	}
	if t.Replaced > 0 {
		fmt.Fprintf(&b, ", %d answers with U+FFFD in place of bytes that are no text", t.Replaced)
	}
	fmt.Fprintf(&b, "; tokens: %d prompt", t.PromptTokens)
	if t.CachedTokens > 0 {
		fmt.Fprintf(&b, " (%d cached by the endpoint)", t.CachedTokens)
	}
	fmt.Fprintf(&b, ", %d completion", t.CompletionTokens)
	if t.ReasoningTokens > 0 {
		fmt.Fprintf(&b, " (%d reasoning)", t.ReasoningTokens)
	}
	if t.Guessed > 0 {
		fmt.Fprintf(&b, ", estimated for %d calls, whose replies do not report all of them", t.Guessed)
	}
	if t.CostUSD != nil {
		fmt.Fprintf(&b, "; $%.6f", *t.CostUSD)
	}
	sep := "; outcomes: "
	for _, o := range slices.Sorted(maps.Keys(t.Outcomes)) {
		fmt.Fprintf(&b, "%s%s %d", sep, o, t.Outcomes[o])
		sep = ", "
	}
	return b.String()
}

// The names of the sums in a manifest.
const (
	SumAttempts   = "attempts"
	SumPrompt     = "prompt_tokens"
	SumCompletion = "completion_tokens"
	SumCached     = "cached_tokens"
	SumReasoning  = "reasoning_tokens"
	SumEstimated  = "estimated_usages" // usages whose tokens are estimates
	SumCost       = "cost_nano_usd"    // billionths of a US dollar: integers, so that the order of addition does not matter

	// The parts of the sums whose usages contain estimates. They are absent if there are
	// none.
	SumEstimatedTokens = "estimated_tokens"
	SumEstimatedCost   = "estimated_cost_nano_usd"
)

// AddSums adds the usage of a row to sums. Unlike Totals, it counts a cached
// answer with the usage of the original call.
func AddSums(sums map[string]int64, u record.Usage) {
	sums[SumAttempts] += u.Attempts
	sums[SumPrompt] += u.PromptTokens
	sums[SumCompletion] += u.CompletionTokens
	sums[SumCached] += u.CachedTokens
	sums[SumReasoning] += u.ReasoningTokens
	cost := int64(0)
	if u.CostUSD != nil {
		// A row of another program may have any cost; this one fits an int64.
		const most = 1e9
		cost = int64(math.Round(min(*u.CostUSD, most) * 1e9))
		sums[SumCost] += cost
	}
	if u.Estimated {
		sums[SumEstimated]++
		sums[SumEstimatedTokens] += u.PromptTokens + u.CompletionTokens
		if cost > 0 {
			sums[SumEstimatedCost] += cost
		}
	}
}
