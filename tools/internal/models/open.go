// Package models gives programs access to models.
//
// The input is the command line of a program and its rows. The output is the rows
// with the answers of the model. A program that asks about rows adds RowFlags to its
// own flags. These flags describe the model, the endpoint, its limits, a budget and the
// settings of requests.
//
// Open opens the model that the flags describe. The budget applies to every call of this
// model. If the price is known, the usage of each answer includes its cost. Two kinds of
// requests to endpoints do not use Open: those of "informalize batch" and
// "autoformalize batch", which only transfer the files of the Batch API, and the test
// call of the program doctor.
//
// Run asks the model about each row, or with --runs and --samples several times about
// each row. It shows the progress and counts the calls. If a row needs several calls, a
// journal on disk keeps its replies until the row is written. With --dry-run, Run calls
// no model: it prints the number of requests, and estimates of tokens and costs.
package models

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/stage"
)

// An Opened is an opened model, with the settings of its calls.
type Opened struct {
	Model   *translate.Meter
	Params  translate.Params
	Seeds   []int64 // seeds of the runs, if there are several; Params has the first
	Workers int     // maximum number of requests under way

	local    bool             // computes in this process and costs nothing
	endpoint string           // address without secrets; empty if it is the provider's own or there is none
	price    *endpoint.Price  // nil: not known
	forecast *forecast        // counts for --dry-run; else nil
	before   map[string]int64 // sums of earlier runs of the output
}

// endpointWorkers is the default of --workers for endpoints. It keeps a server busy
// and causes only a few 429s with the smallest plan of a service.
const endpointWorkers = 32

// workers returns the maximum number of requests under way, which is also the maximum
// number of rows under way. It is --workers, or else endpointWorkers, or the number of
// processors for a local model.
func workers(c *ucli.Context, local bool) (int, error) {
	if local || c.Int("workers") > 0 {
		return cli.WorkersOf(c), nil
	}
	return endpointWorkers, c.Set("workers", strconv.Itoa(endpointWorkers))
}

// Open returns the model that the flags describe. With --dry-run, the model only counts
// requests. Errors are usage errors.
func Open(ctx context.Context, c *ucli.Context, env *cli.Env, name string) (*Opened, error) {
	if name == "" {
		return nil, cli.Usagef("--model: found none, expected one such as builtin:rules; see --help")
	}
	profiles, err := endpoint.LoadProfiles(c.String("models"))
	if err != nil {
		return nil, cli.Usagef("--models: %w", err)
	}
	profile := profiles.Of(name)
	a := &Opened{price: profile.Price, local: endpoint.Builtin(name)}
	if a.Workers, err = workers(c, a.local); err != nil {
		return nil, err
	}
	several, err := seeds(c)
	if err != nil {
		return nil, err
	}
	if a.Params, err = params(c, several); err != nil {
		return nil, err
	}
	if len(several) > 1 {
		a.Seeds = several
	}
	if err := profile.Apply(&a.Params); err != nil {
		return nil, cli.Usagef("--model %s: %w", name, err)
	}
	t, err := tariff(c, name, a.price)
	if err != nil {
		return nil, err
	}
	tasks, err := tasksOf(c)
	if err != nil {
		return nil, err
	}
	o, err := options(c, a.local)
	if err != nil {
		return nil, err
	}
	if err := o.Protocol.Check(a.Params); err != nil && !a.local {
		return nil, cli.Usagef("--provider %s: %w", o.Protocol, err)
	}
	if c.Bool("dry-run") {
		a.forecast, err = newForecast(name)
		if err != nil {
			return nil, err
		}
		a.Model = translate.NewMeter(a.forecast, nil, nil)
		return a, nil
	}
	o.Connections = a.Workers
	limits := translate.Limits{Requests: c.Float64("rpm"), GiveUpAfter: c.Duration("give-up-after")}
	note, err := share(tasks, &limits, &t)
	if err != nil {
		return nil, err
	}
	gate, budget := translate.NewGate(limits), translate.NewBudget(t)
	gate.Note = noter(env, name)
	if note != "" {
		gate.Note(note)
	}
	o.Policy.Gate, o.Policy.Budget, o.Policy.Stop, o.Policy.Grace = gate, budget, ctx, grace(c)
	m, err := endpoint.Open(name, o)
	if err != nil {
		return nil, cli.Usagef("--model: %w", err)
	}
	if u, err := url.Parse(strings.TrimRight(o.BaseURL, "/")); err == nil {
		u.User = nil
		a.endpoint = u.String()
	}
	a.Model = translate.NewMeter(translate.Journal(m), budget, gate)
	return a, nil
}

