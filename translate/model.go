package translate

import (
	"context"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// A Model answers conversations. Implementations are safe for use by several
// goroutines.
type Model interface {
	// Chat asks for the next message of a conversation. The error is nil
	// where a reply arrived, whatever it is worth; else it is a *CallError
	// or the error of ctx. The Response's Outcome, and of its Usage the
	// number of attempts, are set in both cases.
	Chat(ctx context.Context, req Request) (Response, error)

	// Name is the name that users know the model by, as rows carry it.
	Name() string
}

// A Request is one call to a model.
type Request struct {
	Model    string // name the endpoint knows the model by; empty: the Model's own
	Messages []record.Message
	Params   Params
	Key      string // identity of the row, repetition and stage: seeds noise, and keeps repetitions apart in a cache
}

// A Response is how a call ended. Content and Reasoning may hold any text that
// is valid UTF-8, of any length.
type Response struct {
	Content      string         `json:"content"`                 // the answer as the model wrote it, without its reasoning
	Reasoning    string         `json:"reasoning,omitempty"`     // what the model thought before it answered, where it showed that
	FinishReason string         `json:"finish_reason,omitempty"` // the endpoint's word for why the model stopped
	Usage        record.Usage   `json:"usage"`                   // tokens, latency, attempts; the stage is for the caller to fill in
	Outcome      record.Outcome `json:"outcome"`                 // OK, Truncated, Refused or Empty where a reply arrived

	// Hold is how long the endpoint wants no further request from anyone of
	// us, as its rate limit headers say; 0 where they do not.
	Hold time.Duration `json:"-"`

	// Cached says that the answer was replayed; Usage is then what the call
	// took when it was made.
	Cached bool `json:"-"`

	// Kept says that the answer is an earlier run's, from its Journal: it was
	// paid for, by the run that this one goes on with.
	Kept bool `json:"-"`
}

// Message is the reply as a conversation keeps it: the reasoning, where there
// was any, in a think block before the answer, so that it can be told from
// the answer when the conversation is read again (see Thinking).
func (r Response) Message() record.Message {
	content := r.Content
	if r.Reasoning != "" {
		content = openThink + "\n" + r.Reasoning + "\n" + closeThink + "\n" + content
	}
	return record.Message{Role: RoleAssistant, Content: content}
}

// The roles of messages.
const (
	RoleSystem    = "system"
	RoleUser      = "user"
	RoleAssistant = "assistant"
)
