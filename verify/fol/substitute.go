package fol

import "github.com/truthloop/truthloop/verify/prop"

// substitute replaces the free variable v in l by the term to.
func (b *builder) substitute(l prop.Lit, v int32, to termID) (prop.Lit, error) {
	b.images.reset(b.graph.Size())
	s := substitution{b: b, v: v, to: to}
	return s.lit(l)
}

// images maps nodes to literals. Its reset takes constant time unless it grows.
type images struct {
	of    []prop.Lit
	known []uint32 // equal to round if of is valid
	round uint32
}

// reset forgets all images and makes room for n nodes.
func (m *images) reset(n int) {
	if m.round++; n > len(m.of) {
		m.of, m.known, m.round = make([]prop.Lit, 2*n), make([]uint32, 2*n), 1
	}
}

func (m *images) get(i int) (prop.Lit, bool) { return m.of[i], m.known[i] == m.round }

func (m *images) set(i int, l prop.Lit) { m.of[i], m.known[i] = l, m.round }

type substitution struct {
	b  *builder
	v  int32
	to termID
}

func (s *substitution) lit(l prop.Lit) (prop.Lit, error) {
	if !s.b.info(l).free.has(s.v) {
		return l, nil
	}
	i := l.Index()
	if out, ok := s.b.images.get(i); ok {
		return out ^ l&1, nil
	}
	if !s.b.spend(1) {
		return 0, errSize
	}
	kind, args := s.b.graph.Node(l)
	var out prop.Lit
	if kind == prop.LeafNode {
		x, err := s.leaf(*s.b.leafOf(l))
		if err != nil {
			return 0, err
		}
		out = x
	} else {
		ls := make([]prop.Lit, len(args))
		for k, a := range args {
			x, err := s.lit(a)
			if err != nil {
				return 0, err
			}
			ls[k] = x
		}
		if kind == prop.AndNode {
			out = s.b.graph.And(ls...)
		} else {
			out = s.b.graph.Xor(ls...)
		}
	}
	s.b.images.set(i, out)
	return out ^ l&1, nil
}

func (s *substitution) leaf(f leaf) (prop.Lit, error) {
	if f.pred == predQuant {
		body, err := s.lit(f.body)
		if err != nil {
			return 0, err
		}
		// The number of f.v is higher than those of all variables that are bound in
		// the body, so nothing is captured. If the body does not contain f.v any
		// more, the quantifier is dropped.
		if !s.b.info(body).free.has(f.v) {
			return body, nil
		}
		return s.b.quantified(f.v, body), nil
	}
	args := each(f.args, s.term)
	if f.pred == predEqual {
		return s.b.equal(args[0], args[1]), nil
	}
	return s.b.atom(f.pred, args), nil
}

func (s *substitution) term(id termID) termID {
	x := s.b.terms[id]
	switch {
	case !x.free.has(s.v):
		return id
	case x.fn < 0:
		return s.to
	}
	return s.b.apply(x.fn, each(x.args, s.term))
}
