package modelstage

import (
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/profile"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/provider"
	"github.com/truthloop/truthloop/translate/stage"
)

const (
	theBill    = "THE BILL"
	theModel   = "MODEL"
	sampling   = "SAMPLING"
	thePrompt  = "PROMPT AND ANSWER"
	repetition = "REPETITION"

	notSent = "not sent"
)

// texts is the value of a flag that may be repeated. The library's own slices
// split their values at commas, which JSON and stop sequences have.
type texts []string

func (t *texts) String() string     { return strings.Join(*t, " ") }
func (t *texts) Set(s string) error { *t = append(*t, s); return nil }

// flags are those of a program that translates in direction d.
func flags(d prompt.Direction) []ucli.Flag {
	f := []ucli.Flag{
		&ucli.StringFlag{Category: theModel, Name: "model", Aliases: []string{"m"}, Usage: "`NAME` of the model: builtin:rules, builtin:noisy, builtin:noisy?seed=1,negation_dropped=0.1, or what the endpoint calls it"},
		&ucli.StringFlag{Category: theModel, Name: "base-url", EnvVars: []string{"OPENAI_BASE_URL"}, DefaultText: "OpenAI's", Usage: "`URL` of an OpenAI-compatible endpoint, as in http://localhost:8000/v1"},
		&ucli.StringFlag{Category: theModel, Name: "api-key-file", Usage: "`FILE` with the key for the endpoint; without it, the environment's OPENAI_API_KEY"},
		&ucli.DurationFlag{Category: theModel, Name: "timeout", Value: 10 * time.Minute, Usage: "`TIME` for one attempt at a call; 0 for any"},
		&ucli.DurationFlag{Category: theModel, Name: "row-timeout", Value: time.Hour, Usage: "`TIME` for a call with all its attempts and the waits between them; 0 for any"},
		&ucli.Float64Flag{Category: theModel, Name: "rpm", Usage: "`NUMBER` of requests a minute at most; 0 for any"},
		&ucli.Float64Flag{Category: theModel, Name: "tpm", Usage: "`NUMBER` of tokens a minute at most, of prompts and answers; 0 for any"},
		&ucli.IntFlag{Category: theModel, Name: "retries", Value: 5, Usage: "`NUMBER` of further attempts after 429, 408, 5xx, time-outs and broken connections"},
		&ucli.IntFlag{Category: theModel, Name: "stop-after", Value: 10, Usage: "`NUMBER` of calls in a row that fail in the same way and end the run; 0 for never"},
		&ucli.StringFlag{Category: theModel, Name: "models", Usage: "`FILE` of what is known of models, in the form of data/models.toml: parameters they take, prices"},
		&ucli.Float64Flag{Category: theBill, Name: "budget", Usage: "`DOLLARS` that the output may cost, resumed runs included; the run then ends, and --resume goes on"},
		&ucli.Int64Flag{Category: theBill, Name: "budget-tokens", Usage: "`NUMBER` of tokens, of prompts and answers, that it may take"},
		&ucli.BoolFlag{Category: theBill, Name: "dry-run", Usage: "call nothing, and tell the number of requests, about how many tokens and dollars they take, and a prompt of each formalism"},
		&ucli.StringFlag{Category: theModel, Name: "cache", Usage: "`DIR` to record answers in, and to take them from where the same was asked before"},
		&ucli.Float64Flag{Category: sampling, Name: "temperature", DefaultText: notSent, Usage: "`NUMBER`, 0 included"},
		&ucli.Float64Flag{Category: sampling, Name: "top-p", DefaultText: notSent, Usage: "`NUMBER` between 0 and 1"},
		&ucli.Int64Flag{Category: sampling, Name: "max-tokens", DefaultText: notSent, Usage: "`NUMBER` of tokens of a reply; there is no limit without it"},
		&ucli.Int64Flag{Category: sampling, Name: "seed", DefaultText: notSent, Usage: "`NUMBER` for the model's own randomness"},
		&ucli.StringFlag{Category: sampling, Name: "reasoning-effort", DefaultText: notSent, Usage: "`LEVEL` of a reasoning model, such as low"},
		&ucli.GenericFlag{Category: sampling, Name: "stop", Value: &texts{}, Usage: "`TEXT` that ends a reply; may be repeated"},
		&ucli.GenericFlag{Category: sampling, Name: "param", Value: &texts{}, Usage: "`NAME=VALUE` of a further member of the request's body, the value as JSON or else as text; may be repeated"},
		&ucli.StringFlag{Category: thePrompt, Name: "prompts", Usage: "`DIR` of prompts to use for those that are built in"},
		&ucli.IntFlag{Category: thePrompt, Name: "shots", Value: 0, Usage: "`NUMBER` of examples in the prompt: 0 or 2"},
		&ucli.BoolFlag{Category: thePrompt, Name: "no-conversations", Usage: "leave the exchange with the model out of the rows"},
	}
	f = append(f,
		&ucli.IntFlag{Category: repetition, Name: "samples", Value: 1, Usage: "`NUMBER` of answers for each row, told apart by the column sample (pass@k)"},
		&ucli.IntFlag{Category: repetition, Name: "runs", Value: 1, Usage: "`NUMBER` of repetitions of the whole, told apart by the column run"},
	)
	if d == prompt.Informalize {
		f = append(f,
			&ucli.IntFlag{Category: repetition, Name: "steps", Value: 1, Usage: "`NUMBER` of rounds of informalizing and autoformalizing, all done here by the one model; each is a row. 1 informalizes only"},
			&ucli.StringFlag{Category: repetition, Name: "from", Value: "fs", Usage: "`FIELD` with the formula to tell: fs, or fs_out, which begins the next round with what a round ended with"},
			&ucli.BoolFlag{Category: repetition, Name: "until-different", Usage: "end the rounds of a row after one that is not proved equivalent: with --from fs_out by the row's verdict, with --steps by a check on the spot without Z3"},
			&ucli.StringFlag{Category: thePrompt, Name: "on-leak", Value: string(stage.KeepLeak), Usage: "`WHAT` to do with a description that has formal syntax in it: keep it, mark its row as an error, or retry"},
			&ucli.IntFlag{Category: thePrompt, Name: "leak-retries", Value: 2, Usage: "`NUMBER` of times that --on-leak retry asks again"},
		)
	}
	f = append(f,
		&ucli.StringFlag{Category: thePrompt, Name: "context", Value: string(prompt.ContextAuto), Usage: "`WHAT` the model is told of the formula's vocabulary: none, predicates, full, or auto, which is the predicates where their names are English words, all where they have meanings, and else none"},
		&ucli.StringFlag{Category: thePrompt, Name: "extract", Value: string(translate.Flexible), Usage: "`HOW` fs_out is taken from the answer: flexible, out of code fences, \"Formula:\" lines and LaTeX dollars, or strict, as it stands; fs_out_strict is always the latter"},
	)
	return f
}