// Recorded returns an Opened of another model, whose answers have no price.
func (a *Opened) Recorded(m translate.Model) *Opened {
	return &Opened{Model: translate.NewMeter(m, nil, nil), Params: a.Params, Seeds: a.Seeds, Workers: a.Workers}
}

// options returns the settings of the endpoint.
func options(c *ucli.Context, local bool) (o endpoint.Options, err error) {
	if c.Int("retries") < 0 || c.Duration("timeout") < 0 || c.Duration("give-up-after") < 0 {
		return o, cli.Usagef("--retries, --timeout and --give-up-after: found a negative value, expected none")
	}
	if n := c.Float64("rpm"); !(n >= 0) || n > 1e12 {
		return o, cli.Usagef("--rpm: found %v, expected a number of at least 0", n)
	}
	if err := cli.OneOf(c, "provider", &o.Protocol, endpoint.OpenAI, endpoint.Anthropic); err != nil {
		return o, err
	}
	o.CacheDir = c.String("cache")
	o.Policy = translate.Policy{Retries: c.Int("retries"), Timeout: c.Duration("timeout")}
	if local {
		return o, nil
	}
	if o.BaseURL, err = o.Protocol.BaseURL(c.String("base-url"), os.Getenv); err != nil {
		return o, cli.Usagef("--base-url: %w", err)
	}
	if o.Key, err = o.Protocol.Key(c.String("api-key-file"), os.Getenv); err != nil {
		return o, cli.Usagef("--api-key-file: %w", err)
	}
	return o, nil
}

// Asker returns a stage.Asker with the settings of the flags. name is that of the program in
// rows.
func (a *Opened) Asker(c *ucli.Context, env *cli.Env, name string) stage.Asker {
	return stage.Asker{
		Stage: name, Model: a.Model, Params: a.Params, Seeds: a.Seeds, Conversations: !c.Bool("no-conversations"),
		Timing: !c.Bool("no-timing"), StopAfter: stopAfter(c),
		Note: noter(env, a.Model.Name()),
	}
}

// grace returns the time that requests under way have after an interrupt.
func grace(c *ucli.Context) time.Duration {
	if limit := c.Duration("timeout"); limit > 0 {
		return min(limit, time.Minute)
	}
	return time.Minute
}

// stopAfter returns the number of calls in a row that may fail in the same way, or 0 for
// any number, if --max-errors accepts that all rows fail.
func stopAfter(c *ucli.Context) int {
	if c.String("max-errors") == "100%" {
		return 0
	}
	return 10
}

func noter(env *cli.Env, model string) func(string) {
	return func(note string) { fmt.Fprintf(env.Stderr, "%s: %s: %s\n", env.Name, model, note) }
}

// durable reports whether calls cost something, so that each row must be on
// disk as soon as it is done.
func (a *Opened) durable() bool { return !a.local }

// status returns the text for the progress; see cli.Stage. It is empty for a local model.
func (a *Opened) status() string {
	if !a.durable() {
		return ""
	}
	return a.Model.Status()
}

// sums returns a function that sums a row's usage by the named stages, for the manifest;
// see cli.Stage. For a local model, the sums are nil.
func (a *Opened) sums(stages ...string) func(*record.Row) map[string]int64 {
	return func(row *record.Row) map[string]int64 {
		if a.local {
			return nil
		}
		sums := map[string]int64{}
		for _, u := range row.Usage {
			if slices.Contains(stages, u.Stage) {
				translate.AddSums(sums, u)
			}
		}
		return sums
	}
}

// resumed adds the sums of earlier runs of the output to the spent budget and to the
// report; see cli.Stage.
func (a *Opened) resumed(sums map[string]int64) {
	a.before = sums
	a.Model.Budget.Spent(sums)
}

// report prints on stderr the usage of this run and of earlier runs. It is called at the
// end of a run, even if the run fails, because a failed run also costs money.
func (a *Opened) report(env *cli.Env) {
	if !a.durable() || a.forecast != nil {
		return
	}
	if t := a.Model.Totals(); t.Outcomes != nil {
		fmt.Fprintf(env.Stderr, "%s: %s: %v\n", env.Name, a.Model.Name(), t)
	}
	if a.before[translate.SumAttempts] > 0 {
		before := fmt.Sprintf("%d attempts; tokens: %d prompt, %d completion", a.before[translate.SumAttempts], a.before[translate.SumPrompt], a.before[translate.SumCompletion])
		if a.price != nil {
			before += fmt.Sprintf("; $%.6f", float64(a.before[translate.SumCost])/1e9)
		}
		fmt.Fprintf(env.Stderr, "%s: %s: before this run: %s\n", env.Name, a.Model.Name(), before)
	}
}
