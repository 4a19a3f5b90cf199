package metrics

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// Suspicions finds formulas that no model gets right in any run. Such a formula may be
// wrong itself, as appendix I of "Do LLMs Really Struggle at NL-FOL Translation?" (AAAI
// 2026) shows for FOLIO: the authors examined the instances that two models got wrong
// with every seed.
//
// A formula is suspicious if at least one answer is refuted, and all others are refuted
// or do not parse. One right or unknown answer clears it. Rows without an answer are
// ignored. Memory grows with the formulas that are not cleared and their answers. It is
// not safe for use by several goroutines.
type Suspicions struct{ *Groups[suspect] }

// suspect holds the wrong answers to one formula.
type suspect struct {
	cleared       bool
	fs, nl        string // nl is "" if the rows differ in it
	rows, refuted int64
	models, runs  map[string]bool
	answers       map[string]*wrongAnswer
}

// A wrongAnswer counts how often a wrong answer occurs.
type wrongAnswer struct {
	n        int64
	relation record.Relation
}

// NewSuspicions makes an empty set.
func NewSuspicions() *Suspicions {
	fresh := func() *suspect {
		return &suspect{models: map[string]bool{}, runs: map[string]bool{}, answers: map[string]*wrongAnswer{}}
	}
	return &Suspicions{NewGroups(By("dataset", "id"), false, fresh)}
}

// Columns lists the columns that Add reads, each once.
func (s *Suspicions) Columns() []string {
	return read(s.keys, "fs", "fs_out", "nl", "model", "run", "sample", "verdict", "relation", "outcome", "nl_leak", "formalism")
}

// Add counts one row. Rows without an id are ignored.
func (s *Suspicions) Add(r *record.Row) {
	class := classes[r.Verdict]
	if r.ID == "" || class == Rows || class == Entailment {
		return
	}
	s.Groups.Add(r, func(f *suspect) { f.add(r, class) })
}

func (f *suspect) add(r *record.Row, class Count) {
	if f.cleared || class == Equivalent || class == Unknown {
		*f = suspect{cleared: true}
		return
	}
	if f.rows == 0 {
		f.fs, f.nl = strings.Clone(r.FS), strings.Clone(r.NL)
	} else if f.nl != r.NL {
		f.nl = ""
	}
	f.rows++
	f.models[strings.Clone(r.Model)] = true
	run, _ := textOf(r, "run")
	f.runs[strings.Clone(run)] = true
	if class != NotEquivalent {
		return
	}
	f.refuted++
	answer := of(f.answers, written(r))
	answer.n++
	answer.relation = r.Relation
}

// written returns an answer in one notation, so that answers that differ only in
// notation are counted together.
func written(r *record.Row) string {
	return formalism.Normal(formalism.OrLogic(r), r.FSOut)
}

// Table has a line for each suspicious formula. It is sorted by the columns models,
// same_answer and rows, the largest first.
//
//	rows, models, runs  that got it wrong
//	noncompliant        rows whose answer does not parse
//	answer              the commonest wrong answer; of equally common ones, the first
//	                    in the order of their characters
//	same_answer         rows with this answer
//	relation            of this answer to fs
func (s *Suspicions) Table() *table.Table {
	t := &table.Table{Columns: slices.Concat(table.Strings("dataset", "id"), table.Ints("models", "runs", "rows", "noncompliant", "same_answer"),
		table.Strings("relation", "fs", "answer", "nl"))}
	for key, f := range s.Sorted() {
		if f.cleared || f.refuted == 0 {
			continue
		}
		commonest := slices.MinFunc(slices.Sorted(maps.Keys(f.answers)), func(a, b string) int { return cmp.Compare(f.answers[b].n, f.answers[a].n) })
		answer := f.answers[commonest]
		t.Rows = append(t.Rows, []any{
			key[0], key[1], int64(len(f.models)), int64(len(f.runs)), f.rows, f.rows - f.refuted, answer.n,
			string(answer.relation), f.fs, commonest, f.nl,
		})
	}
	slices.SortStableFunc(t.Rows, func(a, b []any) int {
		number := func(row []any, column string) int64 { return row[t.Place(column)].(int64) }
		return cmp.Or(cmp.Compare(number(b, "models"), number(a, "models")), cmp.Compare(number(b, "same_answer"), number(a, "same_answer")),
			cmp.Compare(number(b, "rows"), number(a, "rows")))
	})
	return t
}
