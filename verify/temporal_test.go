package verify_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// TestTemporalPairs relates texts of linear temporal logic and checks the stored witness.
func TestTemporalPairs(t *testing.T) {
	for _, c := range []struct {
		o           verify.Options
		left, right string
		verdict     record.Verdict
		relation    record.Relation
		witness     string // a part of it
	}{
		{verify.Options{}, "G (a -> F b)", "!F (a & G !b)", record.Equivalent, record.RelEquivalent, ""},
		{verify.Options{}, "a U b", "a W b", record.NotEquivalent, record.RelWeaker, `{"loop":[{"a":true,"b":false}]}`},
		{verify.Options{}, "F G a", "G F a", record.NotEquivalent, record.RelWeaker, `"loop":[{"a":`},
		{verify.Options{}, "G a", "X G a", record.NotEquivalent, record.RelWeaker, `{"prefix":[{"a":false}],"loop":[{"a":true}]}`},
		{verify.Options{}, "F a", "F b", record.NotEquivalent, record.RelIncomparable, `"loop":[{"a":true,"b":false}]`},
		{verify.Options{}, "Fa & A", "Fa & a", record.Equivalent, record.RelEquivalent, ""},
		{verify.Options{NoRelation: true}, "G F a", "G F b", record.NotEquivalent, record.RelIncomparable, "loop"},
		// X true is false at the last step, and G F a means that the last step has a.
		{verify.Options{Finite: true}, "X true", "true", record.NotEquivalent, record.RelWeaker, `{"trace":[{}]}`},
		{verify.Options{Finite: true}, "G F a", "F G a", record.Equivalent, record.RelEquivalent, ""},
		{verify.Options{Finite: true}, "G F a", "F (a & !X true)", record.Equivalent, record.RelEquivalent, ""},
		{verify.Options{Finite: true}, "G X a", "false", record.Equivalent, record.RelEquivalent, ""},
	} {
		v := verify.New(c.o)
		r := v.Pair(t.Context(), record.LTL, c.left, c.right)
		if r.Verdict != c.verdict || r.Relation != c.relation {
			t.Errorf("%s and %s: %s, %s, %s", c.left, c.right, r.Verdict, r.Relation, r.Reason)
		}
		if r.Verdict == record.Equivalent {
			if err := c.o.Read(record.LTL, c.left, c.right).Small(); err != nil {
				t.Errorf("%s and %s: %v", c.left, c.right, err)
			}
			continue
		}
		if r.Witness == nil {
			continue
		}
		stored, err := r.Witness.JSON()
		if err != nil || !strings.Contains(stored, c.witness) {
			t.Errorf("%s and %s: %s, %v, expected %s", c.left, c.right, stored, err, c.witness)
		}
		if err := c.o.Read(record.LTL, c.left, c.right).Recheck(stored); err != nil {
			t.Errorf("%s and %s: %s: %v", c.left, c.right, stored, err)
		}
		other := verify.Options{Finite: !c.o.Finite}
		if err := other.Read(record.LTL, c.left, c.right).Recheck(stored); err == nil {
			t.Errorf("%s and %s: %s is a witness over finite and over infinite words", c.left, c.right, stored)
		}
	}
	v := verify.New(verify.Options{})
	if r := v.Pair(t.Context(), record.LTL, "a", "a U"); r.Verdict != record.Noncompliant || !strings.Contains(r.Reason, "column 4") {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
	if r := v.Pair(t.Context(), record.LTL, "a U", "a"); r.Verdict != record.Unverifiable {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
	if err := (verify.Options{}).Read(record.LTL, "G a", "F a").Small(); err == nil {
		t.Error("G a and F a are the same in small cases")
	}
}

// TestTemporalWitnessesFromElsewhere refuses stored witnesses that show nothing.
func TestTemporalWitnessesFromElsewhere(t *testing.T) {
	var o verify.Options
	for witness, want := range map[string]string{
		`{"kind":"word","left":true,"right":false,"value":{"loop":[{"a":false}]}}`:             "the left side is false",
		`{"kind":"word","left":false,"right":true,"value":{"loop":[{"a":true}]}}`:              "the left side is true and the right one true",
		`{"kind":"word","left":true,"right":false,"value":{"loop":[]}}`:                        "no step",
		`{"kind":"word","left":true,"right":false,"value":{"loop":[{}]}}`:                      `step 0 has no value of "a"`,
		`{"kind":"word","left":true,"right":false,"value":{"loop":[{"a":true,"A":false}]}}`:    "two values",
		`{"kind":"word","left":true,"right":false,"value":7}`:                                  "witness",
		`{"kind":"word","left":true,"right":false}`:                                            "witness",
		`{"kind":"assignment","assignment":{"a":true},"left":true,"right":false}`:              "does not fit",
		`{"kind":"word","left":true,"right":false,"value":{"trace":[{"a":true}],"loop":[{}]}}`: "word",
	} {
		if err := o.Read(record.LTL, "F a", "G a").Recheck(witness); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", witness, err, want)
		}
	}
	if err := o.Read(record.LTL, "F a", "G a").Recheck(`{"kind":"word","left":true,"right":false,"value":{"prefix":[{"a":true}],"loop":[{"a":false}]}}`); err != nil {
		t.Error(err)
	}
}
