package stage

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// Totals is what the calls of a run took. Answers from a cache are counted
// apart and took nothing.
type Totals struct {
	Calls, Cached, Attempts                   int64
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

func (t *tally) add(r translate.Response) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.totals.Outcomes == nil {
		t.totals.Outcomes = make(map[record.Outcome]int64)
	}
	t.totals.Outcomes[r.Outcome]++
	if r.Cached {
		t.totals.Cached++
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

// Totals is what the calls so far took.
func (s *Stage) Totals() Totals {
	s.usage.mu.Lock()
	defer s.usage.mu.Unlock()
	t := s.usage.totals
	t.Outcomes = maps.Clone(t.Outcomes)
	return t
}

// Status is how the calls stand while the run goes on: those under way and how
// many may be, failures by outcome, tokens and cost so far.
func (s *Stage) Status() string {
	t := s.Totals()
	var parts []string
	if s.Gate != nil {
		parts = append(parts, fmt.Sprintf("%d of at most %d requests under way", s.Gate.UnderWay(), s.Gate.Limit()))
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

// String is the totals as one line for people.
func (t Totals) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls in %d attempts, %d answers from the cache; tokens: %d prompt", t.Calls, t.Attempts, t.Cached, t.Prompt)
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

// The names of Sums.
const (
	SumAttempts   = "attempts"
	SumPrompt     = "prompt_tokens"
	SumCompletion = "completion_tokens"
	SumCached     = "cached_tokens"
	SumReasoning  = "reasoning_tokens"
	SumCost       = "cost_nano_usd" // a billionth of a US dollar: a whole number, so that no order of adding changes the sum
)

// Sums is what the row's calls of this stage took, by name. Unlike Totals it
// counts an answer from a cache as what it took when it was made.
func (s *Stage) Sums(row *record.Row) map[string]int64 {
	sums := map[string]int64{}
	for _, u := range row.Usage {
		if u.Stage == s.name() {
			AddSums(sums, u)
		}
	}
	return sums
}

// AddSums adds what a row's calls took to sums.
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
