package stage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// An Asker puts questions to one model. Its methods are safe for concurrent
// use.
type Asker struct {
	Stage         string // its name in rows
	Model         translate.Model
	Params        translate.Params
	Seeds         []int64        // of the runs; if nil, run r has the seed of Params plus 1000·r
	Prompt        string         // version of the wording, for Ask
	Format        jsontext.Value // response_format, requested until the endpoint rejects it; nil: none
	Conversations bool           // store the conversations
	Timing        bool           // store the latency
	StopAfter     int            // calls in a row that may fail in the same way before the run ends; 0: any number
	Note          func(string)   // is called once if Format is rejected; may be nil

	rejected atomic.Bool // the endpoint rejected Format
	breaker  breaker
}

// A result is the result of one call.
type result struct {
	translate.Response
	sent  translate.Request
	fault *translate.CallError // nil if a reply arrived
}

// A repetition distinguishes questions about one row, so that their seeds differ.
type repetition struct {
	run    int64
	within int64 // is added to the seed of the run
}

// runStride is the distance between the seeds of two runs. It does not depend on the
// number of samples, because the samples of earlier programs count, too.
const runStride = 1000

// request returns req with the model, and with the settings for a repetition.
func (a *Asker) request(req translate.Request, of repetition) translate.Request {
	req.Model, req.Params = a.Model.Name(), a.Params
	if a.formatted() {
		req.Params = req.Params.With("response_format", a.Format)
	}
	if n := int64(len(a.Seeds)); n > 0 {
		req.Params.Seed = record.Int(int(a.Seeds[of.run%n] + of.within))
	} else if seed := req.Params.Seed; seed != nil {
		req.Params.Seed = record.Int(int(*seed + runStride*of.run + of.within))
	}
	return req
}

func (a *Asker) formatted() bool { return a.Format != nil && !a.rejected.Load() }

// call makes one call. An error ends the run.
func (a *Asker) call(ctx context.Context, req translate.Request, of repetition) (result, error) {
	formatted := a.formatted()
	r := result{sent: a.request(req, of)}
	var err error
	r.Response, err = a.Model.Chat(ctx, r.sent)
	switch {
	case err == nil:
		a.breaker.failed("")
		return r, nil
	case ctx.Err() != nil:
		return r, ctx.Err()
	case !errors.As(err, &r.fault):
	case formatted && r.fault.RefusesFormat():
		if a.rejected.CompareAndSwap(false, true) && a.Note != nil {
			a.Note("the endpoint rejects the response format, so answers are requested as text: " + r.fault.Message)
		}
		return a.call(ctx, req, of)
	case !r.fault.Fatal():
		// Messages contain port numbers and times.
		n := a.breaker.failed(fmt.Sprint(r.fault.Kind(), r.fault.Status))
		if err = nil; a.StopAfter > 0 && n >= a.StopAfter {
			err = fmt.Errorf("%d calls in a row failed in the same way: %w", n, r.fault)
		}
	}
	if err != nil {
		return r, fmt.Errorf("%s with model %s: %w", a.Stage, a.Model.Name(), err)
	}
	return r, nil
}

// usage returns the result's usage as rows store it.
func (a *Asker) usage(r result) record.Usage {
	u := r.Usage
	u.Stage = a.Stage
	if !a.Timing {
		u.LatencySeconds = nil
	}
	return u
}

// conversation returns the messages of a call, or nil if they are not stored.
func (a *Asker) conversation(r result) []record.Message {
	if !a.Conversations {
		return nil
	}
	messages := slices.Clone(r.sent.Messages)
	if r.fault == nil {
		reply := r.Message()
		reply.Content = valid(reply.Content)
		messages = append(messages, reply)
	}
	return messages
}

// store writes outcome, usage and conversation into the row. The usage of several calls
// is added up, except for the latency: that of the last call is kept.
func (a *Asker) store(row *record.Row, r result) {
	row.Outcome = r.Outcome
	if c := a.conversation(r); c != nil {
		row.Conversations = append(row.Conversations, record.Conversation{Stage: a.Stage, Messages: c})
	}
	u := a.usage(r)
	for i, old := range row.Usage {
		if old.Stage != a.Stage {
			continue
		}
		u.Add(old)
		row.Usage[i] = u
		return
	}
	row.Usage = append(row.Usage, u)
}

