package translate

import (
	"math"
	"sort"
	"time"
)

// A quota is a limit on the requests in a sliding period. Some endpoints count refused
// requests as well. There, each request that asks too early extends the refusal, so the
// method of pace, which asks at short intervals, gets a small part of the rate. A quota
// is learned from the accepted requests instead:
//
//   - When a long run of refusals ends, the requests that were accepted before the run
//     are taken for the limit. Its period lies between two bounds: for the last refused
//     request, the limit was still reached, and for the first accepted one, no longer.
//   - If the endpoint then refuses again after about as many requests, the quota is
//     confirmed. A failure of the endpoint has no such repetition.
//   - A confirmed quota delays requests. Single requests that start earlier halve the
//     distance between the bounds. Later, a few of them find out whether the limit has
//     been raised.
type quota struct {
	log   []logged
	base  int64 // number of the first request in the log
	epoch int64 // number of requests so far at the last refusal
	from  int64 // number of the first request after the last long run of refusals

	limit       int     // accepted requests in a period; 0: not known
	short, long float64 // bounds on the period, in seconds
	most        float64 // the period from which the quota counts as a mistake
	confirmed   bool
	explained   bool // the last refusal
	row         int  // refusals in a row
	misses      int  // refusals in a row that the quota does not explain

	probe     int64   // number of the request under way that started early; 0: none
	probeFrom float64 // no request starts early before this time
	failures  int     // early requests in a row that were refused
	successes int     // early requests in a row that were accepted
	late      int     // refusals in a row of requests that were not early
}

// A logged is a request that has started.
type logged struct {
	at      float64 // seconds
	refused bool
}

const (
	longestLog    = 1 << 15
	longestPeriod = 150.0 // of a quota; most periods are a minute at most
	leastLimit    = 3     // of a quota; the pace suits smaller limits
	closeBy       = 0.04  // distance of the bounds, as a share of the period, that needs no probe
)

// start records the start of a request.
func (q *quota) start(at float64, number int64) {
	if len(q.log) == 0 {
		q.base = number
	}
	if len(q.log) == longestLog {
		n := copy(q.log, q.log[longestLog/2:])
		q.log, q.base = q.log[:n], q.base+longestLog/2
	}
	if q.confirmed && q.probe == 0 && at < q.free(q.long)-2*timerError.Seconds() {
		q.probe = number
	}
	q.log = append(q.log, logged{at: at})
}

// free returns the time at which fewer requests than the limit have started in the last
// period.
func (q *quota) free(period float64) float64 {
	if q.limit == 0 || len(q.log) < q.limit {
		return 0
	}
	return q.log[len(q.log)-q.limit].at + period
}

// next returns the earliest start of the next request.
func (q *quota) next(now float64) float64 {
	if !q.confirmed {
		// Near the limit, most requests under way together would be refused together.
		if q.limit > 0 && abs(q.within(now-q.long)-q.limit) <= 2 {
			return q.log[len(q.log)-1].at + min(q.long/float64(4*q.limit), 1)
		}
		return 0
	}
	at := q.free(q.long)
	if q.probe > 0 {
		return at
	}
	if now >= q.probeFrom {
		at = min(at, q.free((q.short+q.long)/2))
	}
	// If the quota is a mistake, a long wait would be one, too. These requests take a
	// twentieth of the limit.
	return min(at, q.log[len(q.log)-1].at+min(max(mostWait, 20*q.long/float64(q.limit)), 60))
}

// within returns the number of requests that started after a time.
func (q *quota) within(since float64) int {
	return len(q.log) - sort.Search(len(q.log), func(i int) bool { return q.log[i].at > since })
}

func abs(n int) int { return max(n, -n) }

// index returns the index of a request in the log; ok is false if it is too old.
func (q *quota) index(number int64) (i int, ok bool) {
	i = int(number - q.base)
	return i, i >= 0 && i < len(q.log)
}

// spanned returns the time from the start of the request limit places before i to that of
// i; ok is false if there is no such request.
func (q *quota) spanned(i int) (period float64, ok bool) {
	if i < q.limit {
		return 0, false
	}
	return q.log[i].at - q.log[i-q.limit].at, true
}

