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

// A Latency is a lognormal distribution of times from request to reply. The zero value is
// no latency.
type Latency struct {
	median time.Duration
	sigma  float64 // standard deviation of the logarithm; 0: always the median
}

// ParseLatency reads "200ms", or "lognormal:200ms,0.5" with the median and the standard
// deviation of the logarithm.
func ParseLatency(s string) (Latency, error) {
	median, sigma := s, "0"
	if rest, ok := strings.CutPrefix(s, "lognormal:"); ok {
		median, sigma, _ = strings.Cut(rest, ",")
	}
	d, err := time.ParseDuration(median)
	deviation, err2 := strconv.ParseFloat(sigma, 64)
	if err != nil || err2 != nil || d < 0 || d > maxLatency || !(deviation >= 0 && deviation <= 10) {
		return Latency{}, fmt.Errorf("latency %q: expected a time such as 200ms, or lognormal:200ms,0.5 (median, sigma), of at most an hour", s)
	}
	return Latency{d, deviation}, nil
}

func (l Latency) draw(r *rand.Rand) time.Duration {
	return time.Duration(min(float64(l.median)*math.Exp(l.sigma*r.NormFloat64()), float64(maxLatency)))
}
