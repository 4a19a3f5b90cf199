package report

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
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
		if r.Formalism == record.Regex {
			return diagnoseRegex(r.FS, r.FSOut)
		}
		return diagnoseFormula(r.FS, r.FSOut)
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

func diagnoseFormula(fs, back string) string {
	a, errA := logic.Parse(fs, logic.Options{})
	b, errB := logic.Parse(back, logic.Options{})
	if errA != nil || errB != nil {
		return "other"
	}
	x, y := a.Counts(), b.Counts()
	switch {
	case !slices.Equal(namesOf(a), namesOf(b)):
		return "other names"
	case x.Quantifiers != y.Quantifiers:
		return "other quantifiers"
	case x.Not != y.Not:
		return "other negations"
	case x.Predicates != y.Predicates || x.Propositions != y.Propositions || x.Equalities != y.Equalities:
		return "other number of atoms"
	case x.And != y.And || x.Or != y.Or || x.Xor != y.Xor || x.Implies != y.Implies || x.Iff != y.Iff:
		return "other connectives"
	}
	return "other order or grouping"
}

// namesOf lists the free names of a formula, sorted.
func namesOf(f *logic.Formula) []string {
	s := f.Signature(false)
	var names []string
	for _, name := range slices.Concat(s.Propositions, s.Constants) {
		names = append(names, logic.Fold(name))
	}
	for _, symbol := range slices.Concat(s.Predicates, s.Functions) {
		names = append(names, logic.Fold(symbol.Name))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func diagnoseRegex(fs, back string) string {
	a, errA := regex.Parse(fs, regex.Options{})
	b, errB := regex.Parse(back, regex.Options{})
	if errA != nil || errB != nil {
		return "other"
	}
	stars := func(e *regex.Expr) int { return strings.Count(e.String(), "*") }
	letters := func(e *regex.Expr) string {
		all := []rune(strings.Map(func(r rune) rune {
			if strings.ContainsRune("*()|+?", r) {
				return -1
			}
			return r
		}, e.String()))
		slices.Sort(all)
		return string(slices.Compact(all))
	}
	switch {
	case letters(a) != letters(b):
		return "other names"
	case stars(a) != stars(b):
		return "other number of stars"
	}
	return "other order or grouping"
}
