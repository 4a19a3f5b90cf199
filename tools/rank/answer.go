package rank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/tools/perturb"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

// stageName is the stage of this program's errors and conversations.
const stageName = "rank"

// The fields that rows get, besides the answer, the scores and their chances.
const (
	fieldTask = "task"
	fieldForm = "form"
	fieldTies = "ties"

	fieldInstruction          = "instruction"           // before the sentence
	fieldCandidateInstruction = "candidate_instruction" // before each candidate
)

// A question is the data of a prompt.
type question struct {
	Sentence, Form string
	Candidates     []string // in the order shown
	Glossary       []string
	prompt.Fields
}

// A set is the part of a row that describes its candidates.
type set struct {
	task  perturb.Task
	texts []string // texts of the candidates, in the form of --form
	roles []string
	order []int // indexes in the order shown
	kinds []metrics.RoleKind
	sizes metrics.Candidates
}

// process asks the model about one row and scores the answer.
func (j *job) process(ctx context.Context, row *record.Row) error {
	if !j.clear(row) {
		return nil
	}
	s, err := j.read(row)
	if err != nil {
		row.Error = &record.Error{Stage: stageName, Kind: "missing", Message: err.Error()}
		return nil
	}
	answer := j.chat
	if j.embedding {
		answer = j.compare
	}
	shown, class, err := answer(ctx, row, s)
	if err != nil {
		return err
	}
	row.SetValue(fieldTask, s.task)
	row.SetValue(fieldForm, j.form)
	for _, score := range metrics.RankScoresOf(string(s.task)) {
		row.SetValue("chance_"+string(score), s.sizes.Chance(score))
	}
	if row.Error == nil {
		s.score(row, shown, class)
	}
	return nil
}

// read reads the candidates of a row. The error says what is missing.
func (j *job) read(row *record.Row) (*set, error) {
	s := &set{task: j.task}
	if s.task == "" {
		name, _ := row.Text(fieldTask)
		var err error
		if s.task, err = parseTask(name); err != nil {
			return nil, err
		}
	}
	field := "candidates"
	if j.form == models.NL {
		field = "candidates_nl"
	}
	for name, to := range map[string]any{field: &s.texts, "roles": &s.roles, "order": &s.order} {
		v, ok := row.ExtraField(name)
		if !ok || json.Unmarshal(v, to) != nil {
			return nil, fmt.Errorf("%s: found none, expected the list that perturb writes", name)
		}
	}
	seen := map[int]bool{}
	for _, i := range s.order {
		if i < 0 || i >= len(s.texts) || seen[i] {
			return nil, fmt.Errorf("order: found %d, expected each index of the %d candidates once", i, len(s.texts))
		}
		seen[i] = true
	}
	switch {
	case len(s.texts) == 0 || len(s.roles) != len(s.texts) || len(s.order) != len(s.texts):
		return nil, fmt.Errorf("%s: found %d with %d roles and an order of %d, expected as many", field, len(s.texts), len(s.roles), len(s.order))
	case strings.TrimSpace(row.NL) == "":
		return nil, errors.New("nl: found none, expected the sentence to compare with")
	}
	s.kinds, s.sizes = metrics.CountRoles(s.roles)
	return s, nil
}

// chat asks a chat model. The answer consists of places in the order shown.
func (j *job) chat(ctx context.Context, row *record.Row, s *set) ([]int, stage.Class, error) {
	q := question{Sentence: row.NL, Form: j.form, Fields: prompt.FieldsOf(row)}
	for _, i := range s.order {
		q.Candidates = append(q.Candidates, s.texts[i])
	}
	if j.form == models.FOL {
		q.Glossary = glossary(row.Vocabulary)
	}
	messages, err := j.wordings[s.task].Messages(q)
	if err != nil {
		return nil, "", err
	}
	reply, ok, err := j.askers[s.task].Ask(ctx, row, messages, string(s.task)+"/"+j.form)
	if err != nil || !ok {
		return nil, "", err
	}
	answer, class := stage.Numbers(reply, len(s.texts), s.task == perturb.Ranking)
	return answer, class, nil
}

