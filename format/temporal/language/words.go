package language

import (
	"maps"
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/temporal"
)

// reserved maps the reserved words of statements about time to their canonical spelling.
var reserved = func() map[string]string {
	words := maps.Clone(english.Reserved)
	for w := range strings.FieldsSeq(`
		always never eventually sooner henceforth forever globally until up including step steps later next after
		from now in which happen happens may`) {
		words[w] = w
	}
	words["times"], words["time"], words["points"], words["point"] = "steps", "step", "steps", "step"
	return words
}()

// A moment is a temporal operator of one operand, with the English before or behind this
// operand: first alone, then in the scope of another temporal operator.
type moment struct {
	op     temporal.Op
	phrase [2]string
}

var moments = []moment{
	{temporal.OpGlobally, [2]string{"at every step", "at every step from then on"}},
	{temporal.OpFinally, [2]string{"at some step", "at some step from then on"}},
	{temporal.OpNext, [2]string{"at the next step", "at the step after that"}},
}

// An until is a pair of temporal operators of two operands: a statement that holds until an
// event. The event is the second operand of U and W, and the first one of M and R.
type until struct {
	strong, weak temporal.Op
	phrase       string // between the statement and the event
}

var untils = []until{
	{temporal.OpUntil, temporal.OpWeakUntil, "until"},
	{temporal.OpStrongRelease, temporal.OpRelease, "up to and including the first step at which"},
}

// The phrases behind the event say whether it happens.
const (
	happens   = "which does happen"
	mayHappen = "which may never happen"
)
