package endpoint

import (
	"cmp"
	"context"
	"crypto/tls"
	stdjson "encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/secret"
	"github.com/truthloop/truthloop/translate"
)

// classify returns the fault of err, the error with which x ended.
func classify(ctx context.Context, x *exchange, err error, hide secrets) *translate.CallError {
	e := &translate.CallError{Status: x.status, Message: hide.Excerpt(err.Error())}
	var tlsErr *tls.CertificateVerificationError
	var dns *net.DNSError
	var op *net.OpError
	var redirect *redirectError
	var interim *interimError
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		e.Fault, e.Outcome, e.Cause = translate.FaultConnection, record.Canceled, context.Canceled
	case ctx.Err() == nil && x.status == 0 && (errors.As(err, &tlsErr) || errors.As(err, &dns) && dns.IsNotFound):
		e.Fault, e.Outcome = translate.FaultAccess, record.HTTP5xx
	case ctx.Err() == nil && errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect"):
		e.Fault, e.Outcome, e.Unsent = translate.FaultConnection, record.HTTP5xx, true
	case ctx.Err() != nil || isTimeout(err):
		e.Fault, e.Outcome, e.Cause = translate.FaultTimeout, record.Timeout, context.DeadlineExceeded
		e.Status, e.Message = 0, "no complete reply in time"
	case errors.As(err, &redirect):
		e.Fault, e.Outcome = translate.FaultAccess, record.HTTP4xx
	case errors.As(err, &interim):
		e.Fault, e.Outcome = translate.FaultMalformed, record.HTTP5xx
	case errors.Is(err, errTooLong):
		e.Fault, e.Outcome = translate.FaultTooLong, record.TooLong
	case x.status >= 400:
		refusal(e, x, hide)
	case x.status != 0:
		e.Fault, e.Outcome = translate.FaultMalformed, record.HTTP5xx
		e.Message = hide.Excerpt("not a reply of this protocol: " + err.Error() + ": found " + strconv.Quote(hide.head(x.body)))
	default:
		e.Fault, e.Outcome = translate.FaultConnection, record.HTTP5xx
	}
	return e
}

// refusal completes e for a reply with a status of 400 or more.
func refusal(e *translate.CallError, x *exchange, hide secrets) {
	e.Fault = translate.FaultStatus
	e.RetryAfter = retryAfter(x.header, time.Now())
	said, kind, code := errorMessage(x.body)
	if said == "" {
		said = http.StatusText(x.status)
		if body := hide.head(x.body); body != said {
			said += ": " + body
		}
	}
	quota := usedUp(kind, code)
	if quota != "" && !strings.Contains(said, quota) {
		said += " (" + quota + ")"
	}
	e.Message = hide.Excerpt(said)
	switch {
	case x.status == http.StatusTooManyRequests:
		e.Outcome = record.HTTP429
	case x.status == http.StatusNotImplemented: // such as embeddings at a llama.cpp server without --embeddings
		e.Fault, e.Outcome = translate.FaultAccess, record.HTTP5xx
	case x.status >= 500:
		// A LiteLLM proxy answers 500, not 502, while it cannot reach its server.
		e.Outcome, e.Unsent = record.HTTP5xx, strings.Contains(said, "OpenAIException - Connection error.")
	case code == "content_filter" || code == "content_policy_violation":
		e.Fault, e.Outcome = translate.FaultRefused, record.Refused
	default:
		e.Outcome = record.HTTP4xx
		if noAccess(x.status, said, kind) {
			e.Fault = translate.FaultAccess
		}
	}
	if quota != "" {
		e.Fault = translate.FaultAccess
	}
}

// usedUp returns the word of an error's type or code that means that an account's money is
// used up; empty if there is none.
// See https://platform.openai.com/docs/guides/error-codes.
func usedUp(kind, code string) string {
	for _, word := range []string{"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"} {
		if kind == word || code == word {
			return word
		}
	}
	return ""
}

