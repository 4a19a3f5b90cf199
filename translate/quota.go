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
//   - A confirmed quota delays requests. Each accepted request makes the period a little
//     shorter, and the more so, the longer no request was refused. A refusal makes the
//     period longer.
type quota struct {
	log   []logged
	base  int64 // number of the first request in the log
	epoch int64 // number of requests so far at the last refusal
	from  int64 // number of the first request after the last long run of refusals

	limit     int     // accepted requests in a period; 0: not known
	period    float64 // seconds
	most      float64 // the period from which the quota counts as a mistake
	confirmed bool
	explained bool // the last refusal
	row       int  // refusals in a row
	misses    int  // refusals in a row that the quota does not explain
	calm      int  // requests that were accepted since the last refusal
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

	// The shares by which a period becomes longer at a refusal, and shorter in the period
	// after it. In each further period without a refusal, the latter doubles up to a limit.
	longer      = 0.06
	shorter     = 0.01
	mostShorter = 0.2
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
	q.log = append(q.log, logged{at: at})
}

// next returns the earliest start of the next request. A confirmed quota allows it when
// fewer requests than the limit have started in the last period.
func (q *quota) next(now float64) float64 {
	n := len(q.log)
	if q.limit == 0 || n < q.limit {
		return 0
	}
	last, each := q.log[n-1].at, q.period/float64(q.limit)
	if !q.confirmed {
		// Near the limit, most requests under way together would be refused together.
		if near := q.since(n, now-q.period) - q.limit; near >= -2 && near <= 2 {
			return last + min(each/4, 1)
		}
		return 0
	}
	// If the quota is a mistake, a long wait would be one, too. These requests take a
	// twentieth of the limit.
	return min(q.log[n-q.limit].at+q.period, last+min(max(mostWait, 20*each), 60))
}

// since returns the number of requests before request i that started after a time.
func (q *quota) since(i int, start float64) int {
	return i - sort.Search(i, func(k int) bool { return q.log[k].at > start })
}

// index returns the index of a request in the log; ok is false if it is too old.
func (q *quota) index(number int64) (i int, ok bool) {
	i = int(number - q.base)
	return i, i >= 0 && i < len(q.log)
}

// spanned returns the time from the start of the request limit places before i to that of
// i; 0 if there is no such request.
func (q *quota) spanned(i int) (period float64) {
	if i < q.limit {
		return 0
	}
	return q.log[i].at - q.log[i-q.limit].at
}

// accepted records an accepted request.
func (q *quota) accepted(number int64) {
	i, ok := q.index(number)
	if !ok || number <= q.epoch {
		return
	}
	q.row = 0
	if span := q.spanned(i); q.confirmed && span > 0 && span < 1.1*q.period {
		q.calm++
		q.period *= 1 - min(shorter*math.Exp2(float64(q.calm/q.limit)), mostShorter)/float64(q.limit)
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
	// The period is a guess, so it becomes shorter soon.
	*q = quota{log: q.log, base: q.base, epoch: q.epoch, from: q.from, limit: n, calm: 2 * n}
	q.period = q.spanned(i)
	if least := q.spanned(i - 1); least > 0 {
		q.period = (q.period + least) / 2
	}
	if q.most = min(2*q.period, longestPeriod); q.period > q.most {
		q.limit = 0
		return 0
	}
	return q.period / float64(q.limit)
}

// refused records a refused request and reports whether the quota explains it: about as
// many requests as the limit have started in the period before. started is the number of
// requests so far. Refusals of requests that were under way together count as one.
func (q *quota) refused(number, started int64) (explained bool) {
	i, ok := q.index(number)
	if !ok {
		return false
	}
	q.log[i].refused = true
	if number <= q.epoch {
		return q.explained
	}
	q.epoch, q.calm = started, 0
	q.row++
	q.explained = q.limit > 0 && 5*q.since(i, q.log[i].at-1.25*q.period) >= 4*q.limit
	if !q.explained {
		q.misses++
	}
	if max(q.row, q.misses) >= outage || q.period > q.most {
		q.limit, q.confirmed, q.explained = 0, false, false
	}
	if q.explained {
		q.confirmed, q.misses = true, 0
		q.period = max(q.period, q.spanned(i)*(1+longer))
	}
	return q.explained
}

// rate returns the requests that the quota allows in a second.
func (q *quota) rate() float64 {
	if !q.confirmed {
		return math.Inf(1)
	}
	return float64(q.limit) / q.period
}

// seconds returns the time of a request, in seconds after the first one.
func (g *Gate) seconds(t time.Time) float64 { return t.Sub(g.begin).Seconds() }
