package modelstage

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/stage"
)

// A forecast is what a run would take.
type forecast struct {
	rules    translate.Model // whose answers stand for those of the model
	rows     int64
	idle     int64 // rows about which nothing would be asked
	requests int64
	usage    record.Usage
	longest  int64 // prompt, in tokens
	samples  map[string][]record.Message
}

// dryRun calls nothing, and tells what a run over the inputs would take. The
// tokens of answers are those of builtin:rules' answer to the same prompt, and
// where it has none, of a text three times as long as the row's: a model that
// reasons takes more.
func dryRun(ctx context.Context, c *ucli.Context, env *cli.Env, j *job) error {
	rules, err := builtin.New(builtin.Prefix + "rules")
	if err != nil {
		return err
	}
	f := &forecast{rules: rules, samples: map[string][]record.Message{}}
	err = cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		f.rows++
		if j.fromOut {
			if j.untilDifferent && row.Verdict != record.Equivalent {
				f.idle++
				return nil
			}
			row = stage.NextStep(row)
		}
		times := int64(j.runs * j.samples * j.steps)
		asked := false
		for _, s := range j.stages() {
			some, err := f.add(ctx, s, row, times)
			if err != nil {
				return err
			}
			asked = asked || some
		}
		if !asked {
			f.idle++
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.write(env, j.stage)
}

// add counts what a stage asks about a row, so many times, and leaves in the
// row what the stage after it needs.
func (f *forecast) add(ctx context.Context, s *stage.Stage, row *record.Row, times int64) (bool, error) {
	req, err := s.Preview(row)
	if err != nil || req == nil {
		return false, err
	}
	messages := req.Messages
	kind := fmt.Sprintf("%s, %s", s.Direction, row.Formalism)
	if f.samples[kind] == nil {
		f.samples[kind] = messages
	}
	prompt := translate.EstimateTokens(messages)
	f.longest = max(f.longest, prompt)
	answer := 3 * translate.TextTokens(row.FS+row.NL)
	if resp, err := f.rules.Chat(ctx, translate.Request{Messages: messages}); err == nil && resp.Outcome == record.OK {
		answer = translate.TextTokens(resp.Content)
		row.NL = resp.Content
	}
	f.requests += times
	f.usage.PromptTokens += times * prompt
	f.usage.CompletionTokens += times * answer
	return true, nil
}

func (f *forecast) write(env *cli.Env, s *stage.Stage) error {
	w := bufio.NewWriter(env.Stdout)
	fmt.Fprintf(w, "model                %s\n", s.Model.Name())
	fmt.Fprintf(w, "rows                 %d, %d of them without a request\n", f.rows, f.idle)
	fmt.Fprintf(w, "requests             %d\n", f.requests)
	fmt.Fprintf(w, "prompt tokens        about %d, of the longest %d\n", f.usage.PromptTokens, f.longest)
	fmt.Fprintf(w, "completion tokens    about %d, without reasoning\n", f.usage.CompletionTokens)
	if p := s.Price; p != nil {
		fmt.Fprintf(w, "cost                 about $%.4f (a million tokens: $%g in, $%g out; %s, %s)\n", p.Cost(f.usage), p.Input, p.Output, p.Source, p.Date)
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
