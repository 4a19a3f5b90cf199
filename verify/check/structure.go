package check

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// MaxCells is the maximal number of entries of a table.
const MaxCells = 1 << 20

// A Symbol is a function or predicate symbol. One name used with two arities
// is two symbols.
type Symbol struct {
	Name  string
	Arity int // at least 1
}

// String returns name/arity.
func (s Symbol) String() string { return s.Name + "/" + strconv.Itoa(s.Arity) }

// compare orders symbols by name, then by arity.
func compare(a, b Symbol) int {
	if c := strings.Compare(a.Name, b.Name); c != 0 {
		return c
	}
	return a.Arity - b.Arity
}

// A Table holds a function's value for every tuple of arguments: Size^Arity
// elements in row-major order.
type Table []int

// A Relation holds a predicate's value for every tuple: Size^Arity entries in
// row-major order.
type Relation []bool

// A Structure interprets symbols over the domain {0, ..., Size-1}. A symbol
// that is in no map has no meaning.
type Structure struct {
	Size         int // at least 1
	Constants    map[string]int
	Functions    map[Symbol]Table
	Predicates   map[Symbol]Relation
	Propositions map[string]bool
}

// NewStructure returns a structure of size elements without symbols.
func NewStructure(size int) *Structure {
	return &Structure{
		Size:         size,
		Constants:    map[string]int{},
		Functions:    map[Symbol]Table{},
		Predicates:   map[Symbol]Relation{},
		Propositions: map[string]bool{},
	}
}

// Define gives sym the meaning value(i) for the tuple at index i: an element or, for a
// predicate or a proposition, 1 for true and 0 for false. It returns false and does
// nothing if the table would be too large.
func (s *Structure) Define(sym Symbol, predicate bool, value func(i int) int) bool {
	n, ok := Cells(s.Size, sym.Arity)
	switch {
	case !ok:
	case predicate && sym.Arity == 0:
		s.Propositions[sym.Name] = value(0) == 1
	case sym.Arity == 0:
		s.Constants[sym.Name] = value(0)
	case predicate:
		rel := make(Relation, n)
		for i := range rel {
			rel[i] = value(i) == 1
		}
		s.Predicates[sym] = rel
	default:
		table := make(Table, n)
		for i := range table {
			table[i] = value(i)
		}
		s.Functions[sym] = table
	}
	return ok
}

// Cells returns size^arity, the length of a table. It returns false if that exceeds
// MaxCells or an argument is out of range.
func Cells(size, arity int) (int, bool) {
	if size < 1 || arity < 0 {
		return 0, false
	}
	n := 1
	for range arity {
		if n > MaxCells/size {
			return 0, false
		}
		n *= size
		if size == 1 {
			break
		}
	}
	return n, true
}

// Index returns the index of the tuple args in a table.
func (s *Structure) Index(args ...int) int {
	i := 0
	for _, a := range args {
		i = i*s.Size + a
	}
	return i
}

// tuple is the inverse of Index.
func (s *Structure) tuple(i, arity int) []int {
	t := make([]int, arity)
	for k := arity - 1; k >= 0; k-- {
		t[k] = i % s.Size
		i /= s.Size
	}
	return t
}

// automorphism reports whether the exchange of x and y maps the structure to itself.
func (s *Structure) automorphism(x, y int) bool {
	swap := func(e int) int {
		switch e {
		case x:
			return y
		case y:
			return x
		}
		return e
	}
	image := func(i, arity int) int { // of a tuple, both as indexes
		t := s.tuple(i, arity)
		for k := range t {
			t[k] = swap(t[k])
		}
		return s.Index(t...)
	}
	for _, e := range s.Constants {
		if swap(e) != e {
			return false
		}
	}
	for p, rel := range s.Predicates {
		for i, v := range rel {
			if rel[image(i, p.Arity)] != v {
				return false
			}
		}
	}
	for f, table := range s.Functions {
		for i, v := range table {
			if table[image(i, f.Arity)] != swap(v) {
				return false
			}
		}
	}
	return true
}

