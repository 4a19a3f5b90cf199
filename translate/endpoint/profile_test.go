package endpoint_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

func loadProfiles(t *testing.T, text string) (endpoint.Profiles, error) {
	t.Helper()
	name := ""
	if text != "" {
		name = filepath.Join(t.TempDir(), "my.toml")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return endpoint.LoadProfiles(name)
}

func TestProfileOf(t *testing.T) {
	set, err := loadProfiles(t, "[[model]]\nmatch = \"org/*-chat\"\ncontext = 7\n[[model]]\nmatch = \"GPT-4o-mini\"\ncontext = 8\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"gpt-4o":                 "gpt-4o*",
		"gpt-4o-2024-08-06":      "gpt-4o*",
		"gpt-4o-mini":            "GPT-4o-mini", // the user's
		"gpt-4o-mini-2024-07-18": "gpt-4o-mini*",
		"gpt-5":                  "gpt-5",
		"GPT-5-mini-2025-08-07":  "gpt-5-mini*",
		"gpt-5.9":                "gpt-5*",
		"org/a/b-chat":           "org/*-chat",
		"org/chat":               "",
		"Qwen/Qwen3-8B":          "",
		"":                       "",
	} {
		if got := set.Of(name).Match; got != want {
			t.Errorf("profile of %q is that of %q, want %q", name, got, want)
		}
	}
}

// Every price has a source, and an unknown model has no price.
func TestPackagedProfiles(t *testing.T) {
	set, err := loadProfiles(t, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gpt-4o", "gpt-4o-mini", "gpt-4.1", "o1", "o1-2024-12-17", "gpt-3.5-turbo", "gpt-3.5-turbo-0125", "o3", "o4-mini", "gpt-5", "gpt-5-mini", "claude-sonnet-4-5"} {
		p := set.Of(name).Price
		if p == nil || p.Input <= 0 || p.Output < p.Input || !strings.HasPrefix(p.Source, "https://") || len(p.Date) < len("2026-01") {
			t.Errorf("price of %s: %+v", name, p)
		}
	}
	// They cost less or more than o1 and gpt-3.5-turbo, so --budget refuses them.
	for _, name := range []string{"o1-mini", "o1-pro", "gpt-3.5-turbo-0613"} {
		if p := set.Of(name).Price; p != nil {
			t.Errorf("price of %s: %+v, want none", name, p)
		}
	}
	if p := set.Of("my-model"); p.Price != nil || p.Context != 0 {
		t.Errorf("an unknown model has %+v", p)
	}
}

func TestCost(t *testing.T) {
	cached := 0.5
	u := record.Usage{PromptTokens: 1000, CachedTokens: 400, CompletionTokens: 200, ReasoningTokens: 50}
	for _, tt := range []struct {
		price endpoint.Price
		want  float64
	}{
		{endpoint.Price{Input: 2, CachedInput: &cached, Output: 8}, (600*2 + 400*0.5 + 200*8) / 1e6},
		{endpoint.Price{Input: 2, Output: 8}, (1000*2 + 200*8) / 1e6},
		{endpoint.Price{}, 0},
	} {
		if got := tt.price.Cost(u); math.Abs(got-tt.want) > 1e-15 {
			t.Errorf("%+v costs %v, want %v", tt.price, got, tt.want)
		}
	}
}

func TestProfileApply(t *testing.T) {
	set, err := loadProfiles(t, "")
	if err != nil {
		t.Fatal(err)
	}
	limit, warm := int64(100), 0.7
	params := translate.Params{MaxTokens: &limit}
	if err := set.Of("gpt-4o").Apply(&params); err != nil || params.String() != `{"max_tokens":100}` {
		t.Errorf("gpt-4o is sent %s, %v", params, err)
	}
	if err := set.Of("o4-mini").Apply(&params); err != nil || params.String() != `{"max_completion_tokens":100}` {
		t.Errorf("o4-mini is sent %s, %v", params, err)
	}
	params = translate.Params{Temperature: &warm}
	if err := set.Of("o4-mini").Apply(&params); err == nil || !strings.Contains(err.Error(), `parameter temperature: models "o4-mini*" take none`) {
		t.Errorf("o4-mini takes a temperature: %v", err)
	}
	if err := set.Of("my-model").Apply(&params); err != nil || params.String() != `{"temperature":0.7}` {
		t.Errorf("my-model is sent %s, %v", params, err)
	}
}

func TestFaultyProfiles(t *testing.T) {
	for text, want := range map[string]string{
		"[[model]]\nmatch = ":                                               "my.toml:2:",
		"[[model]]\nmatch = \"a\"\nprize = 1":                               "my.toml:3:1: found model.prize, expected match",
		"[[model]]\ncontext = 1":                                            "my.toml: model 1: match: found none",
		"[[model]]\nmatch = \"a\"\nmax_tokens = \"n\"":                      `max_tokens: found "n"`,
		"[[model]]\nmatch = \"a\"\ncontext = -1":                            "context: found -1",
		"[[model]]\nmatch = \"a\"\nprice = { input = -1.0, output = 1.0 }":  "price: found -1",
		"[[model]]\nmatch = \"a\"\nprice = { input = 1e308, output = 1.0 }": "price: found 1e+308, expected US dollars per million tokens, at most 1000000",
		"[[model]]\nmatch = \"a\"\nprice = { input = 1.0, output = inf }":   "price: found +Inf",
		"[[model]]\nmatch = \"a\"\nprice = { input = nan, output = 1.0 }":   "price: found NaN",
		"[[model]]\nmatch = \"a\"\nprice = { input = \"1\", output = 1.0 }": "my.toml:3:",
	} {
		if _, err := loadProfiles(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	if _, err := endpoint.LoadProfiles("no-such-file"); err == nil {
		t.Error("a missing file is no error")
	}
}
