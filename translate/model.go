package translate

import (
	"context"
	"math"
	"regexp"
	"strings"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// A Model answers requests. Implementations are safe for concurrent use.
type Model interface {
	// Chat returns the next message of a conversation, or the vectors of
	// texts. The error is nil if a reply arrived, whatever its outcome;
	// otherwise it is a *CallError or the error of ctx. The Response's Outcome
	// and number of attempts are set in both cases.
	Chat(ctx context.Context, req Request) (Response, error)

	// Name returns the model's name, as users write it and as rows store it.
	Name() string
}

// A Request is one call to a model. It has either Messages or Texts.
type Request struct {
	Model    string // name used by the endpoint; empty: the Model's own
	Messages []record.Message
	Texts    []string // to embed
	Params   Params
	Key      string // of row, repetition and stage; for noise and caches
}

// A Response is the result of a call. Content and Reasoning are valid UTF-8 of
// any length.
type Response struct {
	Content      string         `json:"content"`                 // the answer without the reasoning
	Reasoning    string         `json:"reasoning,omitempty"`     // empty if not shown
	FinishReason string         `json:"finish_reason,omitempty"` // as the endpoint gave it
	Usage        record.Usage   `json:"usage"`                   // tokens, latency, attempts; the caller adds the stage
	Outcome      record.Outcome `json:"outcome"`                 // OK, Truncated, Refused or Empty if a reply arrived
	Vectors      [][]float32    `json:"vectors,omitempty"`       // of the request's texts, in their order
	Replaced     bool           `json:"replaced,omitzero"`       // U+FFFD in the answer replaces what is not Unicode

	Refused int64         `json:"-"` // attempts that the endpoint refused; Usage does not count them
	Hold    time.Duration `json:"-"` // time during which the endpoint accepts no request; 0: none given
	Cached  bool          `json:"-"` // the answer comes from a Cache; Usage is that of the original call
	Kept    bool          `json:"-"` // the answer comes from a Journal: an earlier run paid for it
}

// LongestWait is the longest wait that an endpoint can ask for. After it, the next request
// finds out whether the endpoint accepts requests again.
const LongestWait = 2 * time.Minute

// Message returns the reply as conversations store it: the reasoning, if any, in a think
// block, and then the answer. Thinking separates the two again.
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

const (
	openThink  = "<think>"
	closeThink = "</think>"
)

var thinkMark = regexp.MustCompile(`</?think>`)

// Thinking separates a reply into its answer and its think blocks, both trimmed. A block
// without a start mark (some chat templates put it into the prompt) begins at the start
// of the reply. A block without an end mark extends to the end.
func Thinking(reply string) (answer, thinking string) {
	var rest, thought strings.Builder
	to, at := &rest, 0 // to is thought in a block
	for _, mark := range thinkMark.FindAllStringIndex(reply, -1) {
		opens := reply[mark[0]:mark[1]] == openThink
		if opens && to == &thought {
			continue
		}
		if !opens && to == &rest { // without a start mark
			thought.WriteString(rest.String())
			rest.Reset()
			to = &thought
		}
		to.WriteString(reply[at:mark[0]])
		at = mark[1]
		if to = &rest; opens {
			to = &thought
		}
	}
	to.WriteString(reply[at:])
	return strings.TrimSpace(rest.String()), strings.TrimSpace(thought.String())
}

// Excerpt shortens a longer text to at most limit bytes of whole characters, and adds " ...".
func Excerpt(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + " ..."
}

// Cosine returns the cosine of the angle between two vectors, from -1 to 1. It is 0 if
// one of them is zero or not finite, or if their lengths differ.
func Cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var dot, na, nb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot += x * y
		na += x * x
		nb += y * y
	}
	cos := dot / math.Sqrt(na) / math.Sqrt(nb)
	if math.IsNaN(cos) {
		return 0
	}
	return cos
}
