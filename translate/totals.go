package translate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/truthloop/truthloop/format/record"
)

// Totals is what the calls of a run took. Answers from a cache or a journal are
// counted apart and took nothing.
type Totals struct {
	Calls, Cached, Kept, Attempts             int64
	Prompt, Completion, CachedPrompt, Thought int64 // tokens
	CostUSD                                   float64
	Priced                                    bool // whether the cost is known
	Outcomes                                  map[record.Outcome]int64
}

// tally is Totals that goroutines add to.
type tally struct {
	mu     sync.Mutex
	totals Totals
}

func (t *tally) add(r Response) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.totals.Outcomes == nil {
		t.totals.Outcomes = make(map[record.Outcome]int64)
	}
	t.totals.Outcomes[r.Outcome]++
	switch {
	case r.Cached:
		t.totals.Cached++
		return
	case r.Kept:
		t.totals.Kept++
		return
	}
	t.totals.Calls++
	t.totals.Attempts += r.Usage.Attempts
	t.totals.Prompt += r.Usage.PromptTokens
	t.totals.Completion += r.Usage.CompletionTokens
	t.totals.CachedPrompt += r.Usage.CachedTokens
	t.totals.Thought += r.Usage.ReasoningTokens
	if r.Usage.CostUSD != nil {
		t.totals.CostUSD += *r.Usage.CostUSD
		t.totals.Priced = true
	}
}

// String is the totals as one line for people.
func (t Totals) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls in %d attempts, %d answers from the cache", t.Calls, t.Attempts, t.Cached)
	if t.Kept > 0 {
		fmt.Fprintf(&b, ", %d that an earlier run had paid for", t.Kept)
	}
	fmt.Fprintf(&b, "; tokens: %d prompt", t.Prompt)
	if t.CachedPrompt > 0 {
		fmt.Fprintf(&b, " (%d cached by the endpoint)", t.CachedPrompt)
	}
	fmt.Fprintf(&b, ", %d completion", t.Completion)
	if t.Thought > 0 {
		fmt.Fprintf(&b, " (%d reasoning)", t.Thought)
	}
	if t.Priced {
		fmt.Fprintf(&b, "; $%.6f", t.CostUSD)
	}
	for i, o := range slices.Sorted(maps.Keys(t.Outcomes)) {
		sep := ", "
		if i == 0 {
			sep = "; outcomes: "
		}
		fmt.Fprintf(&b, "%s%s %d", sep, o, t.Outcomes[o])
	}
	return b.String()
}

// The names of the sums that AddSums adds to.
const (
	SumAttempts   = "attempts"
	SumPrompt     = "prompt_tokens"
	SumCompletion = "completion_tokens"
	SumCached     = "cached_tokens"
	SumReasoning  = "reasoning_tokens"
	SumCost       = "cost_nano_usd" // a billionth of a US dollar: a whole number, so that no order of adding changes the sum
)

// AddSums adds what a row's calls took to sums. Unlike Totals it counts an
// answer from a cache as what it took when it was made.
func AddSums(sums map[string]int64, u record.Usage) {
	sums[SumAttempts] += u.Attempts
	sums[SumPrompt] += u.PromptTokens
	sums[SumCompletion] += u.CompletionTokens
	sums[SumCached] += u.CachedTokens
	sums[SumReasoning] += u.ReasoningTokens
	if u.CostUSD != nil {
		sums[SumCost] += int64(math.Round(*u.CostUSD * 1e9))
	}
}
