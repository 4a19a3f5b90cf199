package reason

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
	"github.com/truthloop/truthloop/verify"
)

// stageName is the stage of this program in rows.
const stageName = "reason"

// The fields that rows get.
const (
	fieldBenchmark   = "benchmark"
	fieldVotes       = "votes"
	fieldExtractions = "extractions"
	fieldScore       = "score_answer"
)

// fields lists the fields that an earlier run may have left in a row.
var fields = []string{
	stage.FieldAnswer, stage.FieldClass, fieldBenchmark, fieldVotes, fieldExtractions, fieldScore, fieldOntology, fieldFaults,
}

// The classes of answers besides those of package stage.
const (
	classNoncompliant stage.Class = "noncompliant" // formulas that do not parse
	classUnknown      stage.Class = "unknown"      // formulas that the prover cannot decide
)

// A question is the data of a prompt.
type question struct {
	Premises          []string
	Conclusion, Form  string
	Context, Question string
	Logic             string // of Multi-LogiEval: pl, fol or nm
	Symbols           symbols
	prompt.Fields
}

// The meanings of the words of answers and labels.
var (
	truths = map[string]string{"true": "True", "false": "False", "uncertain": "Uncertain", "unknown": "Uncertain"}
	yesNo  = map[string]string{"yes": "yes", "no": "no"}
)

func (j *job) words() map[string]string {
	if j.task == taskLogiEval {
		return yesNo
	}
	return truths
}

// An extraction is the answer found in one reply.
type extraction struct {
	From   string      `json:"from,omitempty"` // the text of the answer; for linc, the formulas
	Answer string      `json:"answer,omitempty"`
	Class  stage.Class `json:"class"`

	FreeVariableSensitive bool `json:"free_variable_sensitive,omitzero"` // only for linc
}

// process asks the model about one row.
func (j *job) process(ctx context.Context, row *record.Row) error {
	if j.form == models.NL && row.Error != nil && row.Error.Stage == "convert" {
		row.Error = nil // formulas are missing, but the question does not need them
	}
	if !j.asker.Clear(row) {
		return nil
	}
	for _, name := range fields {
		row.DeleteExtra(name)
	}
	if j.task == taskOntology {
		return j.draft(ctx, row)
	}
	q, label, err := j.question(row)
	if err != nil {
		row.Error = &record.Error{Stage: stageName, Kind: "missing", Message: err.Error()}
		return nil
	}
	messages, err := j.wording.Messages(q)
	if err != nil {
		return err
	}
	sample := row.Sample
	defer func() { row.Sample = sample }()
	var all []extraction
	for k := range j.samples {
		if j.samples > 1 {
			row.Sample = record.Int(k)
		}
		reply, ok, err := j.asker.Ask(ctx, row, messages, j.task+"/"+j.form)
		if err != nil {
			return err
		}
		if ok {
			all = append(all, j.extract(ctx, reply))
		} else if k < j.samples-1 {
			row.Error = nil // another sample may succeed; the conversation shows the failure
		}
	}
	row.SetValue(fieldBenchmark, j.benchmark(q))
	if len(all) == 0 {
		return nil
	}
	row.Error = nil
	fill(row, all, label)
	return nil
}

// question returns the row's question and label. The error says what is missing.
func (j *job) question(row *record.Row) (question, string, error) {
	q := question{Form: j.form, Fields: prompt.FieldsOf(row)}
	label, _ := row.Text("label")
	label, ok := j.words()[strings.ToLower(label)]
	if !ok {
		return q, "", errors.New("label: found none of the labels of the task")
	}
	need := func(name string, to *string) error {
		*to, _ = row.Text(name)
		if strings.TrimSpace(*to) == "" {
			return fmt.Errorf("%s: found none, expected a text", name)
		}
		return nil
	}
	var err error
	switch {
	case j.task == taskLogiEval:
		q.Logic, _ = row.Text("logic")
		err = errors.Join(need("context", &q.Context), need("question", &q.Question))
	case j.form == models.FOL:
		q.Premises = row.Premises
		err = need("conclusion", &q.Conclusion)
	default:
		err = need("conclusion_nl", &q.Conclusion)
		if v, ok := row.ExtraField("premises_nl"); !ok || json.Unmarshal(v, &q.Premises) != nil {
			err = errors.Join(err, errors.New("premises_nl: found none, expected a list of texts"))
		}
	}
	if err == nil && j.task != taskLogiEval && len(q.Premises) == 0 {
		err = errors.New("premises: found none")
	}
	return q, label, err
}

// benchmark returns the name of the scores for correlate.
func (j *job) benchmark(q question) string {
	switch j.task {
	case taskLogiEval:
		return "LogiEval(R; " + strings.ToUpper(q.Logic) + ")"
	case taskLINC:
		return "FOLIO(LINC)"
	case taskOntology:
		if len(q.Premises) == 0 {
			return "ontology"
		}
		return "FOLIO(ontology)"
	}
	return "FOLIO(R; " + strings.ToUpper(j.form) + ")"
}

// extract finds the answer in a reply.
func (j *job) extract(ctx context.Context, reply string) extraction {
	if j.task == taskLINC {
		return j.prove(ctx, reply)
	}
	word, from, ok := stage.Word(reply, j.words())
	if !ok {
		return extraction{Class: stage.Unparsed}
	}
	return extraction{From: translate.Excerpt(from, 200), Answer: word, Class: stage.Answered}
}

// prove finds the answer by a proof from the formulas in a reply.
func (j *job) prove(ctx context.Context, reply string) extraction {
	premises, conclusion, ok := stage.Formulas(reply)
	if !ok {
		return extraction{Class: stage.Unparsed}
	}
	from, err := json.Marshal(map[string]any{"premises": premises, "conclusion": conclusion}, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return extraction{Class: stage.Unparsed}
	}
	r := verify.New(j.verify).Entailment(ctx, premises, conclusion)
	x := extraction{From: string(from), Class: stage.Answered, FreeVariableSensitive: r.FreeVariableSensitive}
	switch r.Verdict {
	case record.Entailed, record.Refuted, record.Uncertain:
		x.Answer = truths[string(r.Verdict)]
	case record.Unknown:
		x.Class = classUnknown
	default:
		x.Class = classNoncompliant
	}
	return x
}

// fill writes the most frequent answer; if there are several, the first one. Without a
// valid answer, the class is the class of the first reply.
func fill(row *record.Row, all []extraction, label string) {
	votes := map[string]int{}
	best := ""
	for _, x := range all {
		if x.Class == stage.Answered {
			votes[x.Answer]++
		}
	}
	for _, x := range all {
		if x.Class == stage.Answered && (best == "" || votes[x.Answer] > votes[best]) {
			best = x.Answer
		}
	}
	class, score := all[0].Class, 0
	if best != "" {
		class = stage.Answered
		row.SetValue(stage.FieldAnswer, best)
	}
	if best == label {
		score = 1
	}
	row.SetValue(stage.FieldClass, class)
	if len(all) > 1 {
		row.SetValue(fieldVotes, votes)
	}
	row.SetValue(fieldExtractions, all)
	row.SetValue(fieldScore, score)
}
