package convert

import "github.com/truthloop/truthloop/format/logic"

// mend repairs a formula that does not parse, if one reading is sensible, as verify
// --lenient does. It returns the repaired formula, or the text unchanged.
func mend(text string) string {
	if _, err := logic.Parse(text, logic.Options{}); err == nil {
		return text
	}
	f, err := logic.Parse(text, logic.Options{Lenient: true})
	if err != nil {
		return text
	}
	return f.String()
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
