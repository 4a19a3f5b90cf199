package doctor

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
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

func TestDoctorTakesNoArgument(t *testing.T) {
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
		text, err := examined(t)
		if all := fmt.Sprint(text, err); strings.Contains(all, "username") || strings.Contains(all, "pass") {
			t.Errorf("%s: found %v and\n%s", base, err, text)
		}
	}
}
