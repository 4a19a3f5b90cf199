package language

import (
	"errors"
	"testing"

	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

func TestKeys(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"0*", "1*", true},
		{"01", "10", true},
		{"0(10)*", "(10)*1", true},
		{"(0*1*)*", "(1*0)*1*", true},
		{"0*1", "01*", false},
		{"012*", "201*", true},
		{"012*", "120*", true},
		{"012*", "12*0", false},
		{"abcde", "edcba", true},
		{"[ab]", "[cd]", false}, // classes keep their names
	} {
		var keys [2]string
		for i, text := range []string{test.a, test.b} {
			e, err := regex.Parse(text, regex.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if keys[i], err = renamedKey(e, automata.Limits{}); err != nil {
				t.Fatal(err)
			}
		}
		if same := keys[0] == keys[1]; same != test.same {
			t.Errorf("%s and %s: found %v, expected %v", test.a, test.b, same, test.same)
		}
	}
}

func TestLimitOfKeys(t *testing.T) {
	e, err := regex.Parse("(0|1)*0(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)", regex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := renamedKey(e, automata.Limits{States: 20}); !errors.Is(err, automata.ErrLimit) {
		t.Errorf("found the error %v, expected that of the limit", err)
	}
}
