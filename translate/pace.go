package translate

import (
	"math"
	"time"
)

// A pace spaces the starts of requests. It learns the rate that an endpoint
// accepts.
//
// The gap between two starts shrinks with each start. As in CUBIC (RFC 9438), it shrinks
// slowly at first, and faster the longer it has not grown. After a refusal, the next
// request starts after a sixteenth of the gap. With each further refusal in a row, this
// pause doubles. So the pauses measure the gap that the endpoint accepts. The gap grows
// to this value after three refusals in a row, or after two refusals that are close
// together. A single refusal does not change the gap, since overloaded endpoints refuse
// at random.
//
// Eight refusals in a row are an outage. The pauses grow up to ten seconds, or longer if
// the endpoint has accepted only a few requests; see quota. After the outage, each accepted request halves the gap until it is the gap
// before the outage. This is the slow start of TCP (RFC 5681, section 3.1).
//
// Two other methods were rejected. A limit on the requests under way, as in TCP,
// does not suit an endpoint that limits the rate and answers slowly: hundreds of
// requests must be under way there. A rate that is measured in a window of time
// (Beyer et al., Site Reliability Engineering, 2016, chapter 21) needs a window
// that fits both three requests a minute and a thousand a second.
type pace struct {
	gap     float64   // seconds between two starts
	next    time.Time // start of the next request
	from    time.Time // start of the last request that was not refused
	before  time.Time // the value of from before the last request
	delayed bool      // the gap delayed the last request
	starts  int       // delayed requests since the gap grew
	learned bool      // a request was refused

	run    int     // refusals in a row
	runGap float64 // the gap at the first of them
	pause  float64 // seconds after the last of them
	close  bool    // the run began soon after another refusal
	first  int64   // number of the run's first refused request
	last   int64   // number of the last refused request
	epoch  int64   // number of requests so far at the last refusal

	mark      float64 // after an outage, the gap before it; else 0
	recovered bool    // after an outage, until 30 delayed requests have started

	recent float64   // requests in the last second, as a moving average
	at     time.Time // the time of recent
}

const (
	firstGap = 1.0 / 32 // a refusal usually arrives before the third request
	leastGap = 1e-6
	mostGap  = 30.0
	mostWait = 10.0 // in an outage
	outage   = 8    // refusals in a row
)

func newPace() pace { return pace{gap: firstGap} }

func inSeconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// start records the start of a request, and whether the pace delayed it.
func (p *pace) start(now time.Time, delayed bool) {
	if delayed && p.run == 0 && p.mark == 0 {
		p.starts++
		faster := min(1+0.001*float64(p.starts*p.starts), 2)
		if !p.learned {
			faster = max(faster, 1.25)
		}
		p.gap = max(p.gap/faster, leastGap)
		p.recovered = p.recovered && p.starts < 30
	}
	p.recent = p.rate(now) + 1
	p.at = now
	p.before, p.delayed = p.from, delayed
	p.from = p.next
	// Timers are late by a millisecond. Later requests compensate for this.
	if late := now.Add(-5 * time.Millisecond); p.from.Before(late) {
		p.from = late
	}
	p.next = p.from.Add(inSeconds(p.gap))
}

// rate returns the number of requests in the last second.
func (p *pace) rate(now time.Time) float64 {
	return p.recent * math.Exp(-now.Sub(p.at).Seconds())
}

// accepted ends a run of refusals, unless the request is older than the run.
func (p *pace) accepted(number int64) {
	if p.run > 0 && number < p.first {
		return
	}
	if p.run >= outage && !p.recovered {
		p.mark, p.recovered = p.runGap, true
		p.gap = min(p.gap, p.pause)
	}
	p.run = 0
	if p.mark > 0 {
		if p.gap /= 2; p.gap <= p.mark {
			p.gap, p.mark = p.mark, 0
		}
	}
	if at := p.from.Add(inSeconds(p.gap)); at.Before(p.next) {
		p.next = at
	}
}

// refused records a refusal. started is the number of requests so far, and most the
// longest pause in seconds.
// Refusals of requests that were under way together count as one.
func (p *pace) refused(now time.Time, number, started int64, underWay map[int64]struct{}, most float64) {
	if number <= p.epoch {
		return
	}
	for k := range underWay {
		if p.last < k && k < number { // k was accepted: a refusal arrives at once
			p.run = 0
		}
	}
	if p.run == 0 {
		p.begin(now, number)
	}
	p.run++
	p.last, p.epoch, p.learned = number, started, true
	switch {
	case p.run == 1:
		p.pause = p.runGap / 16
	case p.pause < 1:
		p.pause *= 2
	default:
		p.pause *= 1.5
	}
	p.pause = min(p.pause, most)
	elapsed := p.gap
	if number == started { // the others started after a full gap
		if p.delayed && !p.before.IsZero() {
			elapsed = p.from.Sub(p.before).Seconds()
		}
		p.from, p.next = p.before, now
	}
	if at := now.Add(inSeconds(p.pause)); at.After(p.next) {
		p.next = at
	}
	if p.close || p.run >= 3 {
		p.gap = min(max(p.gap*17/16, elapsed+p.pause/2), mostGap)
		p.starts = 0
	}
}

// begin begins a run of refusals.
func (p *pace) begin(now time.Time, number int64) {
	p.first, p.close = number, number-p.epoch <= 2
	if p.mark > 0 { // the last halving made the gap too short
		p.gap, p.mark = 2*p.gap, 0
	}
	// After an idle time, the gap can be far shorter than the time between the
	// requests.
	p.gap = max(p.gap, 1/(2*p.rate(now)+1/firstGap))
	p.runGap = p.gap
}

// out reports whether there is an outage.
func (p *pace) out() bool { return p.run >= outage }
