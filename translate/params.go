package translate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Params are the settings of a call. A nil field is not sent, so that the
// endpoint's default applies; a pointer to zero is sent as zero. No setting has
// a default here, in particular not MaxTokens.
type Params struct {
	Temperature *float64 `json:"temperature,omitzero"`
	TopP        *float64 `json:"top_p,omitzero"`
	MaxTokens   *int64   `json:"max_tokens,omitzero"`
	Seed        *int64   `json:"seed,omitzero"`
	Stop        []string `json:"stop,omitempty"`

	// Extra holds further members of the request body, by name.
	Extra map[string]jsontext.Value `json:",embed"`
}

// String returns the settings as a JSON object whose members have a fixed order. This
// text is sent, and rows store it as params.
func (p Params) String() string {
	b, err := json.Marshal(p, json.Deterministic(true))
	if err != nil { // NaN and infinities, which Check rejects
		return "{}"
	}
	return string(b)
}

// Check reports whether the settings can be written as JSON.
func (p Params) Check() error {
	if _, err := json.Marshal(p, json.Deterministic(true)); err != nil {
		return fmt.Errorf("model parameters: %w", err)
	}
	return nil
}

// The names that Extra cannot have: settings have their own fields and flags, and the
// client writes the envelope.
var (
	settings = []string{"temperature", "top_p", "max_tokens", "seed", "stop"}
	envelope = []string{"model", "messages", "stream", "stream_options", "n"}
)

// AddExtra adds name=value to Extra. The value is read as JSON if it is valid
// JSON (0.5, true, {"a":1}, "quoted"), else as a string.
func (p *Params) AddExtra(setting string) error {
	name, value, found := strings.Cut(setting, "=")
	switch {
	case !found || name == "":
		return fmt.Errorf("parameter %q: expected name=value", setting)
	case slices.Contains(settings, name):
		return fmt.Errorf("parameter %q: use --%s", name, strings.ReplaceAll(name, "_", "-"))
	case slices.Contains(envelope, name):
		return fmt.Errorf("parameter %q: the client sets this member of the request itself", name)
	case p.Extra[name] != nil:
		return fmt.Errorf("parameter %q: given twice", name)
	}
	v := jsontext.Value(value)
	if !v.IsValid() {
		quoted, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("parameter %q: %w", name, err)
		}
		v = quoted
	}
	*p = p.With(name, v)
	return nil
}

// With returns p with one more member in Extra.
func (p Params) With(name string, value jsontext.Value) Params {
	extra := map[string]jsontext.Value{name: value}
	for n, v := range p.Extra {
		if n != name {
			extra[n] = v
		}
	}
	p.Extra = extra
	return p
}
