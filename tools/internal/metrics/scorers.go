package metrics

import (
	"fmt"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/text/bertscore"
	"github.com/truthloop/truthloop/analyze/text/wordnet"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// scorers are what the scores of texts need besides the rows.
type scorers struct {
	model  *bertscore.Model // nil for none
	failed error            // the first failure of the model
}

// openReadings reads the flags about the set Bound into o.
func openReadings(c *ucli.Context, o *metrics.Options) (err error) {
	name := c.String("readings")
	if bound := slices.Contains(o.Show, metrics.Bound); bound != (name != "") || c.IsSet("chain") && !bound {
		return cli.Usagef("found one of --show bound and --readings, expected both, and --chain only with them")
	} else if !bound {
		return nil
	}
	if o.Chain, err = list(c.String("chain"), positive); err != nil {
		return cli.Usagef("--chain: %w", err)
	}
	in, err := shard.Open(c.Context, []string{name}, nil, shard.Part{})
	if err != nil {
		return fmt.Errorf("--readings: %w", err)
	}
	o.Readings = metrics.NewReadings()
	err = shard.Scan{
		Workers: 1, Columns: metrics.ReadingColumns(),
		Each: func(r *record.Row, _ shard.Position) error { o.Readings.Add(r); return nil },
	}.Run(c.Context, in)
	switch {
	case err != nil:
		return fmt.Errorf("--readings: %w", err)
	case o.Readings.Empty():
		return cli.Usagef("--readings: %s: found no row that is proved or refuted, expected rows that verify has seen", name)
	}
	return nil
}

// openScorers reads the flags about the scores of texts into o.
func openScorers(c *ucli.Context, o *metrics.Options) (*scorers, error) {
	texts := slices.Contains(o.Show, metrics.Text)
	for _, flag := range []string{"reference", "wordnet", "bertscore", "bertscore-column"} {
		if c.String(flag) != "" && !texts {
			return nil, cli.Usagef("found --%s without --show text, expected both", flag)
		}
	}
	o.Against, o.BERTColumn = c.String("reference"), c.String("bertscore-column")
	switch {
	case texts && o.Against == "" && o.BERTColumn == "":
		return nil, cli.Usagef("found --show text without --reference, expected both")
	case c.String("bertscore") != "" && o.BERTColumn != "":
		return nil, cli.Usagef("found --bertscore and --bertscore-column, expected one of them")
	}
	s := &scorers{}
	if dir := c.String("wordnet"); dir != "" {
		net, err := wordnet.Open(dir)
		if err != nil {
			return nil, fmt.Errorf("--wordnet: %w", err)
		}
		o.Synonyms = net
	}
	if dir := c.String("bertscore"); dir != "" {
		var err error
		if s.model, err = bertscore.Open(dir, c.String("onnxruntime")); err != nil {
			return nil, fmt.Errorf("--bertscore: %w", err)
		}
		o.BERTScore = s.score
	}
	return s, nil
}

// score is 0 after a failure, which then ends the program before anything is
// written.
func (s *scorers) score(sentence, reference string) (precision, recall, f1 float64) {
	if s.failed != nil {
		return 0, 0, 0
	}
	found, err := s.model.Score(sentence, reference)
	if err != nil {
		s.failed = fmt.Errorf("--bertscore: %w", err)
	}
	return found.Precision, found.Recall, found.F1
}

// Close lets go of the model.
func (s *scorers) Close() error {
	if s.model == nil {
		return nil
	}
	return s.model.Close()
}
