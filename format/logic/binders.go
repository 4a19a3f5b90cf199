package logic

// A binder is a variable whose quantifier's body is being read.
type binder struct {
	name  string
	at    int
	used  bool
	outer int32 // the binder of the same name that it hides, -1 for none; beyond linear only
}

// binders are the variables bound at a place, innermost last. A few are
// searched one by one; of more, as only hostile texts have, an index is kept.
type binders struct {
	list  []binder
	exact bool
	index map[string]int32
}

const linear = 32

func (b *binders) reset(exact bool) {
	*b = binders{list: b.list[:0], exact: exact}
}

func (b *binders) key(name string) string {
	if b.exact {
		return name
	}
	return Fold(name)
}

func (b *binders) push(name string, at int) {
	n := binder{name: name, at: at, outer: -1}
	if len(b.list) >= linear {
		if b.index == nil {
			b.index = make(map[string]int32)
		}
		key := b.key(name)
		if outer, ok := b.index[key]; ok {
			n.outer = outer
		}
		b.index[key] = int32(len(b.list))
	}
	b.list = append(b.list, n)
}

// pop leaves the first n.
func (b *binders) pop(n int) {
	for i := len(b.list) - 1; i >= max(n, linear); i-- {
		if key := b.key(b.list[i].name); b.list[i].outer < 0 {
			delete(b.index, key)
		} else {
			b.index[key] = b.list[i].outer
		}
	}
	b.list = b.list[:n]
}

// find is the innermost binder of the name, or nil.
func (b *binders) find(name string) *binder {
	if len(b.list) > linear {
		if i, ok := b.index[b.key(name)]; ok {
			return &b.list[i]
		}
	}
	for i := min(len(b.list), linear) - 1; i >= 0; i-- {
		if n := b.list[i].name; n == name || !b.exact && sameFold(n, name) {
			return &b.list[i]
		}
	}
	return nil
}
