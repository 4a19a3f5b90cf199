package convert

import (
	"strings"
	"testing"
)

func TestFromStreg(t *testing.T) {
	for text, want := range map[string]string{
		"<num>":                     "[0-9]",
		"<any>":                     ".",
		"<^>":                       `\^`,
		"<3>":                       "3",
		"notcc(<low>)":              "[^a-z]",
		"const(<AB>)":               "AB",
		"const(<a.b>)":              `a\.b`,
		"not(<a>)":                  "~a",
		"or(<a>,and(<b>,<c>))":      "a|b&c",
		"concat(<a>,or(<b>,<c>))":   "a(b|c)",
		"contain(or(<a>,<b>))":      ".*(a|b).*",
		"startwith(<a>)":            "a.*",
		"endwith(<a>)":              ".*a",
		"star(concat(<a>,<b>))":     "(ab)*",
		"optional(const(<ab>))":     "(ab)?",
		"repeat(<a>,2)":             "a{2}",
		"repeatatleast(<a>,2)":      "a{2,}",
		"repeatrange(<a>,2,3)":      "a{2,3}",
		"<nums>":                    "",
		"notcc(<any>)":              "", // "not a dot" for the project's program
		"notcc(or(<a>,<b>))":        "",
		"const(<low>)":              "",
		"repeatrange(<a>,3,2)":      "",
		"repeat(<a>,const0)":        "",
		"repeat(<a>)":               "",
		"concat(<a>,<b>":            "",
		"concat(<a>,<b>))":          "",
		"concat(<a>, <b>)":          "",
		"concat(<a>)":               "",
		"":                          "",
		"a*":                        "",
		strings.Repeat("not(", 1e5): "",
	} {
		got, err := fromStreg(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.60s: %s (%v), want %s", text, got, err, want)
		}
	}
}

func FuzzFromStreg(f *testing.F) {
	f.Add("and(repeatatleast(<let>,1),not(contain(const(<a.b>))))")
	f.Fuzz(func(t *testing.T, text string) {
		if out, err := fromStreg(text); err == nil && out == "" {
			t.Errorf("%q: neither an expression nor an error", text)
		}
	})
}
