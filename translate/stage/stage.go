package stage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/leak"
	"github.com/truthloop/truthloop/translate/prompt"
)

// A Stage is one direction of translation by one model. Its methods may be
// called by several goroutines.
type Stage struct {
	Direction     prompt.Direction
	Model         translate.Model
	Params        translate.Params
	Prompts       *prompt.Set
	Shots         int
	Context       prompt.Context       // of autoformalize
	Task          prompt.Task          // of autoformalize
	Extraction    translate.Extraction // of autoformalize
	OnLeak        OnLeak               // of informalize
	LeakRetries   int                  // of RetryLeak: how often at most a row is asked for again
	Runs, Samples int                  // repetitions of each row, each with a seed of its own; 0 is 1
	Conversations bool                 // whether rows keep the exchange
	Timing        bool                 // whether rows keep the latency
	Structured    bool                 // of autoformalize: ask for JSON with reasoning and answer, as long as the endpoint takes that
	Note          func(string)         // is told, once, where it does not; may be nil
	Stored        bool                 // take the answers from the rows' own conversations, and call nothing
	StopAfter     int                  // calls in a row that may fail in the same way before the run ends; 0: any number

	structure structure
	breaker   translate.Breaker
}

// kindNothing is the kind of error of a row without anything to translate.
const kindNothing = "nothing_to_do"

// Process translates one row in place. The error is one that ends the run; the
// row is then unfinished.
func (s *Stage) Process(ctx context.Context, row *record.Row) error {
	if s.givenUp(row) {
		return nil
	}
	row.ClearFindings()
	if s.Stored {
		return s.reprocess(row)
	}
	s.clear(row)
	if s.Direction == prompt.Informalize {
		// An answer to another description is no answer to this one.
		answer := Stage{Direction: prompt.Autoformalize}
		answer.clear(row)
	}
	if found := s.prepare(row); found != "" {
		row.Error = &record.Error{Stage: s.name(), Kind: kindNothing, Message: found}
		return nil
	}
	messages, err := s.messages(row)
	if err != nil {
		return err
	}
	for again := 0; ; again++ {
		if err := s.ask(ctx, row, messages, again); err != nil {
			return err
		}
		if row.NLLeakKind == "" || s.Direction != prompt.Informalize || s.OnLeak != RetryLeak || again >= s.LeakRetries {
			break
		}
	}
	s.markLeak(row)
	return nil
}

// markLeak makes a leak the row's error where it is to be.
func (s *Stage) markLeak(row *record.Row) {
	if s.OnLeak == MarkLeak && s.Direction == prompt.Informalize && row.NLLeakKind != "" {
		row.Error = &record.Error{Stage: s.name(), Kind: kindLeak, Message: "description has formal syntax in it: " + row.NLLeakKind}
	}
}

// ask makes one call for the row, which had that many before, and writes what
// came of it into the row.
func (s *Stage) ask(ctx context.Context, row *record.Row, messages []record.Message, before int) error {
	req := s.request(row, messages, before)
	asJSON := s.structured()
	resp, err := s.Model.Chat(ctx, req)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	var refused *translate.CallError
	if asJSON && errors.As(err, &refused) && refused.RefusesFormat() {
		if s.structure.refused.CompareAndSwap(false, true) && s.Note != nil {
			s.Note("the endpoint does not take a response format, so answers are asked for as text: " + refused.Message)
		}
		return s.ask(ctx, row, messages, before)
	}
	call, err := s.judge(err)
	if err != nil {
		return fmt.Errorf("%s with model %s: %w", s.name(), s.Model.Name(), err)
	}
	s.fill(row, req, resp, call)
	return nil
}

// Preview is what the model would be asked about the row; nil where it would
// not be asked.
func (s *Stage) Preview(row *record.Row) (*translate.Request, error) {
	if s.givenUp(row) || s.prepare(row) != "" {
		return nil, nil
	}
	messages, err := s.messages(row)
	if err != nil {
		return nil, err
	}
	req := s.request(row, messages, 0)
	return &req, nil
}

func (s *Stage) messages(row *record.Row) ([]record.Message, error) {
	return s.Prompts.Messages(s.promptCase(row))
}

