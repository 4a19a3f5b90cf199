package align

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/truthloop/truthloop/format/logic"
)

// A Kind is a kind of symbol.
type Kind uint8

// The kinds.
const (
	Proposition Kind = iota
	Predicate
	Function
	Constant
)

// A Symbol is a name with its kind and its number of arguments. One name with two
// kinds or two arities is two symbols.
type Symbol struct {
	Kind  Kind
	Name  string // as first written
	Arity int
}

// String returns the name, with the arity of a predicate or function: likes/2.
func (s Symbol) String() string {
	if s.Arity == 0 {
		return s.Name
	}
	return s.Name + "/" + strconv.Itoa(s.Arity)
}

// A sort is a kind with an arity. A symbol may only be mapped to a symbol of its sort.
type sort struct {
	kind  Kind
	arity int
}

func (s Symbol) sort() sort { return sort{s.Kind, s.Arity} }

// use identifies a symbol; its name is folded.
type use struct {
	sort
	name string
}

func fold(f func(string) string, name string) string {
	if f == nil {
		return name
	}
	return f(name)
}

// symbols lists the symbols of fs, by kind and arity, and then by first
// occurrence.
func symbols(fs []*logic.Formula, fold func(string) string) []Symbol {
	sig := logic.And(fs...).Signature(fold == nil)
	var out []Symbol
	for _, name := range sig.Propositions {
		out = append(out, Symbol{Proposition, name, 0})
	}
	for _, p := range sig.Predicates {
		out = append(out, Symbol{Predicate, p.Name, p.Arity})
	}
	for _, f := range sig.Functions {
		out = append(out, Symbol{Function, f.Name, f.Arity})
	}
	for _, name := range sig.Constants {
		out = append(out, Symbol{Constant, name, 0})
	}
	slices.SortStableFunc(out, func(a, b Symbol) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Arity, b.Arity))
	})
	return out
}

// padded adds symbols without a name to the shorter side of each sort, so that
// both sides have the same sorts in the same order. A symbol that is paired with
// one of these has no partner. It returns the number of added symbols by sort.
func padded(left, right []Symbol) (l, r []Symbol, added map[sort]int) {
	added = map[sort]int{}
	for len(left) > 0 || len(right) > 0 {
		var s sort
		switch {
		case len(left) == 0:
			s = right[0].sort()
		case len(right) == 0 || !after(left[0].sort(), right[0].sort()):
			s = left[0].sort()
		default:
			s = right[0].sort()
		}
		n, m := count(left, s), count(right, s)
		l, r = append(l, left[:n]...), append(r, right[:m]...)
		left, right = left[n:], right[m:]
		for ; n < m; n++ {
			l = append(l, Symbol{s.kind, "", s.arity})
			added[s]++
		}
		for ; m < n; m++ {
			r = append(r, Symbol{s.kind, "", s.arity})
			added[s]++
		}
	}
	return l, r, added
}

func after(a, b sort) bool { return a.kind > b.kind || a.kind == b.kind && a.arity > b.arity }

// count returns the number of symbols of sort s at the beginning of list.
func count(list []Symbol, s sort) int {
	n := 0
	for n < len(list) && list[n].sort() == s {
		n++
	}
	return n
}

// An image is the symbol to which a symbol is mapped: the number to, and the order of
// its arguments. Its i-th argument is the argument number order[i] of the mapped symbol.
// A nil order keeps the arguments as they are.
type image struct {
	to    int
	order []int
}

// orders lists the permutations of n arguments, the identity first.
func orders(n int) [][]int {
	out := [][]int{{}}
	for k := range n {
		var longer [][]int
		for _, p := range out {
			for at := len(p); at >= 0; at-- {
				longer = append(longer, slices.Insert(slices.Clone(p), at, k))
			}
		}
		out = longer
	}
	return out
}

// sequence returns the order of n arguments that changes nothing.
func sequence(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// then returns the image of m under a mapping that maps the symbol m.to to next. The
// orders are applied one after the other.
func (m image) then(next image) image {
	if m.order == nil {
		return image{next.to, next.order}
	}
	order := make([]int, len(m.order))
	for i := range order {
		order[i] = m.order[i]
		if next.order != nil {
			order[i] = m.order[next.order[i]]
		}
	}
	return image{next.to, order}
}

// inverse returns the order that undoes order.
func inverse(order []int) []int {
	out := make([]int, len(order))
	for i, k := range order {
		out[k] = i
	}
	return out
}

func sameImage(a, b image) bool { return a.to == b.to && slices.Equal(a.order, b.order) }
