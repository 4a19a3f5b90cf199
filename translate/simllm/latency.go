package simllm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// maxLatency is the longest that a draw can give, lest the tail of a
// lognormal distribution be a hang.
const maxLatency = time.Hour

// A Latency is a distribution of times from a request to its reply. The zero
// Latency is none.
type Latency struct {
	shape shape
	a, b  time.Duration // fixed: a; uniform: from a to b; lognormal: median a
	sigma float64       // of the logarithm
}

type shape uint8

const (
	fixed shape = iota
	uniform
	lognormal
)

// ParseLatency reads "200ms" or "fixed:200ms", "uniform:100ms..1s", and
// "lognormal:200ms,0.5", whose numbers are the median and the standard
// deviation of the logarithm.
func ParseLatency(s string) (Latency, error) {
	name, rest, named := strings.Cut(s, ":")
	if !named {
		name, rest = "fixed", s
	}
	var l Latency
	var ok bool
	switch name {
	case "fixed":
		l.shape = fixed
		l.a, ok = duration(rest)
	case "uniform":
		low, high, _ := strings.Cut(rest, "..")
		l.shape = uniform
		if l.a, ok = duration(low); ok {
			l.b, ok = duration(high)
		}
		ok = ok && l.a <= l.b
	case "lognormal":
		median, sigma, _ := strings.Cut(rest, ",")
		l.shape = lognormal
		l.a, ok = duration(median)
		var err error
		l.sigma, err = strconv.ParseFloat(sigma, 64)
		ok = ok && err == nil && l.sigma >= 0 && l.sigma <= 10
	}
	if !ok {
		return Latency{}, fmt.Errorf("latency %q: expected a time such as 200ms, uniform:100ms..1s, or lognormal:200ms,0.5 (median, sigma), of an hour at the most", s)
	}
	return l, nil
}

// duration reads a time from 0 to maxLatency; a bare 0 is one.
func duration(s string) (time.Duration, bool) {
	d, err := time.ParseDuration(s)
	return d, err == nil && d >= 0 && d <= maxLatency
}

// String is what ParseLatency reads.
func (l Latency) String() string {
	switch l.shape {
	case uniform:
		return fmt.Sprintf("uniform:%v..%v", l.a, l.b)
	case lognormal:
		return fmt.Sprintf("lognormal:%v,%v", l.a, l.sigma)
	}
	return "fixed:" + l.a.String()
}

// draw is one time.
func (l Latency) draw(r *rand.Rand) time.Duration {
	switch l.shape {
	case uniform:
		return l.a + time.Duration(r.Int64N(int64(l.b-l.a)+1))
	case lognormal:
		d := float64(l.a) * math.Exp(l.sigma*r.NormFloat64())
		return time.Duration(min(d, float64(maxLatency)))
	}
	return l.a
}
