package endpoint

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/xrash/smetrics"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/secret"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
)

// Protocol is the protocol of an endpoint.
type Protocol string

// The protocols.
const (
	OpenAI    Protocol = "openai" // and compatible servers
	Anthropic Protocol = "anthropic"
)

// ParseProtocol reads a protocol; the error lists the valid ones.
func ParseProtocol(s string) (Protocol, error) {
	switch p := Protocol(s); p {
	case OpenAI, Anthropic:
		return p, nil
	}
	return "", fmt.Errorf("provider %q: expected openai or anthropic", s)
}

// variable returns the name of an environment variable, such as OPENAI_API_KEY.
func (p Protocol) variable(name string) string { return strings.ToUpper(string(p)) + "_" + name }

// BaseURL returns the value of the flag, or else of the environment variable
// OPENAI_BASE_URL or ANTHROPIC_BASE_URL; empty if there is none. The flag may contain no
// user or password: other users of the machine see command lines, and manifests record
// them.
func (p Protocol) BaseURL(flag string, getenv func(string) string) (string, error) {
	if flag == "" {
		return getenv(p.variable("BASE_URL")), nil
	}
	if secret.Userinfo(flag) != nil {
		return "", fmt.Errorf("found a user or password, expected none on the command line; %s may have them", p.variable("BASE_URL"))
	}
	return flag, nil
}

// Key reads an endpoint's key from file or, if file is empty, from the environment
// variable OPENAI_API_KEY or ANTHROPIC_API_KEY; empty if there is none. No flag takes the
// key itself, since other users of a machine see command lines.
func (p Protocol) Key(file string, getenv func(string) string) (string, error) {
	if file == "" {
		key := strings.TrimSpace(getenv(p.variable("API_KEY")))
		if err := checkKey(key); err != nil {
			return "", fmt.Errorf("%s: %w", p.variable("API_KEY"), err)
		}
		return key, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("API key: %w", err)
	}
	key := strings.TrimSpace(string(b))
	switch {
	case key == "":
		return "", fmt.Errorf("API key: %s is empty", file)
	case strings.ContainsAny(key, "\r\n"):
		return "", fmt.Errorf("API key: %s has several lines, expected only the key", file)
	}
	if err := checkKey(key); err != nil {
		return "", fmt.Errorf("API key: %s: %w", file, err)
	}
	return key, nil
}

// checkKey reports a key that no header can contain (RFC 9110, section 5.5). The error
// does not repeat the key.
func checkKey(key string) error {
	if i := strings.IndexFunc(key, unicode.IsControl); i >= 0 {
		return fmt.Errorf("found a control character after %d bytes, expected only the key", i)
	}
	return nil
}

// Check reports whether endpoints of the protocol accept the settings.
func (p Protocol) Check(params translate.Params) error {
	if p == Anthropic {
		return checkAnthropic(params)
	}
	return nil
}

// A Config describes an endpoint and how it is used.
type Config struct {
	BaseURL     string // empty: the provider's own; its user and password are sent as basic authentication
	Key         string // empty: none is sent
	Connections int    // kept open at a time
	ReplyLimit  int64  // bytes; 0: 2 MiB, and 64 MiB for vectors
}

// A client is one model at an endpoint.
type client struct {
	model  string
	base   *url.URL    // without user and password
	header http.Header // of every request

	// hold returns how long the endpoint accepts no request. asked is the reply's
	// Retry-After.
	hold func(status int, h http.Header, asked time.Duration) time.Duration

	provider Protocol
	keyless  bool // no key, user or password is sent
	http     *http.Client
	limit    int64 // 0: the default
	secrets  secrets
}

