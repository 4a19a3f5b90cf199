package access

import (
	"context"
	"runtime"
	"strconv"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/profile"
	"github.com/truthloop/truthloop/translate/provider"
)

// The groups of flags in a program's help.
const (
	TheModel = "MODEL"
	sampling = "SAMPLING"

	notSent = "not sent"
)

// texts is the value of a flag that may be repeated. The library's own slices
// split their values at commas, which JSON and stop sequences have.
type texts []string

func (t *texts) String() string     { return strings.Join(*t, " ") }
func (t *texts) Set(s string) error { *t = append(*t, s); return nil }

// Flags are those of a model's access and settings, but for its name. Each has
// the prefix, for a program that has other flags of these names.
func Flags(prefix string) []ucli.Flag {
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: TheModel, Name: prefix + "provider", Value: string(provider.OpenAI), Usage: "`PROTOCOL` of the endpoint: openai, which most servers speak, or anthropic"},
		&ucli.StringFlag{Category: TheModel, Name: prefix + "base-url", DefaultText: "the provider's", Usage: "`URL` of the endpoint, as in http://localhost:8000/v1; without it, the environment's OPENAI_BASE_URL or ANTHROPIC_BASE_URL"},
		&ucli.StringFlag{Category: TheModel, Name: prefix + "api-key-file", Usage: "`FILE` with the key for the endpoint; without it, the environment's OPENAI_API_KEY or ANTHROPIC_API_KEY"},
		&ucli.DurationFlag{Category: TheModel, Name: prefix + "timeout", Value: 10 * time.Minute, Usage: "`TIME` for one attempt at a call; 0 for any"},
		&ucli.DurationFlag{Category: TheModel, Name: prefix + "row-timeout", Value: time.Hour, Usage: "`TIME` for a call with all its attempts and the waits between them; 0 for any"},
		&ucli.DurationFlag{Category: TheModel, Name: prefix + "grace", Value: time.Minute, Usage: "`TIME` for which requests under way are waited for after an interrupt"},
		&ucli.Float64Flag{Category: TheModel, Name: prefix + "rpm", Usage: "`NUMBER` of requests a minute at most; 0 for any"},
		&ucli.Float64Flag{Category: TheModel, Name: prefix + "tpm", Usage: "`NUMBER` of tokens a minute at most, of prompts and answers; 0 for any"},
		&ucli.IntFlag{Category: TheModel, Name: prefix + "retries", Value: 5, Usage: "`NUMBER` of further attempts after 429, 408, 5xx, time-outs and broken connections"},
		&ucli.StringFlag{Category: TheModel, Name: prefix + "models", Usage: "`FILE` of what is known of models, in the form of data/models.toml: parameters they take, prices"},
		&ucli.StringFlag{Category: TheModel, Name: prefix + "cache", Usage: "`DIR` to record answers in, and to take them from where the same was asked before"},
		&ucli.Float64Flag{Category: sampling, Name: prefix + "temperature", DefaultText: notSent, Usage: "`NUMBER`, 0 included"},
		&ucli.Float64Flag{Category: sampling, Name: prefix + "top-p", DefaultText: notSent, Usage: "`NUMBER` between 0 and 1"},
		&ucli.Int64Flag{Category: sampling, Name: prefix + "max-tokens", DefaultText: notSent, Usage: "`NUMBER` of tokens of a reply; there is no limit without it"},
		&ucli.Int64Flag{Category: sampling, Name: prefix + "seed", DefaultText: notSent, Usage: "`NUMBER` for the model's own randomness"},
		&ucli.StringFlag{Category: sampling, Name: prefix + "reasoning-effort", DefaultText: notSent, Usage: "`LEVEL` of a reasoning model, such as low"},
		&ucli.GenericFlag{Category: sampling, Name: prefix + "stop", Value: &texts{}, Usage: "`TEXT` that ends a reply; may be repeated"},
		&ucli.GenericFlag{Category: sampling, Name: prefix + "param", Value: &texts{}, Usage: "`NAME=VALUE` of a further member of the request's body, the value as JSON or else as text; may be repeated"},
	}, billFlags(prefix)...)
}

// Access is an opened model. Its methods are what a program needs to tell and
// to limit what the model takes.
type Access struct {
	Model  translate.Model // a Meter: its answers carry their cost, and it ends a run before its budget is exceeded
	Params translate.Params

	name     string
	builtin  bool
	bare     translate.Model // what the meter counts
	meter    *translate.Meter
	price    *profile.Price    // nil: not known
	budget   *translate.Budget // nil: any
	gate     *translate.Gate   // that the requests pass
	forecast *forecast         // of --dry-run; nil without
	before   map[string]int64  // what earlier runs of the output took
}

// Grace is a context that ends some time after ctx does: how long requests under
// way are waited for when a program is interrupted. Call stop at the end.
func Grace(ctx context.Context, d time.Duration) (abort context.Context, stop func()) {
	abort, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-abort.Done():
			return
		case <-ctx.Done():
		}
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-abort.Done():
		case <-t.C:
			cancel()
		}
	}()
	return abort, func() { cancel(); <-ended }
}

// endpointWorkers is the default of --workers for endpoints, which wait more
// than they compute: enough to keep a server busy, few enough for a service's
// smallest plan to be found out by a handful of 429s.
const endpointWorkers = 32

