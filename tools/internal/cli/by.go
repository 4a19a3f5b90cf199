package cli

import (
	"fmt"
	"maps"
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
// lists the columns of the first rows if they can be read again.
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

// someRows is the number of rows whose columns are listed.
const someRows = 100

// columnsOf returns the columns of the first rows of inputs. It returns nil if an input
// is not a file, because rows from a pipe cannot be read again.
func columnsOf(c *ucli.Context, inputs []string) (names []string) {
	in, err := shard.Open(c.Context, inputs, nil, shard.Part{})
	if err != nil {
		return nil
	}
	if slices.ContainsFunc(in.Names(), isNoFile) {
		return nil
	}
	defer in.Close()
	has := map[string]bool{}
	for range someRows {
		rec, err := in.Read()
		if err != nil {
			break
		}
		row := rec.Row()
		for _, name := range record.Columns() {
			if _, ok := row.Get(name); ok {
				has[name] = true
			}
		}
		for name := range row.ExtraFields() {
			has[name] = true
		}
	}
	for _, name := range record.Columns() {
		if has[name] {
			names = append(names, name)
			delete(has, name)
		}
	}
	return append(names, slices.Sorted(maps.Keys(has))...)
}
