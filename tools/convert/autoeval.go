package convert

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// AutoEval (Karia et al. 2024) writes one JSON document: data is a list of
// formulas, info names their grammar. The model stage adds llm_fs, cost, error and
// conversations to each datum; in the released files, conversations is called
// conversation_history. The string RESET in it marks the new context between
// informalization and autoformalization. The client for vLLM gives its answers the role
// system. Verification adds verification, and LLM judges add llm_verification by the
// judge's name.

// reset separates the two conversations.
const reset = "RESET"

// A document is the part of the file that is read.
type document struct {
	Info struct {
		Grammar       string         `json:"grammar"`
		PredicateInfo jsontext.Value `json:"predicate_info"`
		VariableInfo  struct {
			Number jsontext.Value `json:"num_variables"` // of regular expressions: the symbols
		} `json:"variable_info"`
	} `json:"info"`
	Data []jsontext.Value `json:"data"`
}

// measured lists the file's counts of a formula. They are dropped, because rows count
// differently, and because for a regular expression the file counts a different
// automaton. The depth is kept: it is the depth of the derivation, which the formula
// does not determine.
var measured = []string{"num_operators", "num_propositions", "num_predicates", "num_quantifiers", "num_nodes", "num_edges", "density"}

// A datum is one formula.
type datum struct {
	Index   *int64           `json:"idx"`
	FS      string           `json:"fs"`
	Depth   *int64           `json:"depth"`
	LLMFS   *string          `json:"llm_fs"`
	Error   *string          `json:"error"`
	Talk    []jsontext.Value `json:"conversations"`
	History []jsontext.Value `json:"conversation_history"` // instead of Talk
	Judges  jsontext.Value   `json:"llm_verification"`
	Extra   jsontext.Value   `json:",embed"` // cost, verification, db_idx, ...
}

// lenient accepts the JSON that Python writes. Halves of surrogate pairs become U+FFFD; see
// countReplaced.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true))

