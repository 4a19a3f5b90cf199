package sat

import "container/heap"

// An order holds the variables without a value. The most active one is first; among equally
// active ones, the one with the lowest number. It is a heap.Interface.
type order struct {
	activity []float64
	vars     []int32
	place    []int32 // by variable; -1 if it is not in the order
}

func (o *order) Len() int { return len(o.vars) }

func (o *order) Less(i, j int) bool {
	a, b := o.vars[i], o.vars[j]
	if o.activity[a] != o.activity[b] {
		return o.activity[a] > o.activity[b]
	}
	return a < b
}

func (o *order) Swap(i, j int) {
	o.vars[i], o.vars[j] = o.vars[j], o.vars[i]
	o.place[o.vars[i]], o.place[o.vars[j]] = int32(i), int32(j)
}

func (o *order) Push(v any) {
	o.place[v.(int32)] = int32(len(o.vars))
	o.vars = append(o.vars, v.(int32))
}

func (o *order) Pop() any {
	v := o.vars[len(o.vars)-1]
	o.vars = o.vars[:len(o.vars)-1]
	o.place[v] = -1
	return v
}

// insert adds a variable that may be in the order already.
func (o *order) insert(v int32) {
	if o.place[v] < 0 {
		heap.Push(o, v)
	}
}

// raise moves a variable after its activity has grown.
func (o *order) raise(v int32) {
	if o.place[v] >= 0 {
		heap.Fix(o, int(o.place[v]))
	}
}