// glossary describes the symbols of a vocabulary, a line each.
func glossary(v *record.Vocabulary) []string {
	if v == nil {
		return nil
	}
	var lines []string
	for _, p := range v.Predicates {
		if p.Positive == "" {
			continue
		}
		names := make([]string, strings.Count(p.Positive, ontology.Hole)) // the arity may be anything
		text := p.Positive
		for i := range names {
			names[i] = fmt.Sprintf("x%d", i+1)
			text = strings.Replace(text, ontology.Hole, names[i], 1)
		}
		lines = append(lines, fmt.Sprintf("%s(%s): %s", p.Name, strings.Join(names, ", "), text))
	}
	for _, m := range v.Meanings {
		lines = append(lines, m.Symbol+": "+m.Meaning)
	}
	return lines
}

// compare ranks by the similarity of embeddings. Equal candidates keep the order shown.
// ties counts candidates as near as the one before; for most-similar, as the nearest.
func (j *job) compare(ctx context.Context, row *record.Row, s *set) ([]int, stage.Class, error) {
	texts := []string{j.instruction + row.NL}
	for _, i := range s.order {
		texts = append(texts, j.candidateInstruction+s.texts[i])
	}
	vectors, err := j.askers[s.task].Embed(ctx, row, texts)
	for name, text := range map[string]string{fieldInstruction: j.instruction, fieldCandidateInstruction: j.candidateInstruction} {
		if text != "" {
			row.SetValue(name, text)
		}
	}
	if err != nil || vectors == nil {
		return nil, "", err
	}
	near := make([]float64, len(s.order))
	places := make([]int, len(s.order))
	for k := range near {
		near[k], places[k] = translate.Cosine(vectors[0], vectors[k+1]), k
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(near[b], near[a]) })
	ties := 0
	for k := 1; k < len(places); k++ {
		if near[places[k]] == near[places[k-1]] && (s.task == perturb.Ranking || near[places[k]] == near[places[0]]) {
			ties++
		}
	}
	row.SetValue(fieldTies, ties)
	if s.task == perturb.MostSimilar {
		places = places[:1]
	}
	return places, stage.Answered, nil
}

// score writes the answer and its scores, which are 0 without a valid answer.
func (s *set) score(row *record.Row, shown []int, class stage.Class) {
	row.SetValue(stage.FieldClass, class)
	answer := make([]int, len(shown))
	for i, place := range shown {
		answer[i] = s.order[place]
	}
	var values map[metrics.RankScore]bool
	switch {
	case class != stage.Answered:
	case s.task == perturb.MostSimilar:
		row.SetValue(stage.FieldAnswer, answer[0])
		values = map[metrics.RankScore]bool{metrics.MostSimilar: s.kinds[answer[0]] == metrics.Same}
	default:
		row.SetValue(stage.FieldAnswer, answer)
		values = metrics.ScoreOrder(s.kinds, answer)
	}
	for _, score := range metrics.RankScoresOf(string(s.task)) {
		points := 0
		if values[score] {
			points = 1
		}
		row.SetValue("score_"+string(score), points)
	}
}

// parseTask reads a task of rank. perturb has one more task, for judges.
func parseTask(name string) (perturb.Task, error) {
	if task := perturb.Task(name); task == perturb.MostSimilar || task == perturb.Ranking {
		return task, nil
	}
	return "", fmt.Errorf("task %q: expected %s or %s", name, perturb.MostSimilar, perturb.Ranking)
}

// clear removes what an earlier run left in the row. It returns false if the row
// must not change.
func (j *job) clear(row *record.Row) bool {
	if !j.askers[perturb.Ranking].Clear(row) {
		return false
	}
	for _, name := range []string{fieldForm, stage.FieldAnswer, stage.FieldClass, fieldTies, fieldInstruction, fieldCandidateInstruction} {
		row.DeleteExtra(name)
	}
	for _, score := range []metrics.RankScore{metrics.MostSimilar, metrics.Eq, metrics.Neg, metrics.Both} {
		row.DeleteExtra("score_" + string(score))
		row.DeleteExtra("chance_" + string(score))
	}
	return true
}
