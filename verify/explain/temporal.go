package explain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

var ofTemporal = language{
	part: func(a, b formalism.Tree, fold func(string) string) (pa, pb formalism.Tree) {
		if x, y := temporalPart(a.(*temporal.Formula), b.(*temporal.Formula), fold); x != nil {
			return x, y
		}
		return nil, nil
	},
	key: func(t formalism.Tree, fold func(string) string) string {
		return temporalKey(t.(*temporal.Formula), fold)
	},
	kind:    verify.KindWord,
	witness: wordInWords,
}

// temporalKey returns a text of f with sorted operands of symmetric operators.
func temporalKey(f *temporal.Formula, fold func(string) string) string {
	args := make([]string, len(f.Args))
	for i, g := range f.Args {
		args[i] = temporalKey(g, fold)
	}
	switch f.Op {
	case temporal.OpAnd, temporal.OpOr, temporal.OpXor, temporal.OpIff:
		slices.Sort(args)
	}
	name := f.Name
	if fold != nil {
		name = fold(name)
	}
	return "(" + f.Op.Letter() + strconv.Quote(name) + strings.Join(args, " ") + ")"
}

// temporalPart returns the smallest part of a and of b in which the two trees differ, or
// nil if they differ only in the order of operands. It compares operands in the same
// position. If more than one differs, the two nodes are the result.
func temporalPart(a, b *temporal.Formula, fold func(string) string) (pa, pb *temporal.Formula) {
	if temporalKey(a, fold) == temporalKey(b, fold) {
		return nil, nil
	}
	for a.Op == b.Op && len(a.Args) == len(b.Args) {
		var differ []int
		for i := range a.Args {
			if temporalKey(a.Args[i], fold) != temporalKey(b.Args[i], fold) {
				differ = append(differ, i)
			}
		}
		if len(differ) != 1 {
			break
		}
		a, b = a.Args[differ[0]], b.Args[differ[0]]
	}
	return a, b
}

// wordInWords describes the word of a witness, step by step.
func wordInWords(content json.RawMessage) string {
	var w check.Word
	if err := json.Unmarshal(content, &w); err != nil {
		return string(content)
	}
	var out []string
	for _, part := range [][]map[string]bool{w.Prefix, w.Loop, w.Trace} {
		for _, step := range part {
			out = append(out, fmt.Sprintf("step %d: %s", len(out), stepInWords(step)))
		}
	}
	last, back := len(out)-1, len(w.Prefix)
	switch {
	case len(w.Trace) > 0:
		out[last] = fmt.Sprintf("step %d, the last: %s", last, stepInWords(w.Trace[last]))
	case len(w.Loop) == 1:
		out[last] = fmt.Sprintf("step %d and all later steps: %s", last, stepInWords(w.Loop[0]))
	case len(w.Loop) > 1:
		out = append(out, fmt.Sprintf("then steps %d to %d again, forever", back, last))
	}
	return strings.Join(out, "; ")
}

func stepInWords(step map[string]bool) string {
	if len(step) == 0 {
		return "any values"
	}
	return assignment(step)
}
