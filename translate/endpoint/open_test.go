package endpoint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/endpoint"
)

func TestOpen(t *testing.T) {
	for name, builtin := range map[string]bool{
		"builtin:rules": true, "builtin:ngrams": true, "builtin:noisy?all=0.1": true, "Qwen/Qwen3-8B": false, "qwen3:8b": false, "ft:gpt-4o:me::x1": false,
	} {
		m, err := endpoint.Open(name, endpoint.Options{CacheDir: t.TempDir()})
		if err != nil || m.Name() != name || endpoint.Builtin(name) != builtin {
			t.Errorf("%s: %v, builtin %t", name, err, endpoint.Builtin(name))
		}
	}
	for _, name := range []string{"builtin:", "builtin:other"} {
		if _, err := endpoint.Open(name, endpoint.Options{}); err == nil {
			t.Errorf("Open took %q", name)
		}
	}
	if _, err := endpoint.Open("m", endpoint.Options{Config: endpoint.Config{BaseURL: "host"}}); err == nil {
		t.Error("Open took a base URL without scheme")
	}
}

// A misspelt built-in model was asked for at the endpoint, by default OpenAI's.
func TestMisspeltBuiltinModelIsNotAskedFor(t *testing.T) {
	for _, name := range []string{"bultin:noisy", "Builtin:rules", "built-in:gloss", "builtins:rules"} {
		if _, err := endpoint.Open(name, endpoint.Options{}); err == nil || !strings.Contains(err.Error(), "did you mean builtin:") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestKey(t *testing.T) {
	dir := t.TempDir()
	file := func(text string) string {
		name := filepath.Join(dir, "key")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	environment := func(value string) func(string) string {
		return func(name string) string {
			if name != "OPENAI_API_KEY" {
				t.Errorf("asked for %s", name)
			}
			return value
		}
	}
	for _, tt := range []struct{ file, environment, want string }{
		{"", "", ""}, {"", " sk-e\n", "sk-e"}, {file("sk-f\n"), "sk-e", "sk-f"},
	} {
		if got, err := endpoint.OpenAI.Key(tt.file, environment(tt.environment)); err != nil || got != tt.want {
			t.Errorf("Key(%q) with %q in the environment = %q, %v; want %q", tt.file, tt.environment, got, err, tt.want)
		}
	}
	for _, text := range []string{"", "\n", "sk-secret-1\nsk-secret-2"} {
		if _, err := endpoint.OpenAI.Key(file(text), os.Getenv); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("a file of %q: error %v", text, err)
		}
	}
}
