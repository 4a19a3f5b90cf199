package main

import (
	"fmt"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/text/wordnet"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// readers opens what the scores of texts need besides the rows.
func readers(c *ucli.Context, o *metrics.Options) error {
	dir := c.String("wordnet")
	if dir == "" {
		return nil
	}
	if !slices.Contains(o.Show, metrics.Text) {
		return cli.Usagef("found --wordnet without --show text, expected both")
	}
	net, err := wordnet.Open(dir)
	if err != nil {
		return fmt.Errorf("--wordnet: %w", err)
	}
	o.Synonyms = net
	return nil
}
