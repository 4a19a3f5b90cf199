package logic

import "slices"

// alternative is the name of the function that represents a | b until its atom is
// complete. No name of a text begins with this byte.
const alternative = "\x01"

// alternatives reads the signs of disjunction and the terms behind a term among
// arguments, which is on the stack: a | b.
func (p *parser) alternatives() bool {
	base := len(p.terms) - 1
	for {
		sym, end := p.infix()
		if sym != symOr || isLetter(p.s[p.pos]) {
			break
		}
		p.pos = end
		p.space()
		if !p.term() {
			return false
		}
	}
	if len(p.terms) > base+1 {
		if t := slices.IndexFunc(p.terms[base:], func(t Term) bool { return len(t.Args) > 0 }); t >= 0 {
			return p.failFound(p.pos, "names in a disjunction among terms", `"`+p.terms[base+t].Name+`" with arguments`)
		}
		p.alts++
		p.terms = append(p.terms, Apply(alternative, p.popTerms(base)...))
	}
	return true
}

// distribute makes P(a | b) the disjunction P(a) ∨ P(b). Two such terms in one atom are
// refused: P(a | b, c | d) may mean four pairs or two.
func (p *parser) distribute(at int, f *Formula) bool {
	if p.alts > 1 {
		return p.fail(at, "one disjunction among terms")
	}
	p.alts = 0
	p.repairs.add(TermDisjunction)
	n := 1
	var atoms []*Formula
	for i := 0; i < n; i++ {
		var pick func(ts []Term) []Term
		pick = func(ts []Term) []Term {
			ts = slices.Clone(ts)
			for k, t := range ts {
				if t.Name == alternative {
					n = len(t.Args)
					t = t.Args[i]
				}
				t.Args = pick(t.Args)
				ts[k] = t
				p.size++
			}
			return ts
		}
		g := p.node(OpAtom)
		g.Name, g.Terms = f.Name, pick(f.Terms)
		atoms = append(atoms, g)
		if p.size > p.MaxSize {
			return p.tooLarge(at)
		}
	}
	p.operands = append(p.operands, Or(atoms...))
	return true
}
