package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// patience is how long an interrupted program stays silent. Most programs end
// earlier. To people, a message after this time seems immediate.
const patience = 100 * time.Millisecond

// A wait describes what an interrupted program waits for.
type wait struct {
	rows   atomic.Int64 // number of rows under way
	writes atomic.Int64 // on the standard output: begun and ended, so it is odd during one
}

type waitKey struct{}

// waitOf returns the wait of the program, or a new one in a context without any.
func waitOf(ctx context.Context) *wait {
	if w, ok := ctx.Value(waitKey{}).(*wait); ok {
		return w
	}
	return new(wait)
}

// String describes what the program waits for and how to end it.
func (w *wait) String() string {
	var text string
	switch n := w.rows.Load(); n {
	case 0:
		text = "finishing"
	case 1:
		text = "waiting for 1 row under way"
	default:
		text = fmt.Sprintf("waiting for %d rows under way", n)
	}
	return text + "; Ctrl-C again ends now"
}

// obey calls cancel at the first signal, and prints what the program waits for. A second
// signal ends the program, unless it is a hangup: a closed terminal and its shell each
// send one.
func (w *wait) obey(signals <-chan os.Signal, cancel func(), name string, stderr io.Writer) {
	var answer *time.Timer
	for s := range signals {
		switch {
		case answer == nil:
			cancel()
			answer = time.AfterFunc(patience, func() { fmt.Fprintf(stderr, "%s: %v\n", name, w) })
			go func() {
				w.untilBlocked()
				abandon(name, stderr, "interrupted: nobody reads the rest of the standard output")
			}()
		case s != syscall.SIGHUP:
			answer.Stop()
			abandon(name, stderr, "")
		}
	}
}

// abandon ends the process at once.
func abandon(name string, stderr io.Writer, reason string) {
	if reason != "" {
		fmt.Fprintf(stderr, "%s: %s\n", name, reason)
	}
	os.Exit(ExitInterrupted)
}

// longestWrite is how long an interrupted program waits for the reader of its standard
// output, such as a pager, when it waits for nothing else.
const longestWrite = 2 * time.Second

// untilBlocked returns when nothing but a write to the standard output has been under way
// for longestWrite.
func (w *wait) untilBlocked() {
	const looks = 20
	for same, last := 0, int64(0); same < looks; same++ {
		if n := w.writes.Load(); n%2 == 0 || n != last || w.rows.Load() > 0 {
			same, last = -1, n
		}
		time.Sleep(longestWrite / looks)
	}
}

// A typed reads the terminal, and prints a message before the first line.
type typed struct {
	file   *os.File
	name   string
	stderr io.Writer
	once   sync.Once
}

func (t *typed) Read(b []byte) (int, error) {
	t.once.Do(func() {
		end := "Ctrl-D"
		if runtime.GOOS == "windows" {
			end = "Ctrl-Z and Enter"
		}
		fmt.Fprintf(t.stderr, "%s: reading rows from the terminal; end with %s\n", t.name, end)
	})
	return t.file.Read(b)
}
