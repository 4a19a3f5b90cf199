package prover

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/smtlib"
)

// readMace4 reads the answer of Mace4: a structure, or that there is none of the
// sizes it looked at, which says nothing.
func readMace4(said output, symbols []smtlib.Symbol) Answer {
	i := strings.Index(said.out, "interpretation(")
	if i < 0 {
		if strings.Contains(said.out, "exit (") || strings.Contains(said.errors, "exit (") {
			return Answer{Words: "no model of up to " + strconv.Itoa(sizeLimit) + " elements"}
		}
		return mute(said)
	}
	m, err := readInterpretation(said.out[i:], symbols)
	if err != nil {
		return Answer{Claimed: true, Words: "a model, " + err.Error()}
	}
	return Answer{Status: Refuted, Words: "a model", Model: m}
}

var (
	interpretation = regexp.MustCompile(`^interpretation\(\s*([0-9]+)\s*,`)
	operation      = regexp.MustCompile(`(function|relation)\(\s*([a-z][0-9]+)(?:\([_, ]*\))?\s*,\s*\[([0-9,\s]*)\]\s*\)`)
)

// readInterpretation reads a structure in the standard form of LADR:
//
//	interpretation( 2, [number=1, seconds=0], [
//	    function(f2, [ 1 ]),
//	    relation(p0(_,_), [ 0, 1, 1, 0 ]) ]).
//
// The tables are in row-major order, as ours are. Skolem functions, which stand
// in it, too, have no number and are passed over.
func readInterpretation(text string, symbols []smtlib.Symbol) (*check.Structure, error) {
	if end := strings.Index(text, "])."); end >= 0 {
		text = text[:end+1]
	}
	head := interpretation.FindStringSubmatch(text)
	if head == nil {
		return nil, errors.New("found no size")
	}
	size, err := strconv.Atoi(head[1])
	if err != nil || size < 1 {
		return nil, fmt.Errorf("found size %s", head[1])
	}
	tables := map[string]string{}
	for _, op := range operation.FindAllStringSubmatch(text, -1) {
		tables[op[2]] = op[3]
	}
	out := check.NewStructure(size)
	for i, s := range symbols {
		n, ok := check.Cells(size, s.Arity)
		if !ok {
			return nil, fmt.Errorf("%s has a table over %d entries", s.Text(i), check.MaxCells)
		}
		values, err := numbers(tables[s.Text(i)], n, size)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Text(i), err)
		}
		interpret(out, s, values)
	}
	return out, nil
}

// numbers reads a table of n entries below size; an empty text is one of zeros,
// of a symbol that clauses did not keep.
func numbers(text string, n, size int) ([]int, error) {
	values := make([]int, n)
	if strings.TrimSpace(text) == "" {
		return values, nil
	}
	words := strings.Split(text, ",")
	if len(words) != n {
		return nil, fmt.Errorf("found a table of %d entries, expected %d", len(words), n)
	}
	for i, w := range words {
		v, err := strconv.Atoi(strings.TrimSpace(w))
		if err != nil || v < 0 || v >= max(2, size) {
			return nil, fmt.Errorf("found entry %q", w)
		}
		values[i] = v
	}
	return values, nil
}

// interpret gives a symbol its table.
func interpret(out *check.Structure, s smtlib.Symbol, values []int) {
	sym := check.Symbol{Name: s.Name, Arity: s.Arity}
	switch {
	case s.Predicate && s.Arity == 0:
		out.Propositions[s.Name] = values[0] == 1
	case s.Predicate:
		rel := make(check.Relation, len(values))
		for i, v := range values {
			rel[i] = v == 1
		}
		out.Predicates[sym] = rel
	case s.Arity == 0:
		out.Constants[s.Name] = values[0]
	default:
		out.Functions[sym] = values
	}
}
