package verify

import (
	"context"
	"os"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/judge"
	"github.com/truthloop/truthloop/translate/provider"
)

// judgeFlags are those of an LLM that is asked beside the proof.
func judgeFlags() []ucli.Flag {
	const who = "LLM AS A JUDGE"
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: who, Name: "judge", Usage: "`MODEL` to ask, too, whether the two formulas are equivalent; what it says goes into judgements and changes no verdict"},
		&ucli.StringFlag{Category: who, Name: "judge-style", Value: string(judge.CoT), Usage: "`HOW` it is asked: cot, for a chain of thought, or direct"},
		&ucli.StringFlag{Category: who, Name: "judge-prompts", Usage: "`DIR` with a direct.txt or a cot.txt to use for those that are built in"},
		&ucli.BoolFlag{Category: who, Name: "judge-stored", Usage: "ask none, and read the answers of earlier judges anew out of their conversations in the rows"},
		&ucli.BoolFlag{Category: who, Name: "judge-no-conversations", Usage: "leave the exchange with it out of the rows"},
		&ucli.IntFlag{Category: who, Name: "judge-stop-after", Value: 10, Usage: "`NUMBER` of its calls in a row that fail in the same way and end the run; 0 for never"},
	}, access.Flags("judge-")...)
}

// openJudge opens the judge of the flags, where one is asked for; else both are
// nil. The error is one of usage.
func (s *stage) openJudge(abort context.Context, c *ucli.Context, workers int) (*access.Access, error) {
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
	style, err := judge.ParseStyle(c.String("judge-style"))
	if err != nil {
		return nil, cli.Usagef("--judge-style: %w", err)
	}
	wording, err := judge.Load(style, c.String("judge-prompts"))
	if err != nil {
		return nil, cli.Usagef("--judge-prompts: %w", err)
	}
	a, err := access.Open(abort, c, "judge-", name, workers, os.Getenv)
	if err != nil {
		return nil, err
	}
	s.judge = &judge.Judge{
		Model: a.Model, Params: a.Params, Prompt: wording, StopAfter: c.Int("judge-stop-after"),
		Conversations: !c.Bool("judge-no-conversations"), Timing: !c.Bool("no-timing"),
	}
	return a, nil
}

// ask has the judge say what it thinks of the row, where there is a pair to
// think of. An answer that does not parse is one: to say no to it is right.
func (s *stage) ask(ctx context.Context, row *record.Row) error {
	if s.reread {
		judge.Reread(row)
		return nil
	}
	if s.judge == nil || row.Verdict == record.Unverifiable {
		return nil
	}
	left, _ := row.Text(s.left)
	right, _ := row.Text(s.right)
	return s.judge.Judge(ctx, row, judge.Case{Formalism: s.formalismOf(row), Left: left, Right: right})
}

// askAlone has the judge asked about a row that is not verified.
func (s *stage) askAlone(ctx context.Context, row *record.Row) error {
	if s.missing(row) != "" {
		return nil
	}
	row.Verdict = ""
	return s.ask(ctx, row)
}

// classJudgeError is the class of a row on which the judge's call brought no
// answer, and nothing else is amiss.
const classJudgeError = "judge_error"

// said is what this run's judge said of the row; nil where it said nothing.
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

// class is a row's class for --retry and the limits.
func (s *stage) class(row *record.Row) string {
	c := class(row)
	if said := s.said(row); said != nil && said.Verdict == record.Unverifiable && c == cli.ClassOK {
		return classJudgeError
	}
	return c
}

// sums is what the judge's call about the row took.
func (s *stage) sums(row *record.Row) map[string]int64 {
	said := s.said(row)
	if said == nil || said.Usage == nil || provider.Builtin(s.judge.Model.Name()) {
		return nil
	}
	sums := map[string]int64{}
	translate.AddSums(sums, *said.Usage)
	return sums
}
