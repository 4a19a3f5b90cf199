package stage

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
)

// Style is how a judge is asked.
type Style string

// The styles.
const (
	Direct Style = "direct" // for the answer alone
	CoT    Style = "cot"    // for a chain of thought before it
)

// JudgePrompt reads the wording of a style, direct.txt or cot.txt, from dir or,
// if dir is empty, from data/prompts/judge.
func JudgePrompt(style Style, dir string) (*prompt.Template, error) {
	const left, right = "left text of a trial", "right text of a trial"
	var trials []any
	for _, s := range formalism.All() {
		trials = append(trials, prompt.Pair{Formalism: s.Name(), Left: left, Right: right})
	}
	return prompt.LoadTemplate("judge", string(style)+".txt", dir, trials, left, right)
}

// Judgement is a judge's answer.
type Judgement string

// The answers.
const (
	Yes        Judgement = "yes"
	No         Judgement = "no"
	Unparsable Judgement = "unparsable" // a reply without either
)

// ParseJudgement finds the answer of a reply: the word after its last [Answer]
// tag, in any case and with Markdown's emphasis. The last tag counts, since
// models quote the instructions first. A reply without such a line is
// Unparsable: a guess would make the judge look better than it is.
func ParseJudgement(reply string) Judgement {
	lower := strings.ToLower(reply) // may have another length than reply
	i := strings.LastIndex(lower, prompt.TagAnswer)
	if i < 0 {
		return Unparsable
	}
	line, _, _ := strings.Cut(strings.TrimLeft(lower[i+len(prompt.TagAnswer):], " \t\r\n:*_`"), "\n")
	word := strings.TrimRightFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".!*_`", r) })
	switch j := Judgement(word); j {
	case Yes, No:
		return j
	}
	return Unparsable
}

// verdict returns the answer as a verdict.
func (j Judgement) verdict() record.Verdict {
	switch j {
	case Yes:
		return record.Equivalent
	case No:
		return record.NotEquivalent
	}
	return record.Unknown
}

// A Judge asks a chat model whether two formulas are equivalent, as the
// AutoEval paper does (Karia et al., ICLR 2025, section 5: LLMs as verifiers).
// A judgement is compared with the formal verdict and never replaces it.
type Judge struct {
	Asker
	Wording *prompt.Template
}

// Name returns the judge's name in judgements: model and wording.
func (j *Judge) Name() string { return j.Model.Name() + " " + j.Wording.Version() }

// Judge asks about p and stores the judgement in the row. It replaces a judgement of the
// same name. If no answer arrives, the judgement's answer is the call's outcome and its
// verdict is error. An error of Judge ends the run.
func (j *Judge) Judge(ctx context.Context, row *record.Row, p prompt.Pair) error {
	messages, err := j.Wording.Messages(p)
	if err != nil {
		return fmt.Errorf("judge %s: %w", j.Name(), err)
	}
	key := fmt.Sprintf("judge/%s/run=%d/sample=%d/step=%d", identity(row, p.Left+"\x00"+p.Right), number(row.Run), number(row.Sample), number(row.Step))
	r, err := j.call(ctx, translate.Request{Messages: messages, Key: key}, repetition{})
	if err != nil {
		return err
	}
	usage := j.usage(r)
	said := record.Judgement{
		Judge: j.Name(), Answer: string(r.Outcome), Verdict: record.Unverifiable, Usage: &usage, Conversation: j.conversation(r),
	}
	if r.fault == nil && r.Outcome == record.OK {
		answer := ParseJudgement(r.Content)
		said.Answer, said.Verdict = string(answer), answer.verdict()
	}
	row.Judgements = append(slices.DeleteFunc(row.Judgements, func(old record.Judgement) bool { return old.Judge == said.Judge }), said)
	return nil
}
