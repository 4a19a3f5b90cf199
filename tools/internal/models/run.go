package models

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	ucli "github.com/urfave/cli/v2"
	"golang.org/x/sync/errgroup"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/stage"
)

// A Plan describes what Run does with rows.
type Plan struct {
	Stages        []string            // stages whose usage is summed up
	Settings      map[string]string   // what determines the output, besides the input
	Columns       map[string][]string // as in cli.Stage; may be nil
	Runs, Samples int                 // repetitions of each row; 0 is 1

	Several bool // one repetition of a row can take several calls

	// Ask asks about one repetition of a row, or about an output row with --retry. Chain
	// does the same for a row that can become several; then Ask is not used.
	Ask   func(context.Context, *record.Row) error
	Chain func(context.Context, *record.Row) ([]*record.Row, error)

	// Class and Sums are those of cli.Stage. If Sums is nil, it is that of Stages.
	Class func(*record.Row) string
	Sums  func(*record.Row) map[string]int64
}

// Run asks about all input rows, or prints the forecast of --dry-run.
func (a *Opened) Run(ctx context.Context, c *ucli.Context, env *cli.Env, p Plan) error {
	if p.Chain == nil {
		p.Chain = func(ctx context.Context, row *record.Row) ([]*record.Row, error) {
			return []*record.Row{row}, p.Ask(ctx, row)
		}
	}
	if p.Sums == nil {
		p.Sums = a.sums(p.Stages...)
	}
	r := &runner{Plan: p, underWay: make(chan struct{}, a.Workers), last: make([]string, a.Workers+a.spare()), parallel: a.durable()}
	if a.forecast != nil {
		r.parallel = false
		return a.dryRun(ctx, c, env, func(ctx context.Context, row *record.Row) error {
			_, err := r.process(ctx, 0, row)
			return err
		})
	}
	if err := r.openJournal(c, a); err != nil {
		return err
	}
	if a.Seeds != nil {
		p.Settings["seeds"] = fmt.Sprint(a.Seeds)
	}
	defer a.report(env)
	defer collectLess(r.parallel)()
	err := cli.RunStage(ctx, c, env, cli.Stage{
		Settings: p.Settings,
		Columns:  p.Columns,
		Endpoint: a.endpoint,
		Durable:  a.durable(),
		Spare:    a.spare(),
		Process:  r.process,
		Retry:    r.retry,
		Class:    p.Class,
		Status:   a.status, Sums: p.Sums, Resumed: a.resumed,
	})
	if err != nil && !r.opened.Load() {
		return err // the replies may be those of another process
	}
	return errors.Join(err, r.closeJournal(c))
}

// collectLess makes the garbage collector run less often until restore is called. With
// 512 requests under way, the collector otherwise takes an eighth of the processor time.
// Above the memory limit it runs as often as necessary. A GOGC of the user is kept.
func collectLess(yes bool) (restore func()) {
	if !yes || os.Getenv("GOGC") != "" {
		return func() {}
	}
	percent, limit := debug.SetGCPercent(300), debug.SetMemoryLimit(256<<20)
	return func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit) }
}

// spare returns the number of rows that may be written to the disk while Workers other
// rows wait for a model. Few workers need no spare rows: they lose no time by writing,
// and a spare row takes as much memory as any other.
func (a *Opened) spare() int {
	if a.durable() {
		return max(a.Workers-endpointWorkers, 0) / 8
	}
	return 0
}

// A runner is one call of Run.
type runner struct {
	Plan
	parallel bool          // repetitions of a row are asked concurrently
	underWay chan struct{} // has room for the repetitions of all rows
	journal  string        // directory of the replies of unfinished rows; empty: none
	last     []string      // directory of the last row of each worker

	begin  func() error // removes the replies of an earlier run, with --overwrite
	opened atomic.Bool  // a row has been processed: this process has locked the output
}

