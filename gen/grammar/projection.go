package grammar

import "slices"

// A Projection computes the values that some counts have in families of leaves.
type Projection struct {
	counts []Count
	gains  [][2][][]int // of terminal productions, by rule and by negation of the hole
}

// Project returns the projection of the space onto counts.
func (s *Space) Project(counts []Count) *Projection {
	p := &Projection{counts: counts, gains: make([][2][][]int, len(s.Rules))}
	for rule := range s.Rules {
		for i, negated := range []bool{false, true} {
			var out [][]int
			for _, j := range s.Rules[rule].Terminal {
				gain := s.gain(hole{rule: int32(rule), negated: negated}, j)
				out = append(out, p.Of(&gain))
			}
			p.gains[rule][i] = distinct(out)
		}
	}
	return p
}

// Of returns the counts of one tally.
func (p *Projection) Of(t *Tally) []int {
	out := make([]int, len(p.counts))
	for i, c := range p.counts {
		out[i] = int(t[c])
	}
	return out
}

// Values returns the distinct tuples of counts of all completions of the family's
// node, in ascending order. The leaves of the family may lack some of them.
func (p *Projection) Values(f *Family) [][]int {
	base := p.Of(&f.node.tally)
	for i, c := range p.counts {
		if c == Depth {
			base[i]++
		}
	}
	values := [][]int{base}
	for _, h := range f.node.holes {
		negated := 0
		if h.negated {
			negated = 1
		}
		values = plus(values, p.gains[h.rule][negated])
	}
	return values
}

// plus returns the distinct sums of one of values and one of gains.
func plus(values, gains [][]int) [][]int {
	var out [][]int
	for _, v := range values {
		for _, g := range gains {
			sum := slices.Clone(v)
			for i := range sum {
				sum[i] += g[i]
			}
			out = append(out, sum)
		}
	}
	return distinct(out)
}

func distinct(list [][]int) [][]int {
	slices.SortFunc(list, slices.Compare)
	return slices.CompactFunc(list, slices.Equal)
}
