package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// Answer is what a judge said.
type Answer string

// The answers.
const (
	Yes        Answer = "yes"
	No         Answer = "no"
	Unparsable Answer = "unparsable" // a reply that ends in neither
)

// Parse finds the answer of a reply: the word behind its last [Answer] tag,
// whatever the case and Markdown's emphasis around it.
func Parse(reply string) Answer {
	// Lowering case may change a string's length, so all is done in lower case.
	lower := strings.ToLower(reply)
	i := strings.LastIndex(lower, tagAnswer)
	if i < 0 {
		return Unparsable
	}
	line, _, _ := strings.Cut(strings.TrimLeft(lower[i+len(tagAnswer):], " \t\r\n:*_`"), "\n")
	word := strings.TrimRightFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".!*_`", r) })
	switch Answer(word) {
	case Yes:
		return Yes
	case No:
		return No
	}
	return Unparsable
}

// verdict is the answer as a verdict. A judge that cannot be understood leaves
// the question open.
func (a Answer) verdict() record.Verdict {
	switch a {
	case Yes:
		return record.Equivalent
	case No:
		return record.NotEquivalent
	}
	return record.Unknown
}

// A Judge is a model that is asked about pairs of formulas. Its methods may be
// called by several goroutines.
type Judge struct {
	Model         translate.Model
	Params        translate.Params
	Prompt        *Prompt
	Conversations bool // whether judgements keep the exchange
	Timing        bool // and the latency
	StopAfter     int  // calls in a row that may fail in the same way before the run ends; 0: any number

	breaker translate.Breaker
}

// Name is how judgements name the judge: by model and wording.
func (j *Judge) Name() string { return j.Model.Name() + " " + j.Prompt.Version() }

// Judge asks about c and puts the judgement into the row, in place of one of
// the same name. A call that brings no reply is a judgement whose answer is the
// call's outcome and whose verdict is error. The error is one that every other
// call would share.
func (j *Judge) Judge(ctx context.Context, row *record.Row, c Case) error {
	messages, err := j.Prompt.Messages(c)
	if err != nil {
		return fmt.Errorf("judge %s: %w", j.Name(), err)
	}
	resp, err := j.Model.Chat(ctx, translate.Request{Model: j.Model.Name(), Messages: messages, Params: j.Params, Key: key(row, c)})
	var call *translate.CallError
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && (!errors.As(err, &call) || call.Fatal()):
		return fmt.Errorf("judge %s: %w", j.Name(), err)
	case err == nil:
		j.breaker.Replied()
	default:
		if err := j.breaker.Failed(call, j.StopAfter); err != nil {
			return fmt.Errorf("judge %s: %w", j.Name(), err)
		}
	}
	said := record.Judgement{Judge: j.Name(), Answer: string(resp.Outcome), Verdict: record.Unverifiable, Usage: j.usage(resp)}
	if err == nil && resp.Outcome == record.OK {
		answer := Parse(resp.Content)
		said.Answer, said.Verdict = string(answer), answer.verdict()
	}
	if j.Conversations {
		if said.Conversation = messages; err == nil {
			reply := resp.Message()
			reply.Content = strings.ToValidUTF8(reply.Content, "\uFFFD")
			said.Conversation = append(said.Conversation, reply)
		}
	}
	row.Judgements = append(slices.DeleteFunc(row.Judgements, func(old record.Judgement) bool { return old.Judge == said.Judge }), said)
	return nil
}

// Reread reads the answers of a row's judgements anew out of their own
// conversations, whoever asked, and calls nothing. A judgement without a reply,
// or whose reply was no answer (cut off, refused), stays as it is.
func Reread(row *record.Row) {
	for i := range row.Judgements {
		j := &row.Judgements[i]
		n := len(j.Conversation)
		if n == 0 || j.Conversation[n-1].Role != translate.RoleAssistant || j.Verdict == record.Unverifiable {
			continue
		}
		reply, _ := translate.Thinking(j.Conversation[n-1].Content)
		answer := Parse(reply)
		j.Answer, j.Verdict = string(answer), answer.verdict()
	}
}

// key tells the call for this row and pair from all others.
func key(row *record.Row, c Case) string {
	id := row.ID
	if id == "" {
		id = record.FormulaID(row.Dataset, c.Left+"\x00"+c.Right)
	}
	number := func(n *int64) int64 {
		if n == nil {
			return 0
		}
		return *n
	}
	return fmt.Sprintf("judge/%s/run=%d/sample=%d/step=%d", id, number(row.Run), number(row.Sample), number(row.Step))
}

func (j *Judge) usage(resp translate.Response) *record.Usage {
	u := resp.Usage
	u.Stage = "judge"
	if !j.Timing {
		u.LatencySeconds = nil
	}
	return &u
}