// answer returns the content of a reply, trimmed. If there is none, ok is false and the
// row gets an error.
func (a *Asker) answer(row *record.Row, r result) (answer string, ok bool) {
	answer = valid(strings.TrimSpace(r.Content))
	e := record.Error{Stage: a.Stage, Kind: string(r.Outcome)}
	switch {
	case r.fault != nil:
		e.Kind, e.Message = r.fault.Kind(), valid(r.fault.Error())
	case r.Outcome == record.OK:
		return answer, true
	case r.Outcome == record.Truncated:
		e.Message = fmt.Sprintf("reply was cut off after %d tokens (finish reason %q)", r.Usage.CompletionTokens, r.FinishReason)
	case r.Outcome == record.Refused:
		e.Message = fmt.Sprintf("model refused: %q", excerpt(answer))
	case r.Outcome == record.Empty:
		e.Message = "reply has no answer"
	default:
		e.Message = fmt.Sprintf("reply ended as %s: %q", r.Outcome, excerpt(answer))
	}
	row.Error = &e
	return "", false
}

// clearStage removes the results of an earlier run of a stage from the row.
func clearStage(row *record.Row, stage string) {
	row.Error, row.Outcome = nil, ""
	row.Conversations = slices.DeleteFunc(row.Conversations, func(c record.Conversation) bool { return c.Stage == stage })
	row.Usage = slices.DeleteFunc(row.Usage, func(u record.Usage) bool { return u.Stage == stage })
}

// Clear removes the results of an earlier run from the row. It returns false if the row
// has the error of another stage and must not change.
func (a *Asker) Clear(row *record.Row) bool {
	if row.Error != nil && row.Error.Stage != a.Stage {
		return false
	}
	clearStage(row, a.Stage)
	row.Model, row.Prompt, row.Params = "", "", ""
	return true
}

// Ask asks a question about the row. key separates it from other questions about the row.
// If there is no answer, ok is false and the row gets an error. If err is not nil, the
// run ends.
func (a *Asker) Ask(ctx context.Context, row *record.Row, messages []record.Message, key string) (answer string, ok bool, err error) {
	r, err := a.call(ctx, translate.Request{Messages: messages, Key: a.key(row, key)}, repetition{number(row.Run), number(row.Sample)})
	if err != nil {
		return "", false, err
	}
	row.Model, row.Prompt, row.Params = a.Model.Name(), a.Prompt, r.sent.Params.String()
	a.store(row, r)
	answer, ok = a.answer(row, r)
	return answer, ok, nil
}

// Embed asks an embedding model for the vectors of texts, which belong to the row. If
// there are none, the row gets an error. An error of Embed ends the run.
func (a *Asker) Embed(ctx context.Context, row *record.Row, texts []string) ([][]float32, error) {
	r, err := a.call(ctx, translate.Request{Texts: texts, Key: a.key(row, "embeddings")}, repetition{run: number(row.Run)})
	if err != nil {
		return nil, err
	}
	row.Model, row.Prompt, row.Params = a.Model.Name(), "", ""
	if params := r.sent.Params.String(); params != "{}" {
		row.Params = params
	}
	row.Outcome = r.Outcome
	row.Usage = append(row.Usage, a.usage(r))
	if _, ok := a.answer(row, r); !ok {
		return nil, nil
	}
	return r.Vectors, nil
}

// key identifies a question about the row.
func (a *Asker) key(row *record.Row, question string) string {
	return fmt.Sprintf("%s/%s/%s/run=%d/sample=%d", a.Stage, identity(row, row.FS+"\x00"+row.NL), question, number(row.Run), number(row.Sample))
}

// identity returns the row's id, or one that is computed from content.
func identity(row *record.Row, content string) string {
	if row.ID != "" {
		return row.ID
	}
	return record.FormulaID(row.Dataset, content)
}

func number(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// valid returns s as valid UTF-8, which rows require.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// excerpt returns a text, or the beginning of a long one.
func excerpt(s string) string { return translate.Excerpt(s, 200) }

// A breaker counts calls in a row that fail in the same way. It ends a run, for example
// because a server is down. Otherwise thousands of rows would each wait for all attempts.
type breaker struct {
	mu    sync.Mutex
	way   string
	count int
}

// failed counts a call that failed in a way; the way "" is an answer.
func (b *breaker) failed(way string) (inARow int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if way != b.way {
		b.way, b.count = way, 0
	}
	b.count++
	return b.count
}
