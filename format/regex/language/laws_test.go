package language

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

// Every law keeps the language, of expressions with every kind of node, and leaves a
// tree that is read back.
func TestLawsKeepTheLanguage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := formattest.Regex("01").Draw(t, "expression")
		for _, r := range Paper.Rewrites(e.In(regex.Paper)) {
			g := r.Apply()
			if c, err := automata.Compare(e, expression(g), automata.Limits{}); err == nil && !c.Equal {
				t.Fatalf("%s made %v of %v", r.Law, g, e)
			}
			if again, err := regex.Parse(g.String(), regex.Options{}); err != nil || !regex.Same(again, expression(g)) {
				t.Fatalf("%s: %v reads back as %v, %v", r.Law, g, again, err)
			}
		}
	})
	for e, want := range map[string]string{
		"0(10)*":  "sliding (01)*0",
		"(01)*0":  "sliding 0(10)*",
		"00*":     "sliding 0*0",
		"(0*1*)*": "stars_commute (1*0*)*",
		"0*0*":    "repeated_star 0*",
		"0*":      "repeated_star 0*0*",
		"(0*)*":   "star_of_star 0*",
		"1*":      "star_of_star (1*)*",
		"(0|1)*":  "star_of_choice (0*1*)*",
		"0|1":     "choices_commute 1|0",
		"1(0|11)": "choice_expansion 10|111",
	} {
		x, err := regex.Parse(e, regex.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range Paper.Rewrites(x.In(regex.Paper)) {
			g := r.Apply()
			got = append(got, string(r.Law)+" "+g.String())
		}
		if !slices.Contains(got, want) {
			t.Errorf("%s: no %s in %s", e, want, strings.Join(got, "; "))
		}
	}
}
