package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// The time between lines of progress: on a terminal, and elsewhere, such as in a log.
const (
	lineOnTerminal = 5 * time.Second
	lineEvery      = time.Minute
)

// A progress shows the number of finished rows and, once all rows are counted, the
// total and the time left.
type progress struct {
	rows   atomic.Int64
	total  atomic.Int64  // 0: not known
	status func() string // may be nil
	ends   []func()

	begun int64 // rows before this run
	start time.Time
}

// startProgress writes lines with the number of rows, as --progress demands, followed by the
// text of status, which may be nil. By default, the last program of a pipe writes them to
// the terminal, unless rows go there. Elsewhere, auto writes lines only if status returns
// text, as it does for model calls that cost money. If in names files, their rows are counted
// in the background; if in is nil, their number is not known.
func startProgress(ctx context.Context, c *ucli.Context, env *Env, done int64, in *rowsOf, status func() string) *progress {
	p := &progress{status: status, begun: done, start: time.Now()}
	p.rows.Store(done)
	switch when := c.String("progress"); {
	case when == "never" || when == "":
		return p
	case isTerminal(env.Stderr) && !isPipe(below(env.Stdout)) && !env.rowsShown:
		p.lines(env, lineOnTerminal, true)
	case when == "always":
		p.lines(env, lineEvery, true)
	case p.more() != "" && !env.rowsShown:
		p.lines(env, lineEvery, false)
	default:
		return p
	}
	if in != nil && len(in.files) > 0 && !slices.Contains(in.files, shard.Stdin) {
		p.count(ctx, in)
	}
	return p
}

func (p *progress) add(n int64) { p.rows.Add(n) }

// stop ends the display; it may be called again.
func (p *progress) stop() {
	for _, end := range p.ends {
		end()
	}
	p.ends = nil
}

// rowsOf is a shard of the rows of files, or the first rows of the shard.
type rowsOf struct {
	files []string
	part  shard.Part
	limit int64 // 0: all
}

// count counts the rows of the files without reading columns, in the background.
// If a file cannot be read, there is no total; the run itself reports the error.
func (p *progress) count(ctx context.Context, in *rowsOf) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		files, err := shard.Open(ctx, in.files, nil, in.part)
		if err != nil {
			return
		}
		var n int64
		scan := shard.Scan{Workers: 1, Columns: []string{}, Each: func(*record.Row, shard.Position) error { n++; return nil }}
		if err := errors.Join(scan.Run(ctx, files), files.Close()); err == nil {
			if in.limit > 0 {
				n = min(n, in.limit)
			}
			p.total.Store(n)
		}
	}()
	p.ends = append(p.ends, func() { cancel(); <-done })
}

// String returns the number of rows, their rate in this run, and the time left at
// this rate.
func (p *progress) String() string {
	n, total, took := p.rows.Load(), p.total.Load(), time.Since(p.start)
	rate := float64(n-p.begun) / took.Seconds()
	of := ""
	if total > 0 {
		of = fmt.Sprintf(" of %d", total)
	}
	digits := 0
	if rate < 10 {
		digits = 1
	}
	s := fmt.Sprintf("%d%s rows in %v, %.*f a second", n, of, took.Round(time.Second), digits, rate)
	if left := float64(total-n) / rate; total > n && n > p.begun && left < math.MaxInt64/float64(time.Second) {
		s += fmt.Sprintf(", %v left", time.Duration(left*float64(time.Second)).Round(time.Second))
	}
	return s + p.more()
}

// more returns the status as the end of a line.
func (p *progress) more() string {
	if p.status == nil {
		return ""
	}
	if s := p.status(); s != "" {
		return "; " + s
	}
	return ""
}

// lines writes a line at intervals and, if atEnd is set, one at the end.
func (p *progress) lines(env *Env, every time.Duration, atEnd bool) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	show := func() { fmt.Fprintf(env.Stderr, "%s: %v\n", env.Name, p) }
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				show()
			case <-stop:
				if atEnd {
					show()
				}
				return
			}
		}
	}()
	p.ends = append(p.ends, func() { close(stop); <-stopped })
}
