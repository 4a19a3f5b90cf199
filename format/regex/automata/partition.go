package automata

import "slices"

// A partition is the minimal automaton: the blocks of equivalent states of a
// determinized automaton.
type partition struct {
	states  []int32 // grouped by block
	place   []int32 // the index of each state in states
	block   []int32 // the block of each state
	first   []int32 // the start of each block in states
	end     []int32 // the end of each block in states
	marked  []int32 // the number of states at the front of each block, moved by mark
	touched []int32 // blocks with marked states

	waiting []int32 // blocks that will be splitters
	waits   []bool  // whether each block is in waiting
	inverse []int32 // sources of the transitions, by letter and target
	index   []int32 // letter l, target t: inverse[index[l*(n+1)+t]:index[l*(n+1)+t+1]]
}

// explore builds every reachable state and every transition. It returns the sink,
// which is the state of the empty set.
func (d *determinized) explore() (sink int32, err error) {
	clear(d.target)
	sink = d.intern(d.target)
	for s := int32(0); int(s) < d.sets.len(); s++ {
		for l := range d.letters {
			d.step(s, l)
		}
		if err := d.meter.err(); err != nil {
			return sink, err
		}
	}
	return sink, nil
}

// minimize refines the partition into accepting and other states until each letter
// leads all states of a block to the same block. When a block is split, its smaller half
// becomes a splitter (Hopcroft 1971, in the layout of Valmari 2012, which marks states
// in place).
func minimize(d *determinized) *partition {
	n, letters := d.sets.len(), len(d.letters)
	p := &partition{states: make([]int32, n), place: make([]int32, n), block: make([]int32, n)}
	p.invert(d)
	for s := range int32(n) {
		p.states[s], p.place[s], p.block[s] = s, s, 0
	}
	p.open(0, int32(n))
	p.wait(0)
	for s := range int32(n) {
		if d.accepts(s) {
			p.mark(s)
		}
	}
	p.split()
	for len(p.waiting) > 0 {
		b := p.waiting[len(p.waiting)-1]
		p.waiting = p.waiting[:len(p.waiting)-1]
		p.waits[b] = false
		// A copy, since the splitter may split itself.
		member := slices.Clone(p.states[p.first[b]:p.end[b]])
		for l := range letters {
			at := p.index[l*(n+1) : (l+1)*(n+1)]
			for _, t := range member {
				for _, s := range p.inverse[at[t]:at[t+1]] {
					p.mark(s)
				}
			}
			p.split()
		}
	}
	return p
}

// invert sorts the transitions by letter and target.
func (p *partition) invert(d *determinized) {
	n, letters := d.sets.len(), len(d.letters)
	p.index = make([]int32, letters*(n+1))
	p.inverse = make([]int32, letters*n)
	for l := range letters {
		at := p.index[l*(n+1) : (l+1)*(n+1)]
		for s := range n {
			at[d.next[s*letters+l]]++
		}
		sum := int32(l * n)
		for t := range at {
			sum += at[t]
			at[t] = sum // the end of t; the loop below moves it to its start
		}
		for s := range int32(n) {
			t := d.next[int(s)*letters+l]
			at[t]--
			p.inverse[at[t]] = s
		}
	}
}

// open adds a block over states[first:end].
func (p *partition) open(first, end int32) int32 {
	p.first, p.end = append(p.first, first), append(p.end, end)
	p.marked, p.waits = append(p.marked, 0), append(p.waits, false)
	return int32(len(p.first) - 1)
}

func (p *partition) wait(b int32) {
	if !p.waits[b] {
		p.waits[b] = true
		p.waiting = append(p.waiting, b)
	}
}

// mark moves s to the marked front of its block.
func (p *partition) mark(s int32) {
	b := p.block[s]
	to := p.first[b] + p.marked[b]
	at := p.place[s]
	if at < to {
		return
	}
	if p.marked[b] == 0 {
		p.touched = append(p.touched, b)
	}
	other := p.states[to]
	p.states[at], p.states[to] = other, s
	p.place[other], p.place[s] = at, to
	p.marked[b]++
}

// split separates the marked states of each touched block from the others.
func (p *partition) split() {
	for _, b := range p.touched {
		middle := p.first[b] + p.marked[b]
		p.marked[b] = 0
		if middle == p.end[b] {
			continue
		}
		// The smaller half becomes the new block.
		var c int32
		if middle-p.first[b] <= p.end[b]-middle {
			c = p.open(p.first[b], middle)
			p.first[b] = middle
		} else {
			c = p.open(middle, p.end[b])
			p.end[b] = middle
		}
		for _, s := range p.states[p.first[c]:p.end[c]] {
			p.block[s] = c
		}
		p.wait(c) // if b waits, both halves do; otherwise the smaller one suffices
	}
	p.touched = p.touched[:0]
}
