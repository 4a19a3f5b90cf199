package stage

import (
	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// A leaker is a language that finds the leaks of its formulas.
type leaker interface {
	Leak(fs, nl string) english.Leak
}

// FindLeak returns the first leak of fs in nl. A formalism that the programs do not know has
// leaks, too: copies.
func FindLeak(f record.Formalism, fs, nl string) english.Leak {
	if l, ok := formalism.Of(f).(leaker); ok {
		return l.Leak(fs, nl)
	}
	return english.CopyLeak(fs, nl)
}
