package access

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// A forecast replaces a model. It calls nothing, and counts the requests and tokens of
// the model. It answers like builtin:rules, so that questions about answers are counted
// too. If builtin:rules has no answer, the outcome is empty.
type forecast struct {
	name  string
	price *endpoint.Price // nil: not known
	rules translate.Model

	mu       sync.Mutex
	kind     string // formalism of the current row
	requests int64
	usage    record.Usage
	longest  int64 // tokens of the longest prompt
	samples  map[string][]record.Message
}

func newForecast(name string, price *endpoint.Price) (*forecast, error) {
	rules, err := builtin.New(builtin.Prefix + "rules")
	if err != nil {
		return nil, err
	}
	return &forecast{name: name, price: price, rules: rules, samples: map[string][]record.Message{}}, nil
}

func (f *forecast) Name() string { return f.name }

// Chat counts the request. If builtin:rules has no answer, Chat counts an answer as long
// as the prompt, as a Meter does before its first answer.
func (f *forecast) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if req.Texts != nil {
		return f.embed(ctx, req)
	}
	prompt := translate.EstimateTokens(req.Messages)
	resp, err := f.rules.Chat(ctx, translate.Request{Messages: req.Messages, Params: req.Params})
	if ctx.Err() != nil {
		return resp, ctx.Err()
	}
	answer := prompt
	if err == nil && resp.Outcome == record.OK {
		answer = translate.TextTokens(resp.Content)
	} else {
		resp = translate.Response{Outcome: record.Empty}
	}
	stage, _, _ := strings.Cut(req.Key, "/")
	f.count(stage, req.Messages, prompt, answer)
	return resp, nil
}

// embed counts a request for embeddings.
func (f *forecast) embed(ctx context.Context, req translate.Request) (translate.Response, error) {
	var tokens int64
	var messages []record.Message
	for _, text := range req.Texts {
		messages = append(messages, record.Message{Role: "text", Content: text})
		tokens += translate.TextTokens(text)
	}
	f.count("embeddings", messages, tokens, 0)
	return endpoint.NgramsModel{}.Chat(ctx, req)
}

// count adds a request, and keeps the messages of the first request of each kind.
func (f *forecast) count(stage string, messages []record.Message, prompt, answer int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	kind := stage
	if f.kind != "" {
		kind += ", " + f.kind
	}
	if f.samples[kind] == nil {
		f.samples[kind] = messages
	}
	f.requests++
	f.longest = max(f.longest, prompt)
	f.usage.PromptTokens += prompt
	f.usage.CompletionTokens += answer
}

// dryRun calls process for each input row, as a run would, and prints what the
// requests would take and the first prompt of each kind of row. Nothing is
// called: a model opened with --dry-run has no endpoint.
func (a *Access) dryRun(ctx context.Context, c *ucli.Context, env *cli.Env, process func(context.Context, *record.Row) error) error {
	f := a.forecast
	var rows, idle int64
	err := cli.EachRow(ctx, c, env, func(row *record.Row, at shard.Position) error {
		rows++
		if row.IsMalformed() {
			idle++
			return nil
		}
		before := f.begin(string(row.Formalism))
		if err := process(ctx, row); err != nil {
			return fmt.Errorf("%v: %w", at, err)
		}
		if f.begin("") == before {
			idle++
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.write(env.Stdout, rows, idle)
}

// begin sets the kind of the next rows and returns the number of requests so
// far.
func (f *forecast) begin(kind string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kind = kind
	return f.requests
}

func (f *forecast) write(to io.Writer, rows, idle int64) error {
	w := bufio.NewWriter(cli.Printable(to))
	fmt.Fprintf(w, "model                %s\n", f.name)
	fmt.Fprintf(w, "rows                 %d, %d of them without a request\n", rows, idle)
	fmt.Fprintf(w, "requests             %d\n", f.requests)
	fmt.Fprintf(w, "prompt tokens        about %d, of the longest %d\n", f.usage.PromptTokens, f.longest)
	fmt.Fprintf(w, "completion tokens    about %d, without reasoning\n", f.usage.CompletionTokens)
	if p := f.price; p != nil {
		from := strings.Trim(p.Source+", "+p.Date, ", ")
		fmt.Fprintf(w, "cost                 about $%.4f (a million tokens: $%g in, $%g out; %s)\n", p.Cost(f.usage), p.Input, p.Output, cmp.Or(from, "no source or date of the price"))
	} else {
		fmt.Fprintln(w, "cost                 not known: no price in data/models.toml or --models")
	}
	for _, kind := range slices.Sorted(maps.Keys(f.samples)) {
		fmt.Fprintf(w, "\nprompt of %s\n", kind)
		for _, m := range f.samples[kind] {
			fmt.Fprintf(w, "--- %s\n%s\n", m.Role, m.Content)
		}
	}
	return w.Flush()
}
