package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// toOutput writes a file or directory.
func (r *run) toOutput(ctx context.Context, in input, part shard.Part) error {
	settings := r.settings(in.Names(), part)
	was, begun := shard.Begun(r.c.String("output"))
	if begun = begun && existing(r.c) == shard.Resume; begun && was[endpoint] != settings[endpoint] {
		r.env.Log.Warn("the run was begun with another endpoint", "before", was[endpoint], "now", settings[endpoint])
		settings[endpoint] = was[endpoint]
	}
	begin := maps.Clone(settings)
	var inputs []ManifestInput
	if _, err := os.Stat(outputName(r.c)); existing(r.c) != shard.Refuse || err != nil {
		inputs, err = describeInputs(append(slices.Clone(r.st.Inputs), in.Names()...))
		if before, known := was[inputContent]; err == nil && begun && known && was["inputs"] == settings["inputs"] {
			err = unchanged(r.c.String("output"), before, inputs)
		}
		if err != nil {
			return errors.Join(err, in.Close())
		}
		begin[inputContent] = contents(inputs)
	}
	out, err := shard.Create(shard.OutputOptions{
		Name:     r.c.String("output"),
		Existing: existing(r.c),
		Run:      begin,
		Sync:     r.st.Durable,
		Retries:  hasFlag(r.c, "retry"),
	})
	if errors.Is(err, shard.ErrComplete) {
		m, err := completed(r.c.String("output"), settings, inputs)
		if err != nil {
			return errors.Join(err, in.Close())
		}
		fmt.Fprintf(r.env.Stderr, "%s: %s is complete, nothing to do\n", r.env.Name, r.c.String("output"))
		if n := m.Classes[ClassLeft]; n > 0 {
			fmt.Fprintf(r.env.Stderr, "%s: %d of its rows are left as they were: --retry left processes them again\n", r.env.Name, n)
		}
		return in.Close()
	}
	if errors.Is(err, shard.ErrExists) {
		return Usagef("%w", err)
	}
	if err != nil {
		return err
	}
	manifest := r.manifest(settings, inputs)
	in, of := r.selected(in, &rowsOf{in.Names(), part, 0})
	return errors.Join(r.fill(ctx, in, of, out, r.work, manifest), in.Close(), out.Close())
}

// inputContent is the name of the setting with the checksums of the inputs. An input can
// change in rows that are not done yet, so the sums of the finished rows are not enough.
const inputContent = "content_sha256"

func existing(c *ucli.Context) shard.Existing {
	switch {
	case c.Bool("overwrite"):
		return shard.Overwrite
	case c.Bool("resume"), c.String("retry") != "":
		return shard.Resume
	}
	return shard.Refuse
}

// inputNames joins the inputs to one setting.
func inputNames(names []string) string { return strings.Join(names, " ") }

// endpoint is the name of the setting that may differ in a resumed run.
const endpoint = "endpoint"

// settings returns the settings that must be equal for a resume.
func (r *run) settings(inputs []string, part shard.Part) map[string]string {
	s := map[string]string{
		"tool":   r.env.Name,
		"schema": fmt.Sprint(record.SchemaVersion),
		"inputs": inputNames(inputs),
		"shard":  part.String(),
		"timing": fmt.Sprint(!r.c.Bool("no-timing")),
	}
	if r.st.Endpoint != "" {
		s[endpoint] = r.st.Endpoint
	}
	for _, name := range []string{"where", "limit"} {
		if r.c.IsSet(name) {
			s[name] = fmt.Sprint(r.c.Value(name))
		}
	}
	for name, value := range r.st.Settings {
		s["settings."+name] = value
	}
	return s
}

// A workFunc returns a result for each row of a unit.
type workFunc func(ctx context.Context, worker int, u *unit, keepRows bool) ([]result, error)

// fill adds the missing rows to an output and finishes it. If the argument of is not nil,
// the progress counts its rows to estimate the time left.
func (r *run) fill(ctx context.Context, in recordReader, of *rowsOf, out *shard.Output, work workFunc, manifest func(shard.Result) ([]byte, error)) error {
	done := out.Resumption()
	if r.st.Resumed != nil {
		r.st.Resumed(out.Total().Sums)
	}
	if r.reading != nil {
		r.reading.resumed = out.Total().Count > 0
	}
	bar := startProgress(ctx, r.c, r.env, out.Total().Count, of, r.st.Status)
	defer bar.stop()
	err := pipe(ctx, r.workers, r.units(in, done), (*unit).size, func(ctx context.Context, worker int, u *unit) ([]result, error) {
		sums := make([]uint32, len(u.recs))
		for i, rec := range u.recs {
			sums[i] = rec.Sum(0) // before the row is changed
		}
		all, err := work(ctx, worker, u, false)
		if err != nil {
			return nil, err
		}
		var missing []result
		for i, res := range all {
			if !u.done[i] {
				res.unit.First, res.unit.Sum = u.first+int64(i), sums[i]
				missing = append(missing, res)
			}
		}
		bar.add(int64(len(missing))) // in any order: rows after a slow one count, too
		if r.st.Durable {
			return make([]result, len(missing)), commit(out, missing) // rows that are on disk need no memory
		}
		return missing, nil
	}, func(results []result) error {
		if r.st.Durable {
			return nil
		}
		return commit(out, results)
	}, out.Flush, false)
	if incomplete := (*shard.IncompleteError)(nil); errors.Is(err, errInterrupted) || errors.As(err, &incomplete) {
		return fmt.Errorf("%w: %d input rows are done and kept; --resume continues", err, out.Total().Count)
	}
	var notTable *shard.NotTableError
	if errors.As(err, &notTable) && r.malformed.Load() >= out.Total().Rows {
		return errors.Join(err, out.Discard())
	}
	if err != nil {
		return err
	}
	if n := done.Rest(); n > 0 {
		return fmt.Errorf("output %s: the inputs end %d rows earlier than those of the unfinished run; expected the same rows", r.c.String("output"), n)
	}
	if in, ok := in.(input); ok && r.reading != nil { // not the rows of an output, which --retry reads
		err := r.checkRows(in)
		if n := r.malformed.Load(); err == nil && n > 0 && n == out.Total().Rows {
			err = noTable(in.Names(), *r.failure.Load())
		}
		if err != nil {
			return errors.Join(err, out.Discard())
		}
	}
	total := out.Total()
	if err := out.Finish(manifest); err != nil {
		return err
	}
	bar.stop()
	return r.judge(total.Rows, total.Classes)
}

// commit adds results to an output.
func commit(out *shard.Output, results []result) error {
	for _, res := range results {
		if err := out.Commit(res.unit); err != nil {
			return err
		}
	}
	return nil
}

// outputName returns the name of the output without the slash of a directory.
func outputName(c *ucli.Context) string {
	return cmp.Or(strings.TrimRight(c.String("output"), "/"), "/")
}
