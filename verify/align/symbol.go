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
// one of these has no partner.
func padded(left, right []Symbol) (l, r []Symbol) {
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
		}
		for ; m < n; m++ {
			r = append(r, Symbol{s.kind, "", s.arity})
		}
	}
	return l, r
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
