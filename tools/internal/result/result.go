// Package result writes the tables that metrics and correlate end with: flags
// for where and in which format, and an output that is there whole or not at
// all.
package result

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const category = "OUTPUT"

// Flags are --output, --format and --overwrite.
func Flags() []ucli.Flag {
	return []ucli.Flag{
		&ucli.StringFlag{Category: category, Name: "output", Aliases: []string{"o"}, Value: "-", Usage: "`FILE` of the table: .csv, .json, .parquet, anything else is text; - for stdout"},
		&ucli.StringFlag{Category: category, Name: "format", Usage: "`FORMAT` of the table: table, csv, json or parquet", DefaultText: "by the file's name, else table"},
		&ucli.BoolFlag{Category: category, Name: "overwrite", Usage: "replace the output where it exists"},
	}
}

// Check finds what is wrong with the flags before any work is done.
func Check(c *ucli.Context) error {
	if _, err := format(c); err != nil {
		return err
	}
	name := c.String("output")
	if name == shard.Stdin || c.Bool("overwrite") {
		return nil
	}
	if _, err := os.Stat(name); err == nil {
		return cli.Usagef("%s exists: give another --output, or --overwrite to replace it", name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func format(c *ucli.Context) (table.Format, error) {
	if !c.IsSet("format") {
		return table.FormatOf(c.String("output")), nil
	}
	f, err := table.ParseFormat(c.String("format"))
	if err != nil {
		return 0, cli.Usagef("--format: %w", err)
	}
	return f, nil
}

// Write writes the table where the flags say.
func Write(c *ucli.Context, env *cli.Env, t *table.Table) error {
	f, err := format(c)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Write(&b, f); err != nil {
		return err
	}
	name := c.String("output")
	if name == shard.Stdin {
		_, err = env.Stdout.Write(b.Bytes())
	} else {
		err = shard.WriteFile(name, b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	return nil
}
