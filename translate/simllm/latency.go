package simllm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// maxLatency bounds a draw, so that the tail of a lognormal distribution is not
// a hang.
const maxLatency = time.Hour

// A Latency is a distribution of times from request to reply: lognormal with
// median low if sigma is positive, otherwise uniform from low to high. The zero
// value is no latency.
type Latency struct {
	low, high time.Duration
	sigma     float64 // standard deviation of the logarithm
}

// ParseLatency reads "200ms" or "fixed:200ms", "uniform:100ms..1s", and
// "lognormal:200ms,0.5" with the median and the standard deviation of the
// logarithm.
func ParseLatency(s string) (Latency, error) {
	name, rest, named := strings.Cut(s, ":")
	if !named {
		name, rest = "fixed", s
	}
	var l Latency
	var ok bool
	switch name {
	case "fixed":
		l.low, ok = duration(rest)
		l.high = l.low
	case "uniform":
		low, high, _ := strings.Cut(rest, "..")
		var ok2 bool
		l.low, ok = duration(low)
		l.high, ok2 = duration(high)
		ok = ok && ok2 && l.low <= l.high
	case "lognormal":
		median, sigma, _ := strings.Cut(rest, ",")
		var err error
		l.low, ok = duration(median)
		l.high = l.low
		l.sigma, err = strconv.ParseFloat(sigma, 64)
		ok = ok && err == nil && l.sigma >= 0 && l.sigma <= 10
	}
	if !ok {
		return Latency{}, fmt.Errorf("latency %q: expected a time such as 200ms, uniform:100ms..1s, or lognormal:200ms,0.5 (median, sigma), of at most an hour", s)
	}
	return l, nil
}

// duration reads a time from 0 to maxLatency.
func duration(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s)
	return d, err == nil && d >= 0 && d <= maxLatency
}

func (l Latency) draw(r *rand.Rand) time.Duration {
	switch {
	case l.sigma > 0:
		return time.Duration(min(float64(l.low)*math.Exp(l.sigma*r.NormFloat64()), float64(maxLatency)))
	case l.high > l.low:
		return l.low + time.Duration(r.Int64N(int64(l.high-l.low)+1))
	}
	return l.low
}
