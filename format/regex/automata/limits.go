package automata

import (
	"errors"
	"fmt"
)

// ErrLimit reports that an answer would take more work than the Limits allow. Without
// Limits.Done, it depends on the expressions and the limits, not on the machine.
var ErrLimit = errors.New("automaton exceeds the limit")

// Defaults for zero fields of Limits, and fixed limits.
const (
	DefaultStates = 100_000     // deterministic states of one operation
	DefaultSteps  = 100_000_000 // words of bit sets read or written

	maxPositions = 1 << 14 // bounds the table of followers: 34 MB
	maxSetWords  = 1 << 22 // bounds the sets of all states: 34 MB, and 34 MB for their keys
	maxNext      = 1 << 22 // transitions; bounds their table: 17 MB
)

// Limits bound the work of one operation. A zero field means the default.
type Limits struct {
	States int // deterministic states built
	Steps  int // words of bit sets read or written: about a nanosecond each

	// Done ends the operation with ErrLimit once it is closed. It may be nil.
	Done <-chan struct{}
}

// A meter counts down the remaining work of an operation.
type meter struct {
	states, steps int
	full          bool // maxSetWords, maxNext or maxTerms is reached
	done          bool // Done is closed
	calls         int  // number of calls of spent
	limit         Limits
}

func (m *meter) reset(l Limits) {
	if l.States <= 0 {
		l.States = DefaultStates
	}
	if l.Steps <= 0 {
		l.Steps = DefaultSteps
	}
	*m = meter{states: l.States, steps: l.Steps, limit: l}
}

// spent reports whether a limit is exceeded. Every 16th call checks Done.
func (m *meter) spent() bool {
	if m.calls++; m.calls%16 == 0 {
		select {
		case <-m.limit.Done:
			m.done = true
		default:
		}
	}
	return m.steps < 0 || m.states < 0 || m.full || m.done
}

// err returns the error of a spent meter, otherwise nil.
func (m *meter) err() error {
	switch {
	case !m.spent():
		return nil
	case m.full:
		return fmt.Errorf("%w of memory for states and transitions", ErrLimit)
	case m.steps < 0:
		return fmt.Errorf("%w of %d steps", ErrLimit, m.limit.Steps)
	case m.states < 0:
		return fmt.Errorf("%w of %d states", ErrLimit, m.limit.States)
	}
	return fmt.Errorf("%w of time", ErrLimit)
}
