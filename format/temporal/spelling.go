package temporal

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// typeset reports whether a text has LaTeX or subscripts, in which p_1 and p₁ mean p1.
func typeset(s string) bool {
	return holdsLaTeX(s) || strings.Contains(s, "_{") || strings.ContainsFunc(s, func(r rune) bool { return '₀' <= r && r <= '₉' })
}

// spelledAs returns f, the formula of s, with the spelling of the texts beside it for each
// name that differs from one of theirs in notation only (logic.Notation), as $p_1$ does
// from p_1. A name for which either side has several candidates stays.
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
	mine, others := byNotation(f.Propositions(false)), byNotation(theirs)
	spelled := map[string]string{}
	for key, names := range mine {
		if like := others[key]; len(names) == 1 && len(like) == 1 {
			spelled[logic.Fold(names[0])] = like[0]
		}
	}
	return f.spell(spelled)
}

// byNotation groups different names by notation. Case is ignored.
func byNotation(names []string) map[string][]string {
	m := map[string][]string{}
	for _, name := range names {
		key := logic.Notation(name)
		same := func(other string) bool { return logic.Fold(other) == logic.Fold(name) }
		if !slices.ContainsFunc(m[key], same) {
			m[key] = append(m[key], name)
		}
	}
	return m
}

// spell returns f with other spellings of names, by the folded name.
func (f *Formula) spell(spelled map[string]string) *Formula {
	g := *f
	if name := spelled[logic.Fold(f.Name)]; f.Op == OpAtom && name != "" && logic.Fold(name) != logic.Fold(f.Name) {
		g.Name = name
	}
	g.Args = make([]*Formula, len(f.Args))
	for i, a := range f.Args {
		g.Args[i] = a.spell(spelled)
	}
	return &g
}
