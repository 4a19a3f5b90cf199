package convert

import (
	"strings"
	"testing"
)

func TestFromPrefix(t *testing.T) {
	for text, want := range map[string]string{
		"F & a F b":                     "F (a & F b)",
		"U ! a & b c":                   "!a U (b & c)",
		"e a i b c":                     "a <-> b -> c",
		"| W a b R c M d f":             "",
		"G denny's":                     `G "denny's"`,
		"F ( a & b )":                   "F ( a & b )",
		"a until b":                     "a until b",
		"F":                             "F",
		"F a b":                         "F a b",
		"& a )lm":                       "& a )lm",
		"":                              "",
		strings.Repeat("! ", 1e5) + "a": strings.Repeat("! ", 1e5) + "a",
	} {
		if got := fromPrefix(text); want != "" && got != want {
			t.Errorf("%.40q: %.40q, want %.40q", text, got, want)
		}
	}
}
