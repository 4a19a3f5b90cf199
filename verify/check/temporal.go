package check

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/temporal"
)

// A Word gives a value to propositions at each step. An infinite word (a lasso) has the
// steps of Prefix and then those of Loop forever. A finite word has those of Trace.
// Its JSON form is the witness that users see:
//
//	{"prefix": [{"a": true, "b": false}], "loop": [{"a": false, "b": true}]}
//	{"trace": [{"a": true}]}
type Word struct {
	Prefix []map[string]bool `json:"prefix,omitempty"`
	Loop   []map[string]bool `json:"loop,omitempty"`
	Trace  []map[string]bool `json:"trace,omitempty"`
}

// Steps returns the number of steps that the word lists.
func (w *Word) Steps() int { return len(w.Prefix) + len(w.Loop) + len(w.Trace) }

// String describes the word step by step, for people.
func (w *Word) String() string {
	var out []string
	for _, part := range [][]map[string]bool{w.Prefix, w.Loop, w.Trace} {
		for _, step := range part {
			out = append(out, fmt.Sprintf("step %d: %s", len(out), stepText(step)))
		}
	}
	last, back := len(out)-1, len(w.Prefix)
	switch {
	case len(w.Trace) > 0:
		out[last] = fmt.Sprintf("step %d, the last: %s", last, stepText(w.Trace[last]))
	case len(w.Loop) == 1:
		out[last] = fmt.Sprintf("step %d and all later steps: %s", last, stepText(w.Loop[0]))
	case len(w.Loop) > 1:
		out = append(out, fmt.Sprintf("then steps %d to %d again, forever", back, last))
	}
	return strings.Join(out, "; ")
}

func stepText(step map[string]bool) string {
	if len(step) == 0 {
		return "any values"
	}
	return Assignment(step)
}

// Assignment lists the atoms by name: p3 true, p7 false.
func Assignment(values map[string]bool) string {
	if len(values) == 0 {
		return "always"
	}
	out := make([]string, 0, len(values))
	for _, name := range slices.SortedFunc(maps.Keys(values), logic.CompareNames) {
		out = append(out, fmt.Sprintf("%s %t", name, values[name]))
	}
	return strings.Join(out, ", ")
}

// validate returns an error unless the word is a lasso or finite.
func (w *Word) validate() error {
	if len(w.Trace) == 0 && len(w.Loop) == 0 {
		return errors.New("word: no step in loop or trace")
	}
	if len(w.Trace) > 0 && len(w.Loop)+len(w.Prefix) > 0 {
		return errors.New("word: trace beside prefix or loop")
	}
	return nil
}

// Along evaluates f at the first step of w, by the definition of its operators. At the
// last step of a finite word, X f is false (De Giacomo and Vardi, IJCAI 2013, section
// 2). At the first step, Y f is false and Z f is true. fold maps names that count as equal to one name; nil keeps names apart. The
// error names a proposition that has no value at a step.
func Along(w *Word, f *temporal.Formula, fold func(string) string) (bool, error) {
	if err := w.validate(); err != nil {
		return false, err
	}
	fold = logic.Folding(fold)
	p := path{memo: map[*temporal.Formula][]bool{}, fold: fold}
	for _, part := range [][]map[string]bool{w.Prefix, w.Loop, w.Trace} {
		for _, step := range part {
			values := make(map[string]bool, len(step))
			for name, v := range step {
				if old, twice := values[fold(name)]; twice && old != v {
					return false, fmt.Errorf("word: step %d: two values of %q", len(p.steps), name)
				}
				values[fold(name)] = v
			}
			p.steps = append(p.steps, values)
		}
	}
	p.back = -1
	if loop := p.steps[len(w.Prefix):]; len(w.Loop) > 0 {
		// A formula about earlier steps may have other values in later rounds of the loop.
		// Each level of past operators delays by at most one round the step from which the
		// values repeat: S and T depend on the last round, or keep their value forever.
		for range f.PastDepth() {
			if len(p.steps) > MaxSteps {
				return false, ErrSteps
			}
			p.steps = append(p.steps, loop...)
		}
		p.back = len(p.steps) - len(loop)
	}
	v := p.values(f)
	if p.err != nil {
		return false, p.err
	}
	return v[0], nil
}

