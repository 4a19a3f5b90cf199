package automata

import (
	"slices"

	"github.com/truthloop/truthloop/format/regex"
)

// IsEmpty reports whether e's language holds no string over alphabet, or none
// at all where alphabet is nil. The error is ErrLimit, wrapped.
func IsEmpty(e *regex.Expr, alphabet []rune, limit Limits) (bool, error) {
	var g engine
	initial, err := g.load(limit, e)
	if err != nil {
		return false, err
	}
	d := &g.states
	allowed := make([]uint64, d.words)
	for l := range d.letters {
		if alphabet == nil {
			unite(allowed, d.masks.at(int32(l)))
		}
	}
	for _, c := range alphabet {
		if l := d.letterOf(c); l >= 0 {
			unite(allowed, d.masks.at(l))
		}
	}
	reached := slices.Clone(d.sets.at(initial[0]))
	for grown := true; grown; {
		grown = false
		for p := 1; p < d.n; p++ {
			w, bit := p>>6, uint64(1)<<(p&63)
			if reached[w]&allowed[w]&bit != 0 && !subset(d.row(p), reached) {
				unite(reached, d.row(p))
				grown = true
			}
		}
		d.meter.steps -= d.n * d.words
		if err := d.meter.err(); err != nil {
			return false, err
		}
	}
	return reached[0]&(1<<end) == 0, nil
}

// IsUniversal reports whether e's language holds every string over alphabet,
// or every string at all where alphabet is nil. The error is ErrLimit, wrapped.
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

// letterOf is the letter that c belongs to, or -1 where no position reads it.
func (d *determinized) letterOf(c rune) int32 {
	if i := d.alphabet.find(c); i >= 0 && i < len(d.byInterval) {
		return d.byInterval[i]
	}
	return -1
}

// maxNamed is the size up to which a range counts as naming its runes.
const maxNamed = 128

// Symbols returns the runes that occur in es, in ascending order: those of
// their classes, or those that a class leaves out where it leaves out fewer.
// Ranges of more than 128 runes name none.
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
