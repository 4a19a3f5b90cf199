package stage

import (
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
)

// kindNotStored is the kind of error of a row that has no answer to read again.
const kindNotStored = "not_stored"

// reprocess takes the answer anew out of the conversation that the row has of
// this stage: extraction and leaks are judged again, and all that tells of the
// call itself (model, settings, usage, outcome, conversation) stays. A row
// whose call brought no answer stays as it is.
func (s *Stage) reprocess(row *record.Row) error {
	if row.Error != nil && row.Error.Stage == s.name() && row.Error.Kind != kindNotStored && row.Error.Kind != kindLeak {
		return nil
	}
	reply, found := s.storedReply(row)
	if !found {
		row.Error = &record.Error{Stage: s.name(), Kind: kindNotStored, Message: "row has no conversation of " + s.name() + " that ends in an answer"}
		return nil
	}
	missing := s.prepare(row)
	if missing != "" && s.Direction == prompt.Informalize { // leaks are of the formula
		row.Error = &record.Error{Stage: s.name(), Kind: kindNothing, Message: missing}
		return nil
	}
	if s.Direction == prompt.Autoformalize {
		row.FSOut, row.FSOutStrict = "", ""
	}
	content, reasoning := translate.Thinking(reply)
	resp := translate.Response{Content: content, Reasoning: reasoning, Outcome: record.OK}
	if content == "" {
		resp.Outcome = record.Empty
	}
	row.Error = nil
	s.fillAnswer(row, resp, nil)
	s.markLeak(row)
	return nil
}

// storedReply is the last message of the row's last conversation of this
// stage, if it is the model's.
func (s *Stage) storedReply(row *record.Row) (string, bool) {
	for i := len(row.Conversations) - 1; i >= 0; i-- {
		c := row.Conversations[i]
		if c.Stage != s.name() || len(c.Messages) == 0 {
			continue
		}
		last := c.Messages[len(c.Messages)-1]
		return last.Content, last.Role == translate.RoleAssistant
	}
	return "", false
}
