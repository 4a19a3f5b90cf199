package align

import (
	"github.com/truthloop/truthloop/format/logic"
)

// shapeRounds is the number of rounds in which the shapes of symbols spread.
const shapeRounds = 3

// shapes colours the symbols of both sides by where they occur in the texts: in
// which pair, under which connectives and quantifiers, next to which symbols, and
// at which argument. The colours depend on the texts and not on their meaning, so they
// only order the search.
func (s *search) shapes(st *state) [2][]uint64 {
	out := st.colors
	for range shapeRounds {
		for k, side := range s.sides {
			sh := shaper{colors: out[k], next: append([]uint64(nil), out[k]...)}
			for j, f := range side.formulas {
				sh.spread(f, uint64(j)+1)
			}
			out[k] = sh.next
		}
	}
	return out
}

// A shaper computes one round of shapes.
type shaper struct {
	colors, next []uint64
	bound        []uint64 // shapes of the enclosing quantifiers
}

// spread adds the context of a formula to its symbols.
func (sh *shaper) spread(f *node, context uint64) {
	context = mix(context, uint64(f.op))
	switch {
	case f.op == logic.OpAtom:
		sh.next[f.sym] += mix(context, sh.list(f.terms))
		sh.spreadTerms(f.terms, mix(context, sh.colors[f.sym]))
	case f.op == logic.OpEqual:
		sh.spreadTerms(f.terms, context)
	case f.op.IsQuantifier():
		sh.bound = append(sh.bound, mix(context, 7))
		defer func() { sh.bound = sh.bound[:len(sh.bound)-1] }()
	}
	sum, keys := uint64(0), make([]uint64, len(f.args))
	for i, g := range f.args {
		keys[i] = sh.key(g)
		sum += mix(keys[i], 11)
	}
	for i, g := range f.args {
		place := sum
		if f.op == logic.OpImplies {
			place = mix(uint64(i), keys[1-i])
		}
		sh.spread(g, mix(context, place))
	}
}

func (sh *shaper) spreadTerms(ts []term, context uint64) {
	all := sh.list(ts)
	for i, t := range ts {
		if t.variable < 0 {
			here := mix(mix(context, all), uint64(i))
			sh.next[t.sym] += mix(here, 13)
			sh.spreadTerms(t.args, mix(here, sh.colors[t.sym]))
		}
	}
}

// key returns the shape of a formula. The order of operands matters only for →.
func (sh *shaper) key(f *node) uint64 {
	h := mix(uint64(f.op), 17)
	if f.op == logic.OpAtom {
		h = mix(h, sh.colors[f.sym])
	}
	h = mix(h, sh.list(f.terms))
	if f.op.IsQuantifier() {
		sh.bound = append(sh.bound, h)
		defer func() { sh.bound = sh.bound[:len(sh.bound)-1] }()
	}
	sum := uint64(0)
	for i, g := range f.args {
		k := mix(sh.key(g), 19)
		if f.op == logic.OpImplies {
			k = mix(k, uint64(i))
		}
		sum += k
	}
	return mix(h, sum)
}

func (sh *shaper) list(ts []term) uint64 {
	h := uint64(len(ts))
	for _, t := range ts {
		if t.variable >= 0 {
			h = mix(h, mix(sh.bound[t.variable], uint64(len(sh.bound)-t.variable)))
		} else {
			h = mix(h, mix(sh.colors[t.sym], sh.list(t.args)))
		}
	}
	return h
}
