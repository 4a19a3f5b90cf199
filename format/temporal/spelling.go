package temporal

import (
	"cmp"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
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
	spelled := logic.Respelled(f.Propositions(false), theirs)
	return f.Renamed(func(name string) string { return cmp.Or(spelled[logic.Fold(name)], name) })
}

// Renamed returns f with other names of propositions.
func (f *Formula) Renamed(rename func(string) string) *Formula {
	return syntax.Replace(f, func(g *Formula) (*Formula, bool) { return Atom(rename(g.Name)), g.Op == OpAtom })
}
