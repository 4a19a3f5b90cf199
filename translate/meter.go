package translate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// A Meter is a model whose calls are counted, priced and held to a budget. It
// stands in front of everything else, cache and retries included, so that one
// place knows what a run took; whoever asks the model need not know of money.
type Meter struct {
	Model
	tariff Tariff
	tally  tally
}

// A Tariff is what a Meter goes by; its zero value prices nothing and allows
// for anything.
type Tariff struct {
	Price  func(record.Usage) float64 // of a call, in US dollars; nil: not known
	Budget *Budget                    // nil: any
	Gate   *Gate                      // that the model's requests pass, for Status; nil: none
}

// NewMeter is m with its calls counted.
func NewMeter(m Model, t Tariff) *Meter { return &Meter{Model: m, tariff: t} }

// Chat is the model's, unless the budget does not allow for it, which is
// ErrBudget. The response's usage has its cost, where a price is known.
func (m *Meter) Chat(ctx context.Context, req Request) (Response, error) {
	return m.Do(EstimateTokens(req.Messages), func() (Response, error) { return m.Model.Chat(ctx, req) })
}

// Do counts a call that is no chat, of about so many tokens to ask.
func (m *Meter) Do(prompt int64, call func() (Response, error)) (Response, error) {
	aside, err := m.tariff.Budget.reserve(prompt, m.tariff.Price)
	if err != nil {
		return Response{Outcome: record.Canceled}, err
	}
	resp, err := call()
	if m.tariff.Price != nil {
		resp.Usage.CostUSD = record.Float(m.tariff.Price(resp.Usage))
	}
	spent := resp.Usage
	if resp.Cached {
		spent = record.Usage{}
	}
	m.tariff.Budget.settle(aside, spent)
	m.tally.add(resp)
	return resp, err
}

// Foresee sets aside, for good, what a call takes by estimate that somebody
// else will make. Where that is not there, it is ErrBudget.
func (m *Meter) Foresee(messages []record.Message) error {
	_, err := m.tariff.Budget.reserve(EstimateTokens(messages), m.tariff.Price)
	return err
}

// Totals is what the calls so far took.
func (m *Meter) Totals() Totals {
	m.tally.mu.Lock()
	defer m.tally.mu.Unlock()
	t := m.tally.totals
	t.Outcomes = maps.Clone(t.Outcomes)
	return t
}

// Status is how the calls stand while the run goes on: those under way and how
// many may be, failures by outcome, tokens and cost so far.
func (m *Meter) Status() string {
	t := m.Totals()
	var parts []string
	if g := m.tariff.Gate; g != nil {
		parts = append(parts, fmt.Sprintf("%d of at most %d requests under way", g.UnderWay(), g.Limit()))
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
