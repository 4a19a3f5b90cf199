package translate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// Fault is the kind of a failed call.
type Fault string

// The faults.
const (
	FaultTimeout    Fault = "timeout"            // no reply within the time of an attempt
	FaultConnection Fault = "connection"         // not connected, reset or cut off
	FaultMalformed  Fault = "malformed_response" // status of success, but unreadable
	FaultTooLong    Fault = "too_long"           // status of success, but the reply exceeds the size limit
	FaultStatus     Fault = "status"             // any other HTTP status of 400 or more
	FaultRefused    Fault = "refused"            // the endpoint rejected the prompt
	FaultAccess     Fault = "access"             // wrong key, unknown model, exhausted quota, unknown host: no call can succeed
	FaultRefusing   Fault = "refusing"           // the endpoint refuses all requests; see Gate
)

// A CallError describes a failed call.
type CallError struct {
	Fault      Fault
	Outcome    record.Outcome // for the row; HTTP5xx if connection or body is broken
	Status     int            // the HTTP status; 0: none
	Unsent     bool           // no connection to the model's server was made
	Sent       bool           // the endpoint may charge for the request, although it gave no usable answer
	Received   int64          // bytes of the reply's body that arrived
	RetryAfter time.Duration  // the wait that the endpoint asked for; 0: none
	Message    string         // from the endpoint or the network, without secrets
	Cause      error          // the underlying error, if its text is safe to show; may be nil
}

func (e *CallError) Error() string {
	switch {
	case e.Status >= 400:
		return fmt.Sprintf("endpoint answered %d: %s", e.Status, e.Message)
	case e.Fault == FaultMalformed:
		return "endpoint's reply: " + e.Message
	}
	return "call to endpoint: " + e.Message
}

func (e *CallError) Unwrap() error { return e.Cause }

// Kind returns the Kind of the row's error.
func (e *CallError) Kind() string {
	if e.Fault == FaultStatus {
		return string(e.Outcome)
	}
	return string(e.Fault)
}

// Fatal reports whether every other call would fail in the same way.
func (e *CallError) Fatal() bool { return e.Fault == FaultAccess || e.Fault == FaultRefusing }

// Refused reports whether the endpoint refused the request before it began to work on it:
// by the status 429, 503 or 529, by 502 (from a gateway while its server restarts), or
// because no connection was made. Such a request costs nothing, and any other request
// could have been refused instead.
func (e *CallError) Refused() bool {
	return e.Unsent || e.Fault == FaultStatus && slices.Contains([]int{429, 502, 503, 529}, e.Status)
}

// Retryable reports whether the same call may succeed later: after timeouts,
// connection faults, unreadable bodies, and the statuses 408, 429 and 5xx.
func (e *CallError) Retryable() bool {
	switch e.Fault {
	case FaultTimeout, FaultConnection, FaultMalformed:
		return true
	case FaultStatus:
		return e.Status == 408 || e.Status == 429 || e.Status >= 500
	}
	return false
}

// Passing reports whether a failure comes from the way to the model and usually passes: a
// connection that breaks, a reply with unreadable headers, the statuses 408 and 504, or
// those of Cloudflare (520 to 527).
func (e *CallError) Passing() bool {
	return e.Fault == FaultConnection || e.Fault == FaultStatus && (e.Status == 408 || e.Status == 504 || e.Status >= 520 && e.Status <= 527)
}

// RefusesFormat reports whether the endpoint does not support the response format. Then
// it rejects the request with a message that names the parameter, or the grammar that
// llama.cpp and vLLM make from a JSON schema.
func (e *CallError) RefusesFormat() bool {
	if e == nil || e.Status != 400 && e.Status != 422 {
		return false
	}
	message := strings.ToLower(e.Message)
	for _, word := range []string{"response_format", "json_schema", "json schema", "output_config", "structured output", "grammar error"} {
		if strings.Contains(message, word) {
			return true
		}
	}
	return false
}
