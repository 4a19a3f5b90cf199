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

	"github.com/truthloop/truthloop/format/record"
)

// ErrBudget is the error of a call that was not made because it would exceed
// the budget.
var ErrBudget = errors.New("budget is used up")

// A Tariff has the price of calls and the limits of a budget. The zero value has no price
// and no limit.
type Tariff struct {
	Price  func(record.Usage) float64 // of a call, in US dollars; nil: not known
	USD    float64                    // 0: no limit
	Tokens int64                      // of prompts and answers; 0: no limit
	Gate   *Gate                      // of the model's requests, for Status; nil: none
}

// A Meter counts and prices the calls to a model and enforces a budget. It wraps Cache
// and Retry, so that one place knows all costs of a run.
//
// The cost of a call is known only at its end. If an endpoint does not report the tokens,
// Retry estimates them. So a Meter reserves an estimate before each call: the tokens of
// the prompt, and the mean length of the answers so far. Before the first answer, the
// length of the prompt replaces this mean. A run can exceed its budget only by the error
// of the estimates for the calls under way.
type Meter struct {
	Model
	tariff Tariff

	mu              sync.Mutex
	totals          Totals
	spent, reserved amount
	paid, answered  int64 // answers that cost something, and their tokens
}

// An amount is the cost of calls. Its tokens count prompts and answers.
type amount struct {
	usd    float64
	tokens int64
}

// NewMeter returns a Meter that wraps m.
func NewMeter(m Model, t Tariff) *Meter { return &Meter{Model: m, tariff: t} }

// Spent adds the cost of earlier runs to the amount that counts against the budget.
func (m *Meter) Spent(usd float64, tokens int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent.usd += usd
	m.spent.tokens += tokens
}

// Chat calls the model, unless the budget does not allow it (ErrBudget). The
// response's usage has the cost, if a price is known.
func (m *Meter) Chat(ctx context.Context, req Request) (Response, error) {
	aside, err := m.reserve(req.tokens())
	if err != nil {
		return Response{Outcome: record.Canceled}, err
	}
	resp, err := m.Model.Chat(ctx, req)
	if m.tariff.Price != nil {
		resp.Usage.CostUSD = record.Float(m.tariff.Price(resp.Usage))
	}
	m.settle(aside, resp)
	return resp, err
}

// Foresee reserves the estimated cost of a request that is sent elsewhere, as
// in a batch. The error is ErrBudget if the budget does not allow it.
func (m *Meter) Foresee(messages []record.Message) error {
	_, err := m.reserve(EstimateTokens(messages))
	return err
}

func (m *Meter) reserve(prompt int64) (amount, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	answer := prompt
	if m.paid > 0 {
		answer = m.answered / m.paid
	}
	a := amount{tokens: prompt + answer}
	if m.tariff.Price != nil {
		a.usd = m.tariff.Price(record.Usage{PromptTokens: prompt, CompletionTokens: answer})
	}
	if total := m.spent.usd + m.reserved.usd; m.tariff.USD > 0 && total+a.usd > m.tariff.USD {
		return amount{}, fmt.Errorf("%w: of $%.2f, $%.6f are spent or reserved for calls under way, and the next call takes about $%.6f; --resume with a higher --budget continues", ErrBudget, m.tariff.USD, total, a.usd)
	}
	if total := m.spent.tokens + m.reserved.tokens; m.tariff.Tokens > 0 && total+a.tokens > m.tariff.Tokens {
		return amount{}, fmt.Errorf("%w: of %d tokens, %d are spent or reserved for calls under way, and the next call takes about %d; --resume with a higher --budget-tokens continues", ErrBudget, m.tariff.Tokens, total, a.tokens)
	}
	m.reserved.usd += a.usd
	m.reserved.tokens += a.tokens
	return a, nil
}

// settle replaces the reserved amount of a call by its cost, which is 0 for a cached
// answer.
func (m *Meter) settle(a amount, r Response) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.totals.add(r)
	m.reserved.usd -= a.usd
	m.reserved.tokens -= a.tokens
	u := r.Usage
	if r.Cached || u.PromptTokens+u.CompletionTokens == 0 {
		return
	}
	m.spent.tokens += u.PromptTokens + u.CompletionTokens
	if u.CostUSD != nil {
		m.spent.usd += *u.CostUSD
	}
	m.paid++
	m.answered += u.CompletionTokens
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
	if g := m.tariff.Gate; g != nil {
		parts = append(parts, g.Status())
	}
	for _, o := range slices.Sorted(maps.Keys(t.Outcomes)) {
		if o != record.OK {
			parts = append(parts, fmt.Sprintf("%s %d", o, t.Outcomes[o]))
		}
	}
	parts = append(parts, fmt.Sprintf("%d tokens", t.Prompt+t.Completion))
	if t.Priced {
		parts = append(parts, fmt.Sprintf("$%.4f", t.CostUSD))
	}
	return strings.Join(parts, ", ")
}

// Totals adds up calls. Answers from a cache or a journal are counted
// separately, without their usage.
type Totals struct {
	Calls, Cached, Kept, Attempts, Refused    int64
	Estimated                                 int64 // calls whose tokens are estimates
	Prompt, Completion, CachedPrompt, Thought int64 // tokens
	CostUSD                                   float64
	Priced                                    bool // CostUSD is known
	Outcomes                                  map[record.Outcome]int64
}

func (t *Totals) add(r Response) {
	if t.Outcomes == nil {
		t.Outcomes = make(map[record.Outcome]int64)
	}
	t.Outcomes[r.Outcome]++
	t.Refused += r.Refused
	switch {
	case r.Cached:
		t.Cached++
		return
	case r.Kept:
		t.Kept++
		return
	}
	t.Calls++
	t.Attempts += r.Usage.Attempts
	if r.Usage.Estimated {
		t.Estimated++
	}
	t.Prompt += r.Usage.PromptTokens
	t.Completion += r.Usage.CompletionTokens
	t.CachedPrompt += r.Usage.CachedTokens
	t.Thought += r.Usage.ReasoningTokens
	if r.Usage.CostUSD != nil {
		t.CostUSD += *r.Usage.CostUSD
		t.Priced = true
	}
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
	fmt.Fprintf(&b, "; tokens: %d prompt", t.Prompt)
	if t.CachedPrompt > 0 {
		fmt.Fprintf(&b, " (%d cached by the endpoint)", t.CachedPrompt)
	}
	fmt.Fprintf(&b, ", %d completion", t.Completion)
	if t.Thought > 0 {
		fmt.Fprintf(&b, " (%d reasoning)", t.Thought)
	}
	if t.Estimated > 0 {
		fmt.Fprintf(&b, ", estimated for %d calls, whose replies do not report them", t.Estimated)
	}
	if t.Priced {
		fmt.Fprintf(&b, "; $%.6f", t.CostUSD)
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
)

// AddSums adds the usage of a row to sums. Unlike Totals, it counts a cached
// answer with the usage of the original call.
func AddSums(sums map[string]int64, u record.Usage) {
	sums[SumAttempts] += u.Attempts
	sums[SumPrompt] += u.PromptTokens
	sums[SumCompletion] += u.CompletionTokens
	sums[SumCached] += u.CachedTokens
	sums[SumReasoning] += u.ReasoningTokens
	if u.Estimated {
		sums[SumEstimated]++
	}
	if u.CostUSD != nil {
		sums[SumCost] += int64(math.Round(*u.CostUSD * 1e9))
	}
}
