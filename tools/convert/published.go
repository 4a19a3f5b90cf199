package convert

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/truthloop/truthloop/format/record"
)

// LINC (Olausson et al., EMNLP 2023) and Logic-LM (Pan et al., Findings of EMNLP 2023)
// released what models wrote: premises and a conclusion as formulas, for a prover. Both
// layouts become rows with premises, a conclusion and a label, for verify --task
// entailment. The reply is kept as the conversation.

// answered makes the row of a model's reply to a question. All samples of a question
// have the same id.
func answered(id, model, dataset, reply string, question, sample int) *record.Row {
	return &record.Row{
		ID: id, Dataset: dataset, Index: record.Int(question), Formalism: record.FirstOrder,
		Model: model, Sample: record.Int(sample),
		Conversations: []record.Conversation{{Stage: "autoformalize", Messages: []record.Message{{Role: "assistant", Content: reply}}}},
	}
}

// argument sets the formulas and the sentences of an argument. The conclusion is last.
func argument(row *record.Row, premises, sentences []string) {
	last := len(premises) - 1
	row.Premises, row.Conclusion = slices.Clone(premises[:last]), premises[last]
	if row.Premises == nil {
		row.Premises = []string{}
	}
	if len(sentences) == len(premises) {
		row.SetValue("premises_nl", sentences[:last])
		row.SetValue("conclusion_nl", sentences[last])
	}
}

// lincName matches the name of a file of LINC's replies: the model, the task and the
// number of examples in the prompt.
var lincName = regexp.MustCompile(`^(.+)_((?:folio|proofwriter)-neurosymbolic-([0-9]+)shot)_generations_raw\.json$`)

// linc reads a file of outputs/ of LINC's repository, MODEL_TASK_generations_raw.json:
// a list of questions, each of them a list of replies. A reply has a line TEXT: and a
// line FOL: for each premise and for the conclusion. The answers of their prover and the
// labels are in files beside it, MODEL_TASK_generations_prc.json and
// MODEL_TASK_references.json. If a file is absent, the rows lack its column.
func linc(name string, text []byte) (rows []*record.Row, _ error) {
	m := lincName.FindStringSubmatch(filepath.Base(name))
	if m == nil {
		return nil, fmt.Errorf("%s: found this name, expected a name such as MODEL_folio-neurosymbolic-8shot_generations_raw.json: it has the model and the task of LINC", name)
	}
	var replies [][]string
	if err := json.Unmarshal(text, &replies, lenient); err != nil {
		return nil, fmt.Errorf("%s: reading LINC's layout, a list of questions with a list of replies each: %w", name, record.JSONError(err))
	}
	beside := strings.TrimSuffix(name, "generations_raw.json")
	var answers [][]string
	var labels []string
	if err := errors.Join(readBeside(beside+"generations_prc.json", &answers), readBeside(beside+"references.json", &labels)); err != nil {
		return nil, err
	}
	if answers != nil && len(answers) != len(replies) || labels != nil && len(labels) != len(replies) {
		return nil, fmt.Errorf("%s: found %d questions, but %d in generations_prc.json and %d in references.json beside it", name, len(replies), len(answers), len(labels))
	}
	shots, err := strconv.Atoi(m[3])
	if err != nil {
		return nil, fmt.Errorf("%s: the number of examples in the name: %w", name, err)
	}
	for q, samples := range replies {
		for s, reply := range samples {
			reply = completion(reply, shots)
			row := answered(fmt.Sprintf("%s/%s/%d", m[1], m[2], q), m[1], m[2], reply, q, s)
			if labels != nil {
				row.SetValue("label", strings.ToLower(labels[q]))
			}
			if answers != nil && s < len(answers[q]) {
				row.SetValue("prover9", answers[q][s])
			}
			formulas, sentences := marked(reply, "FOL:"), marked(reply, "TEXT:")
			if len(formulas) == 0 {
				fail(row, "missing", fmt.Sprintf("%s: question %d: reply %d: found %s, expected a line FOL: for each premise and for the conclusion", name, q, s, quoted(reply)))
			} else {
				argument(row, formulas, sentences)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// readBeside reads a JSON file unless it is absent.
func readBeside(name string, into any) error {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, into, lenient)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, record.JSONError(err))
	}
	return nil
}

// completion removes the prompt with which the texts of some models begin: examples and
// the question, which each end in <EVALUATE>.
func completion(text string, shots int) string {
	parts := strings.SplitN(text, "<EVALUATE>", shots+2)
	if len(parts) < shots+2 {
		return text
	}
	reply, _, _ := strings.Cut(parts[shots+1], "</EVALUATE>")
	return reply
}

// marked lists the lines that contain mark, and removes mark from them.
func marked(text, mark string) (found []string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, mark) {
			found = append(found, strings.TrimSpace(strings.ReplaceAll(line, mark, "")))
		}
	}
	return found
}

