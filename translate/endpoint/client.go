package endpoint

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/truthloop/truthloop/translate"
)

// A dialect is what distinguishes a protocol.
type dialect struct {
	home, form        string // the provider's own base URL, and the form of others
	path              string // of requests
	keyHeader, scheme string // the header with the key, and what is before the key
	body              func(model string, req translate.Request) ([]byte, error)
	read              func(body []byte) (answer, error)
}

var dialects = map[Protocol]dialect{
	OpenAI:    {"https://api.openai.com/v1", "https://host/v1", "chat/completions", "Authorization", "Bearer ", openAIBody, readCompletion},
	Anthropic: {"https://api.anthropic.com", "https://host", "v1/messages", "X-Api-Key", "", anthropicBody, readMessage},
}

// A Client is one model at an endpoint.
type Client struct {
	dialect
	model    string
	base     *url.URL    // without user and password
	header   http.Header // of every request
	protocol Protocol
	keyless  bool // no key, user or password is sent
	http     *http.Client
	limit    int64 // 0: the default
	secrets  secrets
}

// New returns the named model. It checks the base URL and removes the secrets from it.
// Errors do not repeat the URL, because it may be a secret that was given by mistake.
func New(p Protocol, model string, c Config) (*Client, error) {
	d := dialects[p]
	form := d.form
	if err := checkKey(c.Key); err != nil {
		return nil, fmt.Errorf("API key: %w", err)
	}
	base, err := url.Parse(strings.TrimRight(cmp.Or(c.BaseURL, d.home), "/"))
	switch {
	case err != nil:
		return nil, fmt.Errorf("base URL: not a URL, expected the form %s", form)
	case base.Scheme != "http" && base.Scheme != "https" || base.Host == "":
		return nil, fmt.Errorf("base URL: found no http:// or https:// and host, expected the form %s", form)
	case base.RawQuery != "" || base.Fragment != "":
		return nil, fmt.Errorf("base URL of %s: found a query or fragment, expected the form %s: the request's path is appended", base.Host, form)
	case strings.Contains(base.EscapedPath(), "@"):
		return nil, fmt.Errorf("base URL: found @ in the path, expected the form %s; in a password, write / as %%2F, ? as %%3F and # as %%23", form)
	case base.User != nil && c.Key != "":
		return nil, fmt.Errorf("base URL of %s: found a user and a key, expected one of them", base.Host)
	}
	cl := &Client{
		dialect: d, protocol: p, model: model, base: base, header: http.Header{}, limit: c.ReplyLimit,
		keyless: c.Key == "" && base.User == nil,
	}
	if c.Key != "" {
		cl.header.Set(d.keyHeader, d.scheme+c.Key)
	}
	if p == Anthropic {
		cl.header.Set("Anthropic-Version", anthropicVersion)
	}
	hidden := append([]string{c.Key}, secretsOf(base)...)
	if base.User != nil {
		password, _ := base.User.Password()
		encoded := base64.StdEncoding.EncodeToString([]byte(base.User.Username() + ":" + password))
		cl.header.Set("Authorization", "Basic "+encoded)
	}
	base.User = nil
	if err := checkProxy(base.Scheme); err != nil {
		return nil, err
	}
	t := http.DefaultTransport.(*http.Transport).Clone() // it verifies TLS and uses the environment's proxy
	t.MaxIdleConns, t.MaxIdleConnsPerHost, t.MaxResponseHeaderBytes = 0, max(c.Connections, 2), headerLimit
	if proxy, err := t.Proxy(&http.Request{URL: base}); err == nil && proxy != nil {
		hidden = append(hidden, secretsOf(proxy)...)
	}
	cl.secrets = newSecrets(hidden...)
	cl.http = &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return cl, nil
}

// secretsOf returns the user and the password in an address, and both as they are sent.
func secretsOf(u *url.URL) []string {
	if u.User == nil {
		return nil
	}
	user := u.User.Username()
	password, _ := u.User.Password()
	return []string{user, password, user + ":" + password}
}

// Name returns the model's name.
func (c *Client) Name() string { return c.model }

// Endpoint returns the base URL without user and password.
func (c *Client) Endpoint() string { return c.base.String() }

// Chat makes one attempt. See translate.Model.
func (c *Client) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if req.Texts != nil {
		return c.embed(ctx, req)
	}
	x := c.exchange(answerLimit)
	defer x.end()
	body, err := c.Body(req)
	if err == nil {
		err = x.call(ctx, http.MethodPost, c.path, body)
	}
	if err != nil {
		return c.fault(ctx, x, err)
	}
	return c.response(ctx, x)
}

// Body returns the body of the HTTP request that Chat sends.
func (c *Client) Body(req translate.Request) ([]byte, error) {
	return c.body(cmp.Or(req.Model, c.model), req)
}

// Reply reads a reply to such a body that arrived at another time. The results are those
// of Chat.
func (c *Client) Reply(status int, body []byte) (translate.Response, error) {
	x := &exchange{client: c, status: status, body: body}
	if status >= 400 {
		return c.fault(context.Background(), x, errors.New(http.StatusText(status)))
	}
	return c.response(context.Background(), x)
}

// fault returns the result of a call that failed with err.
func (c *Client) fault(ctx context.Context, x *exchange, err error) (translate.Response, error) {
	e := classify(ctx, x, err, c.secrets)
	var wait time.Duration
	if e.Status >= 400 {
		wait = hold(x.status, x.header, e.RetryAfter)
		e.RetryAfter = cmp.Or(e.RetryAfter, wait)
	}
	if c.keyless && (e.Status == http.StatusUnauthorized || e.Status == http.StatusInternalServerError) { // 500 is LiteLLM's answer
		e.Message += fmt.Sprintf(" (no key was sent: %s is not set)", c.protocol.variable("API_KEY"))
	}
	resp := c.charged(x, e)
	resp.Hold = wait
	return resp, e
}

// charged returns the response of a failed call, with the usage that its reply reports,
// and sets the fields of e on the cost. An endpoint charges for a request that it received
// unless it reports a failure; if a gateway gave up waiting (408, 504, and 524 of
// Cloudflare), the model behind it may have answered.
func (c *Client) charged(x *exchange, e *translate.CallError) translate.Response {
	usage, reported := x.reported()
	e.Received = int64(len(x.body))
	switch e.Status {
	case http.StatusRequestTimeout, http.StatusGatewayTimeout, 524:
		e.Sent = true
	default:
		e.Sent = reported || x.sent.Load() && e.Status < 400 && e.Fault != translate.FaultAccess
	}
	return translate.Response{Outcome: e.Outcome, Usage: usage}
}
