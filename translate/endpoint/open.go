package endpoint

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
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

// A Config describes an endpoint and how it is used.
type Config struct {
	BaseURL     string // empty: the provider's own; its user and password are sent as basic authentication
	Key         string // empty: none is sent
	Connections int    // kept open at a time
	ReplyLimit  int64  // bytes; 0: 2 MiB, and 64 MiB for vectors
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
	case name == Ngrams:
		m = NgramsModel{}
	case Builtin(name):
		m, err = builtin.New(name)
	case misspelt(name) != "":
		return nil, fmt.Errorf("model %s: found no such model; did you mean %s?", name, misspelt(name))
	default:
		var c *Client
		if c, err = New(cmp.Or(o.Protocol, OpenAI), name, o.Config); err == nil {
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
