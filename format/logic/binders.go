package logic

// A binder is a variable whose quantifier's body is being read.
type binder struct {
	name  string
	at    int
	used  bool
	outer int // the binder that it hides, -1 for none
}

// binders are the variables bound at a place, the innermost last.
type binders struct {
	list  []binder
	exact bool           // names differ if only their case does
	index map[string]int // the innermost of each name
}

func (b *binders) key(name string) string {
	if b.exact {
		return name
	}
	return Fold(name)
}

func (b *binders) push(name string, at int) {
	if b.index == nil {
		b.index = make(map[string]int)
	}
	key := b.key(name)
	outer, ok := b.index[key]
	if !ok {
		outer = -1
	}
	b.index[key] = len(b.list)
	b.list = append(b.list, binder{name: name, at: at, outer: outer})
}

// pop removes all but the first n.
func (b *binders) pop(n int) {
	for len(b.list) > n {
		last := b.list[len(b.list)-1]
		if key := b.key(last.name); last.outer < 0 {
			delete(b.index, key)
		} else {
			b.index[key] = last.outer
		}
		b.list = b.list[:len(b.list)-1]
	}
}

// find returns the innermost binder of the name, or nil.
func (b *binders) find(name string) *binder {
	if len(b.list) == 0 {
		return nil
	}
	if i, ok := b.index[b.key(name)]; ok {
		return &b.list[i]
	}
	return nil
}