// A path evaluates formulas at all steps of a word.
type path struct {
	steps []map[string]bool
	back  int // the step after the last one; -1 if there is none
	fold  func(string) string
	memo  map[*temporal.Formula][]bool
	work  int
	err   error // the first
}

// after returns the step after step i, or -1 if there is none.
func (p *path) after(i int) int {
	if i+1 < len(p.steps) {
		return i + 1
	}
	return p.back
}

// values returns the value of f at each step.
func (p *path) values(f *temporal.Formula) []bool {
	if v, ok := p.memo[f]; ok {
		return v
	}
	v := make([]bool, len(p.steps))
	var args [][]bool
	for _, g := range f.Args {
		args = append(args, p.values(g))
	}
	for i := range v {
		if p.work += len(args) + 1; p.work > MaxSteps && p.err == nil {
			p.err = ErrSteps
		}
		if p.err != nil {
			return v
		}
		v[i] = p.value(f, args, i)
	}
	p.memo[f] = v
	return v
}

// value returns the value of f at step i, where args are the values of its operands.
func (p *path) value(f *temporal.Formula, args [][]bool, i int) bool {
	switch f.Op {
	case temporal.OpTrue:
		return true
	case temporal.OpFalse:
		return false
	case temporal.OpAtom:
		v, ok := p.steps[i][p.fold(f.Name)]
		if !ok && p.err == nil {
			p.err = fmt.Errorf("word: step %d has no value of %q", i, f.Name)
		}
		return v
	case temporal.OpNot:
		return !args[0][i]
	case temporal.OpImplies:
		return !args[0][i] || args[1][i]
	case temporal.OpIff:
		return args[0][i] == args[1][i]
	case temporal.OpAnd, temporal.OpOr, temporal.OpXor:
		n := 0
		for _, a := range args {
			if a[i] {
				n++
			}
		}
		return f.Op == temporal.OpAnd && n == len(args) || f.Op == temporal.OpOr && n > 0 || f.Op == temporal.OpXor && n%2 == 1
	case temporal.OpNext, temporal.OpWeakNext:
		j := p.after(i)
		return j < 0 && f.Op == temporal.OpWeakNext || j >= 0 && args[0][j]
	case temporal.OpYesterday:
		return i > 0 && args[0][i-1]
	case temporal.OpWeakYesterday:
		return i == 0 || args[0][i-1]
	case temporal.OpFinally, temporal.OpOnce:
		return p.until(f.Op, i, func(int) bool { return true }, at(args[0]), false)
	case temporal.OpGlobally, temporal.OpHistorically:
		return p.until(f.Op, i, at(args[0]), func(int) bool { return false }, true)
	case temporal.OpUntil, temporal.OpSince, temporal.OpWeakUntil:
		return p.until(f.Op, i, at(args[0]), at(args[1]), f.Op == temporal.OpWeakUntil)
	case temporal.OpRelease, temporal.OpTriggered, temporal.OpStrongRelease:
		both := func(j int) bool { return args[0][j] && args[1][j] }
		return p.until(f.Op, i, at(args[1]), both, f.Op != temporal.OpStrongRelease)
	}
	p.err = fmt.Errorf("check: formula with operator %d", f.Op)
	return false
}

func at(v []bool) func(int) bool { return func(j int) bool { return v[j] } }

// until reports whether b holds at step i or a later one (for a past operator, an earlier
// one), and a at all steps between. If b holds at none of these steps and a at all of
// them, it returns always. It stops after as many steps as the word lists, since no
// further step is new.
func (p *path) until(op temporal.Op, i int, a, b func(int) bool, always bool) bool {
	for range p.steps {
		if p.work++; p.work > MaxSteps {
			p.err = ErrSteps
			return false
		}
		if b(i) {
			return true
		}
		if !a(i) {
			return false
		}
		if op.IsPast() {
			i--
		} else {
			i = p.after(i)
		}
		if i < 0 {
			break
		}
	}
	return always
}
