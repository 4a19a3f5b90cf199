package verify

import (
	"context"
	"fmt"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
)

// The values of examples_verdict. It is absent if the formula passes all examples but some
// that say too little.
const (
	passes = "passes"
	fails  = "fails"
)

// judge sets what the examples of a row say, with --examples.
func (s *stage) judge(ctx context.Context, row *record.Row, p *verify.Pair) error {
	if !s.columns.Examples {
		return nil
	}
	ctx, cancel := stopwatch.WithTimeout(ctx, s.o.Timeout)
	defer cancel()
	if gold := p.Judge(ctx, p.Left.Tree); gold != nil {
		row.GoldExamplesFailed = record.Int(gold.Failed)
		if s.judged.Add(1); gold.Failed > 0 {
			s.faulty.Add(1)
		}
	}
	j := p.Judge(ctx, p.Right.Tree)
	if j == nil {
		return nil
	}
	row.ExamplesPassed, row.ExamplesFailed = record.Int(j.Passed), record.Int(j.Failed)
	switch {
	case j.First != nil:
		row.ExamplesVerdict = fails
		var err error
		row.FailedExample, err = j.First.JSON()
		return err
	case j.Open == "":
		row.ExamplesVerdict = passes
	}
	return nil
}

// reportFaulty prints how many gold formulas fail examples of their own rows.
func (s *stage) reportFaulty(env *cli.Env) {
	if n := s.faulty.Load(); n > 0 {
		fmt.Fprintf(env.Stderr, "verify: the right formulas of %d of %d rows fail examples of their own rows: column gold_examples_failed\n", n, s.judged.Load())
	}
}
