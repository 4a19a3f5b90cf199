package automata

import (
	"errors"
	"fmt"
)

// ErrLimit says that an answer would cost more than the Limits allow. It
// depends on the expressions and the limits alone, never on the machine.
var ErrLimit = errors.New("automaton exceeds the limit")

// Limits that hold where a Limits says nothing, and always.
const (
	DefaultStates = 100_000     // deterministic states of one operation
	DefaultSteps  = 100_000_000 // words of bit sets read or written

	maxPositions = 1 << 14 // bounds the table of followers: 34 MB
	maxSetWords  = 1 << 22 // bounds the sets of all states: 34 MB, and as much for finding them
	maxNext      = 1 << 22 // transitions; bounds their table: 17 MB
)

// Limits bound the work of one operation. A zero field is the default.
type Limits struct {
	States int // deterministic states built
	Steps  int // words of bit sets read or written: about a nanosecond each
}

// A meter counts down the work that an operation may still do.
type meter struct {
	states, steps int
	full          bool // maxSetWords or maxNext is reached
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

// spent reports whether the work has to end.
func (m *meter) spent() bool { return m.steps < 0 || m.states < 0 || m.full }

// err is the error of a meter that is spent, and nil before that.
func (m *meter) err() error {
	switch {
	case m.full:
		return fmt.Errorf("%w of memory for states and transitions", ErrLimit)
	case m.steps < 0:
		return fmt.Errorf("%w of %d steps", ErrLimit, m.limit.Steps)
	case m.states < 0:
		return fmt.Errorf("%w of %d states", ErrLimit, m.limit.States)
	}
	return nil
}
