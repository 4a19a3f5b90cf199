package stage

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
)

// A Translator translates in one direction. The Stage of its Asker is the direction's
// name.
//
// Autoformalization begins a new conversation. It contains neither the formula nor the
// conversation of informalization, but only the row's description and the symbols of the
// formula that Context allows.
type Translator struct {
	Asker
	Direction     prompt.Direction
	Prompts       *prompt.Set
	Shots         int
	Runs, Samples int  // repetitions of each row, each with its own seed; 0 is 1
	Stored        bool // read the answers from the rows' conversations, without calls

	// Languages are those of the descriptions in the rounds: of round i, counted from 0,
	// the element i modulo their number. Without them, informalize writes English, and
	// autoformalize reads the language of the row.
	Languages []*english.Language

	// For autoformalize.
	Context    prompt.Context
	Task       prompt.Task
	Extraction Extraction
}

// The kinds of a row's error besides those of calls.
const (
	kindNothing   = "nothing_to_do" // there is nothing to translate
	kindNotStored = "not_stored"    // there is no stored answer
)

// Process translates one row in place. An error ends the run, and the row is then
// unfinished.
func (t *Translator) Process(ctx context.Context, row *record.Row) error {
	if t.blocked(row) {
		return nil
	}
	row.ClearFindings()
	if t.Stored {
		t.reprocess(row)
		return nil
	}
	t.clear(row)
	if missing := t.prepare(row); missing != "" {
		row.Error = &record.Error{Stage: t.name(), Kind: kindNothing, Message: missing}
		return nil
	}
	prompts, err := t.prompts(row)
	if err != nil {
		row.Error = &record.Error{Stage: t.name(), Kind: kindNothing, Message: "language: " + err.Error()}
		return nil
	}
	messages, err := t.messages(row, prompts)
	if lacks := (*prompt.LackError)(nil); errors.As(err, &lacks) {
		row.Error = &record.Error{Stage: t.name(), Kind: kindNothing, Message: lacks.Error()}
		return nil
	} else if err != nil {
		return err
	}
	req, of := t.question(row, messages)
	r, err := t.call(ctx, req, of)
	if err != nil {
		return err
	}
	row.Model = joined(row.Model, t.Model.Name(), t.Direction)
	row.Prompt = joined(row.Prompt, t.versionFor(row, prompts), t.Direction)
	row.Params = joinedParams(row.Params, r.sent.Params.String(), t.Direction)
	t.store(row, r)
	t.fill(row, r)
	return nil
}

// question returns the request about a row, and which repetition it is.
func (t *Translator) question(row *record.Row, messages []record.Message) (translate.Request, repetition) {
	key := fmt.Sprintf("%s/%s/batch=%d/index=%d/run=%d/sample=%d/step=%d", t.name(), identity(row, row.FS),
		number(row.Batch), number(row.Index), number(row.Run), number(row.Sample), number(row.Step))
	return translate.Request{Messages: messages, Key: key}, repetition{number(row.Run), number(row.Sample)}
}

// messages returns the conversation that asks about the row.
func (t *Translator) messages(row *record.Row, prompts *prompt.Set) ([]record.Message, error) {
	if t.Direction == prompt.Autoformalize {
		c := prompt.NewAutoformalization(row, t.Context, t.Shots)
		if t.logical(row) {
			c.Task = t.Task
		}
		return prompts.Messages(c)
	}
	asked := *row
	asked.FS = described(row)
	return prompts.Messages(prompt.NewInformalization(&asked, t.Shots))
}

func (t *Translator) name() string { return string(t.Direction) }

// blocked reports whether the row has the error of an earlier stage. Errors of
// this stage and later ones are found again.
func (t *Translator) blocked(row *record.Row) bool {
	if row.Error == nil {
		return false
	}
	switch row.Error.Stage {
	case t.name(), string(prompt.Autoformalize), "verify":
		return false
	}
	return true
}

// clear removes the results of an earlier run from the row. Informalize also removes
// those of autoformalize, which belong to the old description.
func (t *Translator) clear(row *record.Row) {
	clearStage(row, string(prompt.Autoformalize))
	row.FSOut, row.FSOutRaw = "", ""
	if t.Direction == prompt.Informalize {
		clearStage(row, string(prompt.Informalize))
		row.NL, row.NLLeak, row.NLLeakKind = "", nil, ""
	}
}

