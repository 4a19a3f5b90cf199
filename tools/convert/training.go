package convert

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A lesson is a training example of one of the trainers of Hugging Face's TRL
// (dataset_formats.md of TRL 1.0, "conversational").
type lesson struct {
	Messages   []record.Message `json:"messages,omitempty"`   // sft
	Prompt     []record.Message `json:"prompt,omitempty"`     // dpo, kto
	Chosen     []record.Message `json:"chosen,omitempty"`     // dpo
	Rejected   []record.Message `json:"rejected,omitempty"`   // dpo
	Completion []record.Message `json:"completion,omitempty"` // kto
	Label      *bool            `json:"label,omitempty"`      // kto
}

var trainers = []string{"sft", "dpo", "kto"}

// without says why answers give no example.
var without = map[string]string{"sft": "no answer is right", "dpo": "no prompt has both a right and a wrong answer", "kto": "no answer is either right or wrong"}

// training collects the answers of rows with a proved verdict.
type training struct {
	to, stage string
	questions []*question // in the order of their first row
	byKey     map[string]*question
	rows      int
	used      int
	unused    map[string]int // number of unused rows, by the reason
}

// A question is a prompt about one formula, with the different answers to it.
type question struct {
	prompt  []record.Message
	answers []*solution
}

// A solution is an answer. It can be proved right in one row and wrong in another.
type solution struct {
	text         string
	right, wrong bool
}

// export writes the training examples of the rows.
func export(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	t := &training{to: c.String("to"), stage: c.String("stage"), byKey: map[string]*question{}, unused: map[string]int{}}
	if !slices.Contains([]string{"informalize", "autoformalize"}, t.stage) {
		return cli.Usagef("--stage: found %q, expected informalize or autoformalize", t.stage)
	}
	if err := cli.CheckLines(c.String("output")); err != nil {
		return err
	}
	if err := cli.CheckNew(c, "output"); err != nil {
		return err
	}
	if err := cli.EachRow(ctx, c, env, func(row *record.Row, at shard.Position) error {
		t.add(row)
		return cli.CheckNames(row, at)
	}); err != nil {
		return err
	}
	if err := cli.WriteWhole(c, env, "the examples", t.write); err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "convert: %v\n", t)
	return nil
}

// add adds the answer of a row.
func (t *training) add(row *record.Row) {
	t.rows++
	if why := t.unfit(row); why != "" {
		t.unused[why]++
		return
	}
	i := slices.IndexFunc(row.Conversations, func(c record.Conversation) bool {
		return c.Stage == t.stage && len(c.Messages) > 1 && c.Messages[len(c.Messages)-1].Role == "assistant"
	})
	if i < 0 {
		t.unused["no exchange of "+t.stage]++
		return
	}
	t.used++
	messages := row.Conversations[i].Messages
	prompt, answer := messages[:len(messages)-1], messages[len(messages)-1].Content
	key := fmt.Sprintf("%q %q", row.FS, prompt)
	q := t.byKey[key]
	if q == nil {
		q = &question{prompt: prompt}
		t.byKey[key] = q
		t.questions = append(t.questions, q)
	}
	i = slices.IndexFunc(q.answers, func(a *solution) bool { return a.text == answer })
	if i < 0 {
		i = len(q.answers)
		q.answers = append(q.answers, &solution{text: answer})
	}
	if row.Verdict == record.Equivalent {
		q.answers[i].right = true
	} else {
		q.answers[i].wrong = true
	}
}

// unfit returns the reason why a row gives no example, or "".
func (t *training) unfit(row *record.Row) string {
	switch {
	case row.Verdict != record.Equivalent && row.Verdict != record.NotEquivalent:
		return "no proved verdict"
	case row.Outcome != "" && row.Outcome != record.OK:
		return "a failed call"
	case row.NLLeak != nil && *row.NLLeak:
		return "a leak"
	case row.FSIn != "" && row.FSIn != row.FS:
		return "a later round" // the verdict is about fs, and the round began with fs_in
	}
	return ""
}

// write writes the examples of all questions, a line each. It drops answers that are right
// in one row and wrong in another.
func (t *training) write(w io.Writer) error {
	var text bytes.Buffer
	for _, q := range t.questions {
		for _, e := range t.of(q) {
			if err := json.MarshalWrite(&text, e, jsontext.AllowInvalidUTF8(true)); err != nil {
				return err
			}
			text.WriteByte('\n')
		}
	}
	if text.Len() == 0 {
		return cli.Limitf("%v: nothing is written, because %s", t, without[t.to])
	}
	_, err := text.WriteTo(w)
	return err
}

// of lists the examples of a question.
func (t *training) of(q *question) (out []lesson) {
	say := func(a *solution) []record.Message { return []record.Message{{Role: "assistant", Content: a.text}} }
	var right, wrong []*solution
	for _, a := range q.answers {
		switch {
		case a.right && a.wrong:
			continue
		case a.right:
			right = append(right, a)
		default:
			wrong = append(wrong, a)
		}
		if t.to == "kto" {
			out = append(out, lesson{Prompt: q.prompt, Completion: say(a), Label: &a.right})
		}
	}
	switch t.to {
	case "sft":
		for _, a := range right {
			out = append(out, lesson{Messages: slices.Concat(q.prompt, say(a))})
		}
	case "dpo":
		for i := range min(len(right), len(wrong)) {
			out = append(out, lesson{Prompt: q.prompt, Chosen: say(right[i]), Rejected: say(wrong[i])})
		}
	}
	return out
}

// String describes what was read and why rows were not used.
func (t *training) String() string {
	s := fmt.Sprintf("%d of %d rows give answers to %d prompts", t.used, t.rows, len(t.questions))
	separator := "; not used: "
	for _, why := range slices.Sorted(maps.Keys(t.unused)) {
		s += fmt.Sprintf("%s%d with %s", separator, t.unused[why], why)
		separator = ", "
	}
	return s
}
