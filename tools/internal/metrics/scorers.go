package metrics

import (
	"fmt"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

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

// readScores reads the flags about the scores of texts into o.
func readScores(c *ucli.Context, o *metrics.Options) (err error) {
	if texts := slices.Contains(o.Show, metrics.Text); texts != (c.String("reference") != "") {
		return cli.Usagef("found one of --show text and --reference, expected both")
	}
	o.Against = c.String("reference")
	o.ScoreColumns, err = list(c.String("score-columns"), func(name string) (string, error) { return name, nil })
	return err
}
