package automata

import "encoding/binary"

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

// A partition is the minimal automaton: the blocks of equivalent states of a
// determinized automaton.
type partition struct {
	block []int32 // the block of each state
	state []int32 // the first state of each block
}

// minimize refines the partition into accepting and other states until each letter leads
// all states of a block to the same block (Moore, Gedanken-experiments on sequential
// machines, 1956).
func minimize(d *determinized) (*partition, error) {
	n, letters := d.sets.len(), len(d.letters)
	p := &partition{block: make([]int32, n)}
	for s := range int32(n) {
		if d.accepts(s) {
			p.block[s] = 1
		}
	}
	key := make([]byte, 0, 4*(letters+1))
	for blocks := 0; ; blocks = len(p.state) {
		next := make([]int32, n)
		number := make(map[string]int32, blocks)
		p.state = p.state[:0]
		for s := range n {
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(p.block[s]))
			for _, t := range d.next[s*letters : (s+1)*letters] {
				key = binary.LittleEndian.AppendUint32(key, uint32(p.block[t]))
			}
			b, ok := number[string(key)]
			if !ok {
				b = int32(len(p.state))
				number[string(key)] = b
				p.state = append(p.state, int32(s))
			}
			next[s] = b
		}
		d.meter.steps -= 8 * n * (letters + 1)
		if err := d.meter.err(); err != nil {
			return nil, err
		}
		p.block = next
		if len(p.state) == blocks {
			return p, nil
		}
	}
}
