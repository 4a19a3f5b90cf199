package models

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/prompt"
)

// The groups of flags in a program's help.
const (
	TheModel = "MODEL"
	Question = "QUESTION"
	Costs    = "COSTS"
	sampling = "SAMPLING"
)

// Flags returns the flags of a model, except its name.
func Flags() []ucli.Flag {
	return []ucli.Flag{
		&ucli.StringFlag{Category: TheModel, Name: "provider", Value: string(endpoint.OpenAI), Usage: "`PROTOCOL`: openai or anthropic"},
		&ucli.StringFlag{Category: TheModel, Name: "base-url", Usage: "`URL` of the endpoint, in place of OPENAI_BASE_URL"},
		&ucli.StringFlag{Category: TheModel, Name: "api-key-file", Usage: "`FILE` with the key, in place of OPENAI_API_KEY"},
		&ucli.DurationFlag{Category: TheModel, Name: "timeout", Value: 10 * time.Minute, Usage: "`TIME` limit of one attempt; 0: none"},
		&ucli.DurationFlag{Category: TheModel, Name: "give-up-after", Value: 10 * time.Minute, Usage: "end after this `TIME` of refusals (default: 10m0s)"},
		&ucli.IntFlag{Category: TheModel, Name: "retries", Value: 5, Usage: "`NUMBER` of new attempts after a failure"},
		&ucli.Float64Flag{Category: TheModel, Name: "rpm", Usage: "maximum `NUMBER` of requests per minute"},
		&ucli.StringFlag{Category: TheModel, Name: "models", Usage: "`FILE` of parameters and prices, like data/models.toml"},
		&ucli.StringFlag{Category: TheModel, Name: "cache", Usage: "`DIR` to store answers in and to replay them from"},
		&ucli.Float64Flag{Category: sampling, Name: "temperature", Usage: "`NUMBER`, including 0; not sent by default"},
		&ucli.Float64Flag{Category: sampling, Name: "top-p", Usage: "`NUMBER` between 0 and 1"},
		&ucli.Int64Flag{Category: sampling, Name: "max-tokens", Usage: "maximum `NUMBER` of tokens of a reply"},
		&ucli.StringFlag{Category: sampling, Name: "seed", Usage: "`NUMBER` for the sampling; 3,12,26 makes three --runs"},
		&ucli.StringSliceFlag{Category: sampling, Name: "stop", Usage: "`TEXT` that ends a reply; can be repeated"},
		&ucli.StringSliceFlag{Category: sampling, Name: "param", Usage: "`NAME=VALUE` in the request; can be repeated"},
		&ucli.Float64Flag{Category: Costs, Name: "budget", Usage: "`DOLLARS` that the output may cost"},
		&ucli.Int64Flag{Category: Costs, Name: "budget-tokens", Usage: "`NUMBER` of tokens that the output may take"},
		&ucli.Int64Flag{Category: Costs, Name: "share-limits", Usage: "`NUMBER` of tasks that share the limits and budgets"},
		&ucli.BoolFlag{Category: Costs, Name: "dry-run", Usage: "call nothing; estimate the cost, and show prompts"},
	}
}

// RowFlags returns the flags of a program of prompt.Papers that asks a model about rows:
// Flags, the name of the model, and the flags on the question. models and prompts are the
// help of --model and --prompts.
func RowFlags(program, models, prompts string) []ucli.Flag {
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: TheModel, Name: "model", Aliases: []string{"m"}, Usage: models},
		&ucli.IntFlag{Category: Question, Name: "runs", Value: 1, Usage: "`NUMBER` of repetitions (column run)"},
		&ucli.StringFlag{Category: Question, Name: "prompts", Usage: prompts + ", or " + strings.Join(prompt.Papers(program), ", ")},
		&ucli.BoolFlag{Category: Question, Name: "no-conversations", Usage: "do not store conversations in the rows"},
	}, Flags()...)
}

// FormFlag returns the flag with the form of sentences and formulas in a question.
func FormFlag() ucli.Flag {
	return &ucli.StringFlag{Category: Question, Name: "form", Value: NL, Usage: "`FORM` of what is shown: nl or fol"}
}

// SamplesFlag returns the flag with the number of answers, and what they are for.
func SamplesFlag(use string) ucli.Flag {
	return &ucli.IntFlag{Category: Question, Name: "samples", Value: 1, Usage: "`NUMBER` of answers to each row: " + use}
}

// The forms in which rank and reason show sentences and formulas.
const (
	NL  = "nl"
	FOL = "fol"
)

// seeds returns the values of --seed, which must be different.
func seeds(c *ucli.Context) ([]int64, error) {
	var all []int64
	err := cli.Parse(c, "seed", cli.List(func(text string) (int64, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		switch {
		case err != nil:
			return 0, fmt.Errorf("found %q, expected whole numbers, separated by commas", text)
		case slices.Contains(all, n):
			return 0, fmt.Errorf("found %d twice, expected different seeds", n)
		}
		all = append(all, n)
		return n, nil
	}), &all)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0 && c.IsSet("seed"):
		return nil, cli.Usagef("--seed: found none, expected a number")
	}
	return all, nil
}

