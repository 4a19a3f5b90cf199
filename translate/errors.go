package translate

import (
	"fmt"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// Fault is the kind of a failed call.
type Fault string

// The faults.
const (
	FaultTimeout    Fault = "timeout"            // no reply within the time of an attempt
	FaultConnection Fault = "connection"         // refused, reset, cut off, not resolved
	FaultMalformed  Fault = "malformed_response" // a success by its status, but no chat completion
	FaultStatus     Fault = "status"             // an HTTP status that says no
	FaultRefused    Fault = "refused"            // the endpoint would not take the prompt
	FaultAccess     Fault = "access"             // wrong key, unknown model, quota used up, no such host name: nothing would succeed
)

// A CallError says why a call got no reply.
type CallError struct {
	Fault   Fault
	Outcome record.Outcome // what the row shall say; a broken connection or body counts as HTTP5xx, as the server's failure
	Status  int            // the HTTP status, 0 where none came

	// RetryAfter is how long the endpoint asked us to wait; 0 where it did not.
	RetryAfter time.Duration

	// Hold is how long the endpoint wants no request at all; see Response.
	Hold time.Duration

	Message string // what the endpoint or the network said, secrets removed
	Cause   error  // the error below, where its text is safe to show; may be nil
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

// Fatal says that every other call would fail in the same way, so that going
// on is useless.
func (e *CallError) Fatal() bool { return e.Fault == FaultAccess }

// Retryable says that the same call may succeed later: after timeouts,
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
