package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"syscall"
	"time"
)

// patience is how long an interrupted program stays silent. Most programs end
// earlier. To people, a message after this time seems immediate.
const patience = 100 * time.Millisecond

// A wait describes what an interrupted program waits for.
type wait struct {
	rows  atomic.Int64 // number of rows under way
	grace atomic.Int64 // the longest time.Duration that they take; 0: not known
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
	if grace := time.Duration(w.grace.Load()); grace > 0 && w.rows.Load() > 0 {
		text += fmt.Sprintf(", %v at most", grace)
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
		case s != syscall.SIGHUP:
			answer.Stop()
			if screen := screenOf(stderr); screen != nil {
				screen.draw("", "") // erase the bar
			}
			os.Exit(ExitInterrupted)
		}
	}
}

// A typed reads the terminal, and prints a message before the first line.
type typed struct {
	file    *os.File
	name    string
	stderr  io.Writer
	reading atomic.Bool
}

func (t *typed) Read(b []byte) (int, error) {
	if t.reading.CompareAndSwap(false, true) {
		fmt.Fprintf(t.stderr, "%s: reading rows from the terminal; end with %s\n", t.name, endOfInput)
	}
	return t.file.Read(b)
}

// isTyped reports whether the input comes from the terminal.
func isTyped(stdin io.Reader) bool {
	t, ok := stdin.(*typed)
	return ok && t.reading.Load()
}
