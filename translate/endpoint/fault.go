package endpoint

import (
	"cmp"
	"context"
	"crypto/tls"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

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
	var status *statusError
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
	case errors.As(err, &status):
		e.Fault, e.Outcome = status.fault, status.outcome
	case errors.Is(err, errTooLong):
		e.Fault, e.Outcome = translate.FaultTooLong, record.TooLong
	case x.status >= 400:
		refusal(e, x, hide)
	case x.status != 0:
		malformed(e, x, err, hide)
	default:
		e.Fault, e.Outcome = translate.FaultConnection, record.HTTP5xx
	}
	return e
}

// malformed completes e for a reply that has a status of success, but no answer.
func malformed(e *translate.CallError, x *exchange, err error, hide secrets) {
	e.Fault, e.Outcome = translate.FaultMalformed, record.HTTP5xx
	said, _, _, usedUp := errorMessage(x.body)
	if said == "" {
		said = "found " + strconv.Quote(hide.head(x.body))
	}
	if usedUp {
		e.Fault = translate.FaultAccess
	}
	e.Message = hide.Excerpt("not a reply of this protocol: " + err.Error() + ": " + said)
}

// refusal completes e for a reply with a status of 400 or more.
func refusal(e *translate.CallError, x *exchange, hide secrets) {
	e.Fault = translate.FaultStatus
	e.RetryAfter = retryAfter(x.header, time.Now())
	said, kind, code, usedUp := errorMessage(x.body)
	if said == "" {
		said = http.StatusText(x.status)
		if body := hide.head(x.body); body != said {
			said += ": " + body
		}
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
	if usedUp {
		e.Fault = translate.FaultAccess
	}
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
// lacks it. usedUp reports that the account's money is used up; the message then has the
// word for it. See https://platform.openai.com/docs/guides/error-codes.
func errorMessage(body []byte) (said, kind, code string, usedUp bool) {
	var reply struct {
		Error   jsontext.Value `json:"error"`
		Message string         `json:"message"`
		Detail  jsontext.Value `json:"detail"`
	}
	if json.Unmarshal(body, &reply, lenient) != nil {
		return "", "", "", false
	}
	var inner openai.APIError
	switch {
	case stdjson.Unmarshal(reply.Error, &inner) == nil && inner.Message != "":
	case json.Unmarshal(reply.Error, &said, lenient) == nil && said != "":
		return said, "", "", false
	case reply.Message != "":
		return reply.Message, "", "", false
	case json.Unmarshal(reply.Detail, &said, lenient) == nil && said != "": // vLLM and other servers with FastAPI
		return said, "", "", false
	default:
		return string(reply.Detail), "", "", false
	}
	said, kind = inner.Message, inner.Type
	code, _ = inner.Code.(string)
	for _, word := range []string{"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"} {
		if kind == word || code == word {
			if usedUp = true; !strings.Contains(said, word) {
				said += " (" + word + ")"
			}
		}
	}
	return said, kind, code, usedUp
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

// limitHeaders are the headers that describe the limits of an endpoint, with Limit,
// Remaining or Reset in place of %s.
var limitHeaders = []string{
	"X-Ratelimit-%s-Requests", "X-Ratelimit-%s-Tokens",
	"Anthropic-Ratelimit-Requests-%s", "Anthropic-Ratelimit-Tokens-%s", "Anthropic-Ratelimit-Input-Tokens-%s", "Anthropic-Ratelimit-Output-Tokens-%s",
}

// hold returns how long the endpoint accepts no request, from its headers: 0 while both
// requests and tokens are left. asked is the reply's Retry-After.
//
// A reset is the time until the whole quota is free again. With a quota of thousands of
// requests per minute, the next request is free much earlier. So after an answered
// request, the wait is the reset divided by the limit, if the limit is known. After a
// rejected request, it is at most Retry-After.
func hold(status int, h http.Header, asked time.Duration) (longest time.Duration) {
	for _, name := range limitHeaders {
		value := func(what string) string { return header(h, fmt.Sprintf(name, what)) }
		if left, ok := number(value("Remaining")); !ok || left > 0 {
			continue
		}
		d := reset(value("Reset"))
		limit, ok := number(value("Limit"))
		switch {
		case asked > 0 && (d == 0 || d > asked):
			d = asked
		case asked > 0:
		case status < 400 && strings.Contains(name, "Requests") && ok && limit >= 1:
			d = time.Duration(float64(d) / limit)
		}
		longest = max(longest, d)
	}
	return min(longest, translate.LongestWait)
}

// reset reads a time such as 6m0s, 250ms, a number of seconds, or a date; 0 if it is none
// of them.
func reset(s string) time.Duration {
	if d, err := time.ParseDuration(s); err == nil {
		return max(d, 0)
	}
	if at, err := time.Parse(time.RFC3339, s); err == nil {
		return max(time.Until(at), 0)
	}
	n, _ := number(s)
	return seconds(n)
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
	return translate.Excerpt(strings.Join(strings.Fields(s.Redact(text)), " "), 500)
}

// head returns the beginning of a body. Secrets are removed before the cut, so that no
// part of a secret remains.
func (s secrets) head(body []byte) string { return translate.Excerpt(s.Redact(string(body)), 200) }
