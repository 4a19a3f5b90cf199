package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/format/shard"
)

// PlotFlags are the flags that change the figure of --plot in every program.
var PlotFlags = []string{"title", "width", "height", "ylim", "no-intervals"}

// plotOptions reads the flags of a figure.
func plotOptions(c *ucli.Context) (o figure.Options, err error) {
	if o.Format, err = figure.FormatOf(c.String("plot")); err != nil {
		return o, Usagef("--plot: %w", err)
	}
	o.Title, o.NoIntervals = c.String("title"), c.Bool("no-intervals")
	if c.IsSet("title") && o.Title == "" {
		return o, Usagef("--title: found no text")
	}
	if err := errors.Join(Parse(c, "width", figure.ParseLength, &o.Width), Parse(c, "height", figure.ParseLength, &o.Height)); err != nil {
		return o, err
	}
	if c.IsSet("ylim") {
		o.Range = new(figure.Range)
		return o, Parse(c, "ylim", figure.ParseRange, o.Range)
	}
	return o, nil
}

// Draw draws a figure to --plot, if the flag is set.
func Draw(c *ucli.Context, draw func(io.Writer, figure.Options) error) error {
	name := c.String("plot")
	if name == "" {
		return nil
	}
	o, err := plotOptions(c)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	switch err := draw(&b, o); {
	case errors.Is(err, figure.ErrEmpty):
		return fmt.Errorf("--plot: %w", err)
	case errors.Is(err, figure.ErrNoIntervals):
		return Usagef("--no-intervals has no effect here: %w", err)
	case errors.Is(err, figure.ErrSmall):
		return Usagef("--width, --height: %w", err)
	case err != nil:
		return err
	}
	if err := shard.WriteFile(name, b.Bytes()); err != nil {
		return fmt.Errorf("write the figure: %w", err)
	}
	return nil
}
