package verify

import (
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/prompt"
)

// judgeFlags returns the flags of a model that is asked in addition to the proof.
func judgeFlags() []ucli.Flag {
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: cli.Judge, Name: "judge", Usage: "also ask this `MODEL` whether the two formulas are equivalent; its judgement is stored in the column judgements and changes no verdict"},
		&ucli.StringFlag{Category: cli.Judge, Name: "judge-style", Value: string(ask.CoT), Usage: "`STYLE` of the question: cot, for a chain of thought, or direct"},
		&ucli.StringFlag{Category: cli.Judge, Name: "judge-prompts", Usage: access.PromptsUsage("`DIR` with a direct.txt or a cot.txt that replaces the built-in one", "judge")},
		&ucli.BoolFlag{Category: cli.Judge, Name: "judge-stored", Usage: "ask no model; read the answers of earlier judges again from the conversations in the rows"},
		&ucli.BoolFlag{Category: cli.Judge, Name: "judge-no-conversations", Usage: "do not store the judge's conversations in the rows"},
	}, access.Flags("judge-")...)
}

// openJudge opens the judge of the flags. Without --judge, s.judge and the access are
// nil. Errors are usage errors.
func (s *stage) openJudge(ctx context.Context, c *ucli.Context, env *cli.Env, workers int) (*access.Access, error) {
	name := c.String("judge")
	s.reread = c.Bool("judge-stored")
	switch {
	case name == "":
		return nil, nil
	case s.reread:
		return nil, cli.Usagef("--judge-stored: found --judge %s, expected none, as none is asked", name)
	}
	if c.String("task") != taskEquivalence {
		return nil, cli.Usagef("--judge: found --task %s, expected %s, which is all that a judge is asked about", c.String("task"), taskEquivalence)
	}
	style, err := ask.ParseStyle(c.String("judge-style"))
	if err != nil {
		return nil, cli.Usagef("--judge-style: %w", err)
	}
	wording, err := ask.JudgePrompt(style, c.String("judge-prompts"))
	if err != nil {
		return nil, cli.Usagef("--judge-prompts: %w", err)
	}
	a, err := access.Open(ctx, c, env, "judge-", name, workers)
	if err != nil {
		return nil, err
	}
	s.judge = &ask.Judge{Asker: a.Asker(c, env, "judge-", "judge"), Wording: wording}
	return a, nil
}

// ask asks the judge about the row, unless the row has nothing to verify. The judge is
// also asked about an answer that does not parse: for it, the right judgement is no.
func (s *stage) ask(ctx context.Context, row *record.Row) error {
	if s.reread {
		ask.Reread(row)
		return nil
	}
	if s.judge == nil || row.Verdict == record.Unverifiable {
		return nil
	}
	left, _ := row.Text(s.left)
	right, _ := row.Text(s.right)
	return s.judge.Judge(ctx, row, prompt.Pair{Formalism: s.formalismOf(row), Left: left, Right: right})
}

// askAlone asks the judge about a row that is not verified.
func (s *stage) askAlone(ctx context.Context, row *record.Row) error {
	if s.missing(row) != "" {
		return nil
	}
	row.Verdict = ""
	return s.ask(ctx, row)
}

// classJudgeError is the class of a row whose only fault is that the judge's call has no
// answer.
const classJudgeError = "judge_error"

// said returns the judgement of this run's judge on the row, or nil if there is none.
func (s *stage) said(row *record.Row) *record.Judgement {
	if s.judge == nil {
		return nil
	}
	for i := range row.Judgements {
		if row.Judgements[i].Judge == s.judge.Name() {
			return &row.Judgements[i]
		}
	}
	return nil
}

// class returns a row's class for --retry and the limits.
func (s *stage) class(row *record.Row) string {
	c := class(row)
	if said := s.said(row); said != nil && said.Verdict == record.Unverifiable && c == cli.ClassOK {
		return classJudgeError
	}
	return c
}

// sums returns the usage of the judge's call about the row, or nil if there is none.
func (s *stage) sums(row *record.Row) map[string]int64 {
	said := s.said(row)
	if said == nil || said.Usage == nil || endpoint.Builtin(s.judge.Model.Name()) {
		return nil
	}
	sums := map[string]int64{}
	translate.AddSums(sums, *said.Usage)
	return sums
}