// newStage makes the stage that the flags describe. The error is one of usage.
func newStage(c *ucli.Context, d prompt.Direction, underWay int, getenv func(string) string) (*stage.Stage, error) {
	name := c.String("model")
	if name == "" {
		return nil, cli.Usagef("--model: found none, expected one such as builtin:rules; see --help")
	}
	s := &stage.Stage{
		Direction: d, Shots: c.Int("shots"), Context: prompt.ContextAuto, Extraction: translate.Flexible, OnLeak: stage.KeepLeak,
		Conversations: !c.Bool("no-conversations"), Timing: !c.Bool("no-timing"),
		StopAfter: c.Int("stop-after"),
	}
	var err error
	if s.Context, err = prompt.ParseContext(c.String("context")); err != nil {
		return nil, cli.Usagef("--context: %w", err)
	}
	if s.Extraction, err = translate.ParseExtraction(c.String("extract")); err != nil {
		return nil, cli.Usagef("--extract: %w", err)
	}
	if d == prompt.Informalize {
		if s.OnLeak, err = stage.ParseOnLeak(c.String("on-leak")); err != nil {
			return nil, cli.Usagef("--on-leak: found %w", err)
		}
		if s.LeakRetries = c.Int("leak-retries"); s.LeakRetries < 0 {
			return nil, cli.Usagef("--leak-retries: found %d, expected none or more", s.LeakRetries)
		}
	}
	if err := prompt.CheckShots(s.Shots); err != nil {
		return nil, cli.Usagef("--shots: %w", err)
	}
	known, err := profile.Load(c.String("models"))
	if err != nil {
		return nil, cli.Usagef("--models: %w", err)
	}
	of := known.Of(name)
	s.Price = of.Price
	if s.Params, err = params(c); err != nil {
		return nil, err
	}
	if err := of.Apply(&s.Params); err != nil {
		return nil, cli.Usagef("--model %s: %w", name, err)
	}
	if s.Budget, err = budget(c, s.Price); err != nil {
		return nil, err
	}
	if s.Prompts, err = prompts(c.String("prompts")); err != nil {
		return nil, cli.Usagef("--prompts: %w", err)
	}
	if s.Model, err = model(c, name, underWay, getenv); err != nil {
		return nil, err
	}
	return s, nil
}

