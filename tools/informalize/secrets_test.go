package informalize_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// encoded returns what servers and gateways write for a secret that they repeat.
func encoded(secret string) []string {
	all := []string{
		secret, strings.ToUpper(secret), strings.ToLower(secret), url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret),
		hex.EncodeToString([]byte(secret)), strings.ToUpper(hex.EncodeToString([]byte(secret))), fmt.Sprintf("%+q", secret), fmt.Sprintf("%x", secret),
	}
	var percent, entities, unicode, bytes strings.Builder
	for i := range len(secret) {
		fmt.Fprintf(&percent, "%%%02x", secret[i])
		fmt.Fprintf(&entities, "&#x%02x;", secret[i])
		fmt.Fprintf(&unicode, `\u%04X`, secret[i])
		fmt.Fprintf(&bytes, `\x%02x`, secret[i])
	}
	all = append(all, percent.String(), entities.String(), unicode.String(), bytes.String())
	for _, before := range []string{"", "u:", "me:"} { // each alignment
		for _, e := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			text := e.EncodeToString([]byte(before + secret))
			all = append(all, text, url.QueryEscape(text))
		}
	}
	return all
}

// noSecret reports files of a directory, and a text, that contain an encoded secret. The
// first and the last bytes of an encoded form also depend on other text.
func noSecret(t *testing.T, dir, text string, secrets ...string) {
	t.Helper()
	write(t, dir, "messages", text)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		for _, secret := range secrets {
			for _, form := range encoded(secret) {
				core := form[len(form)/4 : len(form)-len(form)/8]
				if i := strings.Index(string(b), core); i >= 0 {
					t.Errorf("%s has %s of %s: ...%s", filepath.Base(path), core, form, b[max(0, i-200):min(len(b), i+100)])
				}
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A key that comes back in base64, URL-encoded, with escapes of HTML or JSON, in
// hexadecimal or in another letter case was stored and printed.
func TestEncodedSecretsAreNowhere(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const key, password = "sk-Secret/0123+456&789=abcdef", "Hunter2+hunter/2&x"
	for _, tt := range []struct {
		name    string
		secrets []string
		env     func(address string) []string
	}{
		{"key", []string{key}, func(a string) []string { return []string{"OPENAI_API_KEY=" + key, "OPENAI_BASE_URL=" + a} }},
		{"password", []string{password}, func(a string) []string {
			return []string{"OPENAI_BASE_URL=" + strings.Replace(a, "://", "://ann-of-lab:"+url.QueryEscape(password)+"@", 1)}
		}},
		{"password of the proxy", []string{key, password}, func(a string) []string {
			return []string{"OPENAI_API_KEY=" + key, "OPENAI_BASE_URL=http://truthloop.invalid/v1", "HTTP_PROXY=" + strings.Replace(a, "://", "://ann-of-lab:"+url.QueryEscape(password)+"@", 1)}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var forms []string
			for _, s := range tt.secrets {
				forms = append(forms, encoded(s)...)
			}
			all := strings.Join(forms, " ")
			content, err := json.Marshal(all)
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				if r.Header.Get("Authorization")+r.Header.Get("Proxy-Authorization") == "" {
					t.Errorf("a request without the secret")
				}
				switch asked % 6 {
				case 0:
					http.Error(w, all, 500)
				case 1:
					http.Error(w, fmt.Sprintf(`{"error":{"message":%s,"type":%[1]s,"code":%[1]s}}`, content), 400)
				case 2:
					fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","refusal":%s},"finish_reason":"content_filter"}]}`, content)
				case 3:
					io.WriteString(w, "no JSON: "+all)
				case 4:
					fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s,"reasoning_content":%[1]s},"finish_reason":%[1]s}]}`, content)
				case 5: // one event for each character
					for _, c := range all {
						b, _ := json.Marshal(string(c))
						fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%s}}]}\n\n", b)
					}
					fmt.Fprint(w, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n")
				}
			}))
			defer server.Close()
			dir := t.TempDir()
			write(t, dir, "fs.jsonl", rowsOf(12))
			out, err := program(t, dir, tt.env(server.URL), "--model", "m", "--retries", "0", "--cache", "answers", "--log-level", "debug", "--progress", "always",
				"--max-errors", "100%", "--workers", "1", "fs.jsonl", "-o", "nl.jsonl").CombinedOutput()
			if err != nil || asked < 12 {
				t.Fatalf("%v after %d requests: %s", err, asked, out)
			}
			noSecret(t, dir, string(out), tt.secrets...)
			if b, err := os.ReadFile(filepath.Join(dir, "nl.jsonl")); err != nil || strings.Count(string(b), "[redacted]") < 100 {
				t.Errorf("the output shows too little of what came: %v", err)
			}
		})
	}
}

// Variables and files with flags printed the password of an address: "--base-url=http://
// us:…@… is from the variable …".
func TestPasswordsOfAddressesAreNotPrinted(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, password := range []string{"pw", "hunter2", "Hunter2+hunter/2", "p@ss:word#1", "%zz-not-encoded", "with a space"} {
		for i, address := range []string{
			"http://us:%s@127.0.0.1:1/v1", "http://us:%s@127.0.0.1:x/v1", "us:%s@127.0.0.1/v1", "//us:%s@127.0.0.1", "http://%s@127.0.0.1:1", "http:/us:%s@host", "https://h/v1?key=%s&key=00000000", "https://h/v1#%s",
		} {
			address := fmt.Sprintf(address, password)
			for name, tt := range map[string]struct {
				env  []string
				args []string
			}{
				"variable":           {env: []string{"TRUTHLOOP_BASE_URL=" + address}},
				"own variable":       {env: []string{"TRUTHLOOP_INFORMALIZE_BASE_URL=" + address}},
				"of another flag":    {env: []string{"TRUTHLOOP_WORKERS=" + address}},
				"OPENAI_BASE_URL":    {env: []string{"OPENAI_BASE_URL=" + address, "TRUTHLOOP_TIMEOUT=1s"}},
				"key beside it":      {env: []string{"OPENAI_BASE_URL=" + address, "OPENAI_API_KEY=sk-0123456789"}},
				"proxy":              {env: []string{"OPENAI_BASE_URL=http://truthloop.invalid/v1", "HTTP_PROXY=" + address, "http_proxy=" + address}},
				"proxy of TLS":       {env: []string{"OPENAI_BASE_URL=https://truthloop.invalid/v1", "HTTPS_PROXY=" + address}},
				"command line":       {args: []string{"--base-url", address}},
				"input":              {args: []string{address}},
				"unused, in a model": {args: []string{"--model", "builtin:rules", "--base-url", address, "fs.jsonl", "-o", "nl.jsonl"}},
				"unused, variable":   {env: []string{"TRUTHLOOP_BASE_URL=" + address}, args: []string{"--model", "builtin:rules", "fs.jsonl", "-o", "nl.jsonl"}},
			} {
				if password != "hunter2" && i > 1 {
					continue
				}
				if noUserinfo := strings.Contains(address, "key=") || strings.Contains(address, "#"+password); noUserinfo && !strings.Contains(name, "ariable") {
					continue
				}
				if !strings.HasPrefix(address, "http://") && (name == "input" || name == "of another flag") { // no address
					continue
				}
				dir := t.TempDir()
				write(t, dir, "fs.jsonl", oneRow)
				args := append([]string{"--log-level", "debug", "--retries", "0", "--give-up-after", "1ms"}, tt.args...)
				if len(tt.args) == 0 || tt.args[0] != "--model" {
					args = append(args, "--model", "m")
				}
				cmd := program(t, dir, tt.env, args...)
				cmd.Stdin = strings.NewReader(oneRow)
				out, _ := cmd.CombinedOutput()
				all := string(out)
				if b, err := os.ReadFile(filepath.Join(dir, "nl.jsonl.manifest.json")); err == nil {
					all += string(b)
				}
				if len(all) == 0 || strings.Contains(all, password) && (len(password) > 2 || strings.Contains(all, ":pw")) || strings.Contains(all, url.QueryEscape(password)) && len(password) > 2 {
					t.Errorf("%s, %s: %s", name, address, all)
				}
			}
		}
	}
}
