package convert

import (
	"errors"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// maxMends bounds the repairs of one formula.
const maxMends = 8

// mend repairs unambiguous faults of published formulas: an extra closing bracket,
// missing closing brackets at the end, a comma instead of ∧, a space within a name.
// It repairs the text where the parser stops, until the text parses; otherwise it
// returns the text unchanged.
func mend(text string) string {
	mended := text
	for range maxMends {
		_, err := logic.Parse(mended, logic.Options{})
		var fault *logic.SyntaxError
		if err == nil {
			return mended
		}
		if !errors.As(err, &fault) {
			return text
		}
		before, at := mended[:fault.Offset], mended[fault.Offset:]
		switch {
		case strings.HasPrefix(fault.Found, "a surplus"):
			mended = before + at[1:]
		case at == "" && strings.Contains(fault.Expected, `")"`):
			mended = before + ")"
		case strings.HasPrefix(at, ",") && strings.Contains(fault.Expected, "operator"):
			mended = before + " ∧" + at[1:]
		case strings.HasSuffix(before, " ") && strings.Contains(fault.Expected, `","`) && at != "":
			mended = strings.TrimRight(before, " ") + at
		default:
			return text
		}
	}
	return text
}

// mend repairs the formulas of an example and keeps the published text of those
// that it changed.
func (e *example) mend() {
	was := map[string]string{}
	fix := func(s string) string {
		m := mend(s)
		if m != s {
			was[m] = s
		}
		return m
	}
	for i, s := range e.premise {
		e.premise[i] = fix(s)
	}
	if e.formula != "" {
		e.formula = fix(e.formula)
	}
	e.was = was
}