// accepted records an accepted request.
func (q *quota) accepted(number int64) {
	if number > q.epoch {
		q.row = 0
	}
	if number == q.probe {
		defer func() { q.probe = 0 }()
	}
	i, ok := q.index(number)
	if !ok || number != q.probe {
		return
	}
	if span, ok := q.spanned(i); ok && span < q.long {
		q.long = span
		q.failures, q.late, q.successes = 0, 0, q.successes+1
		if q.short > q.long*(1-closeBy) {
			q.short = q.long * max(1-closeBy*float64(int(1)<<min(q.successes, 8)), 0.2)
		}
	}
}

// learn makes a quota when an accepted request ends a long run of refusals. It returns the
// mean distance of requests under the quota, or 0 if there is none.
func (q *quota) learn(number int64) (each float64) {
	i, ok := q.index(number)
	if !ok || number < q.from {
		return 0
	}
	n := 0
	for _, l := range q.log[max(0, q.from-q.base):i] {
		if !l.refused {
			n++
		}
	}
	q.from = number
	if n < leastLimit || q.confirmed && q.misses == 0 {
		return 0
	}
	*q = quota{log: q.log, base: q.base, epoch: q.epoch, from: q.from, limit: n}
	if span, ok := q.spanned(i - 1); ok {
		q.short = span
	}
	if span, ok := q.spanned(i); ok {
		q.long = span
	}
	q.long = max(q.long, q.short*(1+closeBy))
	if q.most = min(2*q.long, longestPeriod); q.long > q.most {
		q.limit = 0
		return 0
	}
	return q.long / float64(q.limit)
}

// refused records a refused request and reports whether the quota explains it. started is
// the number of requests so far. Refusals of requests that were under way together count
// as one.
func (q *quota) refused(number, started int64) (explained bool) {
	i, ok := q.index(number)
	if !ok {
		return false
	}
	q.log[i].refused = true
	if number == q.probe {
		defer func() { q.probe = 0 }()
	}
	if number <= q.epoch {
		return q.explained
	}
	q.epoch = started
	q.row++
	q.explained = q.explains(i)
	if !q.explained {
		q.misses++
	}
	if max(q.row, q.misses) >= outage || q.long > q.most {
		q.limit, q.confirmed, q.explained = 0, false, false
	}
	if !q.explained {
		return false
	}
	q.confirmed, q.misses, q.successes = true, 0, 0
	span, ok := q.spanned(i)
	switch {
	case !ok:
	case number == q.probe:
		q.short = max(q.short, span)
		wait := q.long
		if q.long-q.short <= closeBy*q.long {
			wait *= max(1, 20/float64(q.limit)) * float64(int(1)<<min(q.failures, 4))
			q.failures++
		}
		q.probeFrom = q.log[i].at + wait
		q.long = max(q.long, q.short)
	default: // the limit is lower
		q.short = span
		q.long = max(q.long, span) * (1 + closeBy*float64(int(1)<<min(q.late, 4)))
		q.late++
	}
	return true
}

// explains reports whether about as many requests as the limit have started in the period
// before request i.
func (q *quota) explains(i int) bool {
	if q.limit == 0 {
		return false
	}
	atMost, atLeast := 0, 0
	for k := i - 1; k >= 0 && q.log[k].at > q.log[i].at-1.25*q.long; k-- {
		atMost++
		if q.log[k].at > q.log[i].at-q.short && !q.log[k].refused {
			atLeast++
		}
	}
	return 5*atMost >= 4*q.limit && (q.confirmed || 4*atLeast <= 5*q.limit)
}

// patience returns the longest wait between two requests in an outage, in seconds. Where
// few requests were accepted, frequent requests could use up a limit that counts them.
func (q *quota) patience() float64 {
	n := 0
	for _, l := range q.log {
		if !l.refused {
			n++
		}
	}
	if n == 0 {
		return mostWait
	}
	return max(mostWait, 120/float64(n))
}

// rate returns the requests that the quota allows in a second.
func (q *quota) rate() float64 {
	if !q.confirmed {
		return math.Inf(1)
	}
	return float64(q.limit) / q.long
}

// seconds returns the time of a request, in seconds after the first one.
func (g *Gate) seconds(t time.Time) float64 { return t.Sub(g.begin).Seconds() }

// canceled records that a request has ended without an answer.
func (q *quota) canceled(number int64) {
	if number == q.probe {
		q.probe = 0
	}
}
