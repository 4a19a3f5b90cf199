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
		"A matching string consists of either a 0 or a block of two 1s followed by any character other than “a” to “z” and “_”.",
		"A matching string consists of both between two and three characters each of which is one of 0 and 1 and also anything but the start of the string.",
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
