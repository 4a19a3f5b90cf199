package verify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// JSON is the witness as it stands in a row.
func (w *Witness) JSON() (string, error) {
	if b, ok := appendAssignment(nil, w); ok {
		return string(b), nil
	}
	b, err := json.Marshal(w)
	if err != nil {
		return "", fmt.Errorf("witness: %w", err)
	}
	return string(b), nil
}

// appendAssignment writes the most frequent witness, an assignment to names
// that need no escape, as the library does; it is false for any other.
func appendAssignment(b []byte, w *Witness) ([]byte, bool) {
	if w.Kind != KindAssignment || w.Left == nil || w.Right == nil || len(w.Assignment) == 0 ||
		w.Structure != nil || w.String != nil || w.AcceptedBy != "" || w.True != nil || w.False != nil {
		return nil, false
	}
	b = append(slices.Grow(b, 64+16*len(w.Assignment)), `{"kind":"assignment","assignment":{`...)
	var few [16]string // on the stack
	names := few[:0]
	for name := range w.Assignment {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		if !unescaped(name) {
			return nil, false
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), name...), '"', ':')
		b = strconv.AppendBool(b, w.Assignment[name])
	}
	b = strconv.AppendBool(append(b, `},"left":`...), *w.Left)
	b = strconv.AppendBool(append(b, `,"right":`...), *w.Right)
	return append(b, '}'), true
}

// unescaped says whether JSON holds s as it is.
func unescaped(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '_', c == '(', c == ')', c == ',', c == ' ':
		default:
			return false
		}
	}
	return true
}

// JSON is the certificate as it stands in a row.
func (c *Certificate) JSON() (string, error) {
	if b, ok := c.append(make([]byte, 0, 64)); ok {
		return string(b), nil
	}
	b, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("certificate: %w", err)
	}
	return string(b), nil
}

// append writes the certificate as the library does; it is false where a text
// in it needs an escape, and of a prover's, which is rare.
func (c *Certificate) append(b []byte) ([]byte, bool) {
	if !unescaped(c.Kind) || !unescaped(c.Form) || c.Prover+c.Version+c.Said != "" {
		return nil, false
	}
	b = append(append(append(b, `{"kind":"`...), c.Kind...), '"')
	if c.Form != "" {
		b = append(append(append(b, `,"form":"`...), c.Form...), '"')
	}
	for _, n := range [...]struct {
		name  string
		value uint64
	}{
		{"atoms", uint64(c.Atoms)},
		{"clauses", uint64(c.Clauses)},
		{"conflicts", uint64(c.Conflicts)},
		{"instances", uint64(c.Instances)},
		{"domain", uint64(c.Domain)},
		{"pairs", uint64(c.Pairs)},
		{"states", uint64(c.States)},
		{"resource", c.Resource},
	} {
		if n.value != 0 {
			b = append(append(append(b, ',', '"'), n.name...), '"', ':')
			b = strconv.AppendUint(b, n.value, 10)
		}
	}
	for _, d := range [...]struct {
		name string
		c    *Certificate
	}{{"forward", c.Forward}, {"back", c.Back}} {
		if d.c == nil {
			continue
		}
		var ok bool
		if b, ok = d.c.append(append(append(append(b, ',', '"'), d.name...), '"', ':')); !ok {
			return nil, false
		}
	}
	return append(b, '}'), true
}
