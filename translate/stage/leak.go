package stage

import (
	"fmt"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// OnLeak is what happens to a row with a leak. nl_leak and nl_leak_kind are
// always set.
type OnLeak string

// The possible reactions.
const (
	KeepLeak  OnLeak = "keep"  // the row continues like any other
	MarkLeak  OnLeak = "mark"  // the leak becomes the row's error: no later calls
	RetryLeak OnLeak = "retry" // the model is asked again, up to LeakRetries times; the last description counts
)

// ParseOnLeak reads an OnLeak; the error lists the valid ones.
func ParseOnLeak(s string) (OnLeak, error) {
	switch o := OnLeak(s); o {
	case KeepLeak, MarkLeak, RetryLeak:
		return o, nil
	}
	return "", fmt.Errorf("%q: expected keep, mark or retry", s)
}

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
