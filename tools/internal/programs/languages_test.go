package programs_test

import (
	"math/rand/v2"
	"testing"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/verify"
)

// randomly returns a formula with n leaves: texts with all operators of a formalism.
func randomly(rng *rand.Rand, f record.Formalism, n int) string {
	pick := func(all ...string) string { return all[rng.IntN(len(all))] }
	var text string
	if n == 1 {
		text = pick("p1", "p2", "p3", "p4")
		if f == record.Regex {
			text = pick("0", "1", "a", "i")
		}
	} else {
		k := 1 + rng.IntN(n-1)
		left, right := randomly(rng, f, k), randomly(rng, f, n-k)
		op := map[record.Formalism][]string{
			record.Propositional: {" ∧ ", " ∨ ", " ⊕ ", " → ", " ↔ "},
			record.LTL:           {" & ", " | ", " xor ", " -> ", " <-> ", " U ", " R ", " W ", " M ", " S ", " T "},
			record.Regex:         {"", "", "|"},
		}[f]
		text = "(" + left + pick(op...) + right + ")"
	}
	if rng.IntN(3) > 0 {
		return text
	}
	switch f {
	case record.Regex:
		return "(" + text + ")" + pick("*", "*", "+", "?")
	case record.LTL:
		return pick("!", "X ", "F ", "G ", "Y ", "Z ", "O ", "H ", "X X X ", "WX ") + "(" + text + ")"
	}
	return "¬" + text
}

// What builtin:rules describes, it reads: each formula comes back equivalent, in each of its
// languages.
func TestRoundTripsInFourLanguages(t *testing.T) {
	counts := map[record.Formalism]int{record.Propositional: 2500, record.LTL: 2500, record.Regex: 2000}
	set, err := prompt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := builtin.New("builtin:rules")
	if err != nil {
		t.Fatal(err)
	}
	v := verify.New(verify.Options{NoRelation: true})
	for _, code := range []string{"en", "de", "fr", "es"} {
		language, err := english.ParseLanguage(code)
		if err != nil {
			t.Fatal(err)
		}
		prompts, err := set.In(language)
		if err != nil {
			t.Fatal(err)
		}
		ask := func(c prompt.Case) string {
			messages, err := prompts.Messages(c)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := rules.Chat(t.Context(), translate.Request{Messages: messages})
			if err != nil || answer.Outcome != record.OK {
				t.Fatalf("%s: %s: %v, %s", code, c.Text, err, answer.Content)
			}
			return answer.Content
		}
		rng := rand.New(rand.NewPCG(1, uint64(len(code))))
		equivalent := 0
		for f, n := range counts {
			if testing.Short() {
				n /= 50
			}
			for range n {
				row := &record.Row{Formalism: f, FS: randomly(rng, f, 1+rng.IntN(10))}
				row.NL = ask(prompt.NewInformalization(row, 0))
				row.FSOut = ask(prompt.NewAutoformalization(row, prompt.ContextAuto, 0))
				if out := v.Pair(t.Context(), f, row.FS, row.FSOut); out.Verdict != record.Equivalent {
					t.Fatalf("%s: %s: %s\n%s\n%s", code, out.Verdict, row.FS, row.NL, row.FSOut)
				}
				equivalent++
			}
		}
		t.Logf("%s: %d formulas, all equivalent", code, equivalent)
	}
}
