package language

import (
	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/temporal"
)

// moments are the temporal operators of one operand, with the names of their words before or
// behind this operand: first alone, then in the scope of another temporal operator.
var moments = []struct {
	op   temporal.Op
	name string
}{
	{temporal.OpWeakNext, "weak_next"},
	{temporal.OpNext, "next"},
	{temporal.OpWeakYesterday, "weak_yesterday"},
	{temporal.OpYesterday, "yesterday"},
	{temporal.OpHistorically, "historically"},
	{temporal.OpOnce, "once"},
	{temporal.OpGlobally, "globally"},
	{temporal.OpFinally, "finally"},
}

// An until is a pair of temporal operators of two operands: a statement that holds until an
// event, or since an event. The event is the second operand of U, W and S, and the first one
// of M, R and T. S is only strong, and T is only weak.
type until struct {
	strong, weak temporal.Op // 0: none
	phrase       string      // between the statement and the event
}

// happens returns the phrase behind an event: that it is certain, or that it is not.
func (u until) happens(certain bool) string {
	if u.phrase == "since" || u.phrase == "from" {
		return english.Pick(certain, "happened", "may_have_happened")
	}
	return english.Pick(certain, "happens", "may_happen")
}

// The last phrase may be the beginning of another one, as German "bis".
var untils = []until{
	{temporal.OpStrongRelease, temporal.OpRelease, "upto"},
	{temporal.OpSince, 0, "since"},
	{0, temporal.OpTriggered, "from"},
	{temporal.OpUntil, temporal.OpWeakUntil, "until"},
}
