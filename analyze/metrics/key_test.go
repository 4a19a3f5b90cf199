package metrics

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

// binned parses a key with a width.
func binned(t *testing.T, text string) Key {
	t.Helper()
	k, err := ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// grouped returns the groups of rows with the given values of x, which are JSON.
func grouped(t *testing.T, key string, values ...string) (groups []string) {
	t.Helper()
	s := New(Options{Keys: []Key{binned(t, key)}, Level: 0.95})
	for _, v := range values {
		r := &record.Row{}
		r.SetExtra("x", jsontext.Value(v))
		s.Add(r)
	}
	rows := s.Table().Rows
	for _, row := range rows[:len(rows)-1] {
		groups = append(groups, fmt.Sprint(row[0]))
	}
	return groups
}

// 0.6 was in [0.5,0.6), because 0.6/0.1 is 5.999… as a float64.
func TestDecimalBinsWereComputedInBinary(t *testing.T) {
	for _, c := range []struct{ width, value, want string }{
		{"0.1", "0.6", "[0.6,0.7)"},
		{"0.1", "0.3", "[0.3,0.4)"},
		{"0.1", "0.7", "[0.7,0.8)"},
		{"0.1", "0.65", "[0.6,0.7)"},
		{"0.1", "0.6999999999999999", "[0.6,0.7)"},
		{"0.1", "1", "[1,1.1)"},
		{"0.1", "-0.6", "[-0.6,-0.5)"},
		{"0.1", "-0.61", "[-0.7,-0.6)"},
		{"0.1", "-0.0", "[0,0.1)"},
		{"0.10", "0.2", "[0.2,0.3)"},
		{"0.25", "0.5", "[0.5,0.75)"},
		{"0.25", "-0.1", "[-0.25,0)"},
		{"1e-3", "0.006", "[0.006,0.007)"},
		{"1e-3", "1e-7", "[0,0.001)"},
		{"0.3", "0.9", "[0.9,1.2)"},
		{"5", "-1", "[-5,0)"},
		{"5", "4.999", "[0,5)"},
		{"10", "100", "[100,110)"},
		{"1", "9007199254740993", "[9007199254740993,9007199254740994)"},
		{"1e21", "5", "[0,1000000000000000000000)"},
	} {
		if got := grouped(t, "x:"+c.width, c.value); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s in bins of %s: found %s, expected %s", c.value, c.width, got, c.want)
		}
	}
}

// The bin of a number of few digits contains it in exact arithmetic, and its ends are
// multiples of the width.
func TestBinsContainTheirNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decimals := rapid.IntRange(0, 6)
		number := func(least int64, name string) (string, *big.Rat) {
			digits, point := rapid.Int64Range(least, 1_000_000).Draw(t, name), decimals.Draw(t, name+" decimals")
			x := new(big.Rat).SetFrac(big.NewInt(digits), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(point)), nil))
			return x.FloatString(point), x
		}
		text, x := number(-1_000_000, "number")
		width, w := number(1, "width")
		k, err := ParseKey("x:" + width)
		if err != nil {
			t.Fatal(err)
		}
		var r record.Row
		r.SetExtra("x", []byte(text))
		label := k.label(k.value(&r))
		low, high, _ := strings.Cut(strings.Trim(label, "[)"), ",")
		a, okA := new(big.Rat).SetString(low)
		b, okB := new(big.Rat).SetString(high)
		if !okA || !okB {
			t.Fatalf("found %s, expected a bin", label)
		}
		if x.Cmp(a) < 0 || x.Cmp(b) >= 0 || new(big.Rat).Sub(b, a).Cmp(w) != 0 || !new(big.Rat).Quo(a, w).IsInt() {
			t.Fatalf("%s in bins of %s: found %s", text, width, label)
		}
	})
}

// Values of different types were merged, and so were large integers.
func TestGroupsMergedDifferentValues(t *testing.T) {
	for name, c := range map[string]struct {
		values []string
		want   []string
	}{
		"true and its text":     {[]string{"true", `"true"`, "false"}, []string{"false", "true", `"true"`}},
		"a number and its text": {[]string{"5", `"5"`, "5.0", `"x"`}, []string{"5", `"5"`, `"x"`}},
		"a list and its text":   {[]string{"[1, 2]", `"[1,2]"`}, []string{"[1,2]", `"[1,2]"`}},
		"texts alone":           {[]string{`"true"`, `"5"`}, []string{"5", "true"}},
		"no value":              {[]string{"null", `""`, `"x"`}, []string{"<nil>", `""`, `"x"`}},
		"large integers":        {[]string{"9007199254740993", "9007199254740992", "9007199254740992.0"}, []string{"9007199254740992", "9007199254740993"}},
		"larger integers":       {[]string{"9223372036854775809", "9223372036854775808", "7"}, []string{"7", "9223372036854775808", "9223372036854775809"}},
		"the order of numbers":  {[]string{"2", "10", "1.5", "-1"}, []string{"-1", "1.5", "2", "10"}},
	} {
		got := grouped(t, "x", c.values...)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, expected %q", name, got, c.want)
		}
	}
}

// Differences that cancel out had a mean of -1.9e-17, and p below 1.
func TestComparisonOfCancellingDifferences(t *testing.T) {
	c := NewComparison(nil, "model", "")
	for id, right := range map[string][2]int{"a": {1, 2}, "b": {2, 1}, "c": {0, 2}, "d": {2, 0}} {
		for i, model := range []string{"m", "n"} {
			for k := range 3 {
				verdict := record.NotEquivalent
				if k < right[i] {
					verdict = record.Equivalent
				}
				c.Add(&record.Row{ID: id, Model: model, Verdict: verdict})
			}
		}
	}
	got := cells(t, c.Table(0.95, 100, 1))
	if got["difference"] != 0.0 || got["permutation_p"] != 1.0 {
		t.Errorf("found the difference %v and p = %v, expected 0 and 1", got["difference"], got["permutation_p"])
	}
}

// Large scores that differ in their last digits had no correlation, because their sums of
// squares were rounded.
func TestCorrelationOfLargeScores(t *testing.T) {
	for _, offset := range []float64{0, 1e6, 1e9} {
		var s moments
		for i := range 8 {
			s.add(offset+float64(i), i < 4)
		}
		// The deviations from the means are 7/2, 5/2, ... and 1/2 each.
		if want := -8 / math.Sqrt(42*2); math.Abs(s.correlation()-want) > 1e-12 {
			t.Errorf("from %v: found %v, expected %v", offset, s.correlation(), want)
		}
	}
	var constant moments
	for i := range 3 {
		constant.add(0.1, i%2 == 0)
	}
	if r := constant.correlation(); !math.IsNaN(r) {
		t.Errorf("of a constant score: found %v, expected NaN", r)
	}
}
