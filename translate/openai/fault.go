package openai

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
	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// lenient reads the JSON that servers write rather than the JSON they should.
var lenient = json.JoinOptions(
	jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true), json.MatchCaseInsensitiveNames(true))

// classify says what kind of failure err is, that go-openai returned after x.
func (c *Client) classify(ctx context.Context, x *exchange, err error) *translate.CallError {
	e := &translate.CallError{Status: x.status, Message: c.excerpt(err.Error())}
	var tlsErr *tls.CertificateVerificationError
	var dns *net.DNSError
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		e.Fault, e.Outcome, e.Cause = translate.FaultConnection, record.Canceled, context.Canceled
	case ctx.Err() != nil || isTimeout(err):
		e.Fault, e.Outcome, e.Cause = translate.FaultTimeout, record.Timeout, context.DeadlineExceeded
		e.Status, e.Message = 0, "no complete reply in time"
	case x.status >= 400:
		c.refusal(e, x, err)
	case x.status != 0:
		e.Fault, e.Outcome = translate.FaultMalformed, record.HTTP5xx
		e.Message = c.excerpt("not a chat completion: " + err.Error() + ": found " + strconv.Quote(c.head(x.body)))
	case errors.As(err, &tlsErr), errors.As(err, &dns) && dns.IsNotFound:
		e.Fault, e.Outcome = translate.FaultAccess, record.HTTP5xx
	default:
		e.Fault, e.Outcome = translate.FaultConnection, record.HTTP5xx
	}
	return e
}

// refusal fills e in for a reply whose status says no.
func (c *Client) refusal(e *translate.CallError, x *exchange, err error) {
	e.Fault = translate.FaultStatus
	e.RetryAfter = retryAfter(x.header, time.Now())
	e.Hold = hold(x.status, x.header, e.RetryAfter)
	if e.RetryAfter == 0 {
		e.RetryAfter = e.Hold
	}
	said, code := errorMessage(x.body), ""
	var apiErr *api.APIError
	if errors.As(err, &apiErr) {
		code, _ = apiErr.Code.(string)
	}
	if said == "" {
		said = http.StatusText(x.status) + ": " + c.head(x.body)
	}
	e.Message = c.excerpt(said)
	switch {
	case x.status == http.StatusTooManyRequests:
		e.Outcome = record.HTTP429
		if code == "insufficient_quota" {
			e.Fault = translate.FaultAccess
		}
	case x.status >= 500:
		e.Outcome = record.HTTP5xx
	case code == "content_filter" || code == "content_policy_violation":
		e.Fault, e.Outcome = translate.FaultRefused, record.Refused
	default:
		e.Outcome = record.HTTP4xx
		switch x.status {
		case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusNotFound:
			e.Fault = translate.FaultAccess
		}
	}
	if x.status == http.StatusUnauthorized && c.key == "" {
		e.Message += " (no key was sent: OPENAI_API_KEY is not set)"
	}
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

// errorMessage is what an error body says, in OpenAI's form and in the
// simpler ones of other servers; empty where it says nothing.
func errorMessage(body []byte) string {
	var reply struct {
		Error   jsontext.Value `json:"error"`
		Message string         `json:"message"`
		Detail  jsontext.Value `json:"detail"`
	}
	if json.Unmarshal(body, &reply, lenient) != nil {
		return ""
	}
	var inner struct {
		Message string `json:"message"`
	}
	var plain string
	switch {
	case json.Unmarshal(reply.Error, &inner, lenient) == nil && inner.Message != "":
		return inner.Message
	case json.Unmarshal(reply.Error, &plain, lenient) == nil && plain != "":
		return plain
	case reply.Message != "":
		return reply.Message
	}
	return string(reply.Detail)
}

// retryAfter reads how long the endpoint asks us to wait: Retry-After in
// seconds or as a date (RFC 9110, section 10.2.3), or the more exact
// retry-after-ms beside it. 0 where it asks for nothing that can be read.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return duration(ms / 1000)
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return duration(s)
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}

// duration is s seconds, within what a Duration can hold.
func duration(s float64) time.Duration {
	const year = 365 * 24 * 3600
	switch {
	case s > 0 && s < year:
		return time.Duration(s * float64(time.Second))
	case s >= year:
		return year * time.Second
	}
	return 0 // negative or not a number
}

// redactor takes the endpoint's secrets out of text. Keys of fewer than eight
// bytes are the fillers that local servers ask for ("EMPTY", "none"), which
// are no secrets and may well stand in an answer.
func redactor(key string, base *url.URL) *strings.Replacer {
	var pairs []string
	password, _ := base.User.Password()
	for _, secret := range []string{key, password, url.QueryEscape(password), url.PathEscape(password)} {
		if len(secret) >= 8 {
			pairs = append(pairs, secret, "[redacted]")
		}
	}
	return strings.NewReplacer(pairs...)
}

// redact is s without secrets, as valid UTF-8.
func (c *Client) redact(s string) string {
	return strings.ToValidUTF8(c.secrets.Replace(s), "\uFFFD")
}

// excerpt is a message fit for a row: without secrets, on one line, and cut
// after 500 bytes, since a proxy's error page says no more after that.
func (c *Client) excerpt(s string) string {
	return cut(strings.Join(strings.Fields(c.redact(s)), " "), 500)
}

// head is the beginning of a body. Secrets are removed before it is cut, so
// that half of one is not left.
func (c *Client) head(body []byte) string { return cut(c.redact(string(body)), 200) }

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
