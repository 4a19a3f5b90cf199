package models

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// A forecast replaces a model. It calls nothing, and estimates the tokens of the requests.
// It answers like builtin:rules, so that questions about answers are counted too. If
// builtin:rules has no answer, the outcome is empty. It is not safe for concurrent use.
type forecast struct {
	name    string
	rules   translate.Model
	kind    string // formalism of the current row
	longest int64  // tokens of the longest prompt
	samples map[string][]record.Message
}

func newForecast(name string) (*forecast, error) {
	rules, err := builtin.New(builtin.Prefix + "rules")
	return &forecast{name: name, rules: rules, samples: map[string][]record.Message{}}, err
}

func (f *forecast) Name() string { return f.name }

// Chat estimates the tokens of the request, and keeps the messages of the first request of
// each kind. If builtin:rules has no answer, the answer is as long as the prompt, as in a
// Budget before the first answer.
func (f *forecast) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	kind, _, _ := strings.Cut(req.Key, "/")
	messages, prompt := req.Messages, translate.EstimateTokens(req.Messages)
	model, answer := f.rules, prompt
	if req.Texts != nil {
		kind, model = "embeddings", endpoint.NgramsModel{}
		for _, text := range req.Texts {
			messages = append(messages, record.Message{Role: "text", Content: text})
			prompt += translate.TextTokens(text)
		}
	}
	resp, err := model.Chat(ctx, translate.Request{Messages: req.Messages, Texts: req.Texts, Params: req.Params})
	switch {
	case err != nil:
		return resp, err
	case resp.Outcome == record.OK:
		answer = translate.TextTokens(resp.Content)
	default:
		resp = translate.Response{Outcome: record.Empty}
	}
	if f.kind != "" {
		kind += ", " + f.kind
	}
	if f.samples[kind] == nil {
		f.samples[kind] = messages
	}
	f.longest = max(f.longest, prompt)
	resp.Usage = record.Usage{PromptTokens: prompt, CompletionTokens: answer}
	return resp, nil
}

// dryRun calls process for each input row, as a run would, and prints what the
// requests would take and the first prompt of each kind of row. Nothing is
// called: a model opened with --dry-run has no endpoint.
func (a *Opened) dryRun(ctx context.Context, c *ucli.Context, env *cli.Env, process func(context.Context, *record.Row) error) error {
	var rows, idle int64
	err := cli.EachRow(ctx, c, env, func(row *record.Row, at shard.Position) error {
		rows++
		before := a.Model.Totals().Calls
		if !row.IsMalformed() {
			a.forecast.kind = string(row.Formalism)
			if err := process(ctx, row); err != nil {
				return fmt.Errorf("%v: %w", at, err)
			}
		}
		if a.Model.Totals().Calls == before {
			idle++
		}
		return nil
	})
	if err != nil {
		return err
	}
	return a.writeForecast(env.Stdout, rows, idle)
}

func (a *Opened) writeForecast(to io.Writer, rows, idle int64) error {
	w := bufio.NewWriter(cli.Printable(to))
	f, t := a.forecast, a.Model.Totals()
	fmt.Fprintf(w, "model                %s\n", f.name)
	fmt.Fprintf(w, "rows                 %d, %d of them without a request\n", rows, idle)
	fmt.Fprintf(w, "requests             %d\n", t.Calls)
	fmt.Fprintf(w, "prompt tokens        about %d, of the longest %d\n", t.PromptTokens, f.longest)
	fmt.Fprintf(w, "completion tokens    about %d, without reasoning\n", t.CompletionTokens)
	if p := a.price; p != nil {
		from := strings.Trim(p.Source+", "+p.Date, ", ")
		fmt.Fprintf(w, "cost                 about $%.4f (a million tokens: $%g in, $%g out; %s)\n", p.Cost(t.Usage), p.Input, p.Output, cmp.Or(from, "no source or date of the price"))
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
