package cli

import (
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/secret"
)

// A hider removes secrets from what a program says about its flags and its environment:
// errors, messages and manifests. The secrets are the users and passwords in addresses,
// and the keys in the environment. (The package endpoint removes secrets from replies.)
type hider struct {
	values []string
	set    *secret.Set
}

// newHider returns a hider for a command line and an environment.
func newHider(args, environ []string) *hider {
	h := &hider{}
	flag := ""
	for _, arg := range args {
		name, value, found := strings.Cut(arg, "=")
		if !found { // of the flag before it
			name, value = flag, arg
		}
		flag = arg
		h.learn(value, strings.HasSuffix(name, "base-url"))
	}
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		name = strings.ToUpper(name)
		switch {
		case slices.Contains([]string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY"}, name):
			h.values = append(h.values, strings.TrimSpace(value))
		case strings.HasSuffix(name, "_PROXY") || strings.HasSuffix(name, "_BASE_URL"):
			h.learn(value, true)
		case strings.HasPrefix(name, prefix):
			h.learn(value, false)
		}
	}
	h.set = secret.NewSet(h.values...)
	return h
}

// learn adds the secrets of a value. The value of a flag or variable for an address may
// lack the scheme; any other value is an address if it has a user or cannot be parsed.
func (h *hider) learn(value string, isAddress bool) {
	if !isAddress && strings.Contains(value, "://") {
		u, err := url.Parse(value)
		isAddress = err != nil || u.User != nil
	}
	if isAddress {
		h.values = append(h.values, secret.Userinfo(value)...)
	}
}

// text returns s without secrets.
func (h *hider) text(s string) string {
	if h == nil {
		return s
	}
	return secret.HideUserinfo(h.set.Redact(s))
}

// error returns err with a text without secrets.
func (h *hider) error(err error) error {
	if err == nil {
		return nil
	}
	if text := h.text(err.Error()); text != err.Error() {
		return &hiddenError{err, text}
	}
	return err
}

// A hiddenError is an error whose own text has a secret.
type hiddenError struct {
	err  error
	text string
}

func (e *hiddenError) Error() string { return e.text }
func (e *hiddenError) Unwrap() error { return e.err }

// A hiding is a writer of messages, each with one call of Write.
type hiding struct {
	w io.Writer
	h *hider
}

func (h hiding) Write(p []byte) (int, error) {
	if _, err := io.WriteString(h.w, h.h.text(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (h hiding) below() io.Writer { return h.w }
