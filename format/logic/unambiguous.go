package logic

import (
	"slices"
	"strconv"
)

// unambiguous checks conditions on the whole formula, and notes an error if one fails:
//
//   - A word of a name with spaces is not a term of its own: Loves(tom jerry) ∧ Cat(tom)
//     lacks a comma. Its predicate does not have more arguments elsewhere.
//   - A side of <= or > is not a formula elsewhere: the sign may be an arrow. Both sides
//     have the same function, or one of the functions begins a side of an equality, too:
//     Dog(x) > Animal(x) may be an arrow.
//   - Beside a comma, a proposition does not look like a variable, unless all atoms are
//     propositions: (x, y) -> P(x) may be a function of x and y.
//   - A quoted name that looks like a variable does not occur without quotation marks.
func (p *parser) unambiguous(f *Formula) bool {
	comma := p.repairs.has(CommaConjunction)
	if p.spaced == nil && p.arrowSides == nil && p.constants == nil && !comma {
		return true
	}
	sig := f.Signature(false)
	if comma && len(sig.Variables)+len(sig.Constants) > 0 && slices.ContainsFunc(sig.Propositions, looksVariable) {
		return p.fail(0, "no comma beside a name that may be a variable")
	}
	for _, n := range slices.Concat(sig.Constants, sig.Variables) {
		if p.spaced[Fold(n)] {
			return p.failFound(0, "names without spaces", strconv.Quote(n)+" in a name and alone")
		}
	}
	for key, n := range p.constants {
		if bound := slices.ContainsFunc(sig.Variables, func(v string) bool { return p.bound.key(v) == key }); looksFree(key) && (bound || p.uses[key] > n) {
			return p.failFound(0, "one use of a name", strconv.Quote(key)+" with and without quotation marks")
		}
	}
	for g := range f.Subformulas() {
		if !slices.ContainsFunc(g.Terms, func(t Term) bool { return p.spacedNames[Fold(t.Name)] }) {
			continue
		}
		for _, n := range sig.Predicates {
			if Fold(n.Name) == Fold(g.Name) && n.Arity > len(g.Terms) {
				return p.failFound(0, "names without spaces", strconv.Quote(n.Name)+" with different numbers of arguments")
			}
		}
	}
	for _, n := range sig.Predicates {
		sig.Propositions = append(sig.Propositions, n.Name)
	}
	for sides := range slices.Chunk(p.arrowSides, 2) {
		if sides[0] != sides[1] && !equated(f, sides) {
			return p.failFound(0, "a comparison of terms", `"<=" or ">", which may be an arrow`)
		}
	}
	for _, n := range sig.Propositions {
		if slices.Contains(p.arrowSides, Fold(n)) {
			return p.failFound(0, "a comparison of terms", strconv.Quote(n)+" as a term and as a formula")
		}
	}
	return true
}

// equated reports whether one of the folded names begins a side of an equality of f.
func equated(f *Formula, names []string) bool {
	for g := range f.Subformulas() {
		if g.Op == OpEqual && slices.ContainsFunc(g.Terms, func(t Term) bool { return slices.Contains(names, Fold(t.Name)) }) {
			return true
		}
	}
	return false
}
