package language

import (
	"testing"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formattest"
)

// Whatever the text, the reader gives a *syntax.Error with a position in it, or an expression
// that is described and read back as itself.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"A matching string consists of zero or more repetitions of part A, then two 0s. Part A consists of a 1, then optionally an “e”.",
		"A matching string consists of either a 0 or a block of two 1s followed by nothing.",
		"A matching string consists of one or more repetitions of either part A or a block of a 0 followed by an “e”. Part A consists of nothing.",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Brics.Formalize(english.English(), text)
		if err != nil {
			formattest.ReadError(t, text, err)
			return
		}
		checkTree(t, expression(e))
	})
}
