package report

import (
	"strings"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
)

// diagnose describes a row in a few words: by the column diagnosis if verify --diagnose has
// written it, and else by the verdict. Answers of rank and reason are described by
// metrics.AnswerOf.
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
		return strings.TrimSuffix("not equivalent: "+string(r.Relation), ": ")
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
