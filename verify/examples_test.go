package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// exampled returns the pair of a row with examples. An empty list is absent.
func exampled(f record.Formalism, fs, fsOut, accepts, rejects string, o verify.Options) *verify.Pair {
	row := &record.Row{Formalism: f, FS: fs, FSOut: fsOut}
	for name, list := range map[string]string{"accepts": accepts, "rejects": rejects} {
		if list != "" {
			row.SetExtra(name, jsontext.Value(list))
		}
	}
	return (&verify.Columns{Examples: true}).Pair(row, o)
}

func TestExamples(t *testing.T) {
	const deep = 5_000
	for _, test := range []struct {
		formalism                    record.Formalism
		fsOut, accepts, rejects      string
		finite                       bool
		verdict, reason, wantWitness string
	}{
		{"regex", "a*", `["", "aa"]`, `["b"]`, false, "unknown", "examples_passed", ""},
		{"regex", "a*", `["ab", "b"]`, "", false, "not_equivalent", "", `{"kind":"string","string":"ab","accepted_by":"left"}`},
		{"regex", "a*", "", `["b", "a"]`, false, "not_equivalent", "", `{"kind":"string","string":"a","accepted_by":"right"}`},
		{"regex_brics", "~(a)", `["", "b"]`, `["a"]`, false, "unknown", "examples_passed", ""},
		{"regex", "a(", `["a"]`, "", false, "noncompliant", "column 3", ""},
		{"propositional", "p1 & P2", `[{"P1":true,"p2":true}]`, `[{"kind":"assignment","assignment":{"p1":true,"p2":false}}]`, false, "unknown", "examples_passed", ""},
		{"propositional", "p1 & p3", `[{"p1":true}]`, "", false, "unknown", `examples_open: accepts: example 1: check: no value for atom "p3"`, ""},
		{"propositional", "p1 & p3", `[{"p1":true}, {"p1":false,"p3":false}]`, "", false, "not_equivalent", "", `{"kind":"assignment","assignment":{"p1":false,"p3":false},"left":true,"right":false}`},
		{"first_order", "all x. P(x)", `[{"size":2,"predicates":{"P/1":[[0],[1]]}}]`, `[{"kind":"structure","structure":{"size":1,"predicates":{"p/1":[]}}}]`, false, "unknown", "examples_passed", ""},
		{"first_order", "P(a)", `[{"size":2,"predicates":{"p/1":[[0]]}}]`, "", false, "unknown", `examples_open: accepts: example 1: check: no meaning for constant "a"`, ""},
		{"ltl", "F a", `[[[],["A"]]]`, `[[["b"],[]]]`, true, "unknown", "examples_passed", ""},
		{"ltl", "X true", `[[["b"]]]`, "", true, "not_equivalent", "", `{"kind":"word","left":true,"right":false,"value":{"trace":[{"b":true}]}}`},
		{"ltl", "G F a", `[{"prefix":[[]],"loop":[["a"],[]]}]`, `[{"loop":[{"a":false}]}]`, false, "unknown", "examples_passed", ""},
		{"ltl", "G a", `[{"kind":"word","value":{"loop":[{"b":true}]}}]`, "", false, "not_equivalent", "", `{"kind":"word","left":true,"right":false,"value":{"loop":[{"a":false,"b":true}]}}`},

		// Faults of the row.
		{"regex", "a", `["a"]`, `["b", "a"]`, false, "error", "rejects: example 2 is accepts: example 1, too", ""},
		{"ltl", "a", `[{"loop":[["a"]]}]`, `[{"loop":[["A"]]}]`, false, "error", "rejects: example 1 is accepts: example 1, too", ""},
		{"ltl", "a", `[[["a","b"]]]`, `[[["b","a","a"]]]`, true, "error", "rejects: example 1 is accepts: example 1, too", ""},
		{"propositional", "p", `[{"p":true}]`, `[{"P":true}]`, false, "error", "rejects: example 1 is accepts: example 1, too", ""},
		{"ltl", "a", `[[["a"]]]`, "", false, "error", "accepts: example 1: witness: found a finite word, expected an infinite one", ""},
		{"ltl", "a", `[{"loop":[["a"]]}]`, "", true, "error", "accepts: example 1: witness: found an infinite word, expected a finite one", ""},
		{"ltl", "a", `[[]]`, "", true, "error", "accepts: example 1: word: no step in loop or trace", ""},
		{"ltl", "a", `[{"loops":[["a"]]}]`, "", false, "error", `accepts: example 1: found {"loops":[["a"]]}, expected a word`, ""},
		{"ltl", "a", `[[["a", 3]]]`, "", true, "error", `accepts: example 1: found ["a", 3], expected a list of propositions`, ""},
		{"ltl", "a", `[[{"a":true,"A":false}]]`, "", true, "error", `accepts: example 1: "a": found true, expected one truth value`, ""},
		{"ltl", "a", "[" + strings.Repeat("[", deep) + strings.Repeat("]", deep) + "]", "", true, "error", "accepts: example 1: found [[[[", ""},
		{"regex", "a", `"a"`, "", false, "error", "accepts: expected a list of examples", ""},
		{"regex", "a", `{"a":1}`, "", false, "error", "accepts: expected a list of examples", ""},
		{"regex", "a", `["a", null]`, "", false, "error", "accepts: example 2: found null, expected a string", ""},
		{"regex", "a", `["\ufffd"]`, "", false, "error", "accepts: example 1: found U+FFFD", ""},
		{"propositional", "p", `[{"p":null}]`, "", false, "error", `accepts: example 1: "p": found null, expected one truth value`, ""},
		{"propositional", "p", `["p"]`, "", false, "error", `accepts: example 1: found "p", expected an assignment`, ""},
		{"first_order", "P(a)", `[{"size":0}]`, "", false, "error", "accepts: example 1: ", ""},
		{"first_order", "P(a)", `[{"size":9000000000000000000,"predicates":{"p/9":[]}}]`, "", false, "error", "accepts: example 1: ", ""},
		{"first_order", "P(a)", `[{"size":1,"predicates":{"p/1":[[0]],"P/1":[]}}]`, "", false, "error", "accepts: example 1: structure: two symbols", ""},
		{"first_order", "P(a)", `[{"kind":"models","true":{"size":1}}]`, "", false, "error", `accepts: example 1: witness of kind "models" does not fit`, ""},
		{"regex", "a", "[]", "[]", false, "error", "fs is missing or empty", ""},
	} {
		o := verify.Options{Finite: test.finite}
		p := exampled(test.formalism, "", test.fsOut, test.accepts, test.rejects, o)
		r := verify.New(o).Decide(t.Context(), p)
		got := ""
		if r.Witness != nil {
			got, _ = r.Witness.JSON()
		}
		if string(r.Verdict) != test.verdict || !strings.HasPrefix(r.Reason, test.reason) || got != test.wantWitness {
			t.Errorf("%s %.40s %.60s %s: %s %.200q %s, want %s %q %s", test.formalism, test.fsOut, test.accepts, test.rejects, r.Verdict, r.Reason, got, test.verdict, test.reason, test.wantWitness)
		}
		if got != "" && p.Recheck(got) != nil {
			t.Errorf("%s: recheck: %v", got, p.Recheck(got))
		}
		if other := strings.Replace(got, "true", "false", 1); got != other && p.Recheck(other) == nil {
			t.Errorf("%s: recheck accepts this", other)
		}
	}
}

