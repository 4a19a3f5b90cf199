package translate

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/truthloop/truthloop/format/record"
)

// ErrBudget is the error of a call that was not made, or not repeated, because it would
// exceed the budget.
var ErrBudget = errors.New("budget is used up")

// A Tariff has the price of calls and the limits of a budget. The zero value has no price
// and no limit.
type Tariff struct {
	Price  func(record.Usage) float64 // of a call, in US dollars; nil: not known
	USD    float64                    // 0: no limit
	Tokens int64                      // of prompts and answers; 0: no limit
}

// A Budget limits the cost of the attempts of all calls. Its methods are safe for
// concurrent use.
//
// The cost of an attempt is known only at its end. So Retry reserves an estimate before
// each attempt: the tokens of the prompt, and the mean length of the answers so far.
// Before the first answer, the length of the prompt replaces this mean. If the estimate
// does not fit beside the other reservations, the call waits until an attempt ends. The
// budget is used up if no attempt is under way and the estimate still does not fit. So the
// costs can exceed a budget only by the error of the estimates for the attempts under way.
type Budget struct {
	Tariff

	turn    chan struct{} // is held by the call that waits for its reservation
	settled chan struct{} // has a message when an attempt has ended

	mu              sync.Mutex
	spent, reserved amount
	guessed         amount // part of spent that is estimated
	underWay        int    // attempts with a reservation
	used            error  // is not nil once the budget is used up
	paid, answered  int64  // answers that cost something, and their tokens
}

// An amount is the cost of attempts. Its tokens count prompts and answers.
type amount struct {
	usd    float64
	tokens int64
}

func (a *amount) add(b amount)      { a.usd, a.tokens = a.usd+b.usd, a.tokens+b.tokens }
func (a *amount) subtract(b amount) { a.usd, a.tokens = a.usd-b.usd, a.tokens-b.tokens }

// A reservation is the estimated cost of an attempt; the zero value is none.
type reservation struct {
	amount
	answer int64 // tokens
	open   bool
}

// NewBudget returns the budget of a tariff.
func NewBudget(t Tariff) *Budget {
	return &Budget{Tariff: t, turn: make(chan struct{}, 1), settled: make(chan struct{}, 1)}
}

// of returns the amount of a usage.
func (b *Budget) of(u record.Usage) amount {
	a := amount{tokens: u.PromptTokens + u.CompletionTokens}
	if b.Price != nil {
		a.usd = b.Price(u)
	}
	return a
}

// reserve reserves the cost of an attempt whose prompt has the given tokens, and waits
// until it fits. The error is ErrBudget or that of ctx. Calls are served in the order in
// which they came, so that a long prompt is not overtaken for ever.
func (b *Budget) reserve(ctx context.Context, prompt int64) (reservation, error) {
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return reservation{}, ctx.Err()
	}
	for {
		if r, err := b.try(prompt); r.open || err != nil {
			return r, err
		}
		select {
		case <-b.settled:
		case <-ctx.Done():
			return reservation{}, ctx.Err()
		}
	}
}

// try reserves the cost of an attempt. It returns neither a reservation nor an error if
// another attempt has to end first.
func (b *Budget) try(prompt int64) (reservation, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	answer := prompt
	if b.paid > 0 {
		answer = b.answered / b.paid
	}
	next := b.of(record.Usage{PromptTokens: prompt, CompletionTokens: answer})
	total := next
	total.add(b.spent)
	total.add(b.reserved)
	over := b.USD > 0 && !(total.usd <= b.USD) || // or not a number
		b.Tokens > 0 && total.tokens > b.Tokens
	switch {
	case b.used != nil:
		return reservation{}, b.used
	case over && b.underWay > 0:
		return reservation{}, nil
	case over:
		b.used = b.usedUp(next)
		return reservation{}, b.used
	}
	b.reserved.add(next)
	b.underWay++
	return reservation{next, answer, true}, nil
}

// usedUp returns the error of a budget in which the next attempt does not fit.
func (b *Budget) usedUp(next amount) error {
	limit, flag, show := fmt.Sprintf("%d tokens", b.Tokens), "--budget-tokens", func(a amount) string { return fmt.Sprint(a.tokens) }
	if b.USD > 0 && !(b.spent.usd+next.usd <= b.USD) {
		limit, flag, show = fmt.Sprintf("$%.2f", b.USD), "--budget", func(a amount) string { return fmt.Sprintf("$%.6f", a.usd) }
	}
	taken := show(b.spent) + " are spent"
	if b.guessed != (amount{}) {
		taken += " (" + show(b.guessed) + " of them by estimate)"
	}
	return fmt.Errorf("%w: of %s, %s, and the next call takes about %s; --resume with a higher %s continues", ErrBudget, limit, taken, show(next), flag)
}

// settle ends a reservation and counts the usage of its attempt. answered reports whether
// the usage predicts that of further calls.
func (b *Budget) settle(r *reservation, u record.Usage, answered bool) {
	if !r.open {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	r.open = false
	b.reserved.subtract(r.amount)
	if b.underWay--; b.underWay == 0 { // rounding errors of dollars must not add up
		b.reserved.usd = 0
	}
	b.charge(b.of(u), u.Estimated)
	if answered && u.PromptTokens+u.CompletionTokens > 0 {
		b.paid++
		b.answered += u.CompletionTokens
	}
	select {
	case b.settled <- struct{}{}:
	default:
	}
}

// charge counts a cost. The caller holds the lock.
func (b *Budget) charge(a amount, estimated bool) {
	b.spent.add(a)
	if estimated {
		b.guessed.add(a)
	}
}

// pay counts a usage without a reservation, such as that of a reply that an earlier run
// paid for.
func (b *Budget) pay(u record.Usage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.charge(b.of(u), u.Estimated)
	b.paid++
	b.answered += u.CompletionTokens
}

// Spent adds the sums of earlier runs; see AddSums.
func (b *Budget) Spent(sums map[string]int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent.add(amount{float64(sums[SumCost]) / 1e9, sums[SumPrompt] + sums[SumCompletion]})
	b.guessed.add(amount{float64(sums[SumEstimatedCost]) / 1e9, sums[SumEstimatedTokens]})
}
