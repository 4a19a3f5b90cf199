package report

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/report"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// pause is the minimum time between two checks of the inputs. After a page that takes
// long, the time is longer, so that the run keeps most of the machine.
const pause = 2 * time.Second

// A watcher writes the page of inputs again whenever they change.
type watcher struct {
	c    *ucli.Context
	env  *cli.Env
	page *report.Report // the last page
	seen string         // the files of the last page, or of the last failure
	said string         // the last message
}

// watch runs until the context ends. At the end it writes the last page as the page of a
// finished run, with the same bytes as without --watch.
func watch(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	for _, name := range c.Args().Slice() {
		if name == shard.Stdin {
			return cli.Usagef("--watch: found - (the standard input), expected files: a report of rows from a pipe is written at their end")
		}
	}
	switch name := c.String("output"); {
	case c.NArg() == 0:
		return cli.Usagef("--watch: found no input, expected files")
	case name == shard.Stdin:
		return cli.Usagef("--watch: found --output %s, expected a file, which can be replaced", name)
	}
	w := &watcher{c: c, env: env}
	for ctx.Err() == nil {
		began := time.Now()
		if err := w.look(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(pause, 2*time.Since(began))):
		}
	}
	if err := w.look(context.WithoutCancel(ctx)); err != nil { // the rows since the last page
		return err
	}
	if w.page == nil {
		return cli.Limitf("no row was read from %s", strings.Join(c.Args().Slice(), ", "))
	}
	w.page.Finish()
	return cli.WriteWhole(c, env, "the report", w.page.Write)
}

// look writes the page if the inputs have changed. It prints errors of inputs that other
// programs are writing, and continues, because they can be gone at the next call.
func (w *watcher) look(ctx context.Context) error {
	names := make([]string, w.c.NArg())
	for i, name := range w.c.Args().Slice() {
		names[i] = soFar(name)
	}
	state := w.state(ctx, names)
	if state == w.seen {
		return nil
	}
	w.seen = state
	page := newPage(w.c, time.Now().UTC().Format("2006-01-02 15:04:05 UTC"))
	err := addSources(page, names)
	if err == nil {
		err = cli.Rows{Names: names, Quiet: true}.Each(ctx, w.c, w.env, func(r *record.Row, at shard.Position) error { return page.Add(r, at.String()) })
	}
	switch {
	case ctx.Err() != nil:
		return nil
	case cli.ExitCode(err) == cli.ExitUsage:
		return err
	case err != nil:
		w.say("waiting for rows: %v", err)
		return nil
	}
	w.page = page
	w.say("%s is written again when rows are added; Ctrl-C ends this", w.c.String("output"))
	return cli.WriteWhole(w.c, w.env, "the report", page.Write)
}

// state describes the files of the inputs, to find out whether they change.
func (w *watcher) state(ctx context.Context, names []string) string {
	in, err := shard.Open(ctx, names, w.env.Stdin, shard.Part{})
	if err != nil {
		return "fault: " + err.Error()
	}
	var b strings.Builder
	for _, name := range in.Names() {
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintf(&b, "%q %d %d\n", name, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// say writes a message, unless it was the last one.
func (w *watcher) say(format string, a ...any) {
	message := fmt.Sprintf(format, a...)
	if message != w.said {
		fmt.Fprintf(w.env.Stderr, "report: %s\n", message)
	}
	w.said = message
}

// soFar returns the name of the partial output if a run is not finished, or else the name
// of the output.
func soFar(name string) string {
	partial := shard.PartialName(name)
	if _, err := os.Stat(partial); err == nil {
		return partial
	}
	return name
}
