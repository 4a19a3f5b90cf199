package prover

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/verify/check"
)

// FuzzRead: no output breaks a reader, and only a proof or a claim is an answer.
func FuzzRead(f *testing.F) {
	f.Add("# SZS status Theorem", 0)
	f.Add("sat\n((p0 true))", 0)
	f.Add("unsat", 1)
	f.Add("attempt\nunsat\n(:rlimit 3)", 1)
	f.Fuzz(func(t *testing.T, text string, _ int) {
		for _, tool := range append(tools, z3Tool) {
			a := tool.read(result{out: text, ended: "ended"})
			if words := bounded(a.Reason); len(words) > maxWords || strings.ContainsAny(words, "\n\x1b") {
				t.Errorf("%s: words %q", tool.name, words)
			}
			if a.Status == check.No || a.Status == check.Unknown && a.Reason == "" {
				t.Errorf("%s: found %+v", tool.name, a)
			}
		}
	})
}

func TestVersion(t *testing.T) {
	for said, want := range map[string]string{
		"E 2.6 Floral Guranse (8e8bfa2a3f68)":              "2.6",
		"This is cvc5 version 1.0.3\ncompiled with GCC 12": "1.0.3",
		"Z3 version 4.8.12 - 64 bit":                       "4.8.12",
		"no idea":                                          "",
	} {
		if got := versions.FindString(said); got != want {
			t.Errorf("%s: found %q, expected %q", said, got, want)
		}
	}
}
