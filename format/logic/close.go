package logic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// VariableNames decides which names look like variables if no quantifier binds them.
type VariableNames uint8

// The conventions. Both depend on case.
const (
	// Prover9Names are the names that begin with u, v, w, x, y or z and contain no
	// "+", "-" or "." (McCune, Prover9 manual, "Clauses and formulas").
	Prover9Names VariableNames = iota
	// NLTKNames are one letter from a to z except e, and digits behind it: the
	// function is_indvar of NLTK's module sem.logic (Garrette and Klein, 2009).
	NLTKNames
)

var variableNames = [...]struct {
	name  string
	looks func(name string) bool // name is not empty
}{
	Prover9Names: {"prover9", func(name string) bool {
		return 'u' <= name[0] && name[0] <= 'z' && !strings.ContainsAny(name, "+-.") // operators and such in Prover9
	}},
	NLTKNames: {"nltk", func(name string) bool {
		c := name[0]
		return 'a' <= c && c <= 'z' && c != 'e' && strings.Trim(name[1:], "0123456789") == ""
	}},
}

// looksFree reports whether a name looks like a variable by any convention.
func looksFree(name string) bool {
	for _, n := range variableNames {
		if n.looks(name) {
			return true
		}
	}
	return false
}

// String returns the name that ParseVariableNames reads.
func (n VariableNames) String() string {
	if int(n) < len(variableNames) {
		return variableNames[n].name
	}
	return fmt.Sprintf("VariableNames(%d)", uint8(n))
}

// ParseVariableNames reads "prover9" or "nltk".
func ParseVariableNames(s string) (VariableNames, error) {
	for n, known := range variableNames {
		if s == known.name {
			return VariableNames(n), nil
		}
	}
	return 0, fmt.Errorf("names of variables %q: expected nltk or prover9", s)
}

// FreeNames lists the different names that no quantifier of f binds and that look
// like variables, in order of first occurrence. They are constants of f. Names
// that are equal after Fold are one name unless caseSensitive is set; the first
// spelling that looks like a variable counts.
func (f *Formula) FreeNames(n VariableNames, caseSensitive bool) []string {
	looks := variableNames[n].looks
	exact := binders{exact: caseSensitive}
	var seen map[string]bool
	var names []string
	var visit func(ts []Term)
	visit = func(ts []Term) {
		for _, t := range ts {
			if !t.Var && len(t.Args) == 0 && t.Name != "" && looks(t.Name) && !seen[exact.key(t.Name)] {
				if seen == nil {
					seen = map[string]bool{}
				}
				seen[exact.key(t.Name)] = true
				names = append(names, t.Name)
			}
			visit(t.Args)
		}
	}
	for g := range f.Subformulas() {
		visit(g.Terms)
	}
	return names
}

// closed returns the universal closure of f, which p parsed from the text s. Before f, ∀
// binds each of the FreeNames. So the result is the tree of ∀x ∀y (s), where x and y are
// those names. No quantifier in f captures them, because the parser would have bound them
// to it. A name that a repair made, such as a quoted one, stays a constant.
func closed(f *Formula, s string, p *parser) (*Formula, *syntax.Error) {
	o := p.Options
	names := f.FreeNames(o.Variables, o.CaseSensitive)
	if p.repair != nil {
		names = slices.DeleteFunc(names, func(name string) bool { return p.constants[p.bound.key(name)] > 0 })
	}
	if len(names) > o.MaxDepth {
		return nil, syntaxErrorAt(s, 0, "at most "+strconv.Itoa(o.MaxDepth)+" free variables", "more")
	}
	if len(names) == 0 {
		return f, nil
	}
	exact := binders{exact: o.CaseSensitive}
	spelled := make(map[string]string, len(names))
	for _, name := range names {
		spelled[exact.key(name)] = name
	}
	for g := range f.Subformulas() {
		if name := spelled[exact.key(g.Name)]; g.Op == OpAtom && len(g.Terms) == 0 && name != "" {
			return nil, syntaxErrorAt(s, max(0, strings.Index(s, g.Name)), "one use of a name", `"`+name+`" as a variable and as a proposition`)
		}
	}
	f = f.bind(func(name string) string { return spelled[exact.key(name)] })
	for _, name := range slices.Backward(names) {
		f = Forall(name, f)
	}
	return f, nil
}

// bind returns f with a variable in place of each constant that spelled maps to a name.
func (f *Formula) bind(spelled func(string) string) *Formula {
	return f.MapTerms(func(t Term) Term {
		if name := spelled(t.Name); !t.Var && len(t.Args) == 0 && name != "" {
			return Variable(name)
		}
		return t
	})
}
