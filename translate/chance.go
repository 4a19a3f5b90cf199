package translate

import (
	"math"
	"time"
)

// A chance is the share of calls whose first attempt fails for a passing reason, such as a
// gateway that loses its connections. It shows whether a call has failed by chance in all
// its attempts, or whether its request is the reason. Further attempts are not counted: if
// some requests always fail, most attempts are theirs.
//
// The share is a moving average over about 50 calls. At the start it is that of Laplace's
// rule of succession.
type chance struct {
	share    float64
	calls    int
	answered time.Time // when an attempt last had another result; zero: never
}

const (
	recentCalls = 50
	improbable  = 1e-6 // probability at which a call has not failed by chance
	deviations  = 2    // standard errors by which the share may be larger than it looks
)

// tally records the result of an attempt.
func (c *chance) tally(now time.Time, first, failed bool) {
	if !failed {
		c.answered = now
	}
	if !first {
		return
	}
	if c.calls == 0 {
		c.share = 0.5
	}
	c.calls++
	weight := 1 / float64(min(c.calls+2, recentCalls))
	c.share *= 1 - weight
	if failed {
		c.share += weight
	}
}

// explains reports whether a number of failed attempts of one call can be chance. The
// average strays from the true share: a call that was given up with the average itself
// was one of 100,000 where the endpoint loses 70% of the requests.
func (c *chance) explains(attempts int64) bool {
	strays := deviations * math.Sqrt(c.share*(1-c.share)/float64(min(c.calls+2, recentCalls)))
	return math.Pow(min(c.share+strays, 1), float64(attempts)) > improbable
}

// again reports whether a call whose attempts have failed for passing reasons is
// attempted further: the endpoint answers others, and the failures can be chance.
func (g *Gate) again(attempts int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := &g.chance
	late := g.giveUpAfter > 0 && time.Since(c.answered) > g.giveUpAfter
	return !c.answered.IsZero() && !late && c.explains(attempts)
}
