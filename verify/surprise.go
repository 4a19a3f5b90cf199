package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/logic"
)

// The surprises of a row: its formulas parse, but perhaps not as they were meant.
const (
	SurpriseVacuous  = "vacuous_quantifier" // the variable of a quantifier does not occur in its body
	SurpriseDisjoint = "no_shared_symbol"   // the two sides have no symbol in common
	SurpriseArities  = "several_arities"    // a predicate has several numbers of arguments, so it is several predicates
	SurpriseReadings = "several_readings"   // Equivalent(a, b) or P(a) == Q(a) may be about formulas or terms
	SurpriseNotation = "names_in_notation"  // names of the two sides differ only in notation: p_1 and p1
	SurpriseCompared = "shared_variable"    // different comparisons, which are opaque, have a variable in common: x > 5 and x >= 6
)

// surprises lists the surprises of a pair in a fixed order. vacuous: a quantifier binds
// nothing; unsure: a part has two readings; arities: a predicate has several arities.
func surprises(a, b *logic.Formula, key func(string) string, vacuous, unsure, arities bool) []string {
	var out []string
	if vacuous {
		out = append(out, SurpriseVacuous)
	}
	if disjoint(a, b, key) {
		out = append(out, SurpriseDisjoint)
	}
	if arities {
		out = append(out, SurpriseArities)
	}
	if unsure {
		out = append(out, SurpriseReadings)
	}
	if differInNotation(slices.Collect(a.Names()), slices.Collect(b.Names()), key) {
		out = append(out, SurpriseNotation)
	}
	return out
}

// notated reports whether a name has a subscript or a Greek letter.
func notated(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return r == '_' || r >= utf8.RuneSelf })
}

// differInNotation reports whether each side has a name that the other side lacks, and
// these names differ only in notation.
func differInNotation(left, right []string, key func(string) string) bool {
	if !slices.ContainsFunc(left, notated) && !slices.ContainsFunc(right, notated) {
		return false
	}
	in := func(names []string) map[string]bool {
		m := map[string]bool{}
		for _, name := range names {
			m[key(name)] = true
		}
		return m
	}
	lefts, rights, lacking := in(left), in(right), map[string]bool{}
	for name := range rights {
		if !lefts[name] {
			lacking[logic.Notation(name)] = true
		}
	}
	for name := range lefts {
		if !rights[name] && lacking[logic.Notation(name)] {
			return true
		}
	}
	return false
}

// disjoint reports whether both sides have symbols but share none. Symbols are
// propositions, predicates, functions and constants.
func disjoint(a, b *logic.Formula, key func(string) string) bool {
	names := map[string]bool{} // of b
	for name := range a.Names() {
		if len(names) == 0 {
			for other := range b.Names() {
				if other == name { // usually, the first name of a is also in b
					return false
				}
				names[key(other)] = true
			}
		}
		if len(names) == 0 || names[key(name)] {
			return false
		}
	}
	return len(names) > 0
}

// leniencies lists the repairs of both sides. Those of the left side, the ground truth,
// begin with GoldLeniency.
func leniencies(left, right Text) []string {
	var out []string
	for _, l := range left.Leniencies {
		out = append(out, GoldLeniency+l.String())
	}
	for _, l := range right.Leniencies {
		out = append(out, l.String())
	}
	return out
}

// GoldLeniency begins the name of a repair of the left side.
const GoldLeniency = "gold:"
