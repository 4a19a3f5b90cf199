package secret_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/secret"
)

// each encodes all characters of s, or the signs, or some characters of a text that is not
// encoded yet.
func each(s string, r *rand.Rand, encode func(c byte) string) string {
	kind := r.IntN(3)
	if kind == 2 && strings.ContainsAny(s, `%\&`) {
		kind = 1
	}
	var b strings.Builder
	for i := range len(s) {
		sign := !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", rune(s[i]))
		if kind == 0 || kind == 1 && sign || kind == 2 && r.IntN(2) == 0 {
			b.WriteString(encode(s[i]))
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// inAnyCase returns s in another letter case.
func inAnyCase(s string, r *rand.Rand) string {
	switch r.IntN(3) {
	case 0:
		return strings.ToUpper(s)
	case 1:
		return strings.ToLower(s)
	}
	return each(s, r, func(c byte) string { return strings.ToUpper(string(rune(c))) })
}

func base64With(e *base64.Encoding) func(string, *rand.Rand) string {
	return func(s string, r *rand.Rand) string {
		if r.IntN(2) == 0 {
			e = e.WithPadding(base64.NoPadding)
		}
		return e.EncodeToString([]byte(s))
	}
}

// encodings are what servers do to a text that they repeat.
var encodings = map[string]func(string, *rand.Rand) string{
	"base64":    base64With(base64.StdEncoding),
	"base64url": base64With(base64.URLEncoding),
	"basic": func(s string, r *rand.Rand) string {
		return base64.StdEncoding.EncodeToString([]byte("ann:"[r.IntN(4):] + s))
	},
	"hex":   func(s string, _ *rand.Rand) string { return hex.EncodeToString([]byte(s)) },
	"HEX":   func(s string, _ *rand.Rand) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) },
	"path":  func(s string, _ *rand.Rand) string { return url.PathEscape(s) },
	"query": func(s string, _ *rand.Rand) string { return url.QueryEscape(s) },
	"percent": func(s string, r *rand.Rand) string {
		return each(s, r, func(c byte) string { return fmt.Sprintf("%%%02x", c) })
	},
	"PERCENT": func(s string, r *rand.Rand) string {
		return each(s, r, func(c byte) string { return fmt.Sprintf("%%%02X", c) })
	},
	"html": func(s string, _ *rand.Rand) string { return html.EscapeString(s) },
	"decimal": func(s string, r *rand.Rand) string {
		return each(s, r, func(c byte) string { return fmt.Sprintf("&#%d;", c) })
	},
	"hexa": func(s string, r *rand.Rand) string {
		return each(s, r, func(c byte) string { return fmt.Sprintf("&#x%X;", c) })
	},
	"json": func(s string, r *rand.Rand) string {
		return each(s, r, func(c byte) string { return fmt.Sprintf(`\u%04x`, c) })
	},
	"json sign": func(s string, _ *rand.Rand) string {
		return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "/", `\/`).Replace(s)
	},
	"quoted": func(s string, r *rand.Rand) string {
		return each(s, r, func(c byte) string { return fmt.Sprintf(`\x%02x`, c) })
	},
	"python": func(s string, r *rand.Rand) string {
		return each(s, r, func(c byte) string { return fmt.Sprintf(`\U%08x`, c) })
	},
}

// A secret is found in every encoding, with further escapes, in any letter case, and in
// any text around it.
func TestRedactFindsEveryEncoding(t *testing.T) {
	names := make([]string, 0, len(encodings))
	for name := range encodings {
		names = append(names, name)
	}
	slices.Sort(names)
	escapes := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return strings.HasPrefix(name, "base64") || name == "basic" || strings.EqualFold(name, "hex")
	})
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/=~!$%&*():;,?@#^|<>\"'"
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringOfN(rapid.SampledFrom([]rune(letters)), 16, 200, 200).Draw(t, "key")
		chain := append(rapid.SliceOfN(rapid.SampledFrom(names), 0, 1).Draw(t, "first"), rapid.SliceOfN(rapid.SampledFrom(escapes), 0, 2).Draw(t, "chain")...)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		text := key
		if rapid.Bool().Draw(t, "other case") {
			text = []string{inAnyCase(text, r), strings.ToUpper(text), strings.ToLower(text)}[min(len(chain), 1)*(1+r.IntN(2))]
		}
		for _, name := range chain {
			text = encodings[name](text, r)
		}
		before, after := rapid.SampledFrom([]string{"", "key ", "Basic ", "auth-", `{"a":"`, strings.Repeat("the key is ", 20_000)}).Draw(t, "before"), rapid.SampledFrom([]string{"", " is wrong", `"}`, "==", "/x"}).Draw(t, "after")
		got := secret.NewSet(key).Redact(before + text + after)
		core := text[len(text)/3 : 2*len(text)/3] // around it, padding or other text of the value may remain
		if !strings.Contains(got, secret.Mark) || strings.Contains(got, core) || secret.NewSet(key[:8], key[len(key)-8:]).Redact(got) != got {
			t.Fatalf("%v: %q of %q remains as %q", chain, text, key, got[max(0, len(got)-300):])
		}
	})
}

// An & before the ; of a secret hid the escapes between them.
func TestRedactBetweenSigns(t *testing.T) {
	const key = `aaaaaaaaaaaaa&";`
	if got := secret.NewSet(key).Redact(`{"a":"aaaaaaaaaaaaa&\";"}`); got != `{"a":"[redacted]"}` {
		t.Errorf("found %s", got)
	}
}

