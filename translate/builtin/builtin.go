package builtin

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/gloss"
	"github.com/truthloop/truthloop/translate/guess"
	"github.com/truthloop/truthloop/translate/judge"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/rules"
)

// Prefix begins the names of built-in models.
const Prefix = "builtin:"

// A Model is a built-in model. Goroutines may share it.
type Model struct {
	name   string
	errors fallible    // of noisy
	style  gloss.Style // of gloss; empty: another model
}

// New is the model that spec names: builtin:rules; builtin:gloss, which only
// informalizes, in the published style or, as builtin:gloss?style=exact, in the
// exact one; or builtin:noisy with its settings behind a question mark, set apart by & or commas, as in
// builtin:noisy?seed=1,negation_dropped=0.1: the seed, which is else 0, and
// rates in the form of noisy.ParseRates, which are else noisy.DefaultRates, and
// judge_wrong and judge_unparsable of its answers as a judge, answer_wrong and
// answer_unparsable of those to the questions of rank and reason.
// The error says what there is.
func New(spec string) (*Model, error) {
	name, query, _ := strings.Cut(strings.TrimPrefix(spec, Prefix), "?")
	switch {
	case name == "rules" && query == "":
		return &Model{name: spec}, nil
	case name == "rules":
		return nil, fmt.Errorf("model %s: builtin:rules has no settings, found %q", spec, query)
	case name == "gloss":
		style, err := parseStyle(query)
		if err != nil {
			return nil, fmt.Errorf("model %s: %w", spec, err)
		}
		return &Model{name: spec, style: style}, nil
	case name != "noisy":
		return nil, fmt.Errorf("model %s: expected builtin:rules, builtin:gloss or builtin:noisy", spec)
	}
	errs, err := parseNoise(query)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", spec, err)
	}
	return &Model{name: spec, errors: errs}, nil
}

// Name is the model's spec.
func (m *Model) Name() string { return m.name }

// Chat answers the last user message. It never fails: what is no translation
// prompt, or cannot be translated, is refused with the reason as the content.
// Of the settings only Seed has an effect, on the noise.
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

func (m *Model) answer(req translate.Request) (string, error) {
	if pair, ok := judge.Read(req.Messages); ok && m.style == "" {
		return m.errors.judge.judge(req, pair, judgement(pair)), nil
	}
	if q, ok := ask.Read(req.Messages); ok && m.style == "" {
		return m.errors.answers.answer(req, q, guess.Answer(q)), nil
	}
	c, err := prompt.Read(req.Messages)
	if err != nil {
		return "", err
	}
	vocabulary := &c.Vocabulary.Vocabulary
	if c.Vocabulary.Empty() {
		vocabulary = nil
	}
	if m.style != "" {
		return tell(c, m.style)
	}
	if c.Direction == prompt.Informalize {
		told := c.Text
		if m.errors.translation != nil { // the mistake is made in the formula, and told as well as any other
			told, _ = m.errors.translation.Tree(noiseKey(req, c), c.Formalism, told)
		}
		return rules.Informalize(c.Formalism, told, vocabulary)
	}
	fs, err := rules.Formalize(c.Formalism, c.Text, vocabulary)
	if err == nil && m.errors.translation != nil {
		fs, _ = m.errors.translation.Formula(noiseKey(req, c), c.Formalism, fs)
	}
	return fs, err
}

// noiseKey is what the errors of an answer depend on besides the model's own
// seed: the row, or the text where the caller names none, as over a network;
// the direction; and the seed of the request.
func noiseKey(req translate.Request, c prompt.Case) string {
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
