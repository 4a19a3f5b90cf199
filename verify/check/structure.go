package check

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// MaxCells is the maximal number of entries of a table.
const MaxCells = 1 << 20

// A Symbol is a function or a predicate. A constant is a function without arguments, and a
// proposition a predicate without arguments. One name used in two ways or with two
// arities is two symbols.
type Symbol struct {
	Name      string
	Arity     int
	Predicate bool
}

// String returns the name, with the arity if it is not 0: likes/2.
func (s Symbol) String() string {
	if s.Arity == 0 {
		return s.Name
	}
	return s.Name + "/" + strconv.Itoa(s.Arity)
}

// A Kind is a kind of symbol.
type Kind uint8

// The kinds.
const (
	Proposition Kind = iota
	Predicate
	Function
	Constant
)

// String returns proposition, predicate, function or constant.
func (k Kind) String() string {
	return [...]string{"proposition", "predicate", "function", "constant"}[k]
}

// Kind returns the kind of the symbol.
func (s Symbol) Kind() Kind {
	switch {
	case s.Predicate && s.Arity == 0:
		return Proposition
	case s.Predicate:
		return Predicate
	case s.Arity > 0:
		return Function
	}
	return Constant
}

// Values returns how many values an entry of the symbol's table can have.
func (s Symbol) Values(size int) int {
	if s.Predicate {
		return 2
	}
	return size
}

// compare orders constants before functions, predicates and propositions, and each of
// these by name and arity.
func compare(a, b Symbol) int {
	return cmp.Or(cmp.Compare(b.Kind(), a.Kind()), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Arity, b.Arity))
}

// Symbols lists the symbols of formulas. fold maps their names; nil keeps names.
func Symbols(sig logic.Signature, fold func(string) string) []Symbol {
	var out []Symbol
	add := func(name string, arity int, predicate bool) {
		out = append(out, Symbol{logic.Folding(fold)(name), arity, predicate})
	}
	for _, name := range sig.Propositions {
		add(name, 0, true)
	}
	for _, name := range sig.Constants {
		add(name, 0, false)
	}
	for _, f := range sig.Functions {
		add(f.Name, f.Arity, false)
	}
	for _, p := range sig.Predicates {
		add(p.Name, p.Arity, true)
	}
	return out
}

// A Table holds a symbol's value for every tuple of arguments, in row-major order:
// Size^Arity elements or, for a predicate, zeros (false) and ones (true).
type Table []int

// A Structure interprets symbols over the domain {0, ..., Size-1}. A symbol
// without a table has no meaning.
type Structure struct {
	Size   int // at least 1
	Tables map[Symbol]Table
}

// NewStructure returns a structure of size elements in which the k-th symbol has the
// value value(k, i) for the tuple at index i. It returns nil if the tables together would
// have more than limit entries.
func NewStructure(size int, symbols []Symbol, limit int, value func(k, i int) int) *Structure {
	s := &Structure{Size: size, Tables: make(map[Symbol]Table, len(symbols))}
	for k, sym := range symbols {
		n, ok := Cells(size, sym.Arity)
		if limit -= n; !ok || limit < 0 {
			return nil
		}
		table := make(Table, n)
		for i := range table {
			table[i] = value(k, i)
		}
		s.Tables[sym] = table
	}
	return s
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
	for sym, table := range s.Tables {
		for i, v := range table {
			t := s.tuple(i, sym.Arity)
			for k := range t {
				t[k] = swap(t[k])
			}
			if !sym.Predicate {
				v = swap(v)
			}
			if table[s.Index(t...)] != v {
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
	var bad []Symbol
	for sym := range s.Tables {
		if s.fault(sym) != nil {
			bad = append(bad, sym)
		}
	}
	if bad == nil {
		return nil
	}
	return s.fault(slices.MinFunc(bad, compare))
}

// fault returns an error if the table of a symbol is wrong.
func (s *Structure) fault(sym Symbol) error {
	table, last := s.Tables[sym], sym.Values(s.Size)-1
	i := slices.IndexFunc(table, func(v int) bool { return v < 0 || v > last })
	switch n, ok := Cells(s.Size, sym.Arity); {
	case !ok:
		return fmt.Errorf("structure: %s %s: over %d entries for %d elements", sym.Kind(), sym, MaxCells, s.Size)
	case n != len(table):
		return fmt.Errorf("structure: %s %s: found %d entries, expected %d", sym.Kind(), sym, len(table), n)
	case i >= 0:
		return fmt.Errorf("structure: %s %s: found value %d, expected one of 0 to %d", sym.Kind(), sym, table[i], last)
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
	for _, sym := range slices.SortedFunc(maps.Keys(s.Tables), compare) {
		switch sym.Kind() {
		case Proposition:
			fmt.Fprintf(&b, "; %s is %t", sym, s.Tables[sym][0] == 1)
		case Predicate:
			fmt.Fprintf(&b, "; %s holds of %s", s.predicateName(sym), s.holds(sym))
		default:
			for i, v := range s.Tables[sym] {
				fmt.Fprintf(&b, "; %s%s is %d", sym.Name, tupleText(s.tuple(i, sym.Arity)), v)
			}
		}
	}
	return b.String()
}

// predicateName returns the name, with the arity if another predicate has the
// same name.
func (s *Structure) predicateName(p Symbol) string {
	for q := range s.Tables {
		if q.Name == p.Name && q.Arity != p.Arity && q.Kind() == Predicate {
			return p.String()
		}
	}
	return p.Name
}

// holds lists the tuples for which a predicate holds.
func (s *Structure) holds(p Symbol) string {
	var tuples []string
	for i, v := range s.Tables[p] {
		if v == 1 {
			tuples = append(tuples, tupleText(s.tuple(i, p.Arity)))
		}
	}
	switch len(tuples) {
	case 0:
		return "nothing"
	case len(s.Tables[p]):
		return "everything"
	}
	return strings.Join(tuples, ", ")
}

func tupleText(t []int) string {
	if len(t) == 0 {
		return ""
	}
	words := make([]string, len(t))
	for i, a := range t {
		words[i] = strconv.Itoa(a)
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// Folded returns the structure with the names that fold gives; nil keeps them. It is an error if
// two symbols get one name and differ in their meaning.
func (s *Structure) Folded(fold func(string) string) (*Structure, error) {
	fold = logic.Folding(fold)
	out := &Structure{Size: s.Size, Tables: map[Symbol]Table{}}
	for sym, table := range s.Tables {
		sym.Name = fold(sym.Name)
		if old, twice := out.Tables[sym]; twice && !slices.Equal(old, table) {
			return nil, errors.New("structure: two symbols that differ in meaning have names that count as the same")
		}
		out.Tables[sym] = table
	}
	return out, nil
}
