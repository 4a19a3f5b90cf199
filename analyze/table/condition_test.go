package table

import (
	"math"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// fields is a row for tests.
type fields map[string]any

func (f fields) Get(name string) (any, bool) {
	v, ok := f[name]
	return v, ok && v != "" // as record.Row has it
}

func TestMatch(t *testing.T) {
	row := fields{
		"num_operators": int64(5), "dfa_density": 0.25, "dataset": "fol", "nl_leak": true,
		"scope_sensitive": false, "odd name": "it's", "empty": "", "in": int64(1),
	}
	for text, want := range map[string]bool{
		"":                                    true,
		"  ":                                  true,
		"num_operators < 7":                   true,
		"num_operators<5":                     false,
		"num_operators<=5":                    true,
		"num_operators >= 5.0":                true,
		"num_operators > 5":                   false,
		"num_operators = 5":                   true,
		"num_operators == 5":                  true,
		"num_operators != 5":                  false,
		"num_operators <> -5":                 true,
		"dfa_density = .25":                   true,
		"dfa_density = 2.5e-1":                true,
		"dataset = 'fol'":                     true,
		`dataset = "fol"`:                     true,
		"dataset < 'plogic'":                  true,
		"dataset ~ '^f.l$'":                   true,
		"dataset ~ 'x'":                       false,
		"dataset in ('ksat', 'fol')":          true,
		"num_operators in (1,2)":              false,
		"nl_leak":                             true,
		"not nl_leak":                         false,
		"nl_leak = true and !scope_sensitive": true,
		"scope_sensitive = FALSE":             true,
		"nl_leak > false":                     true,
		"verdict is null":                     true,
		"verdict is not null":                 false,
		"dataset IS NOT NULL":                 true,
		"`odd name` = 'it''s'":                true,
		"`in` = 1":                            true,
		// Absent columns and values of other types compare false.
		"verdict = 'equivalent'":     false,
		"empty = ''":                 false,
		"not verdict = 'equivalent'": true,
		"verdict != 'equivalent'":    false,
		"dataset = 5":                false,
		"dataset != 5":               false,
		"num_operators ~ '5'":        false,
		"dataset":                    false,
		// and binds tighter than or, not tightest.
		"nl_leak or nl_leak and scope_sensitive":            true,
		"(nl_leak or nl_leak) and scope_sensitive":          false,
		"not scope_sensitive and nl_leak":                   true,
		"not (scope_sensitive or nl_leak)":                  false,
		"scope_sensitive || num_operators > 4 && nl_leak":   true,
		"NOT NOT nl_leak":                                   true,
		"(((num_operators < 7)))":                           true,
		"num_operators < 7 and dataset = 'fol' or nl_leak ": true,
	} {
		f, err := ParseCondition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := f.Match(row); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

// Integers were compared as float64, so that 2⁵³ + 1 was equal to 2⁵³.
func TestLargeIntegersWereComparedAsFloats(t *testing.T) {
	row := fields{
		"n": int64(9007199254740993), "x": 9007199254740992.0, "most": int64(math.MaxInt64), "least": int64(math.MinInt64),
		"wide": jsontext.Value("9223372036854775809"), "half": 0.5, "nan": math.NaN(), "inf": math.Inf(1),
	}
	for text, want := range map[string]bool{
		"n = 9007199254740993": true, "n = 9007199254740992": false, "n > 9007199254740992": true, "n < 9007199254740994": true,
		"n in (9007199254740992, 9007199254740994)": false, "n >= +9007199254740993": true, "n != 9007199254740992": true,
		"x = 9007199254740992": true, "x = 9007199254740993": false, "x < 9007199254740993": true, "x = 9007199254740992.0": true,
		"most = 9223372036854775807": true, "most = 9223372036854775808": false, "most < 9223372036854775808": true, "most < 1e19": true,
		"least = -9223372036854775808": true, "least > -9223372036854775809": true, "least < -1.5": true,
		"wide = 9223372036854775809": true, "wide = 9223372036854775808": false, "wide > 9223372036854775807": true, "wide > 0.5": true, "wide < 1e300": true,
		"half = 0.5": true, "half > 0": true, "half < 1": true, "half = 0.50": true, "most > 0.5": true,
		"nan = 0": false, "nan < 1": false, "inf > 1e308": true, "inf = 1": false,
	} {
		f, err := ParseCondition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := f.Match(row); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"num_operators <":               "condition: column 16: found the end, expected a number, a 'string', true or false",
		"num_operators < seven":         `condition: column 17: found "seven", expected a number, a 'string', true or false`,
		"num_operators < 7 7":           `condition: column 19: found "7", expected and, or, or the end`,
		"x = 1.2.3":                     `condition: column 5: found "1.2.3", expected a number`,
		"(x = 1":                        `condition: column 7: found the end, expected and, or, or ")"`,
		"x = 'a":                        "condition: column 5: found no closing '",
		"= 7":                           `condition: column 1: found "=", expected a column`,
		"x in 7":                        `condition: column 6: found "7", expected "("`,
		"x in (1 2)":                    `condition: column 9: found "2", expected "," or ")"`,
		"x is 7":                        `condition: column 6: found "7", expected null`,
		"é = 1 and §":                   `condition: column 11: found '§', expected a column, a value or an operator`,
		"x ~ '('":                       "condition: column 5: error parsing regexp: missing closing ): `(`",
		"x and":                         "condition: column 6: found the end, expected a column",
		strings.Repeat("(", 100_000):    "condition: column 1002: nested deeper than 1000",
		strings.Repeat("not ", 100_000): "condition: column 4005: nested deeper than 1000",
	} {
		if _, err := ParseCondition(text); err == nil || err.Error() != want {
			t.Errorf("%.40s: got %v, want %s", text, err, want)
		}
	}
}

func TestColumns(t *testing.T) {
	f, err := ParseCondition("a < 1 and (b or not a = 2) or `c d` is null")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(f.Columns(), "|"); got != "a|b|c d" {
		t.Errorf("got %s", got)
	}
}

func FuzzParseCondition(f *testing.F) {
	for _, s := range []string{"a < 7 and not b", "a in (1, 'x') or c is not null", "`a``b` ~ '.'", "((", "x = 'é"} {
		f.Add(s)
	}
	row := fields{"a": int64(1), "b": true, "c": "x"}
	f.Fuzz(func(t *testing.T, text string) {
		if filter, err := ParseCondition(text); err == nil {
			filter.Match(row)
		}
	})
}
