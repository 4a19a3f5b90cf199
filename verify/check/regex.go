package check

import (
	"fmt"
	"maps"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
)

// Accepts reports whether the whole string s is in the language of e.
func Accepts(e *regex.Expr, s string) (bool, error) {
	m := matching{text: []rune(s), memo: map[place]set{}}
	ends := m.ends(e, 0)
	return ends[len(m.text)], m.err
}

// A set contains positions of the text. A place is a node of the expression and the
// position at which its match starts.
type (
	set   map[int]bool
	place struct {
		e     *regex.Expr
		start int
	}
)

type matching struct {
	text  []rune
	memo  map[place]set
	steps int
	err   error // the first
}

// ends returns the positions at which a match of e that starts at i can end.
func (m *matching) ends(e *regex.Expr, i int) set {
	if m.err != nil {
		return nil
	}
	if out, ok := m.memo[place{e, i}]; ok {
		return out
	}
	if m.steps += len(m.text) + 1; m.steps > MaxSteps {
		m.err = ErrSteps
		return nil
	}
	out := set{}
	here := set{i: true}
	switch e.Op {
	case regex.OpEmpty:
	case regex.OpEpsilon:
		out = here
	case regex.OpClass:
		within := func(r regex.Range) bool { return r.Lo <= m.text[i] && m.text[i] <= r.Hi }
		if i < len(m.text) && slices.ContainsFunc(e.Class, within) {
			out[i+1] = true
		}
	case regex.OpBegin:
		if i == 0 {
			out = here
		}
	case regex.OpEnd:
		if i == len(m.text) {
			out = here
		}
	case regex.OpBoundary:
		if m.wordAt(i-1) != m.wordAt(i) {
			out = here
		}
	case regex.OpComplement:
		inside := m.ends(e.Args[0], i)
		for j := i; j <= len(m.text); j++ {
			if !inside[j] {
				out[j] = true
			}
		}
	case regex.OpIntersect:
		out = m.union(out, m.ends(e.Args[0], i))
		for _, arg := range e.Args[1:] {
			inside := m.ends(arg, i)
			maps.DeleteFunc(out, func(j int, _ bool) bool { return !inside[j] })
		}
	case regex.OpConcat:
		out = here
		for _, arg := range e.Args {
			out = m.after(arg, out)
		}
	case regex.OpAlternate:
		for _, arg := range e.Args {
			out = m.union(out, m.ends(arg, i))
		}
	case regex.OpStar:
		out = m.times(e.Args[0], here, 0, -1)
	case regex.OpPlus:
		out = m.times(e.Args[0], here, 1, -1)
	case regex.OpOptional:
		out = m.times(e.Args[0], here, 0, 1)
	case regex.OpRepeat:
		out = m.times(e.Args[0], here, e.Min, e.Max)
	default:
		m.err = fmt.Errorf("check: expression with operator %d", e.Op)
	}
	m.memo[place{e, i}] = out
	return out
}

// after returns the positions at which a match of e can end if it starts at a
// position in from.
func (m *matching) after(e *regex.Expr, from set) set {
	out := set{}
	for i := range from {
		out = m.union(out, m.ends(e, i))
	}
	return out
}

// times returns the positions at which low to high consecutive matches of e can
// end. If high is -1, there is no upper bound. It stops when a further match reaches
// no new position.
func (m *matching) times(e *regex.Expr, from set, low, high int) set {
	for range low {
		if m.steps += len(from) + 1; m.steps > MaxSteps {
			m.err = ErrSteps
			return nil
		}
		from = m.after(e, from)
	}
	out := m.union(set{}, from)
	for n := low; n != high && len(from) > 0; n++ {
		fresh := set{}
		for j := range m.after(e, from) {
			if !out[j] {
				out[j], fresh[j] = true, true
			}
		}
		from = fresh
	}
	return out
}

func (m *matching) union(into, from set) set {
	m.steps += len(from)
	for i := range from {
		into[i] = true
	}
	return into
}

// wordAt reports whether a word character is at position i.
func (m *matching) wordAt(i int) bool {
	if i < 0 || i >= len(m.text) {
		return false
	}
	r := m.text[i]
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}