func TestRedact(t *testing.T) {
	const key = "sk-Abc/123+x&y"
	for text, want := range map[string]string{
		"":                               "",
		"no secret":                      "no secret",
		key:                              "[redacted]",
		"(" + key + ")" + key:            "([redacted])[redacted]",
		key + key:                        "[redacted]",
		"SK-ABC/123+X&Y":                 "[redacted]",
		`sk-Abc\/123+x\u0026y.`:          "[redacted].",
		`SK-ABC\/123+X\U0026Y.`:          "[redacted].",
		"sk-Abc%2F123%2bx%26y.":          "[redacted].",
		"sk-Abc&sol;123&PLUS;x&amp;y.":   "[redacted].",
		"sk-Abc&#47;123&#x2b;x&#38;y.":   "[redacted].",
		"Basic YW5uOnNrLUFiYy8xMjMreCZ5": "Basic YW5uOn[redacted]",
		"basic yw5uonnrlufiyy8xmjmrecz5": "basic yw5uon[redacted]",
		"736b2d4162632f3132332b782679":   "[redacted]",
		"a736b2d4162632f3132332b782679f": "a[redacted]f",
		"sk-Abc/123":                     "sk-Abc/123", // a part
		"é" + key + "\xff":               "é[redacted]\xff",
	} {
		if got := secret.NewSet(key).Redact(text); got != want {
			t.Errorf("Redact(%q) = %q, want %q", text, got, want)
		}
	}
	if got := secret.NewSet("EMPTY", "none", "1234567").Redact("EMPTY 1234567"); got != "EMPTY 1234567" {
		t.Errorf("short values: %q", got)
	}
	// A secret that looks as if it were encoded itself, or that has other letters.
	for _, key := range []string{"pass%41&amp;word", `pa\u0041ss\word`, "pässwörter", "two words ", "aaaaaaaaaaaaaaaa"} {
		for _, text := range []string{key, url.QueryEscape(key), html.EscapeString(key), strings.ReplaceAll(key, `\`, `\\`), strings.ToUpper(key)} {
			if got := secret.NewSet(key).Redact(text + "!"); got != "[redacted]!" {
				t.Errorf("%s: Redact(%q) = %q", key, text, got)
			}
		}
	}
}

func TestUserinfo(t *testing.T) {
	for a, want := range map[string]string{
		"http://host:80/v1":              "http://host:80/v1",
		"http://host/a@b":                "http://host/a@b",
		"http://us:pw@host":              "http://[redacted]@host",
		"see HTTPS://us:pw@host/v1, or":  "see HTTPS://[redacted]@host/v1, or",
		`"http://us@host"`:               `"http://[redacted]@host"`,
		"http://us:p/w@host/v1":          "http://[redacted]@host/v1",
		"http://us:p%zz@host":            "http://[redacted]@host",
		"http://us:p@w@host/a@b":         "http://[redacted]@host/a@b",
		"socks5://us:pw@host socks://h":  "socks5://[redacted]@host socks://h",
		"ann@host.example, model@latest": "ann@host.example, model@latest",
	} {
		if got := secret.HideUserinfo(a); got != want {
			t.Errorf("HideUserinfo(%q) = %q, want %q", a, got, want)
		}
	}
	if got := fmt.Sprint(secret.Userinfo("us:p%2Fw@host/v1")); got != "[us p%2Fw us:p%2Fw p/w us:p/w us:p%2Fw@host/v1]" {
		t.Errorf("Userinfo: %s", got)
	}
	if got := fmt.Sprint(secret.Userinfo("http://us:p/w@host/v1")); got != "[us p/w us:p/w us:p/w@host/v1]" {
		t.Errorf("Userinfo: %s", got)
	}
	if got := secret.Userinfo("http://host/v1"); got != nil {
		t.Errorf("Userinfo: %s", got)
	}
}

// Long replies are searched quickly, whatever they contain.
func BenchmarkRedact(b *testing.B) {
	s := secret.NewSet("sk-proj-0123456789abcdefghijklmnopqrstuvwxyz")
	for name, text := range map[string]string{
		"prose": "The formula says that p1 holds, or that p2 and p3 are equivalent.\n", "letters": "ZWVl", "zeros": "0", "escapes": `\u0041%41&amp;`,
	} {
		text = strings.Repeat(text, 2<<20/len(text))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				s.Redact(text)
			}
		})
	}
}

// Any text can be searched for any secret. The result does not contain the secret, and a
// second search changes nothing.
func FuzzRedact(f *testing.F) {
	f.Add("sk-0123456789", "the key sk-0123456789 is wrong")
	f.Add("pass%41&amp;word", `pass%41&am\u0070;word \ud83d\ude00 \U0001F600 &#x110000; &semi; %4`)
	f.Add("aaaaaaaa", "YWFhYWFhYWE=\n616161616161616161")
	f.Fuzz(func(t *testing.T, key, text string) {
		s := secret.NewSet(key)
		got := s.Redact(text)
		if len(key) >= secret.MinLength && !strings.Contains(secret.Mark, key) && strings.Contains(strings.ReplaceAll(got, secret.Mark, "\x00"), key) {
			t.Errorf("%q in %q remains in %q", key, text, got)
		}
		if plain := s.Redact("plain"); plain != "plain" && len(key) >= secret.MinLength {
			t.Errorf("plain became %q", plain)
		}
	})
}
