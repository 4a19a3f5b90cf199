package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/shard"
)

// checkTable checks the flags of a table and a figure.
func (g Groups) checkTable(c *ucli.Context) error {
	var err error
	if g&Lines != 0 {
		err = CheckLines(c.String("output"))
	} else {
		_, err = tableFormat(c)
	}
	if err != nil {
		return err
	}
	if err := CheckNew(c, "output"); err != nil {
		return err
	}
	if c.String("plot") == "" {
		return nil
	}
	if _, err := plotOptions(c); err != nil {
		return err
	}
	return CheckNew(c, "plot")
}

// CheckNew refuses an existing file that a flag names, unless --overwrite allows it.
func CheckNew(c *ucli.Context, flag string) error {
	name := c.String(flag)
	if name == shard.Stdin || c.Bool("overwrite") {
		return nil
	}
	if _, err := os.Stat(name); err == nil {
		return Usagef("%w", shard.Exists(name, flag))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// CheckLines refuses a name for lines of JSON that has another ending than .jsonl.
func CheckLines(name string) error {
	if f, err := shard.FormatOf(name); name != shard.Stdin && (err != nil || f != shard.JSONL) {
		return Usagef("--output: output %s: found no known ending, expected .jsonl", name)
	}
	return nil
}

func tableFormat(c *ucli.Context) (table.Format, error) {
	f, err := table.FormatOf(c.String("output"))
	if !c.IsSet("format") { // programs that can also write rows give it a default
		if err != nil {
			err = Usagef("--output: %w", err)
		}
		return f, err
	}
	err = Parse(c, "format", table.ParseFormat, &f)
	return f, err
}

// WriteTable writes the table to --output.
func WriteTable(c *ucli.Context, env *Env, t *table.Table) error {
	if env.takeTable != nil {
		return env.takeTable(t)
	}
	f, err := tableFormat(c)
	if err != nil {
		return err
	}
	return WriteWhole(c, env, "the table", func(w io.Writer) error {
		if f == table.Text && c.String("output") == shard.Stdin {
			return t.WriteBrief(w)
		}
		return t.Write(w, f)
	})
}

// WriteWhole writes to --output, completely or not at all. name is for errors.
func WriteWhole(c *ucli.Context, env *Env, name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	if err != nil {
		return err
	}
	if file := c.String("output"); file == shard.Stdin {
		_, err = env.Stdout.Write(b.Bytes())
	} else {
		err = shard.WriteFile(file, b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

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
func Draw(c *ucli.Context, env *Env, draw func(io.Writer, figure.Options) error) error {
	name := c.String("plot")
	if name == "" {
		return nil
	}
	o, err := plotOptions(c)
	if err != nil {
		return err
	}
	o.Warn = func(text string) {
		env.Log.Warn("letters are not drawn as they should be: the fonts of figures lack them, or their script joins letters; use a name that ends in .svg", "figure", name, "text", text)
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
