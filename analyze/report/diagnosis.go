package report

import (
	"strings"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// diagnose describes a row in a few words. For a wrong formula it names the first
// difference from the right one: names, quantifiers, the number of negations, of
// atoms or of some connective, or else order and grouping. A wrong formula may have
// further errors. The row's column diagnosis takes precedence. Answers of rank and reason
// are described by metrics.AnswerOf.
func diagnose(r *record.Row, task metrics.Task) string {
	if answer := metrics.AnswerOf(r, task); answer != "" {
		return answer
	}
	if r.Diagnosis != "" {
		return string(r.Diagnosis)
	}
	switch r.Verdict {
	case record.Equivalent, record.Entailed, record.Refuted, record.Uncertain:
		return string(r.Verdict)
	case record.Noncompliant:
		return "does not parse"
	case record.Unknown:
		return strings.TrimSpace("unknown " + r.VerdictReason)
	case record.NotEquivalent:
		return difference(r)
	}
	switch {
	case r.IsMalformed():
		return "malformed row"
	case r.Outcome != "" && r.Outcome != record.OK:
		return "call " + string(r.Outcome)
	case r.Error != nil:
		return "error in " + r.Error.Stage
	case r.Verdict == "":
		return "not verified"
	}
	return "nothing to verify"
}

// difference names the first feature in which the two formulas of a row differ.
func difference(r *record.Row) string {
	f := formalism.OrLogic(r)
	a, errA := formalism.Parse(f, r.FS)
	b, errB := formalism.Parse(f, r.FSOut)
	if errA != nil || errB != nil {
		return "other"
	}
	l, ok := formalism.Of(f).(interface {
		Features(formalism.Tree) []syntax.Feature
	})
	if !ok {
		return "other"
	}
	features := l.Features(b)
	for i, x := range l.Features(a) {
		if x != features[i] {
			return "other " + x.Name
		}
	}
	return "other order or grouping"
}
