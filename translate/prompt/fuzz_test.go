package prompt_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// Read returns a valid case or an error, and every byte of the description
// that a prompt contains.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "[TASK]", "[TASK]\npropositional logic\n[FORMULA]\np1", "[FORMULA]\n[NL DESCRIPTION]",
		"[TASK]\na regular expression\n[EXAMPLE 1]\n[FORMULA]\n0\n[NL DESCRIPTION]\nzero\n[VOCABULARY]\nAlphabet: 0, 1\n[NL DESCRIPTION]\none\n[FORMULA]",
		"[TASK]\nfirst-order logic\n[VOCABULARY]\nPredicates: a/1, /2, b/x\nMeanings:\n- a/1: {} is\n- c: d\n[FORMULA]\na(c)",
		"[EXAMPLE 9999999999999999999999]\n\xff[TASK]\r\n[FORMULA]\r\n",
	} {
		f.Add(text)
	}
	set, err := prompt.Open("")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := prompt.Read([]record.Message{{Role: "user", Content: text}}); err == nil {
			if c.Direction == "" || c.Formalism == "" || !strings.Contains(text, c.Text) {
				t.Errorf("Read(%q) = %+v", text, c)
			}
		}
		row := record.Row{Formalism: record.Propositional, NL: strings.TrimSpace("x" + text + "x")}
		messages, err := set.Messages(prompt.NewAutoformalization(&row, prompt.ContextAuto, 2))
		if err != nil {
			t.Fatal(err)
		}
		if c, err := prompt.Read(messages); err != nil || c.Text != row.NL || c.Direction != prompt.Autoformalize {
			t.Errorf("%q was read as %+v, %v", row.NL, c, err)
		}
	})
}
