package automata

import (
	"encoding/binary"
	"math/bits"
)

// A setTable numbers bit sets of one width in the order of their insertion.
type setTable struct {
	words  int
	data   []uint64 // set i is data[i*words : (i+1)*words]
	number map[string]int32
	key    []byte
}

func newSetTable(words int) setTable {
	return setTable{words: words, number: make(map[string]int32)}
}

func (t *setTable) len() int { return len(t.number) }

func (t *setTable) at(i int32) []uint64 {
	k := int(i) * t.words
	return t.data[k : k+t.words : k+t.words]
}

// intern returns the number of set and whether it is new.
func (t *setTable) intern(set []uint64) (int32, bool) {
	t.key = t.key[:0]
	for _, x := range set {
		t.key = binary.LittleEndian.AppendUint64(t.key, x)
	}
	if i, ok := t.number[string(t.key)]; ok {
		return i, false
	}
	i := int32(len(t.number))
	t.number[string(t.key)] = i
	t.data = append(t.data, set...)
	return i, true
}

// subset reports whether a ⊆ b.
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
