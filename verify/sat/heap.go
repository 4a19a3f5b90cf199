package sat

// heap is a binary heap of variables. The most active variable is first; among equally
// active ones, the one with the lowest number.
type heap struct {
	activity []float64
	vars     []int32
	place    []int32 // by variable; -1 if it is not in the heap
}

// add makes room for a new variable and inserts it.
func (h *heap) add(v int32) {
	h.activity = append(h.activity, 0)
	h.place = append(h.place, -1)
	h.insert(v)
}

func (h *heap) empty() bool { return len(h.vars) == 0 }

func (h *heap) less(a, b int32) bool {
	if h.activity[a] != h.activity[b] {
		return h.activity[a] > h.activity[b]
	}
	return a < b
}

func (h *heap) insert(v int32) {
	if h.place[v] >= 0 {
		return
	}
	h.place[v] = int32(len(h.vars))
	h.vars = append(h.vars, v)
	h.up(h.place[v])
}

// raise moves a variable up after its activity has grown.
func (h *heap) raise(v int32) {
	if h.place[v] >= 0 {
		h.up(h.place[v])
	}
}

func (h *heap) pop() int32 {
	v := h.vars[0]
	last := h.vars[len(h.vars)-1]
	h.vars = h.vars[:len(h.vars)-1]
	h.place[v] = -1
	if len(h.vars) > 0 {
		h.vars[0] = last
		h.place[last] = 0
		h.down(0)
	}
	return v
}

func (h *heap) up(i int32) {
	v := h.vars[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !h.less(v, h.vars[parent]) {
			break
		}
		h.vars[i] = h.vars[parent]
		h.place[h.vars[i]] = i
		i = parent
	}
	h.vars[i] = v
	h.place[v] = i
}

func (h *heap) down(i int32) {
	v := h.vars[i]
	n := int32(len(h.vars))
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && h.less(h.vars[child+1], h.vars[child]) {
			child++
		}
		if !h.less(h.vars[child], v) {
			break
		}
		h.vars[i] = h.vars[child]
		h.place[h.vars[i]] = i
		i = child
	}
	h.vars[i] = v
	h.place[v] = i
}
