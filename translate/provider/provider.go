// Package provider opens models by name: what stands behind a name and what
// stands in front of it (retries, cache) is put together here and nowhere
// else. What flows in is a model's name as users write it, with the settings
// of their command line; what flows out is one translate.Model.
//
// A name that begins with "builtin:" is a built-in model. Any other is a model
// at an endpoint, whatever it looks like: servers take paths, tags and hashes
// as names, so that no list of known ones could be kept. Which protocol the
// endpoint speaks is therefore asked for (Provider), and not guessed.
package provider

import (
	"fmt"
	"os"
	"strings"

	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/anthropic"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/openai"
)

// Provider is the protocol of an endpoint.
type Provider string

// The providers.
const (
	OpenAI    Provider = "openai" // and everything that is compatible
	Anthropic Provider = "anthropic"
)

// Parse reads a provider; the error lists those there are.
func Parse(s string) (Provider, error) {
	switch p := Provider(s); p {
	case OpenAI, Anthropic:
		return p, nil
	}
	return "", fmt.Errorf("provider %q: expected openai or anthropic", s)
}

func (p Provider) String() string { return string(p) }

// variable is the environment's variable of that name for the provider, as in
// OPENAI_API_KEY.
func (p Provider) variable(name string) string { return strings.ToUpper(string(p)) + "_" + name }

// BaseURL is the endpoint that the environment names, in OPENAI_BASE_URL or
// ANTHROPIC_BASE_URL; empty where it names none.
func (p Provider) BaseURL(getenv func(string) string) string { return getenv(p.variable("BASE_URL")) }

// Check says whether the provider's endpoints take the settings.
func (p Provider) Check(params translate.Params) error {
	if p == Anthropic {
		return anthropic.Check(params)
	}
	return nil
}

// Options say how a model is reached.
type Options struct {
	Provider Provider         // empty: OpenAI
	BaseURL  string           // of the endpoint; empty: the provider's own
	Key      string           // for the endpoint; see Key
	Policy   translate.Policy // of retries and time
	UnderWay int              // requests at a time, for which connections are kept open
	CacheDir string           // of recorded answers; empty: none
}

// BuiltinEndpoint is what stands for the endpoint of built-in models where
// answers are recorded.
const BuiltinEndpoint = builtin.Prefix

// Builtin says whether a name is that of a built-in model, which costs nothing.
func Builtin(name string) bool { return strings.HasPrefix(name, builtin.Prefix) }

// Open is the model of that name. Built-in models need no retries and take
// only the cache of the options. The error is of the name or an option.
func Open(name string, o Options) (m translate.Model, err error) {
	endpoint := BuiltinEndpoint
	switch {
	case name == "":
		return nil, fmt.Errorf("model: no name given")
	case Builtin(name):
		m, err = builtin.New(name)
	case o.Provider == Anthropic:
		var client *anthropic.Client
		client, err = anthropic.New(name, anthropic.Config{
			BaseURL: o.BaseURL, Key: o.Key, HTTP: openai.NewHTTPClient(o.UnderWay),
		})
		if err == nil {
			endpoint = client.Endpoint()
			m = translate.Retry(client, o.Policy)
		}
	default:
		var client *openai.Client
		client, err = openai.New(name, openai.Config{
			BaseURL: o.BaseURL, Key: o.Key, HTTP: openai.NewHTTPClient(o.UnderWay),
		})
		if err == nil {
			endpoint = client.Endpoint()
			m = translate.Retry(client, o.Policy)
		}
	}
	if err != nil {
		return nil, err
	}
	if o.CacheDir != "" {
		return translate.Cache(m, endpoint, o.CacheDir)
	}
	return m, nil
}

// Key reads an endpoint's key: from file where one is named, else from the
// environment's OPENAI_API_KEY or ANTHROPIC_API_KEY; empty where neither has
// one. There is no flag for the key itself, since other users of a machine see
// command lines.
func (p Provider) Key(file string, getenv func(string) string) (string, error) {
	if file == "" {
		return strings.TrimSpace(getenv(p.variable("API_KEY"))), nil
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
		return "", fmt.Errorf("API key: %s has several lines, expected the key alone", file)
	}
	return key, nil
}
