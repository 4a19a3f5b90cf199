// Package builtin provides chat models that need no endpoint. The input is a
// conversation, and the output is a reply, as with any other model:
//
//   - builtin:rules translates by the rules of each formalism (see package
//     format/english) and makes no mistakes;
//   - builtin:gloss describes formulas of logic by ontology.Describe, and does not
//     autoformalize;
//   - builtin:noisy translates as builtin:rules does, and makes mistakes at known
//     rates (see Noise), so that the measurements of a run can be checked.
//
// The models read the prompt as text. The tags of the prompt (see package prompt)
// separate the task, the vocabulary and the text to translate. So a run with these
// models also tests the prompts. Package simllm serves these models over HTTP.
//
// builtin:rules and builtin:noisy also answer the questions of judge, rank
// and reason. For judge, they check whether two formulas are written alike.
// For rank and reason, they compare the spelling of texts (see guess). They prove
// nothing, so their scores are a baseline for other models.
//
// # Rejected alternatives
//
// With models that read the row instead of the prompt, nobody would notice a prompt
// that lacks, for example, the vocabulary.
package builtin

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
)

// Prefix begins the names of built-in models.
const Prefix = "builtin:"

// A Model is a built-in model. It is safe for concurrent use.
type Model struct {
	name   string
	gloss  bool       // it is builtin:gloss
	errors errorRates // of builtin:noisy
}

// New returns the model that spec names:
//
//	builtin:rules
//	builtin:gloss
//	builtin:noisy                               with seed 0 and default rates
//	builtin:noisy?seed=1,negation_dropped=0.1
//	builtin:noisy?per=formula,all=0.1
//
// The settings of builtin:noisy are separated by commas or &. seed is the seed. The name
// of a mistake sets its rate, and all sets the rate of every mistake. These rates are for
// each operator (per=operator, the default) or for each formula (per=formula).
// judge_wrong and judge_unparsable are the rates of errors in answers to judges'
// questions. answer_wrong and answer_unparsable are those for questions of rank and
// reason.
func New(spec string) (*Model, error) {
	m := &Model{name: spec}
	name, settings, _ := strings.Cut(strings.TrimPrefix(spec, Prefix), "?")
	var err error
	switch name {
	case "rules", "gloss":
		if m.gloss = name == "gloss"; settings != "" {
			err = fmt.Errorf("builtin:%s has no settings, found %q", name, settings)
		}
	case "noisy":
		m.errors, err = parseErrors(settings)
	default:
		err = fmt.Errorf("expected builtin:rules, builtin:gloss or builtin:noisy")
	}
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", spec, err)
	}
	return m, nil
}

// Name returns the spec of the model.
func (m *Model) Name() string { return m.name }

// Chat answers the last user message. It fails only if ctx is done. If the message is no
// known prompt or has no translation, the outcome is refused, and the content gives the
// reason. The only setting with an effect is Seed, on errors.
func (m *Model) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if err := ctx.Err(); err != nil {
		return translate.Response{Outcome: record.Canceled}, err
	}
	answer, err := m.answer(req)
	resp := translate.Response{Content: answer, FinishReason: "stop", Outcome: record.OK, Usage: record.Usage{Attempts: 1}}
	switch {
	case err != nil:
		resp.Content, resp.Outcome = "I cannot translate this: "+err.Error(), record.Refused
	case answer == "":
		resp.Outcome = record.Empty
	}
	return resp, nil
}

// answer answers the prompt in req, according to its kind.
func (m *Model) answer(req translate.Request) (string, error) {
	if !m.gloss {
		if pair, ok := prompt.ReadPair(req.Messages); ok {
			return m.errors.judge.judgement(req, pair), nil
		}
		if q, ok := prompt.ReadQuestion(req.Messages); ok {
			return m.errors.answers.answer(req, q), nil
		}
	}
	c, err := prompt.Read(req.Messages)
	switch {
	case err != nil:
		return "", err
	case m.gloss:
		return describe(c)
	case c.Direction == prompt.Informalize:
		return m.informalize(req, c)
	}
	return m.autoformalize(req, c)
}

// informalize describes a formula. builtin:noisy puts its errors into the formula, and
// describes the result correctly.
func (m *Model) informalize(req translate.Request, c prompt.Case) (string, error) {
	fs := c.Text
	if m.errors.translation != nil {
		fs, _ = m.errors.translation.Tree(errorKey(req, c), c.Formalism, fs)
	}
	s, x, err := speakerOf(c)
	if err != nil {
		return "", fmt.Errorf("informalize: %w", err)
	}
	t, err := s.Parse(fs, formalism.Limits{})
	if err != nil {
		return "", fmt.Errorf("informalize %s formula: %w", c.Formalism, err)
	}
	return s.Informalize(x, t)
}

// A speaker is a language with controlled forms of natural languages.
type speaker interface {
	formalism.Language
	Informalize(x *english.Lexicon, t formalism.Tree) (string, error)
	Formalize(x *english.Lexicon, text string) (formalism.Tree, error)
}

// speakerOf returns the language of a formalism that has a controlled form of the natural
// language of c, and the words of this language.
func speakerOf(c prompt.Case) (speaker, *english.Lexicon, error) {
	l := formalism.Of(c.Formalism)
	if l == nil {
		return nil, nil, formalism.Unknown(c.Formalism)
	}
	language := cmp.Or(c.Language, "English")
	x := english.LexiconOf(language)
	if p, ok := l.(speaker); ok && x != nil {
		return p, x, nil
	}
	return nil, nil, fmt.Errorf("formalism %s has no %s by rules", c.Formalism, language)
}

func (m *Model) autoformalize(req translate.Request, c prompt.Case) (string, error) {
	s, x, err := speakerOf(c)
	if err != nil {
		return "", fmt.Errorf("formalize: %w", err)
	}
	t, err := s.Formalize(x, c.Text)
	if err != nil {
		return "", fmt.Errorf("formalize %s text: %w", c.Formalism, err)
	}
	fs := t.String()
	if m.errors.translation != nil {
		fs, _ = m.errors.translation.Formula(errorKey(req, c), c.Formalism, fs)
	}
	return fs, nil
}

// errorKey returns what the errors of an answer depend on besides the model's
// seed: the row, or the text if the caller names no row, as over a network; the
// direction; and the seed of the request.
func errorKey(req translate.Request, c prompt.Case) string {
	parts := []string{req.Key}
	if req.Key == "" {
		parts = []string{"", string(c.Formalism), c.Text}
	}
	parts = append(parts, string(c.Direction))
	if req.Params.Seed != nil {
		parts = append(parts, strconv.FormatInt(*req.Params.Seed, 10))
	}
	return strings.Join(parts, "\x00")
}

// describe answers for builtin:gloss.
func describe(c prompt.Case) (string, error) {
	if c.Direction != prompt.Informalize || !formalism.Logical(c.Formalism) {
		return "", fmt.Errorf("builtin:gloss describes formulas of logic, found %s of formalism %s", c.Direction, c.Formalism)
	}
	if c.Language != "" {
		return "", fmt.Errorf("builtin:gloss describes in English, found %s", c.Language)
	}
	f, err := logic.Parse(c.Text, logic.Options{})
	if err != nil {
		return "", err
	}
	return ontology.Describe(f, &c.Vocabulary.Vocabulary)
}
