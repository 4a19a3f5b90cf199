// Package ask puts one question about a row to a chat model and leaves in the
// row what became of it: outcome, usage, conversation, error. What flows in is
// a conversation that somebody else has worded; what flows out is the answer,
// which somebody else has to understand.
//
// Package stage does the same for the two directions of translation, where
// prompt and answer have columns of their own. The two share how a failure of
// the row is told from one of the run: by translate.CallError and Breaker.
package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// An Asker is one model that is asked about rows. Its methods may be called by
// several goroutines.
type Asker struct {
	Stage         string // the name of the stage in rows
	Prompt        string // the version of the wording, for the row
	Model         translate.Model
	Params        translate.Params
	Conversations bool              // whether rows keep the exchange
	Timing        bool              // and the latency
	Plain         *translate.Params // asked with once the endpoint refuses the response format of Params; nil: never
	Note          func(string)      // is told, once, that it does; may be nil
	StopAfter     int               // calls in a row that may fail in the same way before the run ends; 0: any number

	refused atomic.Bool // the response format
	breaker translate.Breaker
}

// Clear takes away what an earlier run left in the row. It is false where an
// earlier stage gave the row up, which is then to be left alone.
func (a *Asker) Clear(row *record.Row) bool {
	if row.Error != nil && row.Error.Stage != a.Stage {
		return false
	}
	row.Error, row.Outcome = nil, ""
	row.Model, row.Prompt, row.Params = "", "", ""
	row.Conversations = slices.DeleteFunc(row.Conversations, func(c record.Conversation) bool { return c.Stage == a.Stage })
	row.Usage = slices.DeleteFunc(row.Usage, func(u record.Usage) bool { return u.Stage == a.Stage })
	return true
}

// Ask asks about the row. Key tells the question from others about the same
// row. Where no answer comes, ok is false and the row has an error. The error
// is one that every other call would share.
func (a *Asker) Ask(ctx context.Context, row *record.Row, messages []record.Message, key string) (answer string, ok bool, err error) {
	id := row.ID
	if id == "" {
		id = record.FormulaID(row.Dataset, row.FS+"\x00"+row.NL)
	}
	req := translate.Request{Model: a.Model.Name(), Messages: messages, Params: a.Params}
	formatted := a.Plain != nil && !a.refused.Load()
	if a.Plain != nil && !formatted {
		req.Params = *a.Plain
	}
	req.Key = fmt.Sprintf("%s/%s/%s/run=%d/sample=%d", a.Stage, id, key, number(row.Run), number(row.Sample))
	if seed := req.Params.Seed; seed != nil { // else repetitions would be alike
		own := *seed + 1000*number(row.Run) + number(row.Sample)
		req.Params.Seed = &own
	}
	resp, err := a.Model.Chat(ctx, req)
	if err != nil && ctx.Err() != nil {
		return "", false, ctx.Err()
	}
	var call *translate.CallError
	if formatted && errors.As(err, &call) && call.RefusesFormat() {
		if a.refused.CompareAndSwap(false, true) && a.Note != nil {
			a.Note("the endpoint does not take a response format, so answers are asked for as text: " + call.Message)
		}
		return a.Ask(ctx, row, messages, key)
	}
	switch {
	case err == nil:
		a.breaker.Replied()
	case !errors.As(err, &call) || call.Fatal():
		return "", false, fmt.Errorf("%s with model %s: %w", a.Stage, a.Model.Name(), err)
	default:
		if err := a.breaker.Failed(call, a.StopAfter); err != nil {
			return "", false, fmt.Errorf("%s with model %s: %w", a.Stage, a.Model.Name(), err)
		}
	}
	a.fill(row, req, resp, call)
	return valid(strings.TrimSpace(resp.Content)), row.Error == nil, nil
}

func number(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// fill writes what came of a call into the row; call is nil where a reply came.
func (a *Asker) fill(row *record.Row, req translate.Request, resp translate.Response, call *translate.CallError) {
	row.Model, row.Prompt, row.Params, row.Outcome = a.Model.Name(), a.Prompt, req.Params.String(), resp.Outcome
	u := resp.Usage
	u.Stage = a.Stage
	if !a.Timing {
		u.LatencySeconds = nil
	}
	row.Usage = append(row.Usage, u)
	if a.Conversations {
		messages := slices.Clone(req.Messages)
		if call == nil {
			reply := resp.Message()
			reply.Content = valid(reply.Content)
			messages = append(messages, reply)
		}
		row.Conversations = append(row.Conversations, record.Conversation{Stage: a.Stage, Messages: messages})
	}
	switch {
	case call != nil:
		row.Error = &record.Error{Stage: a.Stage, Kind: call.Kind(), Message: valid(call.Error())}
	case resp.Outcome != record.OK:
		row.Error = &record.Error{Stage: a.Stage, Kind: string(resp.Outcome), Message: valid(fmt.Sprintf("reply ended as %s: %.200q", resp.Outcome, resp.Content))}
	}
}

// valid is s as valid UTF-8, which is all that a row can hold.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