// newClient checks the base URL and removes the secrets from it. Errors show form, the
// expected form. They do not repeat the URL, because it may be a secret that was given by
// mistake.
func newClient(model string, c Config, form string) (client, error) {
	if err := checkKey(c.Key); err != nil {
		return client{}, fmt.Errorf("API key: %w", err)
	}
	base, err := url.Parse(strings.TrimRight(c.BaseURL, "/"))
	switch {
	case err != nil:
		return client{}, fmt.Errorf("base URL: not a URL, expected the form %s", form)
	case base.Scheme != "http" && base.Scheme != "https" || base.Host == "":
		return client{}, fmt.Errorf("base URL: found no http:// or https:// and host, expected the form %s", form)
	case base.RawQuery != "" || base.Fragment != "":
		return client{}, fmt.Errorf("base URL of %s: found a query or fragment, expected the form %s: the request's path is appended", base.Host, form)
	case strings.Contains(base.EscapedPath(), "@"):
		return client{}, fmt.Errorf("base URL: found @ in the path, expected the form %s; in a password, write / as %%2F, ? as %%3F and # as %%23", form)
	case base.User != nil && c.Key != "":
		return client{}, fmt.Errorf("base URL of %s: found a user and a key, expected one of them", base.Host)
	}
	cl := client{
		model: model, base: base, header: http.Header{}, limit: c.ReplyLimit,
		keyless: c.Key == "" && base.User == nil,
	}
	hidden := append([]string{c.Key}, secretsOf(base)...)
	if base.User != nil {
		password, _ := base.User.Password()
		encoded := base64.StdEncoding.EncodeToString([]byte(base.User.Username() + ":" + password))
		cl.header.Set("Authorization", "Basic "+encoded)
	}
	base.User = nil
	if err := checkProxy(base.Scheme); err != nil {
		return client{}, err
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
func (c *client) Name() string { return c.model }

// Endpoint returns the base URL without user and password.
func (c *client) Endpoint() string { return c.base.String() }

// fault returns the result of a call that failed with err.
func (c *client) fault(ctx context.Context, x *exchange, err error) (translate.Response, error) {
	e := classify(ctx, x, err, c.secrets)
	var hold time.Duration
	if e.Status >= 400 {
		hold = c.hold(x.status, x.header, e.RetryAfter)
		e.RetryAfter = cmp.Or(e.RetryAfter, hold)
	}
	if c.keyless && (e.Status == http.StatusUnauthorized || e.Status == http.StatusInternalServerError) { // 500 is LiteLLM's answer
		e.Message += fmt.Sprintf(" (no key was sent: %s is not set)", c.provider.variable("API_KEY"))
	}
	resp := c.charged(x, e)
	resp.Hold = hold
	return resp, e
}

// malformed returns the result of a call whose reply has a status of success but no
// answer.
func (c *client) malformed(x *exchange, found string) (translate.Response, error) {
	said, kind, code := errorMessage(x.body)
	if said != "" {
		found += ": " + said
	}
	quota := usedUp(kind, code)
	if quota != "" {
		found += " (" + quota + ")"
	}
	e := &translate.CallError{Fault: translate.FaultMalformed, Outcome: record.HTTP5xx, Status: x.status, Message: c.secrets.Excerpt(found)}
	if quota != "" {
		e.Fault = translate.FaultAccess
	}
	return c.charged(x, e), e
}

// charged returns the response of a failed call, with the usage that its reply reports,
// and sets the fields of e on the cost. An endpoint charges for a request that it received
// unless it reports a failure; if a gateway gave up waiting (408, 504, and 524 of
// Cloudflare), the model behind it may have answered.
func (c *client) charged(x *exchange, e *translate.CallError) translate.Response {
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

// Options are the settings of Open.
type Options struct {
	Config
	Protocol Protocol         // empty: OpenAI
	Policy   translate.Policy // of retries and time
	CacheDir string           // of recorded answers; empty: none
}

// Ngrams is the built-in embedding model. It hashes n-grams of characters and ignores the
// meaning of words.
const Ngrams = builtin.Prefix + "ngrams"

// Builtin reports whether a built-in model has the name.
func Builtin(name string) bool { return strings.HasPrefix(name, builtin.Prefix) }

// misspelt returns the name of the built-in model that name misspells, and "" for any
// other name.
func misspelt(name string) string {
	const most = 2 // typing errors
	own, model, found := strings.Cut(name, ":")
	if !found || smetrics.WagnerFischer(strings.ToLower(own)+":", builtin.Prefix, 1, 1, 1) > most {
		return ""
	}
	return builtin.Prefix + model
}

// Open returns the named model. Built-in models ignore all options except CacheDir. The
// error is about the name or an option.
func Open(name string, o Options) (m translate.Model, err error) {
	from := builtin.Prefix
	switch {
	case name == "":
		return nil, errors.New("model: no name given")
	case name == Ngrams:
		m = NgramsModel{}
	case Builtin(name):
		m, err = builtin.New(name)
	case misspelt(name) != "":
		return nil, fmt.Errorf("model %s: found no such model; did you mean %s?", name, misspelt(name))
	default:
		var c interface {
			translate.Model
			Endpoint() string
		}
		if o.Protocol == Anthropic {
			c, err = NewAnthropic(name, o.Config)
		} else {
			c, err = NewOpenAI(name, o.Config)
		}
		if err == nil {
			from, m = c.Endpoint(), translate.Retry(c, o.Policy)
		}
	}
	if err != nil {
		return nil, err
	}
	if o.CacheDir != "" {
		return translate.Cache(m, from, o.CacheDir)
	}
	return m, nil
}

// NgramsModel is the model Ngrams.
type NgramsModel struct{}

// Name returns Ngrams.
func (NgramsModel) Name() string { return Ngrams }

// Chat embeds the request's texts. It fails only if ctx has ended.
func (NgramsModel) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	resp := translate.Response{Outcome: record.OK, Usage: record.Usage{Attempts: 1}}
	for _, text := range req.Texts {
		resp.Vectors = append(resp.Vectors, builtin.Embed(text))
	}
	if err := ctx.Err(); err != nil {
		resp.Outcome = record.Canceled
		return resp, err
	}
	return resp, nil
}
