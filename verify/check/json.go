package check

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// form is the JSON form that the package doc describes. encoding/json sorts the
// keys of maps, so equal structures have equal texts.
type form struct {
	Size         int                `json:"size"`
	Constants    map[string]int     `json:"constants,omitempty"`
	Functions    map[string][][]int `json:"functions,omitempty"`
	Predicates   map[string][][]int `json:"predicates,omitempty"`
	Propositions map[string]bool    `json:"propositions,omitempty"`
}

// MarshalJSON writes the form that the package doc describes.
func (s *Structure) MarshalJSON() ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	f := form{s.Size, map[string]int{}, map[string][][]int{}, map[string][][]int{}, map[string]bool{}}
	for sym, table := range s.Tables {
		rows := [][]int{}
		for i, v := range table {
			switch {
			case !sym.Predicate:
				rows = append(rows, append(s.tuple(i, sym.Arity), v))
			case v == 1: // a tuple of an entry that is not listed could be of any length
				rows = append(rows, s.tuple(i, sym.Arity))
			}
		}
		switch sym.Kind() {
		case Constant:
			f.Constants[sym.Name] = table[0]
		case Function:
			f.Functions[sym.String()] = rows
		case Predicate:
			f.Predicates[sym.String()] = rows
		case Proposition:
			f.Propositions[sym.Name] = table[0] == 1
		}
	}
	return json.Marshal(f)
}

// UnmarshalJSON reads the form that the package doc describes. It returns an error if
// the text is not a structure.
func (s *Structure) UnmarshalJSON(b []byte) error {
	var f form
	if err := json.Unmarshal(b, &f); err != nil {
		return fmt.Errorf("structure: %w", err)
	}
	out := &Structure{Size: f.Size, Tables: map[Symbol]Table{}}
	for name, v := range f.Constants {
		out.Tables[Symbol{Name: name}] = Table{v}
	}
	for name, v := range f.Propositions {
		table := Table{0}
		if v {
			table[0] = 1
		}
		out.Tables[Symbol{Name: name, Predicate: true}] = table
	}
	cells := MaxCells // left for all tables together
	for i, part := range []map[string][][]int{f.Functions, f.Predicates} {
		for text, rows := range part {
			if err := out.read(text, i == 1, rows, &cells); err != nil {
				return err
			}
		}
	}
	if err := out.Validate(); err != nil {
		return err
	}
	*s = *out
	return nil
}

// read reads the table of the function or predicate name/arity, and subtracts its length
// from cells.
func (s *Structure) read(text string, predicate bool, rows [][]int, cells *int) error {
	sym := Symbol{Arity: 1, Predicate: predicate}
	fail := func(format string, args ...any) error {
		return fmt.Errorf("structure: %s %s: %s", sym.Kind(), text, fmt.Sprintf(format, args...))
	}
	i := strings.LastIndexByte(text, '/')
	if i < 0 {
		return fail("expected name/arity")
	}
	arity, err := strconv.Atoi(text[i+1:])
	if err != nil || arity < 1 {
		return fail("expected an arity of at least 1 after the slash")
	}
	sym.Name, sym.Arity = text[:i], arity
	n, ok := Cells(s.Size, arity)
	if *cells -= n; !ok || *cells < 0 {
		return fail("tables over %d entries for %d elements", MaxCells, s.Size)
	}
	want, table := arity, make(Table, n)
	if !predicate {
		want++
		for i := range table {
			table[i] = -1
		}
	}
	for _, row := range rows {
		if len(row) != want {
			return fail("found a tuple of %d elements, expected %d", len(row), want)
		}
		for _, a := range row {
			if a < 0 || a >= s.Size {
				return fail("found element %d, expected one of 0 to %d", a, s.Size-1)
			}
		}
		v := 1
		if !predicate {
			v = row[arity]
		}
		table[s.Index(row[:arity]...)] = v
	}
	s.Tables[sym] = table
	return nil
}