// Workers is the number of requests under way at most, which is that of rows
// worked on at a time: --workers, or else as many as suit an endpoint, or a
// model that computes here.
func Workers(c *ucli.Context, here bool) (int, error) {
	switch n := c.Int("workers"); {
	case n > 0:
		return n, nil
	case here:
		return runtime.GOMAXPROCS(0), nil
	}
	return endpointWorkers, c.Set("workers", strconv.Itoa(endpointWorkers))
}

// Open is the model of that name as the flags say; it may be asked for
// underWay answers at a time, and no longer than until abort ends. Whatever is
// asked passes the budget. With --dry-run nothing is opened, and the model is
// one that counts; see DryRun. The error is one of usage.
func Open(abort context.Context, c *ucli.Context, prefix, name string, underWay int, getenv func(string) string) (*Access, error) {
	a, o, err := settle(abort, c, prefix, name, underWay, getenv)
	if err != nil {
		return nil, err
	}
	if a.forecast != nil {
		a.Model = a.forecast
		return a, nil
	}
	m, err := provider.Open(name, o)
	if err != nil {
		return nil, cli.Usagef("--%s: %w", flagOf(prefix), err)
	}
	a.bare, a.Model = m, a.metered(m)
	return a, nil
}

// settle reads the flags: what is there to know of the model before it is
// opened.
func settle(abort context.Context, c *ucli.Context, prefix, name string, underWay int, getenv func(string) string) (*Access, provider.Options, error) {
	fail := func(err error) (*Access, provider.Options, error) { return nil, provider.Options{}, err }
	known, err := profile.Load(c.String(prefix + "models"))
	if err != nil {
		return fail(cli.Usagef("--%smodels: %w", prefix, err))
	}
	of := known.Of(name)
	a := &Access{price: of.Price, name: name, builtin: provider.Builtin(name)}
	if a.Params, err = params(c, prefix); err != nil {
		return fail(err)
	}
	if err := of.Apply(&a.Params); err != nil {
		return fail(cli.Usagef("--%s %s: %w", flagOf(prefix), name, err))
	}
	from, err := provider.Parse(c.String(prefix + "provider"))
	if err != nil {
		return fail(cli.Usagef("--%sprovider: %w", prefix, err))
	}
	if err := from.Check(a.Params); err != nil && !a.builtin {
		return fail(cli.Usagef("--%sprovider %s: %w", prefix, from, err))
	}
	if a.budget, err = budget(c, prefix, name, a.price); err != nil {
		return fail(err)
	}
	a.gate = translate.NewGate(translate.Limits{UnderWay: underWay, Requests: c.Float64(prefix + "rpm"), Tokens: c.Float64(prefix + "tpm")})
	o, err := options(abort, c, a.gate, from, prefix, name, underWay, getenv)
	if err != nil {
		return fail(err)
	}
	if c.Bool(prefix + "dry-run") {
		a.forecast, err = newForecast(name, a.price)
	}
	return a, o, err
}

// flagOf is the flag with the model's name: model, or what the prefix is of.
func flagOf(prefix string) string {
	if prefix == "" {
		return "model"
	}
	return strings.TrimSuffix(prefix, "-")
}

// options are how the model is reached.
func options(abort context.Context, c *ucli.Context, gate *translate.Gate, from provider.Provider, prefix, name string, underWay int, getenv func(string) string) (provider.Options, error) {
	none := provider.Options{}
	if c.Int(prefix+"retries") < 0 || c.Duration(prefix+"timeout") < 0 || c.Duration(prefix+"row-timeout") < 0 {
		return none, cli.Usagef("--%[1]sretries, --%[1]stimeout and --%[1]srow-timeout: found a negative value, expected none", prefix)
	}
	for _, flag := range []string{"rpm", "tpm"} {
		if n := c.Float64(prefix + flag); !(n >= 0) || n > 1e12 {
			return none, cli.Usagef("--%s: found %v, expected a number of at least 0", prefix+flag, n)
		}
	}
	o := provider.Options{
		Provider: from, BaseURL: c.String(prefix + "base-url"), UnderWay: underWay, CacheDir: c.String(prefix + "cache"),
		Policy: translate.Policy{
			Retries: c.Int(prefix + "retries"), Timeout: c.Duration(prefix + "timeout"), Deadline: c.Duration(prefix + "row-timeout"), Finish: true, Abort: abort,
			Gate: gate,
		},
	}
	if provider.Builtin(name) {
		return o, nil
	}
	if o.BaseURL == "" {
		o.BaseURL = from.BaseURL(getenv)
	}
	key, err := from.Key(c.String(prefix+"api-key-file"), getenv)
	if err != nil {
		return none, cli.Usagef("--%sapi-key-file: %w", prefix, err)
	}
	o.Key = key
	return o, nil
}

// params are the sampling flags that were given.
func params(c *ucli.Context, prefix string) (translate.Params, error) {
	p := translate.Params{Stop: *c.Generic(prefix + "stop").(*texts)}
	for flag, to := range map[string]**float64{"temperature": &p.Temperature, "top-p": &p.TopP} {
		if c.IsSet(prefix + flag) {
			v := c.Float64(prefix + flag)
			*to = &v
		}
	}
	for flag, to := range map[string]**int64{"max-tokens": &p.MaxTokens, "seed": &p.Seed} {
		if c.IsSet(prefix + flag) {
			v := c.Int64(prefix + flag)
			*to = &v
		}
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