// quoted returns the beginning of a text, for messages.
func quoted(text string) string { return fmt.Sprintf("%.60q", text) }

// logicLMName matches the name of a file of Logic-LM's programs: dataset, split, model.
var logicLMName = regexp.MustCompile(`^([^_]+)_([^_]+)_(.+)\.json$`)

// logicLM reads a file of outputs/logic_programs/ of Logic-LM's repository,
// FOLIO_dev_MODEL.json: a list of questions with the model's programs. A program has
// the sections Predicates:, Premises: and Conclusion:; ":::" divides a formula from its
// sentence. Programs of their other datasets are not first-order formulas.
func logicLM(name string, text []byte) (rows []*record.Row, _ error) {
	m := logicLMName.FindStringSubmatch(filepath.Base(name))
	if m == nil {
		return nil, fmt.Errorf("%s: found this name, expected a name such as FOLIO_dev_MODEL.json: it has the dataset and the model", name)
	}
	var questions []struct {
		ID       string   `json:"id"`
		Context  string   `json:"context"`
		Question string   `json:"question"`
		Answer   string   `json:"answer"`
		Options  []string `json:"options"`
		Programs []string `json:"raw_logic_programs"`
	}
	if err := json.Unmarshal(text, &questions, lenient); err != nil {
		return nil, fmt.Errorf("%s: reading Logic-LM's layout, a list of questions with raw_logic_programs: %w", name, record.JSONError(err))
	}
	for i, q := range questions {
		at := fmt.Sprintf("%s: question %d", name, i)
		if len(q.Programs) == 0 {
			return nil, fmt.Errorf("%s: found no raw_logic_programs, expected Logic-LM's layout", at)
		}
		for s, program := range q.Programs {
			row := answered(m[3]+"/"+cmp.Or(q.ID, strconv.Itoa(i)), m[3], strings.ToLower(m[1]+"-"+m[2]), program, i, s)
			row.SetValue("label", option(q.Answer, q.Options))
			row.SetValue("context", q.Context)
			row.SetValue("question", q.Question)
			if formulas, sentences, err := sections(program); err != nil {
				fail(row, "missing", fmt.Sprintf("%s: %v", at, err))
			} else {
				argument(row, formulas, sentences)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// option returns the text of an option, such as "uncertain" for C and "C) Uncertain".
func option(letter string, options []string) string {
	for _, o := range options {
		if name, text, ok := strings.Cut(o, ")"); ok && name == letter {
			return strings.ToLower(strings.TrimSpace(text))
		}
	}
	return letter
}

// sections returns the premises of a program and then its conclusion, with their
// sentences.
func sections(text string) (formulas, sentences []string, _ error) {
	_, rest, ok := strings.Cut(text, "Premises:")
	premises, conclusion, also := strings.Cut(rest, "Conclusion:")
	if !ok || !also {
		return nil, nil, fmt.Errorf("found %s, expected the sections Premises: and Conclusion: of a program", quoted(text))
	}
	lines := strings.Split(strings.TrimSpace(premises), "\n")
	conclusion, _, _ = strings.Cut(strings.TrimSpace(conclusion), "\n")
	for _, line := range append(lines, conclusion) {
		formula, sentence, _ := strings.Cut(line, ":::")
		formulas = append(formulas, strings.TrimSpace(formula))
		sentences = append(sentences, strings.TrimSpace(sentence))
	}
	return formulas, sentences, nil
}
