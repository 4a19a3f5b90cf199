package simllm

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A limiter limits requests and tokens per minute. Each limit allows at once what a
// minute allows.
type limiter struct {
	mu               sync.Mutex
	requests, tokens *rate.Limiter // nil: no limit
}

func newLimiter(o Options) *limiter {
	return &limiter{requests: perMinute(o.RequestsPerMinute), tokens: perMinute(o.TokensPerMinute)}
}

func perMinute(n int) *rate.Limiter {
	if n == 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(float64(n)/60), n)
}

// take takes one request and its tokens. If a limit forbids the request, take returns the
// limit and the time to wait, and takes nothing.
func (l *limiter) take(now time.Time, tokens int) (limit string, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	request, wait := reserve(l.requests, now, 1)
	if wait > 0 {
		return "requests", wait
	}
	if _, wait = reserve(l.tokens, now, tokens); wait > 0 {
		if request != nil {
			request.CancelAt(now)
		}
		return "tokens", wait
	}
	return "", 0
}

// reserve takes n from l, unless that is possible only after a wait. More than a minute's
// amount is never possible.
func reserve(l *rate.Limiter, now time.Time, n int) (*rate.Reservation, time.Duration) {
	if l == nil {
		return nil, 0
	}
	r := l.ReserveN(now, n)
	if !r.OK() {
		return nil, time.Minute
	}
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return r, wait
}

// spend takes the tokens of a completion. Their number is known only after the
// completion, so a debt is possible.
func (l *limiter) spend(now time.Time, tokens int) {
	for l.tokens != nil && tokens > 0 {
		n := min(tokens, l.tokens.Burst())
		l.tokens.ReserveN(now, n)
		tokens -= n
	}
}

// describe sets the headers that report the limits.
func (l *limiter) describe(h http.Header, now time.Time) {
	for name, limit := range map[string]*rate.Limiter{"Requests": l.requests, "Tokens": l.tokens} {
		if limit == nil {
			continue
		}
		left := limit.TokensAt(now)
		full := (float64(limit.Burst()) - left) / float64(limit.Limit())
		h.Set("X-Ratelimit-Limit-"+name, strconv.Itoa(limit.Burst()))
		h.Set("X-Ratelimit-Remaining-"+name, strconv.Itoa(int(max(0, left))))
		h.Set("X-Ratelimit-Reset-"+name, time.Duration(full*float64(time.Second)).Round(time.Millisecond).String())
	}
}

// askToWait sets the headers that ask a client to wait: in seconds, as in HTTP, and in
// milliseconds, a header of OpenAI.
func askToWait(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("Retry-After-Ms", strconv.Itoa(int(math.Ceil(float64(wait)/float64(time.Millisecond)))))
}
