package stage_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/stage"
)

// A formula with an operator is a leak, and a text of letters alone is not.
func FuzzFindLeak(f *testing.F) {
	f.Add("(p1 ∧ p2)", "p1 and p2")
	f.Add("(01)*", "**01** *")
	f.Add("∀x. P(x)", "\xff(")
	f.Add("v", "p v q")
	f.Fuzz(func(t *testing.T, fs, nl string) {
		for _, formalism := range []record.Formalism{record.Propositional, record.Regex} {
			stage.FindLeak(formalism, fs, nl)
			if kind := stage.FindLeak(formalism, "(a ∧ b)", "so (a ∧ b)"); kind != english.LeakCopy {
				t.Errorf("a copy is %q", kind)
			}
			if strings.ContainsRune(fs, '∧') && utf8.ValidString(fs) {
				if kind := stage.FindLeak(record.Propositional, fs, "It says "+fs+" here."); kind == english.NoLeak {
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
		if kind := stage.FindLeak(record.Propositional, fs, letters); kind != english.NoLeak {
			t.Errorf("%q is a leak of %q: %s", letters, fs, kind)
		}
	})
}
