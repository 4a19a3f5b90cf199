package language

import (
	"testing"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
)

// Whatever the text, the reader gives a *syntax.Error with a position in it, or a
// formula. One that parses is described and read back as itself.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"p1 is true, or both p2 is true and p3 is false.",
		"For every x1, there is some x2 such that pred8 holds of x1 and x1, or pred6 does not hold of x1.",
		"All three of the following hold: first, p1 is true; second, claim A does not hold; third, it is not the case that p2 is false. Claim A says that if “not” is true, then either p1 is true or p2 is true, but not both.",
		"at least one of the following two holds: first, “none” is false; second, for all x, y and z, x equals the f of both y and z",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := FirstOrder.Formalize(english.English(), text)
		if err != nil {
			formattest.ReadError(t, text, err)
			return
		}
		tree, err := logic.Parse(read.String(), logic.Options{})
		if err != nil {
			return // a name that formulas cannot hold, such as one with a space
		}
		checkFormula(t, tree)
	})
}
