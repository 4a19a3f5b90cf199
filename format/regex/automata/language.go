package automata

import (
	"slices"

	"github.com/truthloop/truthloop/format/regex"
)

// IsUniversal reports whether e accepts every string over alphabet; a nil alphabet
// is all of Unicode. The error is ErrLimit, wrapped.
func IsUniversal(e *regex.Expr, alphabet []rune, limit Limits) (bool, error) {
	var g engine
	all := regex.Any()
	if alphabet != nil {
		ranges := make([]regex.Range, len(alphabet))
		for i, c := range alphabet {
			ranges[i] = regex.Range{Lo: c, Hi: c}
		}
		all = regex.Class(ranges...)
	}
	initial, err := g.load(limit, regex.Star(all), e)
	if err != nil {
		return false, err
	}
	found, err := g.bisimulate(g.states.union(initial[0], initial[1]), initial[1])
	return found < 0, err
}

// maxNamed is the size of the largest range whose runes count as symbols.
const maxNamed = 128

// Symbols returns the runes that occur in es, in ascending order: the members of
// classes, and the runes that a negated class excludes. Ranges of more than 128
// runes are ignored.
func Symbols(es ...*regex.Expr) []rune {
	var out []rune
	for _, e := range es {
		out = appendSymbols(out, e)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func appendSymbols(out []rune, e *regex.Expr) []rune {
	class := e.Class
	if n := len(class); n > 0 && size(class[n-1]) > maxNamed {
		class = regex.Complement(class)
	}
	for _, r := range class {
		if size(r) > maxNamed {
			continue
		}
		for c := r.Lo; c <= r.Hi; c = regex.Next(c) {
			out = append(out, c)
		}
	}
	for _, a := range e.Args {
		out = appendSymbols(out, a)
	}
	return out
}
