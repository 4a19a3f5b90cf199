package simllm

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// A limiter limits requests and tokens per minute. Each of the two has a bucket.
type limiter struct {
	mu               sync.Mutex
	requests, tokens bucket
}

// A bucket holds at most the number that a minute allows, and fills at a constant rate.
// Its level is negative while it is in debt. The zero value has no limit.
type bucket struct {
	size, level float64
	at          time.Time // of the level
}

func newLimiter(o Options) *limiter {
	return &limiter{
		requests: bucket{size: float64(o.RequestsPerMinute), level: float64(o.RequestsPerMinute)},
		tokens:   bucket{size: float64(o.TokensPerMinute), level: float64(o.TokensPerMinute)},
	}
}

// wait fills the bucket and returns the time until it holds n. If it never does, the
// time is a minute.
func (b *bucket) wait(now time.Time, n float64) time.Duration {
	if !b.at.IsZero() {
		b.level = min(b.size, b.level+b.size*now.Sub(b.at).Minutes())
	}
	b.at = now
	switch {
	case b.size == 0 || n <= b.level:
		return 0
	case n > b.size:
		return time.Minute
	}
	return time.Duration(math.Round((n - b.level) / b.size * float64(time.Minute)))
}

// take takes one request and its tokens from the buckets. If a limit forbids the
// request, take returns the limit and the time to wait, and takes nothing.
func (l *limiter) take(now time.Time, tokens int) (limit string, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := l.requests.wait(now, 1); wait > 0 {
		return "requests", wait
	}
	if wait := l.tokens.wait(now, float64(tokens)); wait > 0 {
		return "tokens", wait
	}
	l.requests.level--
	l.tokens.level -= float64(tokens)
	return "", 0
}

// spend takes the tokens of a completion. Their number is known only after the
// completion, so a debt is possible.
func (l *limiter) spend(tokens int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tokens.level -= float64(tokens)
}

// describe sets the headers that report the limits.
func (l *limiter) describe(h http.Header, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, b := range map[string]*bucket{"Requests": &l.requests, "Tokens": &l.tokens} {
		if b.size == 0 {
			continue
		}
		full := b.wait(now, b.size)
		h.Set("X-Ratelimit-Limit-"+name, strconv.Itoa(int(b.size)))
		h.Set("X-Ratelimit-Remaining-"+name, strconv.Itoa(int(max(0, b.level))))
		h.Set("X-Ratelimit-Reset-"+name, full.Round(time.Millisecond).String())
	}
}

// askToWait sets the headers that ask a client to wait: in seconds, as in HTTP, and in
// milliseconds, a header of OpenAI.
func askToWait(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("Retry-After-Ms", strconv.Itoa(int(math.Ceil(float64(wait)/float64(time.Millisecond)))))
}
