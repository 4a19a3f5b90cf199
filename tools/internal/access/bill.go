package access

import (
	"fmt"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/profile"
)

// TheBill is the group of the flags that limit and foretell what a run takes.
const TheBill = "THE BILL"

func billFlags(prefix string) []ucli.Flag {
	return []ucli.Flag{
		&ucli.Float64Flag{Category: TheBill, Name: prefix + "budget", Usage: "`DOLLARS` that the output may cost, resumed runs included; the run then ends, and --resume goes on"},
		&ucli.Int64Flag{Category: TheBill, Name: prefix + "budget-tokens", Usage: "`NUMBER` of tokens, of prompts and answers, that it may take"},
		&ucli.BoolFlag{Category: TheBill, Name: prefix + "dry-run", Usage: "call nothing, and tell the number of requests, about how many tokens and dollars they take, and a prompt of each kind"},
	}
}

// budget is that of the flags; nil where there is none.
func budget(c *ucli.Context, prefix, name string, price *profile.Price) (*translate.Budget, error) {
	usd, tokens := c.Float64(prefix+"budget"), c.Int64(prefix+"budget-tokens")
	switch {
	case !(usd >= 0) || tokens < 0:
		return nil, cli.Usagef("--%[1]sbudget and --%[1]sbudget-tokens: found a negative value, expected none", prefix)
	case usd > 0 && price == nil:
		return nil, cli.Usagef("--%[1]sbudget: no price is known of model %[2]s; give one in a file for --%[1]smodels, or limit --%[1]sbudget-tokens", prefix, name)
	case usd == 0 && tokens == 0 && (c.IsSet(prefix+"budget") || c.IsSet(prefix+"budget-tokens")):
		return nil, cli.Usagef("--%[1]sbudget and --%[1]sbudget-tokens: found 0, with which nothing can be asked", prefix)
	case usd == 0 && tokens == 0:
		return nil, nil
	}
	return translate.NewBudget(usd, tokens), nil
}

// metered is m with its calls counted, priced and held to the budget.
func (a *Access) metered(m translate.Model) *translate.Meter {
	t := translate.Tariff{Budget: a.budget, Gate: a.gate}
	if a.price != nil {
		t.Price = a.price.Cost
	}
	a.meter = translate.NewMeter(m, t)
	return a.meter
}

// Foresee is for a request that somebody else will send, as in a batch: it is
// ErrBudget where the budget does not allow for what it takes by estimate.
func (a *Access) Foresee(messages []record.Message) error { return a.meter.Foresee(messages) }

// Recorded has the answers come from m, which calls nothing: they are counted,
// and have no price and no budget.
func (a *Access) Recorded(m translate.Model) {
	a.price, a.budget = nil, nil
	a.Model = a.metered(m)
}

// Journal has the replies of unfinished rows kept in dir; see translate.Journal.
// The Model is another one then.
func (a *Access) Journal(dir string) (*translate.Journal, error) {
	j, err := translate.NewJournal(a.bare, dir)
	if err == nil {
		a.Model = a.metered(j)
	}
	return j, err
}

// Status is what the progress tells of the calls; see cli.Stage. It is empty
// for a built-in model.
func (a *Access) Status() string {
	if a == nil || a.builtin || a.meter == nil {
		return ""
	}
	return a.meter.Status()
}

// Sums is a cli.Stage's Sums for a program whose rows have the usage of the
// named stages: what a row took, for the manifest. A built-in model takes
// nothing.
func (a *Access) Sums(stages ...string) func(*record.Row) map[string]int64 {
	return func(row *record.Row) map[string]int64 {
		if a.builtin {
			return nil
		}
		sums := map[string]int64{}
		for _, u := range row.Usage {
			for _, name := range stages {
				if u.Stage == name {
					translate.AddSums(sums, u)
				}
			}
		}
		return sums
	}
}

// Resumed is a cli.Stage's Resumed: what earlier runs of the output took counts
// for the budget and in the report.
func (a *Access) Resumed(sums map[string]int64) {
	if a == nil {
		return
	}
	a.before = sums
	a.budget.Spent(float64(sums[translate.SumCost])/1e9, sums[translate.SumPrompt]+sums[translate.SumCompletion])
}

// Report tells what the calls to an endpoint took, in a line on stderr, and in
// another what they took before this run. It is for the end of a run, also of
// one that ends early: that was paid for, too.
func (a *Access) Report(env *cli.Env) {
	if a == nil || a.builtin || a.meter == nil {
		return
	}
	if t := a.meter.Totals(); t.Outcomes != nil {
		fmt.Fprintf(env.Stderr, "%s: %s: %v\n", env.Name, a.name, t)
	}
	if a.before[translate.SumAttempts] > 0 {
		before := fmt.Sprintf("%d attempts; tokens: %d prompt, %d completion", a.before[translate.SumAttempts], a.before[translate.SumPrompt], a.before[translate.SumCompletion])
		if a.price != nil {
			before += fmt.Sprintf("; $%.6f", float64(a.before[translate.SumCost])/1e9)
		}
		fmt.Fprintf(env.Stderr, "%s: %s: and before this run %s\n", env.Name, a.name, before)
	}
}
