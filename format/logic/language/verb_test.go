package language

import (
	"testing"

	"github.com/truthloop/truthloop/format/english"
)

// Nearly all verbs of the word list are written in the third person. The
// exceptions, written with "does", are reserved words and verbs whose form cannot
// be undone by spelling.
func TestVerbsOfTheWordList(t *testing.T) {
	list, odd := verbList(), 0
	for v := range list {
		if form := english.Inflect(v); !english.Bare(v, english.Reserved) || !english.Bare(form, english.Reserved) || english.BaseForm(form) != v {
			t.Logf("%s, %s", v, form)
			odd++
		}
	}
	if len(list) < 100 || odd > len(list)/50 {
		t.Errorf("%d of %d verbs are written with does, expected 2%% at most", odd, len(list))
	}
}
