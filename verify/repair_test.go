package verify_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// damages are mistakes of which --lenient repairs some. Each lists the texts that one
// mistake makes of a formula.
var damages = map[string]func(text string) []string{
	// Not the bracket in P(a): without it, Pa) is another name.
	"bracket lost": func(text string) []string {
		return eachMatch(text, `\)|(^|\W)\(`, func(b string) string { return b[:len(b)-1] })
	},
	// Only one that no other bracket encloses: the number of repaired rows would be too small.
	"bracket too many": func(text string) []string {
		var out []string
		for i, c := range text {
			if c == ')' && strings.Count(text[:i], "(")-strings.Count(text[:i], ")") == 1 {
				out = append(out, text[:i]+"))"+text[i+1:])
			}
		}
		return append(out, text+")")
	},
	"comma for and": func(text string) []string {
		all := eachMatch(text, ` ?[&∧]`, func(string) string { return "," })
		return append(all, regexp.MustCompile(` ?[&∧]`).ReplaceAllString(text, ","))
	},
	"comma for a bracket": func(text string) []string {
		return eachMatch(text, `\) ?[&∧] ?\(`, func(string) string { return ", " })
	},
	"dot": func(text string) []string {
		return eachMatch(text, `\)`, func(b string) string { return b + "." })
	},
}

// eachMatch replaces one match of a pattern at a time.
func eachMatch(text, pattern string, by func(string) string) (out []string) {
	for _, at := range regexp.MustCompile(pattern).FindAllStringIndex(text, -1) {
		out = append(out, text[:at[0]]+by(text[at[0]:at[1]])+text[at[1]:])
	}
	return out
}

// A repair chose one of several readings: of "¬p ∧ q)" the one of ¬p ∧ q, although ¬(p ∧ q)
// may have lost a bracket. So a damaged formula is either refused, or reads as before.
// Two kinds of formulas are left out: those with brackets around a single atom, since such
// brackets do not count, and those in which a variable leaves its quantifier.
func TestRepairsRestoreTheFormula(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of damaged formulas")
	}
	type argument struct {
		Premises   []string
		Conclusion string
	}
	seen := map[string]bool{
		"(¬p ∧ q) → (r ∨ ¬s)": true, "p → (q → (r → s))": true, "((p → q) → r) → s": true, "¬(p ∧ ¬(q ∨ r))": true,
		"p ∧ (q ∨ (r ∧ s))": true, "(p ∧ (q ∨ r)) ∨ s": true, "∀x (P(x) ∧ Q(a))": true, "(∀x P(x)) ∧ Q(a)": true,
		"∃x (P(x) ∧ ¬(Q(x) ∧ R(a)))": true, "∃x P(x) ∧ Q(a)": true, "∀x. P(x) ∧ Q(x) → R(x)": true,
		"P(a) ∧ (Q(a) → R(a))": true, "∀x (P(x) ∧ (Q(x) → R(x)))": true, "P(f(a), b) ∧ Q(f(a, b))": true,
	}
	stored := map[string]bool{}
	for _, name := range []string{"llm/linc.jsonl", "llm/loglm.jsonl"} {
		for _, row := range readShared[argument](t, name) {
			for _, text := range append(row.Premises, row.Conclusion) {
				stored[text] = len(text) < 90
			}
		}
	}
	for i, text := range slices.Sorted(maps.Keys(stored)) {
		if i%6 == 0 || os.Getenv("TRUTHLOOP_TEST_PAIRS") != "" { // make fuzz takes them all
			seen[text] = seen[text] || stored[text]
		}
	}
	single := regexp.MustCompile(`(^|[^\w]) *\( *[-¬~]*\w+(\([^()]*\))? *\)|\w+\(\(`)
	repaired := 0
	for _, scope := range []logic.Scope{logic.ScopeDotWide, logic.ScopeTight, logic.ScopeWide} {
		o := logic.Options{Scope: scope}
		v := verify.New(verify.Options{Formula: o})
		for text, short := range seen {
			original, err := logic.Parse(text, o)
			if err != nil || !short || single.MatchString(text) || leaves(original) {
				continue
			}
			for damage, each := range damages {
				for _, damaged := range each(text) {
					r, err := logic.Read(damaged, logic.Options{Scope: scope, Lenient: true})
					if err != nil || len(r.Leniencies) == 0 {
						continue
					}
					repaired++
					restored := func(f *logic.Formula) bool {
						return logic.Same(f, original) || v.Formulas(t.Context(), original, f).Verdict == record.Equivalent
					}
					if !slices.ContainsFunc(r.Formulas, restored) {
						t.Errorf("%s scope, %s: %s was %s and is read as %s", scope, damage, damaged, original, r.Formulas[0])
					}
				}
			}
		}
	}
	t.Logf("repaired %d damaged formulas", repaired)
	if repaired < 10_000 {
		t.Errorf("repaired %d damaged formulas, expected 10,000 or more", repaired)
	}
}

// leaves reports whether a variable of f is also a constant.
func leaves(f *logic.Formula) bool {
	sig := f.Signature(false)
	return slices.ContainsFunc(sig.Variables, func(v string) bool {
		return slices.ContainsFunc(sig.Constants, func(c string) bool { return logic.Fold(v) == logic.Fold(c) })
	})
}
