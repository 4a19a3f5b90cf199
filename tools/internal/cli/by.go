package cli

import (
	"fmt"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// List returns a function for Parse that reads a list, separated by commas. For the empty
// text, the list is nil.
func List[T any](parse func(string) (T, error)) func(string) ([]T, error) {
	return func(text string) (all []T, err error) {
		if text == "" {
			return nil, nil
		}
		for name := range strings.SplitSeq(text, ",") {
			x, err := parse(strings.TrimSpace(name))
			if err != nil {
				return nil, err
			}
			all = append(all, x)
		}
		return all, nil
	}
}

// Keys returns the columns of --by. Without the flag, they are the settings. The
// fixed columns are keys of the table in any case, so they are left out.
func Keys(c *ucli.Context, fixed ...string) ([]metrics.Key, error) {
	keys := metrics.Settings()
	if err := Parse(c, "by", List(metrics.ParseKey), &keys); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(keys, func(k metrics.Key) bool { return slices.Contains(fixed, k.Column) }), nil
}

// Absent returns the error of columns of --by that no row has, or nil if there are none.
func Absent(c *ucli.Context, missing []string) error {
	if missing == nil || !c.IsSet("by") {
		return nil
	}
	return NoColumn(c, "--by", "a column", c.Args().Slice(), missing...)
}

// NotePooled prints the settings over which the lines of a table average.
func NotePooled(env *Env, p *metrics.Pooled) {
	if names := p.Varying(); names != nil {
		fmt.Fprintf(env.Stderr, "%s: lines average over several values of %s; --by separates them\n", env.Name, strings.Join(names, ", "))
	}
}

// NoColumn returns the error of columns that a flag names and no row of the inputs has.
// lacks describes them, such as "a column". The error suggests the nearest name, and
// lists the columns of the rows if they can be read again.
func NoColumn(c *ucli.Context, flag, lacks string, inputs []string, names ...string) error {
	there := columnsOf(c, inputs)
	known := there
	if known == nil {
		known = record.Columns()
	}
	text := fmt.Sprintf("%s: no row has %s %s", flag, lacks, strings.Join(names, ", "))
	nearest := Nearest(names[0], known)
	if text += nearest; there != nil {
		if nearest == "" {
			text += "."
		}
		text += " The rows have " + strings.Join(there, ", ")
	}
	return Usagef("%s", text)
}

// columnsOf returns the columns of the first 1,000 rows of inputs. It returns nil if an input
// is not a file, because rows from a pipe cannot be read again.
func columnsOf(c *ucli.Context, inputs []string) (names []string) {
	in, err := shard.Open(c.Context, inputs, nil, shard.Part{})
	if err != nil || slices.ContainsFunc(in.Names(), isNoFile) {
		return nil
	}
	defer in.Close()
	for range 1000 {
		rec, err := in.Read()
		if err != nil {
			break
		}
		has := slices.DeleteFunc(record.Columns(), func(name string) bool { _, ok := rec.Row().Get(name); return !ok })
		for name := range rec.Row().ExtraFields() {
			has = append(has, name)
		}
		for _, name := range has {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
