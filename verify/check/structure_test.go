package check_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

func structure(size int, tables map[check.Symbol]check.Table) *check.Structure {
	return &check.Structure{Size: size, Tables: tables}
}

// small is the structure of the package documentation.
func small() *check.Structure {
	return structure(2, map[check.Symbol]check.Table{
		{Name: "tom"}:              {0},
		{Name: "father", Arity: 1}: {1, 1},
		{"likes", 2, true}:         {0, 1, 0, 1},
		{"q", 0, true}:             {1},
	})
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

// The tuple of an entry that does not hold was made, too, and took the memory of any arity.
func TestNoTupleOfWhatDoesNotHold(t *testing.T) {
	const want = `{"size":1,"predicates":{"p/99999999999":[]}}`
	var s check.Structure
	if err := json.Unmarshal([]byte(want), &s); err != nil {
		t.Fatal(err)
	}
	if b, err := json.Marshal(&s); err != nil || string(b) != want {
		t.Errorf("found %s, %v", b, err)
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
	s := structure(1, map[check.Symbol]check.Table{{"p", 1, true}: {1}, {"p", 2, true}: {0}, {"q", 2, true}: {1}})
	const want = "domain {0}; p/1 holds of everything; p/2 holds of nothing; q holds of everything"
	if got := s.String(); got != want {
		t.Errorf("found %s\nexpected %s", got, want)
	}
}

func TestJSONRefuses(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"size":0}`, "size 0"},
		{`{"size":-1,"predicates":{"p/1":[]}}`, "p/1"},
		{`{"size":2,"constants":{"a":2}}`, "found value 2"},
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
	short.Tables[check.Symbol{Name: "p", Arity: 1, Predicate: true}] = check.Table{1}
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
		s := structure(rapid.IntRange(1, 4).Draw(t, "size"), map[check.Symbol]check.Table{})
		name := rapid.StringMatching(`[a-z/é"]{1,3}`)
		for range rapid.IntRange(0, 9).Draw(t, "symbols") {
			sym := check.Symbol{Name: name.Draw(t, "name"), Arity: rapid.IntRange(0, 3).Draw(t, "arity"), Predicate: rapid.Bool().Draw(t, "predicate")}
			n, _ := check.Cells(s.Size, sym.Arity)
			s.Tables[sym] = rapid.SliceOfN(rapid.IntRange(0, sym.Values(s.Size)-1), n, n).Draw(t, "table")
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

// TestNewStructure makes all structures by counting, each of which is another.
func TestNewStructure(t *testing.T) {
	f, err := logic.Parse("∀x. (p(x) → r(x, f(a))) ∧ q", logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	symbols := check.Symbols(f.Signature(false), logic.Fold)
	for size, want := range map[int]int{1: 2 * 1 * 1 * 2 * 2, 2: 2 * 2 * 4 * 4 * 16} {
		seen := map[string]bool{}
		for n := range want {
			m := check.NewStructure(size, symbols, 100, func(k, _ int) int {
				v := n % symbols[k].Values(size)
				n /= symbols[k].Values(size)
				return v
			})
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
			seen[m.String()] = true
		}
		if len(seen) != want {
			t.Errorf("size %d: found %d structures, expected %d", size, len(seen), want)
		}
	}
	if m := check.NewStructure(3, symbols, 1+1+3+3+9-1, func(int, int) int { return 0 }); m != nil {
		t.Errorf("over the limit: found %v, expected nil", m)
	}
}
