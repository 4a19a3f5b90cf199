package temporal

import (
	"encoding/binary"
	"slices"

	ltl "github.com/truthloop/truthloop/format/temporal"
)

// An edge leads to a state. The second half of its set has the promises that it
// postpones.
type edge struct {
	term
	to int
}

// A graph is the part of an automaton that a search has visited. The automaton accepts
// the words of its runs that postpone no promise forever.
type graph struct {
	*tableau
	states [][]uint64 // by state: its obligations, and the past operators whose bits are lost
	edges  [][]edge   // by state; nil if not known yet
	find   map[string]int
	key    []byte
	limit  int // of states
}

func newGraph(t *tableau, limit int) *graph {
	return &graph{tableau: t, find: map[string]int{}, limit: limit}
}

// state returns the number of the state with the first half of set.
func (g *graph) state(set []uint64) int {
	g.key = g.key[:0]
	for _, w := range set[:g.width] {
		g.key = binary.LittleEndian.AppendUint64(g.key, w)
	}
	if s, ok := g.find[string(g.key)]; ok {
		return s
	}
	s := len(g.states)
	if s >= g.limit {
		g.exceeded = true
	}
	g.states = append(g.states, set[:g.width])
	g.edges = append(g.edges, nil)
	g.find[string(g.key)] = s
	return s
}

// start returns the state of a formula.
func (g *graph) start(r ref) int {
	set := g.newSet()
	g.require(set, r)
	for r, i := range g.lost { // Z and T are true of what was before the first step
		if k := g.nodes[r].op; k == ltl.OpYesterday || k == ltl.OpSince {
			set[i/64] |= 1 << (i % 64)
		}
	}
	return g.state(set)
}

// obligations lists the obligations of a state.
func (g *graph) obligations(s int) []ref {
	var rs []ref
	for i, r := range g.duties {
		if at, past := g.lost[r]; g.states[s][i/64]>>(i%64)&1 == 1 && !(past && at == i) {
			rs = append(rs, r)
		}
	}
	return rs
}

// from lists the edges of a state. Those with fewer obligations and promises come first.
func (g *graph) from(s int) []edge {
	if g.edges[s] == nil {
		g.enter(g.states[s])
		terms := g.remember(g.product(g.obligations(s)))
		es := make([]edge, 0, len(terms))
		for _, t := range terms {
			es = append(es, edge{t, g.state(t.set)})
		}
		g.edges[s] = es
	}
	return g.edges[s]
}

// A root is the first state of a strongly connected component, as known so far.
type root struct {
	order int      // of the state, in the order of visits
	put   []uint64 // the promises that all its edges postpone; nil: it has no edge
	into  []uint64 // the promises that the edge into the component postpones
}

// accepting searches on the fly for a component in which no promise is postponed by all
// edges (Couvreur, FM 1999, with the promises on the edges). It returns the states of the
// component, or nil if the automaton accepts no word or a limit was exceeded.
func (g *graph) accepting(start int) []int {
	const removed = -1
	order := map[int]int{start: 0} // of the visited states, or removed
	var roots []root
	var live []int // the visited states that are not removed
	type frame struct{ state, next int }
	path := []frame{{start, 0}}
	live = append(live, start)
	roots = append(roots, root{order: 0})
	for len(path) > 0 && !g.exceeded {
		top := &path[len(path)-1]
		es := g.from(top.state)
		if top.next == len(es) {
			path = path[:len(path)-1]
			if r := roots[len(roots)-1]; r.order == order[top.state] {
				roots = roots[:len(roots)-1]
				for len(live) > 0 {
					s := live[len(live)-1]
					live = live[:len(live)-1]
					order[s] = removed
					if s == top.state {
						break
					}
				}
			}
			continue
		}
		e := es[top.next]
		top.next++
		if g.spend(1) {
			break
		}
		put := e.set[g.width:]
		switch at, seen := order[e.to]; {
		case !seen:
			order[e.to] = len(order)
			live = append(live, e.to)
			roots = append(roots, root{order: order[e.to], into: put})
			path = append(path, frame{e.to, 0})
		case at == removed:
		default:
			all := slices.Clone(put)
			for {
				r := &roots[len(roots)-1]
				if r.put != nil {
					intersect(all, r.put)
				}
				if r.order <= at {
					r.put = all
					break
				}
				intersect(all, r.into)
				roots = roots[:len(roots)-1]
			}
			if size(all) == 0 {
				first := roots[len(roots)-1].order
				i := slices.IndexFunc(live, func(s int) bool { return order[s] >= first })
				return live[i:]
			}
		}
	}
	return nil
}

