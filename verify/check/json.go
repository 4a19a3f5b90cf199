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
	f := form{Size: s.Size, Constants: s.Constants, Propositions: s.Propositions}
	if len(s.Functions) > 0 {
		f.Functions = make(map[string][][]int, len(s.Functions))
	}
	for sym, table := range s.Functions {
		rows := make([][]int, len(table))
		for i, v := range table {
			rows[i] = append(s.tuple(i, sym.Arity), v)
		}
		f.Functions[sym.String()] = rows
	}
	if len(s.Predicates) > 0 {
		f.Predicates = make(map[string][][]int, len(s.Predicates))
	}
	for sym, rel := range s.Predicates {
		rows := [][]int{}
		for i, in := range rel {
			if in {
				rows = append(rows, s.tuple(i, sym.Arity))
			}
		}
		f.Predicates[sym.String()] = rows
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
	out := NewStructure(f.Size)
	if f.Constants != nil {
		out.Constants = f.Constants
	}
	if f.Propositions != nil {
		out.Propositions = f.Propositions
	}
	cells := 0 // of all tables together; MaxCells bounds the sum
	for name, rows := range f.Functions {
		sym, n, err := out.symbol("function", name, &cells)
		if err != nil {
			return err
		}
		table := make(Table, n)
		for i := range table {
			table[i] = -1
		}
		for _, row := range rows {
			i, err := out.place("function", sym, row, sym.Arity+1)
			if err != nil {
				return err
			}
			table[i] = row[sym.Arity]
		}
		out.Functions[sym] = table
	}
	for name, rows := range f.Predicates {
		sym, n, err := out.symbol("predicate", name, &cells)
		if err != nil {
			return err
		}
		rel := make(Relation, n)
		for _, row := range rows {
			i, err := out.place("predicate", sym, row, sym.Arity)
			if err != nil {
				return err
			}
			rel[i] = true
		}
		out.Predicates[sym] = rel
	}
	if err := out.Validate(); err != nil {
		return err
	}
	*s = *out
	return nil
}

// symbol reads name/arity and returns the length of its table, which it adds to
// cells.
func (s *Structure) symbol(what, text string, cells *int) (Symbol, int, error) {
	i := strings.LastIndexByte(text, '/')
	if i < 0 {
		return Symbol{}, 0, fmt.Errorf("structure: %s %q: expected name/arity", what, text)
	}
	arity, err := strconv.Atoi(text[i+1:])
	if err != nil || arity < 1 {
		return Symbol{}, 0, fmt.Errorf("structure: %s %q: expected an arity of at least 1 after the slash", what, text)
	}
	n, ok := Cells(s.Size, arity)
	if !ok || *cells+n > MaxCells {
		return Symbol{}, 0, fmt.Errorf("structure: %s %q: tables over %d entries for %d elements", what, text, MaxCells, s.Size)
	}
	*cells += n
	return Symbol{text[:i], arity}, n, nil
}

// place checks a row of want elements and returns the index of its arguments.
func (s *Structure) place(what string, sym Symbol, row []int, want int) (int, error) {
	if len(row) != want {
		return 0, fmt.Errorf("structure: %s %s: found a tuple of %d elements, expected %d", what, sym, len(row), want)
	}
	for _, a := range row {
		if a < 0 || a >= s.Size {
			return 0, fmt.Errorf("structure: %s %s: found element %d, expected one of 0 to %d", what, sym, a, s.Size-1)
		}
	}
	return s.Index(row[:sym.Arity]...), nil
}
