package prover

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/verify/smtlib"
)

// interpretationText is what Mace4 prints for the symbols below, with a Skolem
// constant and the lines around it.
const interpretationText = `
============================== MODEL =================================

interpretation( 2, [number=1, seconds=0], [

        function(f2, [ 1 ]),

        function(c1, [ 0 ]),

        function(f3(_), [ 1, 0 ]),

        relation(p4, [ 1 ]),

        relation(p0(_,_), [
			   0, 1,
			   1, 0 ])
]).

============================== end of model ==========================
`

var readSymbols = []smtlib.Symbol{
	{Name: "r", Arity: 2, Predicate: true},
	{Name: "p", Arity: 1, Predicate: true},
	{Name: "c"},
	{Name: "g", Arity: 1},
	{Name: "q", Predicate: true},
}

func TestReadMace4(t *testing.T) {
	a := readMace4(output{out: interpretationText}, readSymbols)
	const want = "domain {0, 1}; c is 1; g(0) is 1; g(1) is 0; p holds of nothing; r holds of (0, 1), (1, 0); q is true"
	if a.Status != Refuted || a.Model.String() != want {
		t.Errorf("found %+v, %s, expected %s", a, a.Model, want)
	}
	for text, claimed := range map[string]bool{
		"interpretation( 2, [], [ function(f3(_), [ 1 ]) ]).": true,
		"interpretation( 2, [], [ function(f2, [ 7 ]) ]).":    true,
		"interpretation( 0, [], [ ]).":                        true,
		"interpretation( 99999999999999999999, [], [ ]).":     true,
		"interpretation( 9999999, [], [ ]).":                  true,
		"interpretation(":                                     true,
		"------ process 7 exit (exhausted) ------":            false,
		"Fatal error: unrecognized term (p0":                  false,
	} {
		if a := readMace4(output{out: text}, readSymbols); a.Status != Unknown || a.Claimed != claimed || a.Model != nil || a.Words == "" {
			t.Errorf("%s: found %+v", text, a)
		}
	}
}

// TestReadProver9: its exit code and its words must both say that there is a
// proof.
func TestReadProver9(t *testing.T) {
	for _, c := range []struct {
		said output
		want Answer
	}{
		{output{out: "\nTHEOREM PROVED\n\n------ process 1 exit (max_proofs) ------"}, Answer{Status: Proved, Words: "THEOREM PROVED"}},
		{output{out: "THEOREM PROVED", code: 1, ended: "exit status 1"}, Answer{Failed: true}},
		{output{code: 0, ended: "exit status 0"}, Answer{Failed: true}},
		{output{code: 2, out: "SEARCH FAILED"}, Answer{Words: "sos empty"}},
		{output{code: 5, out: "SEARCH FAILED"}, Answer{Words: "max_given"}},
	} {
		a := readProver9(c.said, nil)
		if a.Status != c.want.Status || a.Failed != c.want.Failed || !strings.Contains(a.Words, c.want.Words) {
			t.Errorf("%+v: found %+v, expected %+v", c.said, a, c.want)
		}
	}
}

// FuzzRead: no output breaks a reader, and a model is a structure.
func FuzzRead(f *testing.F) {
	f.Add(interpretationText, 0)
	f.Add("# SZS status Theorem", 0)
	f.Add("sat\n(define-fun p0 ((x U) (y U)) Bool (= x (as @U_1 U)))", 0)
	f.Add("unsat", 1)
	f.Fuzz(func(t *testing.T, text string, code int) {
		for _, tool := range tools {
			a := tool.read(output{out: text, code: code, ended: "ended"}, readSymbols)
			if words := bounded(a.Words); len(words) > maxWords || strings.ContainsAny(words, "\n\x1b") {
				t.Errorf("%s: words %q", tool.name, words)
			}
			if a.Status == Refuted && a.Model == nil {
				t.Errorf("%s: refuted without a model", tool.name)
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
		"Prover9 (64) version 2009-11A, November 2009.":    "2009-11A",
		"no idea": "",
	} {
		if got := version(said); got != want {
			t.Errorf("%s: found %q, expected %q", said, got, want)
		}
	}
}
