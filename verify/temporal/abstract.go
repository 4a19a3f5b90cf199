package temporal

import (
	"slices"
	"strconv"

	ltl "github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
)

// Large formulas that differ in one place are compared there first. The steps congruent
// and abstract only prove; the automaton for the whole pair decides what they leave open.
const (
	minDuties    = 6  // formulas with fewer obligations skip both steps
	maxParts     = 12 // pairs of parts that are compared
	shareOfSteps = 10 // each of them may take one tenth of the limit of steps
)

// congruent reports whether it proves a and b equivalent part by part: they have the
// same operator, and their operands are equivalent.
func (p *pair) congruent(a, b *ltl.Formula, parts *int) bool {
	if p.store.ofTree(a, false) == p.store.ofTree(b, false) {
		return true
	}
	if a.Op != b.Op || len(a.Args) == 0 {
		return false
	}
	as, bs := a.Args, b.Args
	if a.Op == ltl.OpAnd || a.Op == ltl.OpOr { // not for xor, since a xor a is not a
		if as, bs = p.without(a.Args, b.Args), p.without(b.Args, a.Args); len(as) != 1 || len(bs) != 1 {
			return false
		}
	}
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !p.congruent(as[i], bs[i], parts) && !p.proved(as[i], bs[i], parts) {
			return false
		}
	}
	return true
}

// without lists the formulas that are not among others.
func (p *pair) without(fs, others []*ltl.Formula) []*ltl.Formula {
	known := map[ref]bool{}
	for _, g := range others {
		known[p.store.ofTree(g, false)] = true
	}
	return slices.DeleteFunc(slices.Clone(fs), func(f *ltl.Formula) bool { return known[p.store.ofTree(f, false)] })
}

// proved reports whether it proves two parts equivalent with its share of the steps.
func (p *pair) proved(a, b *ltl.Formula, parts *int) bool {
	if *parts--; *parts < 0 || p.ctx.Err() != nil {
		return false
	}
	q := p.part(a, b)
	q.tryWords()
	for _, left := range []bool{true, false} {
		if *q.status(left) == check.Unknown && q.c.Equivalent() != check.No {
			q.decide(left)
		}
	}
	p.c.States += q.c.States
	return q.c.Equivalent() == check.Yes
}

// part returns a new pair with a share of the steps.
func (p *pair) part(a, b *ltl.Formula) *pair {
	o := p.o
	o.Steps /= shareOfSteps
	return newPair(p.ctx, a, b, o)
}

// abstract returns the pair in which propositions replace the largest temporal formulas
// that both sides contain, or nil if there are none. An implication proved for it holds
// for p, since a valid formula stays valid if formulas replace its propositions.
func (p *pair) abstract() *pair {
	common := map[ref]int{}
	for side, f := range []*ltl.Formula{p.a, p.b} {
		for g := range f.Subformulas() {
			if r := p.key(g); g != f && r >= 0 && common[r]&(1<<side) == 0 {
				common[r] |= 1 << side
			}
		}
	}
	replaced := false
	var replace func(f *ltl.Formula, top bool) *ltl.Formula
	replace = func(f *ltl.Formula, top bool) *ltl.Formula {
		if r := p.key(f); !top && r >= 0 && common[r] == 3 {
			replaced = true
			atom := ltl.Atom("\x00" + strconv.Itoa(int(r)))
			if p.store.ofTree(f, false) != r {
				return ltl.Not(atom)
			}
			return atom
		}
		args := make([]*ltl.Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = replace(g, false)
		}
		return &ltl.Formula{Op: f.Op, Name: f.Name, Args: args}
	}
	a, b := replace(p.a, true), replace(p.b, true)
	if !replaced {
		return nil
	}
	return p.part(a, b)
}

// key returns the same node for a temporal formula and its negation, or -1 for a Boolean
// formula.
func (p *pair) key(f *ltl.Formula) ref {
	r := p.store.ofTree(f, false)
	if p.store.nodes[r].kind == kindLabel {
		return -1
	}
	return min(r, p.store.not(r))
}
