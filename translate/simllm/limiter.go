package simllm

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A limiter is the limits on requests and tokens per minute: a bucket each,
// which holds what a minute allows and is filled evenly. A limit of 0 is none.
type limiter struct {
	mu               sync.Mutex
	requests, tokens *rate.Limiter
}

func newLimiter(requestsPerMinute, tokensPerMinute int) *limiter {
	bucket := func(perMinute int) *rate.Limiter {
		if perMinute == 0 {
			return nil
		}
		return rate.NewLimiter(rate.Limit(perMinute)/60, perMinute)
	}
	return &limiter{requests: bucket(requestsPerMinute), tokens: bucket(tokensPerMinute)}
}

// take takes a request of that many tokens at time now, or says which limit
// forbids it and how long to wait. A request that no waiting would let pass is
// told to wait for a minute.
func (l *limiter) take(now time.Time, tokens int) (limit string, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	first, wait := reserve(l.requests, now, 1)
	if wait > 0 {
		return "requests", wait
	}
	if _, wait = reserve(l.tokens, now, tokens); wait > 0 {
		if first != nil {
			first.CancelAt(now)
		}
		return "tokens", wait
	}
	return "", 0
}

// reserve takes n from a bucket where they are there.
func reserve(bucket *rate.Limiter, now time.Time, n int) (*rate.Reservation, time.Duration) {
	if bucket == nil {
		return nil, 0
	}
	r := bucket.ReserveN(now, n)
	if !r.OK() {
		return nil, time.Minute
	}
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return r, wait
}

// spend takes the tokens of a completion, which were not known before it was
// made: the bucket may then owe some.
func (l *limiter) spend(now time.Time, tokens int) {
	if l.tokens == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tokens.ReserveN(now, min(tokens, l.tokens.Burst()))
}

// describe tells the limits in the headers of a reply.
func (l *limiter) describe(h http.Header, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, bucket := range map[string]*rate.Limiter{"Requests": l.requests, "Tokens": l.tokens} {
		if bucket == nil {
			continue
		}
		has := bucket.TokensAt(now)
		full := (float64(bucket.Burst()) - has) / float64(bucket.Limit())
		h.Set("X-Ratelimit-Limit-"+name, strconv.Itoa(bucket.Burst()))
		h.Set("X-Ratelimit-Remaining-"+name, strconv.Itoa(int(max(0, has))))
		h.Set("X-Ratelimit-Reset-"+name, time.Duration(full*float64(time.Second)).Round(time.Millisecond).String())
	}
}

// askToWait sets the headers that tell a client when to come back: whole
// seconds, as HTTP has it, and milliseconds, as OpenAI adds.
func askToWait(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("Retry-After-Ms", strconv.Itoa(int(math.Ceil(float64(wait)/float64(time.Millisecond)))))
}
