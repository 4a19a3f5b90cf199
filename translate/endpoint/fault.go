package endpoint

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// Lenient reads the JSON that servers write rather than the JSON they should.
var Lenient = json.JoinOptions(
	jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true), json.MatchCaseInsensitiveNames(true))

// Fault says what kind of failure err is, that a provider's client returned
// after x. Where the endpoint's status says no, its rate limit headers are for
// the provider to read.
func Fault(ctx context.Context, x *Exchange, err error, secrets Secrets) *translate.CallError {
	e := &translate.CallError{Status: x.Status, Message: secrets.Excerpt(err.Error())}
	var tlsErr *tls.CertificateVerificationError
	var dns *net.DNSError
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		e.Fault, e.Outcome, e.Cause = translate.FaultConnection, record.Canceled, context.Canceled
	case ctx.Err() != nil || isTimeout(err):
		e.Fault, e.Outcome, e.Cause = translate.FaultTimeout, record.Timeout, context.DeadlineExceeded
		e.Status, e.Message = 0, "no complete reply in time"
	case x.Status >= 400:
		refusal(e, x, secrets)
	case x.Status != 0:
		e.Fault, e.Outcome = translate.FaultMalformed, record.HTTP5xx
		e.Message = secrets.Excerpt("not a chat completion: " + err.Error() + ": found " + strconv.Quote(secrets.head(x.Body)))
	case errors.As(err, &tlsErr), errors.As(err, &dns) && dns.IsNotFound:
		e.Fault, e.Outcome = translate.FaultAccess, record.HTTP5xx
	default:
		e.Fault, e.Outcome = translate.FaultConnection, record.HTTP5xx
	}
	return e
}

// refusal fills e in for a reply whose status says no.
func refusal(e *translate.CallError, x *Exchange, secrets Secrets) {
	e.Fault = translate.FaultStatus
	e.RetryAfter = retryAfter(x.Header, time.Now())
	said, code := ErrorMessage(x.Body)
	if said == "" {
		said = http.StatusText(x.Status) + ": " + secrets.head(x.Body)
	}
	e.Message = secrets.Excerpt(said)
	switch {
	case x.Status == http.StatusTooManyRequests:
		e.Outcome = record.HTTP429
		if code == "insufficient_quota" {
			e.Fault = translate.FaultAccess
		}
	case x.Status >= 500:
		e.Outcome = record.HTTP5xx
	case code == "content_filter" || code == "content_policy_violation":
		e.Fault, e.Outcome = translate.FaultRefused, record.Refused
	default:
		e.Outcome = record.HTTP4xx
		switch x.Status {
		case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusNotFound:
			e.Fault = translate.FaultAccess
		}
	}
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

// ErrorMessage is what an error body says, in OpenAI's and Anthropic's form and
// in the simpler ones of other servers, and its code; empty where it says
// nothing.
func ErrorMessage(body []byte) (said, code string) {
	var reply struct {
		Error   jsontext.Value `json:"error"`
		Message string         `json:"message"`
		Detail  jsontext.Value `json:"detail"`
	}
	if json.Unmarshal(body, &reply, Lenient) != nil {
		return "", ""
	}
	var inner struct {
		Message string         `json:"message"`
		Code    jsontext.Value `json:"code"`
	}
	var plain string
	switch {
	case json.Unmarshal(reply.Error, &inner, Lenient) == nil && inner.Message != "":
		if inner.Code.Kind() == '"' && json.Unmarshal(inner.Code, &code, Lenient) != nil {
			code = ""
		}
		return inner.Message, code
	case json.Unmarshal(reply.Error, &plain, Lenient) == nil && plain != "":
		return plain, ""
	case reply.Message != "":
		return reply.Message, ""
	}
	return string(reply.Detail), ""
}

// retryAfter reads how long the endpoint asks us to wait: Retry-After in
// seconds or as a date (RFC 9110, section 10.2.3), or the more exact
// retry-after-ms beside it. 0 where it asks for nothing that can be read.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return Seconds(ms / 1000)
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return Seconds(s)
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}

// Seconds is s seconds, within what a Duration can hold.
func Seconds(s float64) time.Duration {
	const year = 365 * 24 * 3600
	switch {
	case s > 0 && s < year:
		return time.Duration(s * float64(time.Second))
	case s >= year:
		return year * time.Second
	}
	return 0 // negative or not a number
}

// Secrets are what must not be shown of an endpoint: its key, and a password in
// its URL.
type Secrets struct{ replacer *strings.Replacer }

// NewSecrets takes the endpoint's secrets out of text. Keys of fewer than eight
// bytes are the fillers that local servers ask for ("EMPTY", "none"), which
// are no secrets and may well stand in an answer.
func NewSecrets(key string, base *url.URL) Secrets {
	var pairs []string
	password, _ := base.User.Password()
	for _, secret := range []string{key, password, url.QueryEscape(password), url.PathEscape(password)} {
		if len(secret) >= 8 {
			pairs = append(pairs, secret, "[redacted]")
		}
	}
	return Secrets{strings.NewReplacer(pairs...)}
}

// Redact is text without secrets, as valid UTF-8.
func (s Secrets) Redact(text string) string {
	return strings.ToValidUTF8(s.replacer.Replace(text), "\uFFFD")
}

// Excerpt is a message fit for a row: without secrets, on one line, and cut
// after 500 bytes, since a proxy's error page says no more after that.
func (s Secrets) Excerpt(text string) string {
	return cut(strings.Join(strings.Fields(s.Redact(text)), " "), 500)
}

// head is the beginning of a body. Secrets are removed before it is cut, so
// that half of one is not left.
func (s Secrets) head(body []byte) string { return cut(s.Redact(string(body)), 200) }

// cut shortens s to at most limit bytes, at the start of a character.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + " ..."
}
