package english

import "testing"

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
		if got := Inflect(c.base); got != c.form {
			t.Errorf("Inflect(%q) = %q, expected %q", c.base, got, c.form)
		}
		if got := BaseForm(c.form); got != c.base {
			t.Errorf("BaseForm(%q) = %q, expected %q", c.form, got, c.base)
		}
	}
	for _, base := range []string{"kiss", "run", "as"} {
		if got := BaseForm(base); got != base {
			t.Errorf("BaseForm(%q) = %q, expected what looks uninflected to stay", base, got)
		}
	}
}
