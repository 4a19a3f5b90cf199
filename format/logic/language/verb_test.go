package language

import (
	"testing"

	"github.com/truthloop/truthloop/format/english"
)

func TestVerbsAreInflectedAndUndone(t *testing.T) {
	for _, c := range []struct{ base, form string }{
		{"love", "loves"},
		{"carry", "carries"},
		{"play", "plays"},
		{"kiss", "kisses"},
		{"watch", "watches"},
		{"push", "pushes"},
		{"fix", "fixes"},
		{"buzz", "buzzes"},
		{"waltz", "waltzes"},
		{"freeze", "freezes"},
		{"go", "goes"},
		{"radio", "radios"},
		{"boo", "boos"},
		{"ache", "aches"},
		{"focus", "focuses"},
		{"use", "uses"},
		{"die", "dies"},
		{"tie", "ties"},
		{"cry", "cries"},
		{"be", "is"},
		{"have", "has"},
		{"age", "ages"},
		{"finesse", "finesses"},
		{"tiptoe", "tiptoes"},
		{"axe", "axes"},
	} {
		if got := inflect(c.base); got != c.form {
			t.Errorf("inflect(%q) = %q, expected %q", c.base, got, c.form)
		}
		if got := baseForm(c.form); got != c.base {
			t.Errorf("baseForm(%q) = %q, expected %q", c.form, got, c.base)
		}
	}
	for _, base := range []string{"kiss", "run", "as"} {
		if got := baseForm(base); got != base {
			t.Errorf("baseForm(%q) = %q, expected what looks uninflected to stay", base, got)
		}
	}
}

// Nearly all verbs of the word list are written in the third person. The
// exceptions, written with "does", are reserved words and verbs whose form cannot
// be undone by spelling.
func TestVerbsOfTheWordList(t *testing.T) {
	list, odd := verbList(), 0
	for v := range list {
		if form := inflect(v); !english.Bare(v, english.Reserved) || !english.Bare(form, english.Reserved) || baseForm(form) != v {
			t.Logf("%s, %s", v, form)
			odd++
		}
	}
	if len(list) < 100 || odd > len(list)/50 {
		t.Errorf("%d of %d verbs are written with does, expected 2%% at most", odd, len(list))
	}
}