// budget is that of the flags; nil where there is none.
func budget(c *ucli.Context, price *profile.Price) (*stage.Budget, error) {
	usd, tokens := c.Float64("budget"), c.Int64("budget-tokens")
	switch {
	case !(usd >= 0) || tokens < 0:
		return nil, cli.Usagef("--budget and --budget-tokens: found a negative value, expected none")
	case usd > 0 && price == nil:
		return nil, cli.Usagef("--budget: no price is known of model %s; give one in a file for --models, or limit --budget-tokens", c.String("model"))
	case usd == 0 && tokens == 0 && (c.IsSet("budget") || c.IsSet("budget-tokens")):
		return nil, cli.Usagef("--budget and --budget-tokens: found 0, with which nothing can be asked")
	case usd == 0 && tokens == 0:
		return nil, nil
	}
	return stage.NewBudget(usd, tokens), nil
}

func prompts(dir string) (*prompt.Set, error) {
	if dir == "" {
		return prompt.Default()
	}
	return prompt.Open(dir)
}

func model(c *ucli.Context, name string, underWay int, getenv func(string) string) (translate.Model, error) {
	if c.Int("retries") < 0 || c.Duration("timeout") < 0 || c.Duration("row-timeout") < 0 {
		return nil, cli.Usagef("--retries, --timeout and --row-timeout: found a negative value, expected none")
	}
	for _, flag := range []string{"rpm", "tpm"} {
		if n := c.Float64(flag); !(n >= 0) || n > 1e12 {
			return nil, cli.Usagef("--%s: found %v, expected a number of at least 0", flag, n)
		}
	}
	o := provider.Options{
		BaseURL: c.String("base-url"), UnderWay: underWay, CacheDir: c.String("cache"),
		Policy: translate.Policy{
			Retries: c.Int("retries"), Timeout: c.Duration("timeout"), Deadline: c.Duration("row-timeout"), Finish: true,
			Gate: translate.NewGate(translate.Limits{UnderWay: underWay, Requests: c.Float64("rpm"), Tokens: c.Float64("tpm")}),
		},
	}
	if !provider.Builtin(name) {
		key, err := provider.Key(c.String("api-key-file"), getenv)
		if err != nil {
			return nil, cli.Usagef("--api-key-file: %w", err)
		}
		o.Key = key
	}
	m, err := provider.Open(name, o)
	if err != nil {
		return nil, cli.Usagef("--model: %w", err)
	}
	return m, nil
}

// params are the sampling flags that were given.
func params(c *ucli.Context) (translate.Params, error) {
	p := translate.Params{Stop: *c.Generic("stop").(*texts)}
	for flag, to := range map[string]**float64{"temperature": &p.Temperature, "top-p": &p.TopP} {
		if c.IsSet(flag) {
			v := c.Float64(flag)
			*to = &v
		}
	}
	for flag, to := range map[string]**int64{"max-tokens": &p.MaxTokens, "seed": &p.Seed} {
		if c.IsSet(flag) {
			v := c.Int64(flag)
			*to = &v
		}
	}
	if c.IsSet("reasoning-effort") {
		if err := p.AddExtra("reasoning_effort=" + c.String("reasoning-effort")); err != nil {
			return p, cli.Usagef("--reasoning-effort: %w", err)
		}
	}
	for _, s := range *c.Generic("param").(*texts) {
		if err := p.AddExtra(s); err != nil {
			return p, cli.Usagef("--param: %w", err)
		}
	}
	if err := p.Check(); err != nil {
		return p, cli.Usagef("%w", err)
	}
	return p, nil
}
