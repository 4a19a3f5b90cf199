package metrics

import (
	"slices"

	"github.com/truthloop/truthloop/format/record"
)

// A Task is the question that a row answers. Rates of compliance and accuracy are for
// rows of the loop only.
type Task string

// The tasks.
const (
	Loop     Task = "loop"       // informalize, autoformalize, verify; also rows that are not yet asked about
	Ranked   Task = "rank"       // rank: a choice among candidates, or their order
	Reasoned Task = "reason"     // reason: a question of a benchmark
	Unranked Task = "candidates" // candidates of perturb that rank has not asked about
	Entailed Task = "entailment" // premises and a conclusion that verify has decided, or is to decide
)

// taskColumns lists the columns by which TaskOf recognizes answers of rank and reason.
var taskColumns = []string{"verdict", "benchmark", "form", "task", "answer_class"}

// TaskOf returns the task of a row, by the columns that its program writes.
func TaskOf(r *record.Row) Task {
	_, benchmark := r.Text("benchmark")
	_, answered := r.Text("answer_class")
	pair := r.Verdict == record.Equivalent || r.Verdict == record.NotEquivalent // of formulas
	_, form := r.Text("form")
	_, candidates := r.ExtraField("candidates")
	switch {
	case benchmark && (answered || !pair): // benchmark may also be a column of the user
		return Reasoned
	case form && rankScoresOf(r) != nil:
		return Ranked
	case classes[r.Verdict] == Entailment, r.FS == "" && r.Conclusion != "":
		return Entailed
	case candidates && r.Verdict == "":
		return Unranked
	}
	return Loop
}

// RankScoresOf lists the scores of a task of rank; nil if there is no such task.
func RankScoresOf(task string) []RankScore {
	switch task {
	case "most-similar":
		return []RankScore{MostSimilar}
	case "ranking":
		return []RankScore{Eq, Neg, Both}
	}
	return nil
}

func rankScoresOf(r *record.Row) []RankScore {
	task, _ := r.Text("task")
	return RankScoresOf(task)
}

// answerClass returns the class of an answer of rank or reason; "error" without one.
func answerClass(r *record.Row) string {
	if class, _ := r.Text("answer_class"); class != "" {
		return class
	}
	return "error"
}

// hasPoint reports whether an answer is right by a score.
func hasPoint(r *record.Row, score string) bool {
	points, _ := r.Get("score_" + score)
	return points == int64(1)
}

// AnswerOf describes the answer of a row to rank or reason: "right answer", "wrong
// answer", or the class of an answer that is neither, as in "answer unparsed". It
// returns "" for other tasks, and if the call failed.
func AnswerOf(r *record.Row, task Task) string {
	class := answerClass(r)
	if task != Ranked && task != Reasoned || class == "error" {
		return ""
	}
	scores := []RankScore{"answer"}
	if task == Ranked {
		scores = rankScoresOf(r)
	}
	switch {
	case class != "ok":
		return "answer " + class
	case slices.ContainsFunc(scores, func(s RankScore) bool { return !hasPoint(r, string(s)) }):
		return "wrong answer"
	}
	return "right answer"
}
