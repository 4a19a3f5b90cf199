package leak_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/leak"
)

// A formula with an operator is a leak wherever it stands by itself, and no
// text of letters alone is one.
func FuzzFind(f *testing.F) {
	f.Add("(p1 ∧ p2)", "p1 and p2")
	f.Add("(01)*", "**01** *")
	f.Add("∀x. P(x)", "\xff(")
	f.Add("v", "p v q")
	f.Fuzz(func(t *testing.T, fs, nl string) {
		for _, formalism := range []record.Formalism{record.Propositional, record.Regex} {
			leak.Find(formalism, fs, nl)
			if kind := leak.Find(formalism, "(a ∧ b)", "so (a ∧ b)"); kind != leak.Copy {
				t.Errorf("a copy is %q", kind)
			}
			if strings.ContainsRune(fs, '∧') && utf8.ValidString(fs) {
				if kind := leak.Find(record.Propositional, fs, "It says "+fs+" here."); kind == leak.None {
					t.Errorf("a copy of %q is no leak", fs)
				}
			}
		}
		letters := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'u' || r == ' ' {
				return r
			}
			return -1
		}, nl)
		if kind := leak.Find(record.Propositional, fs, letters); kind != leak.None {
			t.Errorf("%q is a leak of %q: %s", letters, fs, kind)
		}
	})
}
