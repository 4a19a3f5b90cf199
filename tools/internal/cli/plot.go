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

// Invented is the note of a figure about models whose name begins with BuiltIn.
const (
	BuiltIn  = "builtin:"
	Invented = "The mistakes of the models named " + BuiltIn + " are invented."
)

// plotOptions reads the flags of a figure.
func plotOptions(c *ucli.Context) (o figure.Options, err error) {
	if o.Format, err = figure.FormatOf(c.String("plot")); err != nil {
		return o, Usagef("--plot: %w", err)
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
	case err != nil:
		return err
	}
	if err := shard.WriteFile(name, b.Bytes()); err != nil {
		return fmt.Errorf("write the figure: %w", err)
	}
	return nil
}