// openJournal begins a journal if a row takes several calls of an endpoint and the
// output is a file. Without a journal, a killed run that is resumed pays again for the
// finished samples of a row. See translate.Journal.
func (r *runner) openJournal(c *ucli.Context, a *Opened) error {
	output := c.String("output")
	if !a.durable() || output == shard.Stdin || max(r.Runs, r.Samples) <= 1 && !r.Several {
		return nil
	}
	r.journal = strings.TrimRight(output, "/") + ".replies"
	r.begin = sync.OnceValue(func() error {
		if c.Bool("overwrite") {
			return r.removeJournal()
		}
		return nil
	})
	found, err := replies(r.journal)
	if _, begun := shard.Begun(output); err == nil && found && !begun && !c.Bool("overwrite") && !c.Bool("resume") && c.String("retry") == "" {
		err = cli.Usagef("output %s: found %s, replies of an unfinished run: use --resume to use them again, or --overwrite to start over", output, r.journal)
	}
	return err
}

// rowFolder matches the names of the directories of a journal: a part of a hash.
var rowFolder = regexp.MustCompile(`^[0-9a-f]{32}$`)

// replies reports whether there is a journal of the name. The error means that
// something else has the name.
func replies(name string) (bool, error) {
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("journal: %w", err)
	}
	if !info.IsDir() {
		return false, fmt.Errorf("found %s, which is no directory of this program; move it, or choose another --output", name)
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return false, fmt.Errorf("journal: %w", err)
	}
	for _, e := range entries {
		if !rowFolder.MatchString(e.Name()) {
			return false, fmt.Errorf("found %s, which this program did not write; move it, or choose another --output", filepath.Join(name, e.Name()))
		}
	}
	return len(entries) > 0, nil
}

// closeJournal removes the journal unless the output is unfinished. In an unfinished
// output, the last row of each worker may be missing.
func (r *runner) closeJournal(c *ucli.Context) error {
	if _, begun := shard.Begun(c.String("output")); r.journal == "" || begun {
		return nil
	}
	return r.removeJournal()
}

func (r *runner) removeJournal() error {
	if _, err := replies(r.journal); err != nil {
		return err
	}
	if err := os.RemoveAll(r.journal); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// process makes the output rows of an input row.
func (r *runner) process(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	if r.opened.Store(true); r.journal != "" {
		if err := r.begin(); err != nil {
			return nil, err
		}
		// A worker begins a row after its last one is on disk.
		if last := r.last[worker]; last != "" {
			if err := os.RemoveAll(last); err != nil {
				return nil, fmt.Errorf("journal: %w", err)
			}
		}
		name := sha256.Sum256([]byte(cli.Position(ctx).String()))
		r.last[worker] = filepath.Join(r.journal, hex.EncodeToString(name[:16]))
		ctx = translate.InRow(ctx, r.last[worker])
	}
	return r.repeat(ctx, row)
}

// retry asks again about one output row.
func (r *runner) retry(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
	if r.parallel {
		r.underWay <- struct{}{}
		defer func() { <-r.underWay }()
	}
	return r.Chain(ctx, row)
}

// repeat asks about all repetitions of a row. At an endpoint they run concurrently, up to
// a limit that all rows share. After the first error, no further repetition begins.
func (r *runner) repeat(ctx context.Context, row *record.Row) ([]*record.Row, error) {
	repetitions := stage.Repeat(row, r.Runs, r.Samples)
	rows := make([][]*record.Row, len(repetitions))
	if !r.parallel {
		for i, repetition := range repetitions {
			var err error
			if rows[i], err = r.Chain(ctx, repetition); err != nil {
				return nil, err
			}
		}
		return slices.Concat(rows...), nil
	}
	group, ctx := errgroup.WithContext(ctx)
	for i, repetition := range repetitions {
		select {
		case r.underWay <- struct{}{}:
		case <-ctx.Done():
			return nil, cmp.Or(group.Wait(), ctx.Err())
		}
		group.Go(func() (err error) {
			defer func() { <-r.underWay }()
			rows[i], err = r.Chain(ctx, repetition)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(rows...), nil
}
