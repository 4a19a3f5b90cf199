package automata

import (
	"math/bits"
	"slices"
)

// A setTable numbers bit sets of one width in the order in which they come.
// It is an open hash table over an arena.
type setTable struct {
	words int
	data  []uint64 // set i is data[i*words : (i+1)*words]
	slots []int32  // 0 where free, else a number plus one; a power of two of them
	n     int
}

const minSlots = 64

func (t *setTable) reset(words int) {
	if cap(t.data) > keepWords {
		t.data, t.slots = nil, nil
	}
	t.words, t.data, t.n = words, t.data[:0], 0
	if t.slots == nil {
		t.slots = make([]int32, minSlots)
		return
	}
	// Most operations need few slots, and clearing many is what would cost.
	t.slots = t.slots[:minSlots]
	clear(t.slots)
}

func (t *setTable) at(i int32) []uint64 {
	k := int(i) * t.words
	return t.data[k : k+t.words : k+t.words]
}

// intern returns the number of set, and whether it is new.
func (t *setTable) intern(set []uint64) (int32, bool) {
	if t.words == 1 {
		return t.internWord(set[0])
	}
	mask := uint64(len(t.slots) - 1)
	slot := hashSet(set) & mask
	for ; t.slots[slot] != 0; slot = (slot + 1) & mask {
		if i := t.slots[slot] - 1; slices.Equal(t.at(i), set) {
			return i, false
		}
	}
	t.data = append(t.data, set...)
	return t.put(slot), true
}

// internWord is intern of the usual width.
func (t *setTable) internWord(set uint64) (int32, bool) {
	mask := uint64(len(t.slots) - 1)
	slot := hashWord(set) & mask
	for ; t.slots[slot] != 0; slot = (slot + 1) & mask {
		if i := t.slots[slot] - 1; t.data[i] == set {
			return i, false
		}
	}
	t.data = append(t.data, set)
	return t.put(slot), true
}

func (t *setTable) put(slot uint64) int32 {
	t.n++
	t.slots[slot] = int32(t.n)
	if t.n*2 > len(t.slots) {
		t.grow()
	}
	return int32(t.n - 1)
}

func (t *setTable) grow() {
	size := 4 * len(t.slots)
	if size <= cap(t.slots) {
		t.slots = t.slots[:size]
		clear(t.slots)
	} else {
		t.slots = make([]int32, size)
	}
	mask := uint64(size - 1)
	for i := range int32(t.n) {
		slot := hashSet(t.at(i)) & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = i + 1
	}
}

// hashWord spreads a word by the finalizer of MurmurHash3 (Appleby 2011),
// halved: the table looks at low bits only.
func hashWord(x uint64) uint64 {
	x *= 0xff51afd7ed558ccd
	return x ^ x>>32
}

func hashSet(set []uint64) uint64 {
	if len(set) == 1 {
		return hashWord(set[0])
	}
	h := uint64(len(set))
	for _, x := range set {
		h = hashWord(h ^ x)
	}
	return h
}

// subset reports whether every member of a is one of b.
func subset(a, b []uint64) bool {
	for i, x := range a {
		if x&^b[i] != 0 {
			return false
		}
	}
	return true
}

func unite(dst, src []uint64) {
	for i, x := range src {
		dst[i] |= x
	}
}

func cardinality(set []uint64) int {
	n := 0
	for _, x := range set {
		n += bits.OnesCount64(x)
	}
	return n
}
