package access

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

// severalSeeds is the help on lists of seeds, for programs with --runs.
var severalSeeds = map[string]string{"": "; several, as in 3,12,26, make as many --runs, one for each seed"}

// The groups of flags in a program's help.
const (
	TheModel = "MODEL"
	Question = "QUESTION"
	Costs    = "COSTS"
	sampling = "SAMPLING"

	notSent = "not sent"
)

// texts is the value of a flag that can be repeated. The library's own slices
// split values at commas, which JSON and stop sequences contain.
type texts []string

func (t *texts) String() string     { return strings.Join(*t, " ") }
func (t *texts) Set(s string) error { *t = append(*t, s); return nil }
func (t *texts) Get() any           { return []string(*t) }

// Flags returns the flags of a model, except its name. The flags of a judge have a
// prefix, if the program has other flags with these names.
func Flags(prefix string) []ucli.Flag {
	model, sampling, costs := TheModel, sampling, Costs
	if prefix != "" {
		model, sampling, costs = cli.Judge, cli.Judge, cli.Judge
	}
	return []ucli.Flag{
		&ucli.StringFlag{Category: model, Name: prefix + "provider", Value: string(endpoint.OpenAI), Usage: "`PROTOCOL` of the endpoint: openai, which most servers speak, or anthropic"},
		&ucli.StringFlag{Category: model, Name: prefix + "base-url", DefaultText: "the provider's", Usage: "`URL` of the endpoint, such as http://localhost:8000/v1; default: the environment's OPENAI_BASE_URL or ANTHROPIC_BASE_URL"},
		&ucli.StringFlag{Category: model, Name: prefix + "api-key-file", Usage: "`FILE` with the endpoint's key; default: the environment's OPENAI_API_KEY or ANTHROPIC_API_KEY"},
		&ucli.DurationFlag{Category: model, Name: prefix + "timeout", Value: 10 * time.Minute, Usage: "`TIME` limit of one attempt; 0 for none"},
		&ucli.DurationFlag{Category: model, Name: prefix + "row-timeout", Value: time.Hour, Usage: "`TIME` limit of all attempts of a call and the waits between them; 0 for none"},
		&ucli.DurationFlag{Category: model, Name: prefix + "give-up-after", Value: 10 * time.Minute, Usage: "end the run if the endpoint accepts no request for this `TIME`, because of its rate limit or an outage; 0 for never. A reply (Retry-After) can delay a request by " + translate.LongestWait.String() + " at most"},
		&ucli.DurationFlag{Category: model, Name: prefix + "grace", Value: time.Minute, Usage: "`TIME` to wait for requests under way after an interrupt"},
		&ucli.Float64Flag{Category: model, Name: prefix + "rpm", Usage: "maximum `NUMBER` of requests per minute; 0 for no limit"},
		&ucli.Float64Flag{Category: model, Name: prefix + "tpm", Usage: "maximum `NUMBER` of tokens per minute, of prompts and answers; 0 for no limit"},
		&ucli.IntFlag{Category: model, Name: prefix + "retries", Value: 5, Usage: "`NUMBER` of further attempts after 408, 5xx, timeouts and broken connections; refusals (429, 502, 503, 529) cost none, and failures of a gateway (504) few while the endpoint answers others"},
		&ucli.StringFlag{Category: model, Name: prefix + "models", Usage: "`FILE` with parameters and prices of models, in the form of data/models.toml"},
		&ucli.StringFlag{Category: model, Name: prefix + "cache", Usage: "`DIR` to store answers in and to replay them from"},
		&ucli.IntFlag{Category: model, Name: prefix + "stop-after", Value: 10, Usage: "end the run after this `NUMBER` of calls in a row that fail in the same way; 0 for never"},
		&ucli.Float64Flag{Category: sampling, Name: prefix + "temperature", DefaultText: notSent, Usage: "`NUMBER`, including 0"},
		&ucli.Float64Flag{Category: sampling, Name: prefix + "top-p", DefaultText: notSent, Usage: "`NUMBER` between 0 and 1"},
		&ucli.Int64Flag{Category: sampling, Name: prefix + "max-tokens", DefaultText: notSent, Usage: "maximum `NUMBER` of tokens of a reply"},
		&ucli.StringFlag{Category: sampling, Name: prefix + "seed", DefaultText: notSent, Usage: "`NUMBER` that seeds the model's sampling" + severalSeeds[prefix]},
		&ucli.StringFlag{Category: sampling, Name: prefix + "reasoning-effort", DefaultText: notSent, Usage: "`LEVEL` of a reasoning model, such as low"},
		&ucli.GenericFlag{Category: sampling, Name: prefix + "stop", Value: &texts{}, Usage: "`TEXT` that ends a reply; can be repeated"},
		&ucli.GenericFlag{Category: sampling, Name: prefix + "param", Value: &texts{}, Usage: "`NAME=VALUE`, a further member of the request's body; the value is JSON or else text; can be repeated"},
		&ucli.Float64Flag{Category: costs, Name: prefix + "budget", Usage: "`DOLLARS` that the output may cost, including earlier runs; then the run ends, and --resume continues"},
		&ucli.Int64Flag{Category: costs, Name: prefix + "budget-tokens", Usage: "`NUMBER` of tokens, of prompts and answers, that the output may take"},
		&ucli.Int64Flag{Category: costs, Name: prefix + shareLimits, DefaultText: "the tasks of --shard env, else 1", Usage: "`NUMBER` of tasks that share " + strings.ReplaceAll(divided, "--", "--"+prefix) + ": each task takes an equal part"},
		&ucli.BoolFlag{Category: costs, Name: prefix + "dry-run", Usage: "call nothing; print the number of requests, estimated tokens and dollars, and a prompt of each kind"},
	}
}