// prepare sets the row's formalism and describes what the row lacks; empty: nothing.
func (t *Translator) prepare(row *record.Row) (missing string) {
	row.Formalism = formalism.OfRow(row)
	if _, err := formalism.Read(string(row.Formalism)); err != nil {
		return err.Error()
	}
	field, text := "fs", row.FS
	switch {
	case t.Direction == prompt.Autoformalize:
		field, text = "nl", row.NL
	case number(row.Step) > 1:
		field, text = "fs_in", row.FSIn
	}
	if strings.TrimSpace(text) == "" {
		return field + " is missing or empty"
	}
	return ""
}

// fill writes the answer into the row, or the reason why there is none.
func (t *Translator) fill(row *record.Row, r result) {
	if t.Direction == prompt.Informalize {
		row.NL, row.NLLeak, row.NLLeakKind = "", nil, "" // of an earlier run
	}
	answer, ok := t.answer(row, r)
	if ok && t.Format != nil {
		answer = valid(strings.TrimSpace(structuredAnswer(answer)))
	}
	switch {
	case !ok:
	case answer == "":
		row.Outcome = record.Empty
		row.Error = &record.Error{Stage: t.name(), Kind: string(record.Empty), Message: "reply has no answer"}
	case t.Direction == prompt.Informalize:
		row.NL = answer
		fs := described(row)
		leak := FindLeak(row.Formalism, fs, english.ForLeaks(fs, answer, row.Language))
		row.NLLeak, row.NLLeakKind = record.Bool(leak != english.NoLeak), string(leak)
	default:
		row.FSOut = t.Extraction.Formula(row.Formalism, answer)
		row.FSOutRaw = Strict.Formula(row.Formalism, answer)
	}
}

// reprocess reads the answer again from the row's conversation of this stage. The results
// of extraction and leaks are new. The columns about the call (model, settings, usage,
// outcome, conversation) stay. A row whose call gave no answer stays as it is.
func (t *Translator) reprocess(row *record.Row) {
	if row.Error != nil && row.Error.Stage == t.name() && row.Error.Kind != kindNotStored {
		return
	}
	reply, found := t.storedReply(row)
	if !found {
		row.Error = &record.Error{Stage: t.name(), Kind: kindNotStored, Message: "row has no conversation of " + t.name() + " that ends in an answer"}
		return
	}
	missing := t.prepare(row)
	if missing != "" && t.Direction == prompt.Informalize { // the formula is needed to find leaks
		row.Error = &record.Error{Stage: t.name(), Kind: kindNothing, Message: missing}
		return
	}
	if t.Direction == prompt.Autoformalize {
		row.FSOut, row.FSOutRaw = "", ""
	}
	r := result{}
	r.Content, r.Reasoning = translate.Thinking(reply)
	if r.Outcome = record.OK; r.Content == "" {
		r.Outcome = record.Empty
	}
	row.Error = nil
	t.fill(row, r)
}

// storedReply returns the last message of the row's last conversation of this stage, if
// the model wrote it.
func (t *Translator) storedReply(row *record.Row) (string, bool) {
	for i := len(row.Conversations) - 1; i >= 0; i-- {
		c := row.Conversations[i]
		if c.Stage != t.name() || len(c.Messages) == 0 {
			continue
		}
		last := c.Messages[len(c.Messages)-1]
		return last.Content, last.Role == translate.RoleAssistant
	}
	return "", false
}

// Version returns the version of the prompts.
func (t *Translator) Version() string { return t.version(t.Task, t.Prompts) }

func (t *Translator) version(task prompt.Task, prompts *prompt.Set) string {
	context := t.Context
	if t.Direction == prompt.Informalize {
		context = prompt.ContextAuto
	}
	return prompts.Version(task, context, t.Shots)
}

// versionFor returns the version of the row's prompt. Regexes have no logical
// translation.
func (t *Translator) versionFor(row *record.Row, prompts *prompt.Set) string {
	task := t.Task
	if !t.logical(row) {
		task = prompt.Translation
	}
	return t.version(task, prompts)
}