// Runs returns the number of repetitions of a whole run: the number of seeds, if there
// are several, or else --runs.
func Runs(c *ucli.Context) (int, error) {
	all, err := seeds(c)
	runs := c.Int("runs")
	switch {
	case err != nil:
		return 0, err
	case runs < 1:
		return 0, cli.Usagef("--runs: found %d, expected 1 or more", runs)
	case len(all) > 1 && c.IsSet("runs") && runs != len(all):
		return 0, cli.Usagef("--runs: found %d runs and %d values of --seed, expected as many, or no --runs", runs, len(all))
	case len(all) > 1:
		runs = len(all)
	}
	return runs, nil
}

// params returns the sampling flags that are given. If there are several seeds, Seed is
// the first.
func params(c *ucli.Context, seeds []int64) (translate.Params, error) {
	p := translate.Params{Stop: c.StringSlice("stop")}
	for flag, to := range map[string]**float64{"temperature": &p.Temperature, "top-p": &p.TopP} {
		if c.IsSet(flag) {
			v := c.Float64(flag)
			*to = &v
		}
	}
	if c.IsSet("max-tokens") {
		v := c.Int64("max-tokens")
		p.MaxTokens = &v
	}
	if len(seeds) > 0 {
		p.Seed = &seeds[0]
	}
	for _, s := range c.StringSlice("param") {
		if err := p.AddExtra(s); err != nil {
			return p, cli.Usagef("--param: %w", err)
		}
	}
	if err := p.Check(); err != nil {
		return p, cli.Usagef("%w", err)
	}
	return p, nil
}

// tariff returns the price of the model and the budget of the flags.
func tariff(c *ucli.Context, name string, price *endpoint.Price) (translate.Tariff, error) {
	t := translate.Tariff{USD: c.Float64("budget"), Tokens: c.Int64("budget-tokens")}
	switch {
	case !(t.USD >= 0) || t.Tokens < 0:
		return t, cli.Usagef("--budget and --budget-tokens: found a value that is negative or no number, expected 0 or more")
	case math.IsInf(t.USD, 0):
		return t, cli.Usagef("--budget: found %v, expected US dollars", t.USD)
	case t.USD > 0 && price == nil:
		return t, cli.Usagef("--budget: the price of model %s is not known, so the budget cannot be kept; give it in a file for --models, or use --budget-tokens", name)
	case t.USD == 0 && t.Tokens == 0 && (c.IsSet("budget") || c.IsSet("budget-tokens")):
		return t, cli.Usagef("--budget and --budget-tokens: found 0, which allows no call")
	}
	if price != nil {
		t.Price = price.Cost
	}
	return t, nil
}

// tasksOf returns the number of tasks that share the limits: --share-limits, or else the
// number of tasks of --shard env, or else 1.
func tasksOf(c *ucli.Context) (int64, error) {
	given, tasks, err := c.Int64("share-limits"), int64(1), error(nil)
	if text := c.String("shard"); text == "env" || strings.HasPrefix(text, "env/") {
		if tasks, err = cli.TasksOf(c); err != nil {
			return 0, err
		}
	}
	switch {
	case !c.IsSet("share-limits"):
		return tasks, nil
	case given < tasks && tasks > 1: // more than the limits might be spent
		return 0, cli.Usagef("--share-limits: found %d, expected %d or more: --shard env has %d tasks", given, tasks, tasks)
	case given < 1:
		return 0, cli.Usagef("--share-limits: found %d, expected 1 or more", given)
	}
	return given, nil
}

// share divides the limits among the tasks. The note describes the share of this task;
// it is empty if nothing is divided.
func share(tasks int64, l *translate.Limits, t *translate.Tariff) (note string, err error) {
	if tasks == 1 {
		return "", nil
	}
	n := float64(tasks)
	if t.Tokens > 0 && t.Tokens < tasks {
		return "", cli.Usagef("--budget-tokens: found %d for %d tasks, expected one or more for each", t.Tokens, tasks)
	}
	l.Requests, t.USD, t.Tokens = l.Requests/n, t.USD/n, t.Tokens/tasks
	var parts []string
	for _, p := range []struct {
		flag  string
		value float64
	}{{"rpm", l.Requests}, {"budget", t.USD}, {"budget-tokens", float64(t.Tokens)}} {
		if p.value > 0 {
			parts = append(parts, fmt.Sprintf("--%s %s", p.flag, strconv.FormatFloat(p.value, 'f', -1, 64)))
		}
	}
	if parts == nil {
		return "", nil
	}
	return fmt.Sprintf("this is one of %d tasks; its part: %s", tasks, strings.Join(parts, ", ")), nil
}
