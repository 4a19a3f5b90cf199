package temporal

import (
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// typeset reports whether a text has LaTeX or subscripts, in which p_1 and p₁ mean p1.
func typeset(s string) bool {
	return holdsLaTeX(s) || strings.Contains(s, "_{") || strings.ContainsFunc(s, func(r rune) bool { return '₀' <= r && r <= '₉' })
}

// spelledAs returns f, the formula of s, with the spelling of the texts beside it for names
// that differ from theirs in notation only; see logic.Respelled.
func (f *Formula) spelledAs(texts []string, s string, o Options) *Formula {
	var theirs []string
	for _, text := range texts {
		if text == s {
			continue
		}
		if g, err := Parse(text, o); err == nil {
			theirs = append(theirs, g.Propositions(false)...)
		}
	}
	return f.spell(logic.Respelled(f.Propositions(false), theirs))
}

// spell returns f with other spellings of names, by the folded name.
func (f *Formula) spell(spelled map[string]string) *Formula {
	g := *f
	if name := spelled[logic.Fold(f.Name)]; f.Op == OpAtom && name != "" {
		g.Name = name
	}
	g.Args = make([]*Formula, len(f.Args))
	for i, a := range f.Args {
		g.Args[i] = a.spell(spelled)
	}
	return &g
}