// autoeval makes the rows of a document.
func (o *options) autoeval(name string, text []byte) (rows []*record.Row, _ error) {
	text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	var doc document
	if err := json.Unmarshal(text, &doc, lenient); err != nil {
		return nil, fmt.Errorf("%s: reading AutoEval's layout: %w", name, record.JSONError(err))
	}
	if doc.Data == nil {
		return nil, fmt.Errorf("%s: found no data, expected AutoEval's layout: an object with a list of that name", name)
	}
	formalism := cmp.Or(o.formalism, doc.formalism())
	dataset := doc.dataset(formalism)
	for i, raw := range doc.Data {
		at := fmt.Sprintf("%s: row %d", name, i+1)
		var d datum
		if err := json.Unmarshal(raw, &d, lenient); err != nil {
			rows = append(rows, record.Malformed(raw, fmt.Errorf("%s: %w", at, record.JSONError(err))))
			continue
		}
		d.Index = cmp.Or(d.Index, record.Int(i))
		row := d.row(dataset, formalism, at)
		if alphabet := doc.alphabet(); formalism == record.Regex && alphabet != nil {
			row.Vocabulary = &record.Vocabulary{Alphabet: alphabet}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// formalism returns the formalism of the grammar: a grammar of regular expressions
// has stars, and only the first-order grammar has predicates.
func (doc *document) formalism() record.Formalism {
	switch {
	case len(doc.Info.PredicateInfo) > 0 && doc.Info.PredicateInfo.Kind() == '{':
		return record.FirstOrder
	case strings.Contains(doc.Info.Grammar, "'*'"):
		return record.Regex
	}
	return record.Propositional
}

// alphabet returns the symbols of the file's regular expressions, the digits from 0, or
// nil if the file does not say how many there are.
func (doc *document) alphabet() (symbols []string) {
	n := 0
	if json.Unmarshal(doc.Info.VariableInfo.Number, &n) != nil || n > 10 {
		return nil
	}
	for i := range n {
		symbols = append(symbols, strconv.Itoa(i))
	}
	return symbols
}

// numbered matches a predicate of the synthetic vocabulary.
var numbered = regexp.MustCompile(`\bpred[0-9]+\(`)

// dataset returns the name that generate gives to a dataset with this grammar.
func (doc *document) dataset(f record.Formalism) string {
	switch {
	case f == record.Regex:
		return "regex"
	case f == record.Propositional && strings.Contains(doc.Info.Grammar, "p 'or' p"):
		return "ksat"
	case f == record.Propositional:
		return "plogic"
	}
	for _, raw := range doc.Data {
		var d datum
		if json.Unmarshal(raw, &d) == nil && strings.Contains(d.FS, "(") && !numbered.MatchString(d.FS) {
			return "fol-english"
		}
	}
	return "fol"
}

func (d *datum) row(dataset string, formalism record.Formalism, at string) *record.Row {
	row := &record.Row{Dataset: dataset, Formalism: formalism, Index: d.Index, FS: d.FS, Depth: d.Depth}
	if d.FS == "" {
		fail(row, "missing", at+": fs: found none, expected a formula")
	}
	if d.LLMFS != nil {
		row.FSOut = *d.LLMFS
	}
	if d.Error != nil && *d.Error != "" {
		row.Error = &record.Error{Stage: "autoeval", Kind: "reported", Message: *d.Error}
	}
	row.Extra = d.Extra
	for _, name := range measured {
		row.DeleteExtra(name)
	}
	name, talk := "conversations", d.Talk
	if d.History != nil {
		name, talk = "conversation_history", d.History
	}
	if err := conversations(row, talk); err != nil {
		fail(row, "malformed", fmt.Sprintf("%s: %s: %v", at, name, err))
		row.SetValue("autoeval_"+name, talk)
	}
	if len(d.Talk) > 0 && d.History != nil {
		fail(row, "malformed", at+": found conversations and conversation_history, expected one of them")
		row.SetValue("autoeval_conversations", d.Talk)
	}
	if d.Judges != nil {
		if err := d.judgements(row); err != nil {
			fail(row, "malformed", fmt.Sprintf("%s: %v", at, err))
			row.SetExtra("llm_verification", d.Judges)
		}
	}
	return row
}

// conversations splits messages at RESET. The last answer before it is the description.
func conversations(row *record.Row, messages []jsontext.Value) error {
	stages := []string{"informalize", "autoformalize"}
	var talk []record.Conversation
	for i, raw := range messages {
		var marker string
		if raw.Kind() == '"' && json.Unmarshal(raw, &marker) == nil {
			if marker != reset || len(talk) != 1 {
				return fmt.Errorf("message %d: found %.40q, expected a message, or RESET once", i+1, marker)
			}
			talk = append(talk, record.Conversation{Stage: stages[1]})
			continue
		}
		var m record.Message
		if err := json.Unmarshal(raw, &m, jsontext.AllowInvalidUTF8(true)); err != nil {
			return fmt.Errorf("message %d: expected role and content as texts: %w", i+1, record.JSONError(err))
		}
		if talk == nil {
			talk = append(talk, record.Conversation{Stage: stages[0]})
		}
		last := &talk[len(talk)-1]
		if n := len(last.Messages); n > 0 && last.Messages[n-1].Role == "user" && m.Role == "system" {
			m.Role = "assistant"
		}
		last.Messages = append(last.Messages, m)
	}
	row.Conversations = talk
	if len(talk) > 0 {
		row.NL = lastAnswer(talk[0].Messages)
	}
	return nil
}

func lastAnswer(messages []record.Message) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == "assistant" {
			return messages[i].Content
		}
	}
	return ""
}

// judgements reads the judgements of LLM judges.
func (d *datum) judgements(row *record.Row) error {
	if d.Judges.Kind() != '{' {
		return fmt.Errorf("llm_verification: expected an object of judges")
	}
	judges := record.Row{Extra: d.Judges}
	for name, value := range judges.ExtraFields() {
		judge := record.Judgement{Judge: name, Verdict: record.Unknown}
		var said struct {
			Equivalent *bool            `json:"is_equivalent"`
			Talk       []record.Message `json:"conversations"`
		}
		if err := json.Unmarshal(value, &said); err != nil {
			return fmt.Errorf("llm_verification: %s: %w", judge.Judge, record.JSONError(err))
		}
		if said.Equivalent != nil {
			judge.Verdict = record.NotEquivalent
			if *said.Equivalent {
				judge.Verdict = record.Equivalent
			}
		}
		judge.Conversation, judge.Answer = said.Talk, lastAnswer(said.Talk)
		row.Judgements = append(row.Judgements, judge)
	}
	return nil
}
