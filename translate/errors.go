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
	FaultConnection Fault = "connection"         // refused, reset, cut off, not resolved
	FaultMalformed  Fault = "malformed_response" // status of success, but no chat completion
	FaultTooLong    Fault = "too_long"           // status of success, but the reply exceeds the size limit
	FaultStatus     Fault = "status"             // an HTTP status of failure
	FaultRefused    Fault = "refused"            // the endpoint rejected the prompt
	FaultAccess     Fault = "access"             // wrong key, unknown model, exhausted quota, unknown host: no call can succeed
	FaultRefusing   Fault = "refusing"           // the endpoint refuses all requests; see Gate
)

// A CallError says why a call got no reply.
type CallError struct {
	Fault      Fault
	Outcome    record.Outcome // for the row; a broken connection or body counts as HTTP5xx, the server's failure
	Status     int            // the HTTP status; 0: none
	Unsent     bool           // no connection to the model's server was made, so it knows nothing of the call
	RetryAfter time.Duration  // the wait that the endpoint asked for; 0: none
	Hold       time.Duration  // see Response
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

// Kind is the error's name in a row.
func (e *CallError) Kind() string {
	if e.Fault == FaultStatus {
		return string(e.Outcome)
	}
	return string(e.Fault)
}

// Fatal reports whether every other call would fail in the same way.
func (e *CallError) Fatal() bool { return e.Fault == FaultAccess || e.Fault == FaultRefusing }

// Refused reports whether the endpoint did not begin to work on the call: the
// statuses 429, 503 and 529, connections that cannot be made, and 502, the status of
// a gateway while its server restarts. Such a call costs nothing, and any other call
// may have met the same.
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

// RefusesFormat reports whether the endpoint does not support the response
// format: it rejected the request with a message that names the parameter, or the
// grammar that llama.cpp and vLLM make of a JSON schema.
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
