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
	"github.com/truthloop/truthloop/gen/perturb"
	"github.com/truthloop/truthloop/tools/internal/survey"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/embed"
)

// stageName is the stage of this program's errors and conversations.
const stageName = "rank"

// The fields that rows are given, beside the answer, the scores and their
// chances.
const (
	fieldTask = "task"
	fieldForm = "form"
	fieldTies = "ties"
)

// A question is what a prompt is made of.
type question struct {
	Sentence, Form string
	Candidates     []string // in the order shown
	Glossary       []string
}

// A set is what is read of a row.
type set struct {
	task  perturb.Task
	texts []string // of the candidates, in the form asked for
	roles []string
	order []int // indexes as they are shown
	kinds []metrics.RoleKind
	sizes metrics.Candidates
}

// process has the model answer about one row, and scores the answer.
func (j *job) process(ctx context.Context, row *record.Row) error {
	if row.Error != nil && row.Error.Stage != stageName {
		return nil
	}
	row.Error = nil
	clearScores(row)
	s, err := j.read(row)
	if err != nil {
		row.Error = &record.Error{Stage: stageName, Kind: "missing", Message: err.Error()}
		return nil
	}
	var shown []int // the answer, as places in the order
	var class ask.Class
	if j.embedder != nil {
		shown, class, err = j.compare(ctx, row, s)
	} else {
		shown, class, err = j.chat(ctx, row, s)
	}
	if err != nil {
		return err
	}
	survey.Set(row, fieldTask, s.task)
	survey.Set(row, fieldForm, j.form)
	for _, score := range scoresOf(s.task) {
		survey.Set(row, "chance_"+score.String(), s.sizes.Chance(score))
	}
	if row.Error == nil {
		s.score(row, shown, class)
	}
	return nil
}

// read takes the candidates from a row. The error says what is missing.
func (j *job) read(row *record.Row) (*set, error) {
	s := &set{task: j.task}
	if s.task == "" {
		name, _ := row.Text(fieldTask)
		var err error
		if s.task, err = perturb.ParseTask(name); err != nil {
			return nil, err
		}
	}
	field := "candidates"
	if j.form == survey.NL {
		field = "candidates_nl"
	}
	for name, to := range map[string]any{field: &s.texts, "roles": &s.roles, "order": &s.order} {
		v, ok := row.ExtraField(name)
		if !ok || json.Unmarshal(v, to) != nil {
			return nil, fmt.Errorf("%s: found none, expected the list that perturb makes", name)
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

// chat asks a chat model. The answer is in places of the order shown.
func (j *job) chat(ctx context.Context, row *record.Row, s *set) ([]int, ask.Class, error) {
	asker := j.askers[s.task]
	asker.Clear(row)
	q := question{Sentence: row.NL, Form: j.form}
	for _, i := range s.order {
		q.Candidates = append(q.Candidates, s.texts[i])
	}
	if j.form == survey.FOL {
		q.Glossary = glossary(row.Vocabulary)
	}
	messages, err := j.wordings[s.task].Messages(q)
	if err != nil {
		return nil, "", err
	}
	reply, ok, err := asker.Ask(ctx, row, messages, string(s.task)+"/"+j.form)
	if err != nil || !ok {
		return nil, "", err
	}
	answer, class := ask.Numbers(reply, len(s.texts), s.task == perturb.Ranking)
	return answer, class, nil
}

// glossary is what a vocabulary says of its symbols, a line each.
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

// compare ranks by the similarity of embeddings. Of equal ones, the one shown
// first comes first, and ties counts the candidates that are as near as the
// one before them.
func (j *job) compare(ctx context.Context, row *record.Row, s *set) ([]int, ask.Class, error) {
	texts := []string{j.instruction + row.NL}
	for _, i := range s.order {
		texts = append(texts, s.texts[i])
	}
	vectors, usage, err := j.embedder.Embed(ctx, texts)
	usage.Stage = stageName
	if !j.timing {
		usage.LatencySeconds = nil
	}
	row.Usage = append(slices.DeleteFunc(row.Usage, func(u record.Usage) bool { return u.Stage == stageName }), usage)
	row.Model, row.Prompt, row.Params, row.Outcome = j.embedder.Name(), "", "", record.OK
	var call *translate.CallError
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err == nil:
		j.breaker.Replied()
	case !errors.As(err, &call) || call.Fatal():
		return nil, "", fmt.Errorf("%s with model %s: %w", stageName, row.Model, err)
	default:
		row.Outcome = call.Outcome
		row.Error = &record.Error{Stage: stageName, Kind: call.Kind(), Message: call.Error()}
		return nil, "", j.breaker.Failed(call, j.stopAfter)
	}
	near := make([]float64, len(s.order))
	places := make([]int, len(s.order))
	for k := range near {
		near[k], places[k] = embed.Cosine(vectors[0], vectors[k+1]), k
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(near[b], near[a]) })
	ties := 0
	for k := 1; k < len(places); k++ {
		if near[places[k]] == near[places[k-1]] && (s.task == perturb.Ranking || near[places[k]] == near[places[0]]) {
			ties++
		}
	}
	survey.Set(row, fieldTies, ties)
	if s.task == perturb.MostSimilar {
		places = places[:1]
	}
	return places, ask.Answered, nil
}

// score writes the answer and its scores. What is no answer scores 0.
func (s *set) score(row *record.Row, shown []int, class ask.Class) {
	survey.Set(row, survey.FieldClass, class)
	answer := make([]int, len(shown))
	for i, place := range shown {
		answer[i] = s.order[place]
	}
	values := map[metrics.RankScore]bool{}
	switch {
	case class != ask.Answered:
	case s.task == perturb.MostSimilar:
		survey.Set(row, survey.FieldAnswer, answer[0])
		values[metrics.MostSimilar] = s.kinds[answer[0]] == metrics.Same
	default:
		survey.Set(row, survey.FieldAnswer, answer)
		values[metrics.Eq], values[metrics.Neg], values[metrics.Both] = metrics.ScoreOrder(s.kinds, answer)
	}
	for _, score := range scoresOf(s.task) {
		points := 0
		if values[score] {
			points = 1
		}
		survey.Set(row, "score_"+score.String(), points)
	}
}

func scoresOf(task perturb.Task) []metrics.RankScore {
	if task == perturb.MostSimilar {
		return []metrics.RankScore{metrics.MostSimilar}
	}
	return []metrics.RankScore{metrics.Eq, metrics.Neg, metrics.Both}
}

// clearScores takes back what an earlier run said.
func clearScores(row *record.Row) {
	for _, name := range []string{fieldForm, survey.FieldAnswer, survey.FieldClass, fieldTies} {
		row.DeleteExtra(name)
	}
	for _, score := range []metrics.RankScore{metrics.MostSimilar, metrics.Eq, metrics.Neg, metrics.Both} {
		row.DeleteExtra("score_" + score.String())
		row.DeleteExtra("chance_" + score.String())
	}
}
