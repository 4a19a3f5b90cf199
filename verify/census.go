package verify

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

// CensusLength is the length up to which accepted strings are counted.
const CensusLength = 12

// StringCounts counts the strings that two expressions accept, by length from 0
// to CensusLength. With many symbols the lists end earlier, so that every number
// is exact in a float64.
type StringCounts struct {
	// Alphabet is the number of symbols that are counted. A set of symbols that the
	// expressions treat alike, such as [^a], counts as one symbol if it has more than
	// maxKin members.
	Alphabet  int      `json:"alphabet"`
	Left      []uint64 `json:"left"`
	Right     []uint64 `json:"right"`
	LeftOnly  []uint64 `json:"left_only"`
	RightOnly []uint64 `json:"right_only"`
}

// JSON encodes the counts for a row.
func (c *StringCounts) JSON() (string, error) {
	b, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("strings: %w", err)
	}
	return string(b), nil
}

// Share returns Jaccard's distance: among the strings that at least one side accepts,
// the share that only one side accepts. It is 0 if both accept the same strings, and
// 1 if no string is accepted by both.
func (c *StringCounts) Share() float64 {
	only, all := 0.0, 0.0
	for n := range c.Left {
		only += float64(c.LeftOnly[n] + c.RightOnly[n])
		all += float64(c.Left[n] + c.RightOnly[n])
	}
	if all == 0 {
		return 0
	}
	return only / all
}

// census counts the strings of two expressions. It returns nil if an automaton
// exceeds its limits.
func census(a, b *regex.Expr, limits automata.Limits) *StringCounts {
	symbols := alphabet(a, b)
	length := CensusLength
	for length > 0 && math.Pow(float64(len(symbols)), float64(length)) > 1<<53 {
		length--
	}
	d, err := automata.Census(a, b, symbols, length, limits)
	if err != nil {
		return nil
	}
	return &StringCounts{Alphabet: len(symbols), Left: d.Left, Right: d.Right, LeftOnly: d.LeftOnly, RightOnly: d.RightOnly}
}

// maxKin is the largest size of a set of symbols that behave in the same way and are
// still counted separately.
const maxKin = 256

// alphabet returns the symbols to count; see StringCounts.Alphabet.
func alphabet(es ...*regex.Expr) []rune {
	var classes [][]regex.Range
	cuts := map[rune]bool{} // where membership in a class may change
	var collect func(e *regex.Expr)
	collect = func(e *regex.Expr) {
		class := e.Class
		switch e.Op {
		case regex.OpComplement: // includes symbols that occur nowhere
			class = regex.Any().Class
		case regex.OpBoundary:
			class = regex.WordCharacters()
		}
		if class != nil {
			classes = append(classes, class)
			for _, r := range class {
				cuts[r.Lo], cuts[r.Hi+1] = true, true
			}
		}
		for _, x := range e.Args {
			collect(x)
		}
	}
	for _, e := range es {
		collect(e)
	}
	classes = distinct(classes)
	ends := make([]rune, 0, len(cuts))
	for r := range cuts {
		ends = append(ends, r)
	}
	slices.Sort(ends)
	kin := map[string][]regex.Range{} // by the classes that contain them
	var order []string
	for i := range max(0, len(ends)-1) {
		key := members(classes, ends[i])
		if key == "" {
			continue
		}
		if kin[key] == nil {
			order = append(order, key)
		}
		kin[key] = append(kin[key], regex.Range{Lo: ends[i], Hi: ends[i+1] - 1})
	}
	var out []rune
	for _, key := range order {
		out = append(out, representatives(kin[key])...)
	}
	return out
}

// distinct drops classes that repeat others.
func distinct(classes [][]regex.Range) [][]regex.Range {
	var out [][]regex.Range
	seen := map[string]bool{}
	for _, c := range classes {
		if key := fmt.Sprint(c); !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	return out
}

// members returns a key for the set of classes that contain r, or "" if none does.
func members(classes [][]regex.Range, r rune) string {
	var key []byte
	for i, c := range classes {
		if slices.ContainsFunc(c, func(x regex.Range) bool { return x.Lo <= r && r <= x.Hi }) {
			key = fmt.Appendf(key, "%d,", i)
		}
	}
	return string(key)
}

// representatives returns the runes of the ranges, or one of them if there are more
// than maxKin.
func representatives(ranges []regex.Range) []rune {
	n := 0
	for _, r := range ranges {
		n += int(r.Hi-r.Lo) + 1
	}
	if n > maxKin {
		return []rune{ranges[0].Lo}
	}
	var out []rune
	for _, r := range ranges {
		for c := r.Lo; c <= r.Hi; c++ {
			out = append(out, c)
		}
	}
	return out
}
