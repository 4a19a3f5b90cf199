package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/shard"
)

// retry processes the rows of some classes of a finished output again.
func (r *run) retry(ctx context.Context) error {
	classes, err := retried(r.c, r.st.Classes)
	if err != nil {
		return err
	}
	if begun, ok := shard.Begun(r.c.String("output")); ok && begun["retry"] == "" {
		return Usagef("--retry: found the unfinished output %s, expected a finished one: --resume finishes it", r.c.String("output"))
	}
	return r.retryOutput(ctx, classes)
}

// retried parses --retry into known classes, sorted, so that their order does not
// matter.
func retried(c *ucli.Context, all []string) (string, error) {
	classes := strings.FieldsFunc(c.String("retry"), func(c rune) bool { return c == ',' || c == ' ' })
	if c.IsSet("retry") && len(classes) == 0 {
		return "", Usagef("--retry: found no class, expected some of %s", strings.Join(all, ", "))
	}
	for _, class := range classes {
		if !slices.Contains(all, class) {
			return "", Usagef("--retry: found the class %q, expected some of %s", class, strings.Join(all, ", "))
		}
	}
	slices.Sort(classes)
	return strings.Join(slices.Compact(classes), ","), nil
}

// retryOutput rewrites the output: its rows are the inputs, and rows of other
// classes are copied byte for byte.
func (r *run) retryOutput(ctx context.Context, classes string) error {
	name := r.c.String("output")
	in, err := shard.Open(ctx, []string{outputName(r.c)}, nil, shard.Part{})
	if err != nil {
		return fmt.Errorf("--retry: %w", err)
	}
	settings := r.settings(in.Names(), shard.Part{})
	settings["retry"] = classes
	was, err := ReadManifest(name)
	if errors.Is(err, fs.ErrNotExist) {
		was = &Manifest{Settings: map[string]string{"inputs": inputNames(in.Names())}}
	} else if err != nil {
		return errors.Join(err, in.Close())
	}
	// The settings keep the inputs of the first run.
	settings["inputs"], settings["shard"] = was.Settings["inputs"], was.Settings["shard"]
	if err := r.sameInputs(ctx, was); err != nil {
		return errors.Join(err, in.Close())
	}
	out, err := shard.Create(shard.OutputOptions{
		Name:     name,
		Existing: shard.Replace,
		Run:      settings,
		Sync:     r.st.Durable,
	})
	if err != nil {
		return errors.Join(err, in.Close())
	}
	again := r.st.Retry
	if again == nil {
		again = r.st.process
	}
	chosen := strings.Split(classes, ",")
	// A row of another class is copied byte for byte, unless its group has a chosen row.
	work := func(ctx context.Context, worker int, u *unit, _ bool) ([]result, error) {
		copies, selected := make([]result, len(u.recs)), false
		for i, rec := range u.recs {
			row := rec.Row()
			class := r.st.class(row)
			selected = selected || slices.Contains(chosen, class) && !row.IsMalformed()
			copies[i].unit = shard.Chunk{
				Count: 1, Rows: 1,
				Classes: map[string]int64{class: 1},
				Sums:    r.st.sums(row, nil),
				Lines:   append(rec.AppendJSON(nil), '\n'),
			}
		}
		if !selected {
			return copies, nil
		}
		return r.apply(ctx, worker, u, again, false)
	}
	manifest := r.manifest(settings, was.Inputs)
	return errors.Join(r.fill(ctx, in, nil, out, work, manifest), in.Close(), out.Close())
}

// sameInputs compares the inputs of the command line with the inputs in the manifest of
// the output.
func (r *run) sameInputs(ctx context.Context, m *Manifest) error {
	names := r.c.Args().Slice()
	if len(names) == 0 {
		return nil
	}
	if m.Tool == "" {
		return Usagef("--retry: found the input %s but no %s to compare it with, expected no input: the rows come from the output", names[0], shard.ManifestName(r.c.String("output")))
	}
	given, err := shard.Open(ctx, names, nil, shard.Part{})
	if err != nil {
		return fmt.Errorf("--retry: %w", err)
	}
	if err := shard.SameRun(map[string]string{"inputs": m.Settings["inputs"]}, map[string]string{"inputs": inputNames(given.Names())}); err != nil {
		return Usagef("--retry: %w; expected no input or the same: the rows come from the output", err)
	}
	return nil
}
