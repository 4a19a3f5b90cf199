package modelstage

import (
	"cmp"
	"context"
	"slices"
	"sync"

	ucli "github.com/urfave/cli/v2"
	"golang.org/x/sync/errgroup"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
	"github.com/truthloop/truthloop/verify"
)

// A job is what becomes of each input row.
type job struct {
	stage    *stage.Stage
	access   *access.Access // to its model
	provider string
	back     *stage.Stage // of --steps: the other direction; nil without

	runs, samples, steps int
	fromOut              bool // tell fs_out, and not fs
	untilDifferent       bool // no step after one whose verdict is not equivalent

	verifiers sync.Pool // of *verify.Verifier, for untilDifferent

	underWay chan struct{}      // has room for the chains that may be under way; nil: one of a row at a time
	journal  *translate.Journal // of the rows under way; nil: none
	last     []*translate.Kept  // of each worker, the replies of its last row
}

// newJob reads the flags that say how often a row is asked about.
func newJob(c *ucli.Context, s *stage.Stage, a *access.Access, d prompt.Direction) (*job, error) {
	j := &job{stage: s, access: a, provider: c.String("provider"), runs: c.Int("runs"), samples: c.Int("samples"), steps: 1}
	j.verifiers.New = func() any { return verify.New(verify.Options{NoRelation: true}) }
	if d == prompt.Informalize {
		j.steps, j.untilDifferent = c.Int("steps"), c.Bool("until-different")
		switch from := c.String("from"); from {
		case "fs":
		case "fs_out":
			j.fromOut = true
		default:
			return nil, cli.Usagef("--from: found %q, expected fs or fs_out", from)
		}
	}
	for flag, n := range map[string]int{"runs": j.runs, "samples": j.samples, "steps": j.steps} {
		if n < 1 {
			return nil, cli.Usagef("--%s: found %d, expected 1 or more", flag, n)
		}
	}
	switch {
	case d == prompt.Informalize && j.steps == 1 && (c.IsSet("context") || c.IsSet("extract") || c.IsSet("structured")):
		return nil, cli.Usagef("--context, --extract and --structured: they are of autoformalize, which informalize does only with --steps")
	case s.Stored && (j.runs*j.samples*j.steps > 1 || j.fromOut):
		return nil, cli.Usagef("--stored: found --runs, --samples, --steps or --from, which ask for more than is stored")
	case j.untilDifferent && j.steps == 1 && !j.fromOut:
		return nil, cli.Usagef("--until-different: found neither --steps nor --from fs_out, which make the steps that it ends")
	case j.steps > 1 && c.String("retry") != "":
		return nil, cli.Usagef("--retry: found --steps %d; the steps behind a failed one are not in the output to be done again. Use --cache, which keeps what was answered, and --overwrite", j.steps)
	}
	s.Runs, s.Samples = j.runs, j.samples
	if j.steps > 1 {
		j.back = &stage.Stage{
			Direction: prompt.Autoformalize, Model: s.Model, Params: s.Params, Prompts: s.Prompts, Shots: s.Shots,
			Context: s.Context, Extraction: s.Extraction, Runs: s.Runs, Samples: s.Samples,
			Structured: c.Bool("structured"), Conversations: s.Conversations, Timing: s.Timing, StopAfter: s.StopAfter,
		}
	}
	return j, nil
}

// process makes the rows that an input row becomes.
func (j *job) process(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	if j.fromOut {
		if j.untilDifferent && row.Verdict != record.Equivalent {
			return nil, nil
		}
		row = stage.NextStep(row)
	}
	if j.journal == nil {
		return j.repeat(ctx, row)
	}
	// A worker begins a row when its last one has been written.
	if kept := j.last[worker]; kept != nil {
		if err := kept.Drop(); err != nil {
			return nil, err
		}
	}
	ctx, j.last[worker] = j.journal.Row(ctx)
	return j.repeat(ctx, row)
}

// repeat takes a row through all its repetitions: at the same time where they
// are asked of an endpoint, as far as there is room, which all rows share. The
// first error ends those that wait.
func (j *job) repeat(ctx context.Context, row *record.Row) ([]*record.Row, error) {
	repetitions := stage.Repeat(row, j.runs, j.samples)
	chains := make([][]*record.Row, len(repetitions))
	if j.underWay == nil || len(repetitions) == 1 {
		for i, r := range repetitions {
			var err error
			if chains[i], err = j.chain(ctx, r); err != nil {
				return nil, err
			}
		}
		return slices.Concat(chains...), nil
	}
	group, ctx := errgroup.WithContext(ctx)
	for i, r := range repetitions {
		select {
		case j.underWay <- struct{}{}:
		case <-ctx.Done():
			return nil, cmp.Or(group.Wait(), ctx.Err())
		}
		group.Go(func() (err error) {
			defer func() { <-j.underWay }()
			chains[i], err = j.chain(ctx, r)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(chains...), nil
}

// rehearse is process for a dry run.
func (j *job) rehearse(ctx context.Context, row *record.Row) error {
	_, err := j.process(ctx, 0, row)
	return err
}

// retry does a row of the output again. It is one call, and not the one that is
// in the journal.
func (j *job) retry(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
	if j.journal != nil {
		j.journal.End()
	}
	return []*record.Row{row}, j.stage.Process(ctx, row)
}

// chain takes a row through its steps and gives a row for each.
func (j *job) chain(ctx context.Context, row *record.Row) ([]*record.Row, error) {
	if j.back == nil {
		return []*record.Row{row}, j.stage.Process(ctx, row)
	}
	if row.Step == nil {
		row.Step = record.Int(1)
	}
	var rows []*record.Row
	for {
		for _, s := range []*stage.Stage{j.stage, j.back} {
			if err := s.Process(ctx, row); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
		if len(rows) == j.steps || j.untilDifferent && !j.equivalent(ctx, row) {
			return rows, nil
		}
		row = stage.NextStep(row)
	}
}

// equivalent says whether the row's answer is proved to mean the same as its
// formula. The verdict itself is for the program verify to write.
func (j *job) equivalent(ctx context.Context, row *record.Row) bool {
	if row.Error != nil {
		return false
	}
	v := j.verifiers.Get().(*verify.Verifier)
	defer j.verifiers.Put(v)
	return v.Pair(ctx, row.Formalism, row.FS, row.FSOut).Verdict == record.Equivalent
}