// request is what the model is asked, after so many calls before for the row.
func (s *Stage) request(row *record.Row, messages []record.Message, before int) translate.Request {
	req := translate.Request{Model: s.Model.Name(), Messages: messages, Params: s.Params, Key: s.key(row)}
	if s.structured() {
		req.Params = withFormat(req.Params)
	}
	if before > 0 { // else a cache would answer alike
		req.Key += fmt.Sprintf("/again=%d", before)
	}
	if seed := req.Params.Seed; seed != nil { // else an endpoint would
		own := *seed + s.repetition(row, before)
		req.Params.Seed = &own
	}
	return req
}

// promptCase is what the model is asked about the row.
func (s *Stage) promptCase(row *record.Row) prompt.Case {
	if s.Direction == prompt.Autoformalize {
		c := prompt.NewAutoformalization(row, s.Context, s.Shots)
		if s.logical(row) {
			c.Task = s.Task
		}
		return c
	}
	asked := *row
	asked.FS = told(row)
	return prompt.NewInformalization(&asked, s.Shots)
}

// judge tells a failure that is the row's, which may be none, from one that
// ends the run.
func (s *Stage) judge(err error) (*translate.CallError, error) {
	var call *translate.CallError
	switch {
	case err == nil:
		s.breaker.Replied()
		return nil, nil
	case !errors.As(err, &call) || call.Fatal():
		return nil, err
	}
	return call, s.breaker.Failed(call, s.StopAfter)
}

func (s *Stage) name() string { return string(s.Direction) }

// givenUp says whether an earlier stage gave the row up: what this stage or a
// later one found wrong is found anew.
func (s *Stage) givenUp(row *record.Row) bool {
	if row.Error == nil {
		return false
	}
	switch row.Error.Stage {
	case s.name(), string(prompt.Autoformalize), "verify":
		return false
	}
	return true
}

// clear takes away what an earlier run of this stage left in the row.
func (s *Stage) clear(row *record.Row) {
	row.Error, row.Outcome = nil, ""
	if s.Direction == prompt.Informalize {
		row.NL, row.NLLeak, row.NLLeakKind = "", nil, ""
	} else {
		row.FSOut, row.FSOutStrict = "", ""
		row.DeleteExtra(FieldEquality)
	}
	row.Conversations = slices.DeleteFunc(row.Conversations, func(c record.Conversation) bool { return c.Stage == s.name() })
	row.Usage = slices.DeleteFunc(row.Usage, func(u record.Usage) bool { return u.Stage == s.name() })
}

// prepare completes what the stage needs of the row, and says what is missing.
func (s *Stage) prepare(row *record.Row) (missing string) {
	if row.Formalism == "" {
		row.Formalism = record.FormalismOf(row.Dataset)
	}
	if _, err := record.ParseFormalism(string(row.Formalism)); err != nil {
		return err.Error()
	}
	field, text := "fs", row.FS
	switch {
	case s.Direction == prompt.Autoformalize:
		field, text = "nl", row.NL
	case number(row.Step) > 1:
		field, text = "fs_told", row.FSTold
	}
	if strings.TrimSpace(text) == "" {
		return field + " is empty"
	}
	return ""
}

// key tells the call for this row from all others of a run, and from its own
// repetitions: it seeds noise and is part of a recorded answer's name.
func (s *Stage) key(row *record.Row) string {
	id := row.ID
	if id == "" {
		id = record.FormulaID(row.Dataset, row.FS)
	}
	return fmt.Sprintf("%s/%s/batch=%d/index=%d/run=%d/sample=%d/step=%d", s.name(), id,
		number(row.Batch), number(row.Index), number(row.Run), number(row.Sample), number(row.Step))
}

