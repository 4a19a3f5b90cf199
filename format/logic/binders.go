package logic

// A binder is a variable of a quantifier whose body is being read.
type binder struct {
	name   string
	at     int
	used   bool
	domain string // D in ∀x ∈ D, or ""
}

// binders are the variables bound at a place, the innermost last.
type binders struct {
	list  []binder
	exact bool             // names are case-sensitive
	index map[string][]int // indexes in list of each name, the innermost last
}

func (b *binders) key(name string) string {
	if b.exact {
		return name
	}
	return Fold(name)
}

func (b *binders) push(name string, at int) {
	if b.index == nil {
		b.index = make(map[string][]int)
	}
	key := b.key(name)
	b.index[key] = append(b.index[key], len(b.list))
	b.list = append(b.list, binder{name: name, at: at})
}

// pop removes all binders except the first n.
func (b *binders) pop(n int) {
	for _, last := range b.list[n:] {
		key := b.key(last.name)
		b.index[key] = b.index[key][:len(b.index[key])-1]
	}
	b.list = b.list[:n]
}

// find returns the innermost binder of the name, or nil.
func (b *binders) find(name string) *binder {
	if len(b.list) == 0 {
		return nil
	}
	if places := b.index[b.key(name)]; len(places) > 0 {
		return &b.list[places[len(places)-1]]
	}
	return nil
}
