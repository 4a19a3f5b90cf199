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
	price  func(record.Usage) float64 // nil: not known
	usd    float64                    // 0: no limit
	tokens int64                      // 0: no limit

	turn    chan struct{} // is held by the call that waits for its reservation
	settled chan struct{} // has a message when an attempt has ended

	mu              sync.Mutex
	spent, reserved amount
	guessed         amount // part of spent that is estimated
	foreseen        amount // of requests that are sent elsewhere
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
	return &Budget{price: t.Price, usd: t.USD, tokens: t.Tokens, turn: make(chan struct{}, 1), settled: make(chan struct{}, 1)}
}

// of returns the amount of a usage.
func (b *Budget) of(u record.Usage) amount {
	a := amount{tokens: u.PromptTokens + u.CompletionTokens}
	if b.price != nil {
		a.usd = b.price(u)
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

// foresee counts the estimated cost of a request that is sent elsewhere.
func (b *Budget) foresee(prompt int64) error {
	r, err := b.try(prompt)
	if err == nil {
		b.settle(&r, record.Usage{}, false)
		b.foreseen.add(r.amount)
	}
	return err
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
	for _, a := range []amount{b.spent, b.foreseen, b.reserved} {
		total.add(a)
	}
	over := b.usd > 0 && !(total.usd <= b.usd) || // or not a number
		b.tokens > 0 && total.tokens > b.tokens
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
	limit, flag, show := fmt.Sprintf("%d tokens", b.tokens), "--budget-tokens", func(a amount) string { return fmt.Sprint(a.tokens) }
	if b.usd > 0 && !(b.spent.usd+b.foreseen.usd+next.usd <= b.usd) {
		limit, flag, show = fmt.Sprintf("$%.2f", b.usd), "--budget", func(a amount) string { return fmt.Sprintf("$%.6f", a.usd) }
	}
	taken := show(b.spent) + " are spent"
	if b.foreseen != (amount{}) {
		taken = show(b.foreseen) + " are needed for the requests so far"
	} else if b.guessed != (amount{}) {
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

// Spent adds the cost of earlier runs, and the part of it that is estimated.
func (b *Budget) Spent(usd float64, tokens int64, guessedUSD float64, guessedTokens int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent.add(amount{usd, tokens})
	b.guessed.add(amount{guessedUSD, guessedTokens})
}