func number(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// fill writes what came of the call into the row; call is nil where a reply
// came.
func (s *Stage) fill(row *record.Row, req translate.Request, resp translate.Response, call *translate.CallError) {
	row.Outcome = resp.Outcome
	row.Model = joined(row.Model, s.Model.Name(), s.Direction)
	row.Prompt = joined(row.Prompt, s.versionFor(row), s.Direction)
	row.Params = joinedParams(row.Params, req.Params.String(), s.Direction)
	s.fillUsage(row, resp.Usage)
	if s.Conversations {
		messages := req.Messages
		if call == nil {
			reply := resp.Message()
			reply.Content = valid(reply.Content)
			messages = append(slices.Clip(messages), reply)
		}
		row.Conversations = append(row.Conversations, record.Conversation{Stage: s.name(), Messages: messages})
	}
	s.fillAnswer(row, resp, call)
}

// fillAnswer writes what the answer says into the row, or why there is none.
func (s *Stage) fillAnswer(row *record.Row, resp translate.Response, call *translate.CallError) {
	answer := valid(strings.TrimSpace(resp.Content))
	if s.Structured {
		answer = valid(strings.TrimSpace(answerOf(answer)))
	}
	if s.Direction == prompt.Informalize {
		row.NL, row.NLLeak, row.NLLeakKind = "", nil, "" // of a call before, which leaked
	}
	switch {
	case call != nil:
		row.Error = &record.Error{Stage: s.name(), Kind: call.Kind(), Message: valid(call.Error())}
	case resp.Outcome != record.OK:
		row.Error = &record.Error{Stage: s.name(), Kind: string(resp.Outcome), Message: worthless(resp, answer)}
	case answer == "":
		row.Outcome = record.Empty
		row.Error = &record.Error{Stage: s.name(), Kind: string(record.Empty), Message: "reply has no answer in it"}
	case s.Direction == prompt.Informalize:
		row.NL = answer
		kind := leak.Find(row.Formalism, told(row), answer)
		row.NLLeak, row.NLLeakKind = record.Bool(kind != leak.None), string(kind)
	default:
		row.FSOut = s.Extraction.Formula(row.Formalism, answer)
		row.FSOutStrict = translate.Strict.Formula(row.Formalism, answer)
		if s.logical(row) {
			describe(row)
		}
	}
}

// fillUsage adds what a call took to what earlier calls of this stage for the
// row took. The latency is of the last one.
func (s *Stage) fillUsage(row *record.Row, u record.Usage) {
	u.Stage = s.name()
	if !s.Timing {
		u.LatencySeconds = nil
	}
	i := slices.IndexFunc(row.Usage, func(u record.Usage) bool { return u.Stage == s.name() })
	if i < 0 {
		row.Usage = append(row.Usage, u)
		return
	}
	sum := &row.Usage[i]
	sum.PromptTokens += u.PromptTokens
	sum.CompletionTokens += u.CompletionTokens
	sum.CachedTokens += u.CachedTokens
	sum.ReasoningTokens += u.ReasoningTokens
	sum.Attempts += u.Attempts
	if u.CostUSD != nil {
		cost := *u.CostUSD
		if sum.CostUSD != nil {
			cost += *sum.CostUSD
		}
		sum.CostUSD = &cost
	}
	sum.LatencySeconds = u.LatencySeconds
}

// Version is the prompt set's, with the context where it matters.
func (s *Stage) Version() string {
	if s.Task != prompt.Translation {
		return s.Prompts.TaskVersion(s.Task, s.Shots)
	}
	return s.translationVersion()
}

// versionFor is that of the prompt that the row is asked with.
func (s *Stage) versionFor(row *record.Row) string {
	if s.logical(row) {
		return s.Version()
	}
	return s.translationVersion()
}

func (s *Stage) translationVersion() string {
	if s.Direction == prompt.Informalize {
		return s.Prompts.Version(prompt.ContextAuto, s.Shots)
	}
	return s.Prompts.Version(s.Context, s.Shots)
}

// worthless says why a reply is no answer.
func worthless(resp translate.Response, answer string) string {
	const limit = 200
	if len(answer) > limit {
		answer = strings.ToValidUTF8(answer[:limit], "") + " ..."
	}
	switch resp.Outcome {
	case record.Truncated:
		return fmt.Sprintf("reply was cut off after %d tokens (finish reason %q)", resp.Usage.CompletionTokens, resp.FinishReason)
	case record.Refused:
		return fmt.Sprintf("model refused: %q", answer)
	case record.Empty:
		return "reply has no answer in it"
	}
	return fmt.Sprintf("reply ended as %s: %q", resp.Outcome, answer)
}

// valid is s as valid UTF-8, which is all that a row can hold.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