func intersect(a, b []uint64) {
	for w := range a {
		a[w] &= b[w]
	}
}

// route returns a shortest list of edges from a state up to an edge that is a goal. It
// uses only edges that are known already and, unless within is nil, lead to states in
// within. It returns nil if there is no such list.
func (g *graph) route(start int, within map[int]bool, goal func(*edge) bool) []*edge {
	type visit struct {
		state  int
		by     *edge
		before int
	}
	queue := []visit{{state: start}}
	seen := map[int]bool{start: true}
	for k := 0; k < len(queue); k++ {
		for i := range g.edges[queue[k].state] {
			e := &g.edges[queue[k].state][i]
			if within != nil && !within[e.to] {
				continue
			}
			if goal(e) {
				out := []*edge{e}
				for ; k > 0; k = queue[k].before {
					out = append(out, queue[k].by)
				}
				slices.Reverse(out)
				return out
			}
			if !seen[e.to] {
				seen[e.to] = true
				queue = append(queue, visit{e.to, e, k})
			}
		}
	}
	return nil
}

// lasso returns a word that the automaton accepts from start, through an accepting
// component. It may not be a shortest word, but its parts are shortest paths.
func (g *graph) lasso(start int, component []int) *word {
	within := map[int]bool{}
	for _, s := range component {
		within[s] = true
	}
	w := &word{}
	here := start
	if !within[start] {
		prefix := g.route(start, nil, func(e *edge) bool { return within[e.to] })
		g.append(w, prefix)
		here = prefix[len(prefix)-1].to
	}
	w.back = len(w.steps)
	home := here
	left := make([]uint64, g.width) // promises that all edges of the loop postpone
	for i := range left {
		left[i] = ^uint64(0)
	}
	for size(left) > 0 {
		part := g.route(here, within, func(e *edge) bool { return !subset(left, e.set[g.width:]) })
		g.append(w, part)
		for _, e := range part {
			intersect(left, e.set[g.width:])
		}
		here = part[len(part)-1].to
	}
	if here != home {
		g.append(w, g.route(here, within, func(e *edge) bool { return e.to == home }))
	}
	return w
}

// append adds a step to w for each edge.
func (g *graph) append(w *word, edges []*edge) {
	for _, e := range edges {
		w.steps = append(w.steps, g.model(e.label))
	}
}

// ending returns the condition under which a finite word may end in a state.
func (g *graph) ending(s int) label {
	g.enter(g.states[s])
	g.last = true
	terms := g.product(g.obligations(s))
	if g.last = false; len(terms) == 0 {
		return 0
	}
	return terms[0].label // the only one, since no obligation is left
}

// trace returns a shortest finite word that the automaton accepts from start, by a
// breadth-first search. It returns nil if there is none or a limit was exceeded.
func (g *graph) trace(start int) *word {
	type visit struct {
		state, before int
		by            *edge
	}
	queue := []visit{{state: start}}
	seen := map[int]bool{start: true}
	for k := 0; k < len(queue) && !g.exceeded; k++ {
		if end := g.ending(queue[k].state); end != 0 {
			w := &word{back: -1, steps: [][]bool{g.model(end)}}
			for ; k > 0; k = queue[k].before {
				w.steps = append(w.steps, g.model(queue[k].by.label))
			}
			slices.Reverse(w.steps)
			return w
		}
		es := g.from(queue[k].state)
		for i := range es {
			if e := &es[i]; !seen[e.to] && !g.spend(1) {
				seen[e.to] = true
				queue = append(queue, visit{e.to, k, e})
			}
		}
	}
	return nil
}