// TestExamplesNeverContradictProofs labels strings by a right expression. An equivalent
// expression passes them, and one that fails is proved to differ.
func TestExamplesNeverContradictProofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fs, out := formattest.Regex("ab").Draw(t, "fs").String(), formattest.Regex("ab").Draw(t, "fs_out").String()
		if rapid.Bool().Draw(t, "same") {
			out = fmt.Sprintf("(%s)|(%s)", fs, fs)
		}
		gold := exampled(record.Regex, "", fs, `[""]`, "", verify.Options{})
		lists := map[bool][]string{}
		for _, s := range rapid.SliceOfDistinct(rapid.StringMatching("[ab]{0,6}"), rapid.ID).Draw(t, "strings") {
			v, err := gold.Value(&verify.Witness{Kind: verify.KindString, String: &s}, gold.Right.Tree)
			if err != nil {
				t.Skip(err)
			}
			lists[v] = append(lists[v], fmt.Sprintf("%q", s))
		}
		join := func(list []string) string { return "[" + strings.Join(list, ",") + "]" }
		p := exampled(record.Regex, fs, out, join(lists[true]), join(lists[false]), verify.Options{})
		r := verify.New(verify.Options{}).Decide(t.Context(), p)
		if j := p.Judge(t.Context(), p.Left.Tree); j != nil && j.Failed > 0 {
			t.Fatalf("%s fails examples with its own labels", fs)
		}
		if j := p.Judge(t.Context(), p.Right.Tree); j != nil && j.Failed > 0 && r.Verdict == record.Equivalent {
			t.Fatalf("%s fails an example of %s, but is proved equivalent", out, fs)
		}
	})
}
