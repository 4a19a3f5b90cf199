package result

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// PlotFlag is --plot.
func PlotFlag() ucli.Flag {
	return &ucli.StringFlag{Category: category, Name: "plot", Usage: "draw a figure, too, to `FILE`.svg or .png"}
}

// CheckFigure finds what is wrong with the name of a figure.
func CheckFigure(c *ucli.Context, name string) error {
	if _, err := figure.FormatOf(name); err != nil {
		return cli.Usagef("--plot: %w", err)
	}
	if c.Bool("overwrite") {
		return nil
	}
	if _, err := os.Stat(name); err == nil {
		return cli.Usagef("%s exists: give another --plot, or --overwrite to replace it", name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// WriteFigure writes a figure whole or not at all.
func WriteFigure(name string, content []byte) error {
	if err := shard.WriteFile(name, content); err != nil {
		return fmt.Errorf("write the figure: %w", err)
	}
	return nil
}
