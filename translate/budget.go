package translate

import (
	"errors"
	"fmt"
	"sync"

	"github.com/truthloop/truthloop/format/record"
)

// ErrBudget is the error of a call that was not made since a Budget is used up.
var ErrBudget = errors.New("budget is used up")

// A Budget ends a run before it has spent more than was allowed. Models may
// share one. What a call takes is known only when it is over, so an amount is
// set aside before each: its prompt by estimate, and an answer as long as the
// answers so far on average, or, before there are any, as the prompt. A run
// can thus exceed its budget by what the estimates of the calls under way are
// short of, and not by a call more.
type Budget struct {
	usd    float64 // 0: any
	tokens int64   // 0: any

	mu              sync.Mutex
	spent, reserved amount
	answers         int64 // that were paid for
	answerTokens    int64
}

// An amount is what calls take. The tokens are of prompts and answers.
type amount struct {
	usd    float64
	tokens int64
}

// NewBudget allows for so many US dollars and tokens; 0 allows for any number.
func NewBudget(usd float64, tokens int64) *Budget { return &Budget{usd: usd, tokens: tokens} }

// Spent adds what earlier runs took. A nil Budget allows for anything.
func (b *Budget) Spent(usd float64, tokens int64) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent.usd += usd
	b.spent.tokens += tokens
}

// reserve sets aside what a call will take, or says that it is not there.
// price may be nil.
func (b *Budget) reserve(prompt int64, price func(record.Usage) float64) (amount, error) {
	if b == nil {
		return amount{}, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	answer := prompt
	if b.answers > 0 {
		answer = b.answerTokens / b.answers
	}
	a := amount{tokens: prompt + answer}
	if price != nil {
		a.usd = price(record.Usage{PromptTokens: prompt, CompletionTokens: answer})
	}
	if total := b.spent.usd + b.reserved.usd; b.usd > 0 && total+a.usd > b.usd {
		return amount{}, fmt.Errorf("%w: of $%.2f, $%.6f are spent or set aside for calls under way, and the next call takes about $%.6f; --resume with a higher --budget goes on", ErrBudget, b.usd, total, a.usd)
	}
	if total := b.spent.tokens + b.reserved.tokens; b.tokens > 0 && total+a.tokens > b.tokens {
		return amount{}, fmt.Errorf("%w: of %d tokens, %d are spent or set aside for calls under way, and the next call takes about %d; --resume with a higher --budget-tokens goes on", ErrBudget, b.tokens, total, a.tokens)
	}
	b.reserved.usd += a.usd
	b.reserved.tokens += a.tokens
	return a, nil
}

// settle puts what a call took in place of what was set aside for it. Usage is
// zero for an answer that cost nothing.
func (b *Budget) settle(a amount, u record.Usage) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved.usd -= a.usd
	b.reserved.tokens -= a.tokens
	b.spent.tokens += u.PromptTokens + u.CompletionTokens
	if u.CostUSD != nil {
		b.spent.usd += *u.CostUSD
	}
	if u.PromptTokens+u.CompletionTokens > 0 {
		b.answers++
		b.answerTokens += u.CompletionTokens
	}
}
