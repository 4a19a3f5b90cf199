package doctor

import (
	"bytes"
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

func examined(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := Command().Run(context.Background(), append([]string{"doctor"}, args...), strings.NewReader(""), &stdout, &stderr)
	return stdout.String(), err
}

func TestDoctorTellsWhatIsFound(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	t.Setenv("OPENAI_BASE_URL", "http://me:hidden@127.0.0.1:1/v1")
	text, err := examined(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"truthloop", "z3", "cvc5", "endpoint", "127.0.0.1:1", "key", "set", "terminal", "disk", "GB free"} {
		if !strings.Contains(text, want) {
			t.Errorf("found no %s in\n%s", want, text)
		}
	}
	for _, secret := range []string{"sk-secret", "hidden"} {
		if strings.Contains(text, secret) {
			t.Errorf("found the secret %s in\n%s", secret, text)
		}
	}
}

func TestDoctorCallsAModelIfAsked(t *testing.T) {
	server, err := simllm.New(simllm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	web := httptest.NewServer(server)
	defer web.Close()
	if text, err := examined(t, "--base-url", web.URL+"/v1"); err != nil || server.Stats().Requests != 0 {
		t.Errorf("without --model: %d requests, %v\n%s", server.Stats().Requests, err, text)
	}
	text, err := examined(t, "--model", "m", "--base-url", web.URL+"/v1")
	if err != nil || server.Stats().Completions != 1 || !strings.Contains(text, "after") {
		t.Errorf("%d completions, %v\n%s", server.Stats().Completions, err, text)
	}
	// The call asked for a word, which a built-in model cannot translate.
	if text, err := examined(t, "--model", "builtin:rules"); err != nil || !strings.Contains(text, `describes (p1 ∧ ¬p2) as "p1 is true and p2 is false."`) {
		t.Errorf("%v\n%s", err, text)
	}
	if text, err = examined(t, "--model", "m", "--base-url", "http://127.0.0.1:1/v1"); err == nil || !strings.Contains(text, "disk") {
		t.Errorf("no server: found %v and\n%s\nexpected an error after the rest", err, text)
	}
	if _, err := examined(t, "rows.jsonl"); err == nil || !strings.Contains(err.Error(), "rows.jsonl") {
		t.Errorf("an argument: found %v, expected an error that names it", err)
	}
}

// doctor showed the name of a user in the address, although it can be a key.
func TestDoctorHidesTheUserOfAnAddress(t *testing.T) {
	t.Setenv("OPENAI_BASE_URL", "http://username:password@127.0.0.1:1/v1")
	if text, err := examined(t); err != nil || strings.Contains(text, "username") || !strings.Contains(text, "http://127.0.0.1:1/v1") {
		t.Errorf("found %v and\n%s\nexpected an address without a user", err, text)
	}
	// An address without its scheme was shown with its password.
	for _, base := range []string{"username:password@127.0.0.1/v1", "http://127.0.0.1?key=password", "http://username:pass/word@host", "http://%zzpassword@host"} {
		t.Setenv("OPENAI_BASE_URL", base)
		if text, err := examined(t, "--model", "m"); err == nil || strings.Contains(text+err.Error(), "username") || strings.Contains(text+err.Error(), "pass") {
			t.Errorf("%s: found %v and\n%s", base, err, text)
		}
	}
}
