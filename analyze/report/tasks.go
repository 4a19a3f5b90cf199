package report

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// sets counts candidate sets of perturb that no model has answered. chance has the
// sums of the probabilities that a random answer has a score.
type sets struct {
	sets, candidates, same, denied, other, faulty int64
	chance                                        map[metrics.RankScore]float64
}

// newSets groups candidate sets by dataset and task.
func newSets() *metrics.Groups[sets] {
	return metrics.NewGroups(metrics.By("dataset", "task"), false, func() *sets { return &sets{chance: map[metrics.RankScore]float64{}} })
}

func (s *sets) add(r *record.Row) {
	s.sets++
	var candidates, faults []json.RawMessage
	var roles []string
	if v, ok := r.ExtraField("candidates"); ok && json.Unmarshal(v, &candidates) == nil {
		s.candidates += int64(len(candidates))
	}
	if v, ok := r.ExtraField("faults"); ok && json.Unmarshal(v, &faults) == nil && len(faults) > 0 {
		s.faulty++
	}
	if v, ok := r.ExtraField("roles"); !ok || json.Unmarshal(v, &roles) != nil {
		roles = nil
	}
	_, sizes := metrics.CountRoles(roles)
	s.same += int64(sizes[metrics.Same])
	s.other += int64(sizes[metrics.Other])
	s.denied += int64(sizes[metrics.Denied])
	task, _ := r.Text("task")
	for _, score := range metrics.RankScoresOf(task) {
		s.chance[score] += sizes.Chance(score)
	}
}

// setTable has a line for each group of sets. same counts the originals and their
// equivalents. The columns of chance are means over the sets.
func setTable(groups *metrics.Groups[sets]) *table.Table {
	scores := []metrics.RankScore{metrics.MostSimilar, metrics.Eq, metrics.Neg, metrics.Both}
	columns := table.Ints("sets", "candidates", "same", "perturbed", "negated", "faulty_sets")
	for _, score := range scores {
		columns = append(columns, table.Floats("chance_"+score.String())...)
	}
	return groups.Table(columns, func(s *sets) [][]any {
		line := []any{s.sets, s.candidates, s.same, s.other, s.denied, s.faulty}
		for _, score := range scores {
			var mean any
			if sum, ok := s.chance[score]; ok {
				mean = sum / float64(s.sets)
			}
			line = append(line, mean)
		}
		return [][]any{line}
	})
}

// entailed counts rows with premises and a conclusion by verdict, and compares their
// labels with the verdicts.
type entailed struct {
	rows     int64
	verdicts map[record.Verdict]int64

	labels, agree, differ int64
}

// newEntailed groups rows with premises and a conclusion by dataset and model.
func newEntailed() *metrics.Groups[entailed] {
	return metrics.NewGroups(metrics.By("dataset", "model"), false, func() *entailed { return &entailed{verdicts: map[record.Verdict]int64{}} })
}

func (e *entailed) add(r *record.Row) {
	e.rows++
	e.verdicts[r.Verdict]++
	text, _ := r.Text("label")
	label, proved := truthOf(text), ""
	if r.Verdict != record.Unknown { // no answer, but the label Unknown is one
		proved = truthOf(string(r.Verdict))
	}
	if label == "" {
		return
	}
	e.labels++
	switch proved {
	case "":
	case label:
		e.agree++
	default:
		e.differ++
	}
}

// entailmentVerdicts are the columns of the verdicts, in order; "" is the column of rows
// without a verdict.
var entailmentVerdicts = []record.Verdict{record.Entailed, record.Refuted, record.Uncertain, record.Unknown, record.Noncompliant, record.Unverifiable, ""}

func entailedTable(groups *metrics.Groups[entailed]) *table.Table {
	columns := slices.Concat(table.Ints("rows", "true", "false", "uncertain", "unknown", "noncompliant", "error", "not_verified"),
		table.Ints("labels", "label_agrees", "label_differs"), table.Floats("agreement"))
	return groups.Table(columns, func(e *entailed) [][]any {
		line := []any{e.rows}
		for _, v := range entailmentVerdicts {
			line = append(line, e.verdicts[v])
		}
		var share any
		if n := e.agree + e.differ; n > 0 {
			share = float64(e.agree) / float64(n)
		}
		return [][]any{append(line, e.labels, e.agree, e.differ, share)}
	})
}

// truthOf returns a label or verdict as "true", "false" or "uncertain"; "" for others.
func truthOf(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "unknown" { // FOLIO's label for uncertain
		text = "uncertain"
	}
	if !slices.Contains([]string{"true", "false", "uncertain"}, text) {
		return ""
	}
	return text
}
