package metrics

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Selective measures selective prediction: how well a score tells right answers from wrong
// ones, and how accurate the answers with a high score are. It keeps the score of each row.
// It is not safe for use by several goroutines.
type Selective struct {
	*Groups[scoredAnswers]
	of   Key
	sign float64
	rows int64 // with a score and a verdict
}

// scoredAnswers are the answers of a group.
type scoredAnswers struct {
	answers   []stats.Answer
	halves    []bool // whether the answer is in the calibration half
	questions map[string]int
	abstained int64
}

// NewSelective makes an empty measurement of a column, such as agreement. Low values are
// good in semantic_entropy, and in a column with :low after its name.
func NewSelective(keys []Key, column string) *Selective {
	name, low := strings.CutSuffix(column, ":low")
	s := &Selective{of: Key{Column: name}, sign: 1}
	if low || name == "semantic_entropy" {
		s.sign = -1
	}
	s.Groups = NewGroups[scoredAnswers](keys, false)
	return s
}

// Columns lists the columns that Add reads, each once.
func (s *Selective) Columns() []string {
	return read(append(slices.Clone(s.keys), s.of), "id", "nl", "verdict", "outcome", "label")
}

// Add counts one row, and reports whether it has a score and a verdict, or vote abstained on
// it. Rows on which vote abstained are counted apart. An unknown verdict counts as wrong.
func (s *Selective) Add(r *record.Row) bool {
	score, ok := s.of.number(r)
	if r.Outcome == record.Abstained {
		s.Groups.Add(r, func(c *scoredAnswers) { c.abstained++ })
		return true
	}
	if !ok || r.Verdict == "" {
		return false
	}
	s.rows++
	question := cmp.Or(r.ID, r.NL, strconv.FormatInt(s.rows, 10)) // a row without a name is a question
	s.Groups.Add(r, func(c *scoredAnswers) {
		number, known := c.questions[question]
		if c.questions == nil {
			c.questions = map[string]int{}
		}
		if !known {
			number = len(c.answers)
			c.questions[strings.Clone(question)] = number
		}
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(question))
		c.answers = append(c.answers, stats.Answer{Score: s.sign * score, Right: isRight(r), Question: number})
		c.halves = append(c.halves, hash.Sum64()>>32&1 == 0)
	})
	return true
}

// Answers returns the number of rows with a score and a verdict.
func (s *Selective) Answers() int64 { return s.rows }

// isRight reports whether a row is right: its formulas are equivalent, or its verdict on an
// argument is the label.
func isRight(r *record.Row) bool {
	switch r.Verdict {
	case record.Entailed, record.Refuted, record.Uncertain:
		label, _ := r.Text("label")
		return strings.EqualFold(label, string(r.Verdict))
	}
	return r.Verdict == record.Equivalent
}

// Table has a line for each group. AUROC has an interval in which the questions are the
// clusters. accuracy_half is the accuracy of the half of the answers with the highest
// scores. threshold is the lowest score that gives the accuracy target with the confidence
// level, on a half of the questions; coverage and accuracy_kept are of the answers of the
// other half that reach it.
func (s *Selective) Table(target, level float64) *table.Table {
	columns := slices.Concat(table.Ints("answers", "questions", "abstained"),
		table.Floats("accuracy", "auroc", "auroc_low", "auroc_high", "aurc", "excess_aurc", "accuracy_half", "threshold", "coverage", "accuracy_kept"))
	return s.Groups.Table(columns, func(c *scoredAnswers) [][]any {
		line := []any{int64(len(c.answers)), int64(len(c.questions)), c.abstained}
		if len(c.answers) == 0 {
			return [][]any{append(line, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil)}
		}
		auroc, low, high := stats.AUROC(c.answers, level)
		curve, aurc, excess := stats.RiskCoverage(c.answers)
		for _, x := range []float64{curve[len(curve)-1].Accuracy, auroc, low, high, aurc, excess, stats.AccuracyAt(curve, 0.5)} {
			line = append(line, x)
		}
		return [][]any{append(line, c.kept(s.sign, target, level)...)}
	})
}

// kept returns the threshold, and the coverage and accuracy that it has.
func (c *scoredAnswers) kept(sign, target, level float64) []any {
	var calibration []stats.Answer
	seen := map[int]bool{}
	for i, a := range c.answers {
		if c.halves[i] && !seen[a.Question] { // one answer a question
			calibration, seen[a.Question] = append(calibration, a), true
		}
	}
	threshold, ok := stats.Threshold(calibration, target, level)
	if !ok {
		return []any{nil, nil, nil}
	}
	n, kept, right := 0.0, 0.0, 0.0
	for i, a := range c.answers {
		if c.halves[i] {
			continue
		}
		n++
		if a.Score >= threshold {
			kept++
			if a.Right {
				right++
			}
		}
	}
	return []any{sign * threshold, kept / n, right / kept}
}

// Curve has a line for each group and score: the share of the answers whose score is at
// least as good (coverage), and their accuracy.
func (s *Selective) Curve() *table.Table {
	return s.Groups.Table(table.Floats("coverage", "accuracy", "score"), func(c *scoredAnswers) (lines [][]any) {
		curve, _, _ := stats.RiskCoverage(c.answers)
		for _, p := range curve {
			lines = append(lines, []any{p.Coverage, p.Accuracy, s.sign * p.Score})
		}
		return lines
	})
}