// noAccess reports whether a status of 400 to 499 means a wrong key, model, path or
// account. A LiteLLM proxy answers 400 to an unknown model, and, if it has no
// database, to a wrong key.
func noAccess(status int, said, kind string) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusNotFound, http.StatusMethodNotAllowed:
		return true
	case http.StatusBadRequest:
		return kind == "no_db_connection" || strings.Contains(said, "Invalid model name passed in model=")
	}
	return false
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

// errorMessage returns the message, type and code of an error body in the form of OpenAI
// and Anthropic, or in the simpler forms of other servers. Each is empty if the body
// lacks it.
func errorMessage(body []byte) (said, kind, code string) {
	var reply struct {
		Error   jsontext.Value `json:"error"`
		Message string         `json:"message"`
		Detail  jsontext.Value `json:"detail"`
	}
	if json.Unmarshal(body, &reply, lenient) != nil {
		return "", "", ""
	}
	var inner openai.APIError
	var plain string
	switch {
	case stdjson.Unmarshal(reply.Error, &inner) == nil && inner.Message != "":
		code, _ = inner.Code.(string)
		return inner.Message, inner.Type, code
	case json.Unmarshal(reply.Error, &plain, lenient) == nil && plain != "":
		return plain, "", ""
	case reply.Message != "":
		return reply.Message, "", ""
	case json.Unmarshal(reply.Detail, &plain, lenient) == nil && plain != "": // vLLM and other servers with FastAPI
		return plain, "", ""
	}
	return string(reply.Detail), "", ""
}

// retryAfter returns the wait that the endpoint asks for, at most translate.LongestWait:
// Retry-After in seconds or as a date (RFC 9110, section 10.2.3), or the more exact
// retry-after-ms; 0 if there is none that can be read.
func retryAfter(h http.Header, now time.Time) (wait time.Duration) {
	v := header(h, "Retry-After")
	if ms, ok := number(header(h, "Retry-After-Ms")); ok {
		wait = seconds(ms / 1000)
	} else if s, ok := number(v); ok {
		wait = seconds(s)
	} else if t, err := http.ParseTime(v); err == nil {
		wait = max(0, t.Sub(now))
	}
	return min(wait, translate.LongestWait)
}

// number reads a number; one that is too large is infinite.
func number(s string) (f float64, ok bool) {
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil || errors.Is(err, strconv.ErrRange)
}

// header returns the value of a reply's header. A LiteLLM proxy forwards the headers of
// its server with a prefix, and some of them only with the prefix.
func header(h http.Header, name string) string {
	return cmp.Or(h.Get(name), h.Get("Llm_provider-"+name))
}

// seconds returns s seconds as a Duration of at most a year.
func seconds(s float64) time.Duration {
	const year = 365 * 24 * 3600
	if s > 0 { // not negative, and a number
		return time.Duration(min(s, year) * float64(time.Second))
	}
	return 0
}

// secrets removes an endpoint's key, and the users and passwords in its URL and in that of
// its proxy, from text.
type secrets struct{ set *secret.Set }

// newSecrets returns secrets that remove the values. Short values are not removed: they
// are placeholders for local servers, and may occur in answers.
func newSecrets(values ...string) secrets { return secrets{secret.NewSet(values...)} }

// Redact returns text without secrets, as valid UTF-8.
func (s secrets) Redact(text string) string {
	return strings.ToValidUTF8(s.set.Redact(text), "\uFFFD")
}

// hides reports whether a text contains a secret.
func (s secrets) hides(text string) bool { return s.set.Redact(text) != text }

// Excerpt returns a message for a row: without secrets, on one line, cut after 500 bytes.
func (s secrets) Excerpt(text string) string {
	return cut(strings.Join(strings.Fields(s.Redact(text)), " "), 500)
}

// head returns the beginning of a body. Secrets are removed before the cut, so that no
// part of a secret remains.
func (s secrets) head(body []byte) string { return cut(s.Redact(string(body)), 200) }

// cut shortens a longer s to at most limit bytes of whole characters, and adds " ...".
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + " ..."
}
