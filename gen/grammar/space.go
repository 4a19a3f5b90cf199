package grammar

import (
	"math"
	"slices"

	"github.com/truthloop/truthloop/format/syntax"
)

// Any is the Max of a Range without an upper end.
const Any = math.MaxInt32

// A Range holds the numbers from Min to Max, both included.
type Range struct{ Min, Max int }

// A Space draws derivations of a grammar. Their number of quantifiers, as counted in
// productions, is within a range. A Space is immutable.
type Space struct {
	*Grammar
	counted [][]counted // by rule, by production

	quantifiers    Range
	minQuantifiers []int  // by rule: the smallest number in a derivation
	anyQuantifier  []bool // by rule: whether a derivation can have one
}

// NewSpace returns the space of a grammar. The range {0, Any} allows everything.
func NewSpace(g *Grammar, quantifiers Range) *Space {
	s := &Space{Grammar: g, quantifiers: quantifiers}
	operators := g.Operators
	if operators == nil {
		operators = OfLogic
	}
	for i := range g.Rules {
		row := make([]counted, len(g.Rules[i].Productions))
		for j := range row {
			row[j] = countProduction(&g.Rules[i].Productions[j], operators)
		}
		s.counted = append(s.counted, row)
	}
	s.countQuantifiers()
	return s
}

// countQuantifiers sets minQuantifiers and anyQuantifier.
func (s *Space) countQuantifiers() {
	s.minQuantifiers = s.least(func(i, j int) int { return int(s.counted[i][j].tally[Quantifiers]) })
	s.anyQuantifier = make([]bool, len(s.Rules))
	for i := range s.Rules {
		reached := make([]bool, len(s.Rules))
		s.reach(i, reached)
		for k, counts := range s.counted {
			s.anyQuantifier[i] = s.anyQuantifier[i] || reached[k] &&
				slices.ContainsFunc(counts, func(c counted) bool { return c.tally[Quantifiers] > 0 })
		}
	}
}

// A hole is an open nonterminal of a partial derivation.
type hole struct {
	id      int32 // its place in the Tree
	rule    int32
	negated bool
	path    uint64 // hash of the productions and places that lead to it
}

// bounds limit the steps and quantifiers that the holes of a partial derivation add.
type bounds struct {
	minSteps       int
	minQuantifiers int
	anyQuantifiers int // number of holes that may add quantifiers
}

func (s *Space) holeBounds(rule int) bounds {
	r := &s.Rules[rule]
	b := bounds{minSteps: r.MinSteps, minQuantifiers: s.minQuantifiers[rule]}
	if s.anyQuantifier[rule] {
		b.anyQuantifiers = 1
	}
	return b
}

func (b *bounds) add(o bounds, sign int) {
	b.minSteps += sign * o.minSteps
	b.minQuantifiers += sign * o.minQuantifiers
	b.anyQuantifiers += sign * o.anyQuantifiers
}

// after returns the bounds after production p of the rule replaces a hole.
func (s *Space) after(b bounds, rule int, p *Production) bounds {
	b.add(s.holeBounds(rule), -1)
	for _, h := range p.Holes {
		b.add(s.holeBounds(h), 1)
	}
	return b
}

// reachable reports whether q quantifiers and those of the holes can be within the
// range.
func (r Range) reachable(q int32, b bounds) bool {
	return int(q)+b.minQuantifiers <= r.Max && (int(q) >= r.Min || b.anyQuantifiers > 0)
}

// children appends the holes of a production that replaces parent. Their places in
// the Tree begin at first.
func (s *Space) children(dst []hole, parent hole, production, first int) []hole {
	c := &s.counted[parent.rule][production]
	for i, rule := range s.Rules[parent.rule].Productions[production].Holes {
		dst = append(dst, hole{
			id:      int32(first + i),
			rule:    int32(rule),
			negated: c.negated[i] || c.unit && parent.negated,
			path:    syntax.Mix(parent.path, uint64(production)<<16|uint64(i)),
		})
	}
	return dst
}

// gain returns what a production adds to the tally when it replaces the hole. An atom
// in a negated hole removes an operator, since ¬ of an atom does not count.
func (s *Space) gain(h hole, production int) Tally {
	c := &s.counted[h.rule][production]
	t := c.tally
	if h.negated && c.atom {
		t[Operators]--
	}
	return t
}
