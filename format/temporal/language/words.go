package language

import (
	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/temporal"
)

// reserved are the words that cannot be names.
var reserved = english.Reserved(`
	always never eventually sooner henceforth forever globally until up including step steps later next after
	from now in which happen happens may previous before last one times time points point`)

// A moment is a temporal operator of one operand, with the English before or behind this
// operand: first alone, then in the scope of another temporal operator.
type moment struct {
	op     temporal.Op
	phrase [2]string
}

// moments has longer phrases before those with which they begin.
var moments = []moment{
	{temporal.OpWeakNext, [2]string{"at the next step if there is one", "at the step after that if there is one"}},
	{temporal.OpNext, [2]string{"at the next step", "at the step after that"}},
	{temporal.OpWeakYesterday, [2]string{"at the previous step if there is one", "at the step before that if there is one"}},
	{temporal.OpYesterday, [2]string{"at the previous step", "at the step before that"}},
	{temporal.OpHistorically, [2]string{"at every step up to now", "at every step up to then"}},
	{temporal.OpOnce, [2]string{"at some step up to now", "at some step up to then"}},
	{temporal.OpGlobally, [2]string{"at every step", "at every step from then on"}},
	{temporal.OpFinally, [2]string{"at some step", "at some step from then on"}},
}

// An until is a pair of temporal operators of two operands: a statement that holds until an
// event, or since an event. The event is the second operand of U, W and S, and the first one
// of M, R and T. S is only strong, and T is only weak.
type until struct {
	strong, weak temporal.Op // 0: none
	phrase       string      // between the statement and the event
}

var untils = []until{
	{temporal.OpUntil, temporal.OpWeakUntil, "until"},
	{temporal.OpStrongRelease, temporal.OpRelease, "up to and including the first step at which"},
	{temporal.OpSince, 0, "after the last step at which"},
	{0, temporal.OpTriggered, "from and including the last step at which"},
}

// The phrases behind the event say whether it happens.
const (
	happens   = "which does happen"
	mayHappen = "which may never happen"
)
