package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	ucli "github.com/urfave/cli/v2"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// lineEvery is how often a line tells the progress where there is no terminal.
const lineEvery = time.Minute

// A progress shows how many rows are done. Its total is not known: inputs are
// streams.
type progress struct {
	rows   atomic.Int64
	status func() string // may be nil
	end    func()
	once   sync.Once
}

// startProgress shows nothing, a bar or a line a minute, as --progress says,
// and behind the rows what status tells, which may be nil.
func startProgress(c *ucli.Context, env *Env, done int64, status func() string) *progress {
	p := &progress{status: status, end: func() {}}
	p.rows.Store(done)
	terminal := isTerminal(env.Stderr)
	switch when := c.String("progress"); {
	case when == "never" || when == "" || when == "auto" && !terminal:
	case terminal:
		p.bar(env)
	default:
		p.lines(env)
	}
	return p
}

func (p *progress) add(n int64) { p.rows.Add(n) }

// stop ends the display; it may be called again.
func (p *progress) stop() { p.once.Do(p.end) }

// more is what status tells, as the end of a line.
func (p *progress) more() string {
	if p.status == nil {
		return ""
	}
	if s := p.status(); s != "" {
		return "; " + s
	}
	return ""
}

func (p *progress) bar(env *Env) {
	container := mpb.New(mpb.WithOutput(env.Stderr), mpb.WithRefreshRate(200*time.Millisecond))
	begun, start := p.rows.Load(), time.Now()
	bar := container.New(0, mpb.SpinnerStyle(),
		mpb.PrependDecorators(decor.Name(env.Name+" ")),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			n := p.rows.Load()
			return fmt.Sprintf("%d rows, %.0f a second", n, float64(n-begun)/time.Since(start).Seconds()) + p.more()
		})),
	)
	p.end = func() {
		bar.SetTotal(p.rows.Load(), true)
		container.Wait()
	}
}

func (p *progress) lines(env *Env) {
	begun, start := p.rows.Load(), time.Now()
	say := func() {
		n, took := p.rows.Load(), time.Since(start)
		fmt.Fprintf(env.Stderr, "%s: %d rows in %v, %.0f a second%s\n", env.Name, n, took.Round(time.Second), float64(n-begun)/took.Seconds(), p.more())
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(lineEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				say()
			case <-stop:
				say()
				return
			}
		}
	}()
	p.end = func() { close(stop); <-stopped }
}

// isTerminal says whether somebody is looking: a character device that is not
// /dev/null.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}
