package check_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/verify/check"
)

// small is the structure of the package documentation.
func small() *check.Structure {
	s := check.NewStructure(2)
	s.Constants["tom"] = 0
	s.Functions[check.Symbol{Name: "father", Arity: 1}] = check.Table{1, 1}
	s.Predicates[check.Symbol{Name: "likes", Arity: 2}] = check.Relation{false, true, false, true}
	s.Propositions["q"] = true
	return s
}

func TestJSONForm(t *testing.T) {
	const want = `{"size":2,"constants":{"tom":0},"functions":{"father/1":[[0,1],[1,1]]},` +
		`"predicates":{"likes/2":[[0,1],[1,1]]},"propositions":{"q":true}}`
	b, err := json.Marshal(small())
	if err != nil {
		t.Fatal(err)
	}
	if string(b) != want {
		t.Errorf("found %s\nexpected %s", b, want)
	}
}

func TestString(t *testing.T) {
	const want = "domain {0, 1}; tom is 0; father(0) is 1; father(1) is 1; likes holds of (0, 1), (1, 1); q is true"
	if got := small().String(); got != want {
		t.Errorf("found %s\nexpected %s", got, want)
	}
}

// TestTwoArities: one name with two arities is two symbols.
func TestTwoArities(t *testing.T) {
	s := check.NewStructure(1)
	s.Predicates[check.Symbol{Name: "p", Arity: 1}] = check.Relation{true}
	s.Predicates[check.Symbol{Name: "p", Arity: 2}] = check.Relation{false}
	s.Predicates[check.Symbol{Name: "q", Arity: 2}] = check.Relation{true}
	const want = "domain {0}; p/1 holds of everything; p/2 holds of nothing; q holds of everything"
	if got := s.String(); got != want {
		t.Errorf("found %s\nexpected %s", got, want)
	}
}

func TestJSONRefuses(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"size":0}`, "size 0"},
		{`{"size":-1,"predicates":{"p/1":[]}}`, "p/1"},
		{`{"size":2,"constants":{"a":2}}`, "found element 2"},
		{`{"size":2,"functions":{"f/1":[[0,1]]}}`, "found value -1"},
		{`{"size":2,"functions":{"f/1":[[0,1],[1,2]]}}`, "found element 2"},
		{`{"size":2,"functions":{"f":[]}}`, "expected name/arity"},
		{`{"size":2,"functions":{"f/x":[]}}`, "arity of at least 1"},
		{`{"size":2,"predicates":{"p/0":[[]]}}`, "arity of at least 1"},
		{`{"size":2,"predicates":{"p/2":[[0]]}}`, "tuple of 1 elements"},
		{`{"size":2,"predicates":{"p/99":[]}}`, "over"},
		{`{"size":1000,"predicates":{"p/2":[],"q/2":[]}}`, "over"},
		{`[]`, "structure:"},
	} {
		var s check.Structure
		err := json.Unmarshal([]byte(c.in), &s)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found error %v, expected one with %q", c.in, err, c.want)
		}
	}
}

func TestValidateRefuses(t *testing.T) {
	short := small()
	short.Predicates[check.Symbol{Name: "p", Arity: 1}] = check.Relation{true}
	if err := short.Validate(); err == nil || !strings.Contains(err.Error(), "found 1 entries, expected 2") {
		t.Errorf("found %v", err)
	}
	if _, err := json.Marshal(short); err == nil {
		t.Error("an invalid structure was written")
	}
}

// TestJSONRoundTrip: every structure is read back as it was written.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := check.NewStructure(rapid.IntRange(1, 4).Draw(t, "size"))
		element := rapid.IntRange(0, s.Size-1)
		name := rapid.StringMatching(`[a-z/é"]{1,3}`)
		s.Constants = rapid.MapOfN(name, element, 0, 3).Draw(t, "constants")
		s.Propositions = rapid.MapOfN(name, rapid.Bool(), 0, 3).Draw(t, "propositions")
		for range rapid.IntRange(0, 3).Draw(t, "functions") {
			sym := check.Symbol{Name: name.Draw(t, "f"), Arity: rapid.IntRange(1, 3).Draw(t, "arity")}
			n, _ := check.Cells(s.Size, sym.Arity)
			s.Functions[sym] = rapid.SliceOfN(element, n, n).Draw(t, "table")
		}
		for range rapid.IntRange(0, 3).Draw(t, "predicates") {
			sym := check.Symbol{Name: name.Draw(t, "p"), Arity: rapid.IntRange(1, 3).Draw(t, "arity")}
			n, _ := check.Cells(s.Size, sym.Arity)
			s.Predicates[sym] = rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "relation")
		}
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		back := new(check.Structure)
		if err := json.Unmarshal(b, back); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if !reflect.DeepEqual(s, back) {
			t.Fatalf("found %v, expected %v", back, s)
		}
	})
}
