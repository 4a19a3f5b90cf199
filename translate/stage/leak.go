package stage

import "fmt"

// OnLeak is what becomes of a row whose description has formal syntax in it.
// Whatever it is, nl_leak and nl_leak_kind say that there was a leak.
type OnLeak string

// What may become of it.
const (
	KeepLeak  OnLeak = "keep"  // the row goes on like any other
	MarkLeak  OnLeak = "mark"  // the leak is the row's error, so that nothing more is spent on it
	RetryLeak OnLeak = "retry" // the model is asked again, at most LeakRetries times, and the last description kept
)

// kindLeak is the kind of error that MarkLeak makes.
const kindLeak = "leak"

// ParseOnLeak reads an OnLeak; the error lists those there are.
func ParseOnLeak(s string) (OnLeak, error) {
	switch o := OnLeak(s); o {
	case KeepLeak, MarkLeak, RetryLeak:
		return o, nil
	}
	return "", fmt.Errorf("%q: expected keep, mark or retry", s)
}

func (o OnLeak) String() string { return string(o) }
