package prover

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/verify/check"
)

var readSymbols = []Symbol{
	{Name: "r", Arity: 2, Predicate: true},
	{Name: "p", Arity: 1, Predicate: true},
	{Name: "c"},
	{Name: "g", Arity: 1},
	{Name: "q", Predicate: true},
}

// FuzzRead: no output breaks a reader, and a model is a structure.
func FuzzRead(f *testing.F) {
	f.Add("# SZS status Theorem", 0)
	f.Add("sat\n(define-fun p0 ((x U) (y U)) Bool (= x (as @U_1 U)))", 0)
	f.Add("unsat", 1)
	f.Fuzz(func(t *testing.T, text string, _ int) {
		for _, tool := range tools {
			a := tool.read(result{out: text, ended: "ended"}, readSymbols)
			if words := bounded(a.Reason); len(words) > maxWords || strings.ContainsAny(words, "\n\x1b") {
				t.Errorf("%s: words %q", tool.name, words)
			}
			if a.Status == check.No && a.Model == nil {
				t.Errorf("%s: no without a model", tool.name)
			}
			if a.Model != nil {
				_ = a.Model.Validate() // what is no structure is refused by the check
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