// Validate returns an error if the domain is empty, a table has the wrong
// length, or a value is outside the domain.
func (s *Structure) Validate() error {
	if s.Size < 1 {
		return fmt.Errorf("structure: size %d: expected at least 1", s.Size)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Constants)) {
		if v := s.Constants[name]; v < 0 || v >= s.Size {
			return fmt.Errorf("structure: constant %q: found element %d, expected one of 0 to %d", name, v, s.Size-1)
		}
	}
	for _, f := range slices.SortedFunc(maps.Keys(s.Functions), compare) {
		if err := s.validLen("function", f, len(s.Functions[f])); err != nil {
			return err
		}
		for _, v := range s.Functions[f] {
			if v < 0 || v >= s.Size {
				return fmt.Errorf("structure: function %s: found value %d, expected one of 0 to %d", f, v, s.Size-1)
			}
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(s.Predicates), compare) {
		if err := s.validLen("predicate", p, len(s.Predicates[p])); err != nil {
			return err
		}
	}
	return nil
}

func (s *Structure) validLen(what string, sym Symbol, n int) error {
	if sym.Arity < 1 {
		return fmt.Errorf("structure: %s %s: expected an arity of at least 1", what, sym)
	}
	want, ok := Cells(s.Size, sym.Arity)
	if !ok {
		return fmt.Errorf("structure: %s %s: over %d entries for %d elements", what, sym, MaxCells, s.Size)
	}
	if n != want {
		return fmt.Errorf("structure: %s %s: found %d entries, expected %d", what, sym, n, want)
	}
	return nil
}

// String describes the structure on one line: `domain {0, 1}; tom is 0; likes
// holds of (0, 1); q is true`. A predicate name that has two arities is written
// with its arity: `p/1 holds of (0)`.
func (s *Structure) String() string {
	var b strings.Builder
	b.WriteString("domain {")
	for i := range s.Size {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(i))
	}
	b.WriteString("}")
	for _, c := range slices.Sorted(maps.Keys(s.Constants)) {
		fmt.Fprintf(&b, "; %s is %d", c, s.Constants[c])
	}
	for _, f := range slices.SortedFunc(maps.Keys(s.Functions), compare) {
		for i, v := range s.Functions[f] {
			fmt.Fprintf(&b, "; %s%s is %d", f.Name, tupleText(s.tuple(i, f.Arity)), v)
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(s.Predicates), compare) {
		fmt.Fprintf(&b, "; %s holds of %s", s.predicateName(p), s.holds(p))
	}
	for _, q := range slices.Sorted(maps.Keys(s.Propositions)) {
		fmt.Fprintf(&b, "; %s is %t", q, s.Propositions[q])
	}
	return b.String()
}

// predicateName returns the name, with the arity if another predicate has the
// same name.
func (s *Structure) predicateName(p Symbol) string {
	for q := range s.Predicates {
		if q.Name == p.Name && q.Arity != p.Arity {
			return p.String()
		}
	}
	return p.Name
}

// holds lists the tuples for which a predicate holds.
func (s *Structure) holds(p Symbol) string {
	var tuples []string
	for i, in := range s.Predicates[p] {
		if in {
			tuples = append(tuples, tupleText(s.tuple(i, p.Arity)))
		}
	}
	switch len(tuples) {
	case 0:
		return "nothing"
	case len(s.Predicates[p]):
		return "everything"
	}
	return strings.Join(tuples, ", ")
}

func tupleText(t []int) string {
	words := make([]string, len(t))
	for i, a := range t {
		words[i] = strconv.Itoa(a)
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// Folded returns the structure with the names that fold gives; nil keeps s. It is an error if
// two symbols get one name and differ in their meaning.
func (s *Structure) Folded(fold func(string) string) (*Structure, error) {
	if fold == nil {
		return s, nil
	}
	out := NewStructure(s.Size)
	symbol := func(f Symbol) Symbol { return Symbol{fold(f.Name), f.Arity} }
	if !renamed(s.Constants, out.Constants, fold) || !renamed(s.Propositions, out.Propositions, fold) ||
		!renamed(s.Functions, out.Functions, symbol) || !renamed(s.Predicates, out.Predicates, symbol) {
		return nil, errors.New("structure: two symbols that differ in meaning have names that count as the same")
	}
	return out, nil
}

func renamed[K comparable, V any](from, to map[K]V, name func(K) K) bool {
	for k, v := range from {
		if old, twice := to[name(k)]; twice && !reflect.DeepEqual(old, v) {
			return false
		}
		to[name(k)] = v
	}
	return true
}