// RowFlags returns the flags of a program that asks a model about rows: Flags, the name
// of the model, and the flags on the question.
func RowFlags(models, prompts string) []ucli.Flag {
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: TheModel, Name: "model", Aliases: []string{"m"}, Usage: models},
		&ucli.IntFlag{Category: Question, Name: "runs", Value: 1, Usage: "`NUMBER` of repetitions of the whole run, numbered in the column run"},
		&ucli.StringFlag{Category: Question, Name: "prompts", Usage: prompts},
		&ucli.BoolFlag{Category: Question, Name: "no-conversations", Usage: "do not store the conversations in the rows"},
	}, Flags("")...)
}

// PromptsUsage returns the help of a flag that names prompts, for a program of
// prompt.Papers.
func PromptsUsage(directory, program string) string {
	return directory + ", or a name of prompts in the structure of a paper: " + strings.Join(prompt.Papers(program), ", ")
}

// The forms in which rank and reason show sentences and formulas.
const (
	NL  = "nl"
	FOL = "fol"
)

// CheckRowFlags checks --form and --model; example is a model's name.
func CheckRowFlags(c *ucli.Context, example string) error {
	switch form := c.String("form"); {
	case form != NL && form != FOL:
		return cli.Usagef("--form: found %q, expected nl or fol", form)
	case c.String("model") == "":
		return cli.Usagef("--model: found none, expected one such as %s; see --help", example)
	}
	return nil
}

// seeds returns the values of --seed, which must be different.
func seeds(c *ucli.Context, prefix string) ([]int64, error) {
	var all []int64
	err := cli.Parse(c, prefix+"seed", cli.List(func(text string) (int64, error) {
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
	case len(all) == 0 && c.IsSet(prefix+"seed"):
		return nil, cli.Usagef("--%sseed: found none, expected a number", prefix)
	case len(all) > 1 && prefix != "":
		return nil, cli.Usagef("--%sseed: found %d seeds, expected one", prefix, len(all))
	}
	return all, nil
}

// Runs returns the number of repetitions of a whole run: the number of seeds, if there
// are several, or else --runs.
func Runs(c *ucli.Context) (int, error) {
	all, err := seeds(c, "")
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
func params(c *ucli.Context, prefix string, seeds []int64) (translate.Params, error) {
	p := translate.Params{Stop: *c.Generic(prefix + "stop").(*texts)}
	for flag, to := range map[string]**float64{"temperature": &p.Temperature, "top-p": &p.TopP} {
		if c.IsSet(prefix + flag) {
			v := c.Float64(prefix + flag)
			*to = &v
		}
	}
	if c.IsSet(prefix + "max-tokens") {
		v := c.Int64(prefix + "max-tokens")
		p.MaxTokens = &v
	}
	if len(seeds) > 0 {
		p.Seed = &seeds[0]
	}
	if c.IsSet(prefix + "reasoning-effort") {
		if err := p.AddExtra("reasoning_effort=" + c.String(prefix+"reasoning-effort")); err != nil {
			return p, cli.Usagef("--%sreasoning-effort: %w", prefix, err)
		}
	}
	for _, s := range *c.Generic(prefix + "param").(*texts) {
		if err := p.AddExtra(s); err != nil {
			return p, cli.Usagef("--%sparam: %w", prefix, err)
		}
	}
	if err := p.Check(); err != nil {
		return p, cli.Usagef("%w", err)
	}
	return p, nil
}

// tariff returns the price of the model and the budget of the flags.
func tariff(c *ucli.Context, prefix, name string, price *endpoint.Price) (translate.Tariff, error) {
	t := translate.Tariff{USD: c.Float64(prefix + "budget"), Tokens: c.Int64(prefix + "budget-tokens")}
	switch {
	case !(t.USD >= 0) || t.Tokens < 0:
		return t, cli.Usagef("--%[1]sbudget and --%[1]sbudget-tokens: found a value that is negative or no number, expected 0 or more", prefix)
	case math.IsInf(t.USD, 0):
		return t, cli.Usagef("--%sbudget: found %v, expected US dollars", prefix, t.USD)
	case t.USD > 0 && price == nil:
		return t, cli.Usagef("--%[1]sbudget: the price of model %[2]s is not known, so the budget cannot be kept; give it in a file for --%[1]smodels, or use --%[1]sbudget-tokens", prefix, name)
	case t.USD == 0 && t.Tokens == 0 && (c.IsSet(prefix+"budget") || c.IsSet(prefix+"budget-tokens")):
		return t, cli.Usagef("--%[1]sbudget and --%[1]sbudget-tokens: found 0, which allows no call", prefix)
	}
	if price != nil {
		t.Price = price.Cost
	}
	return t, nil
}
