package openai

import (
	"net/http"
	"strconv"
	"time"

	"github.com/truthloop/truthloop/translate/endpoint"
)

// hold reads how long the endpoint wants no request from anyone, as OpenAI's
// x-ratelimit headers tell it and many servers have taken over: nothing where
// both requests and tokens are left. asked is the reply's Retry-After.
//
// A reset is the time until everything is allowed again, which with thousands
// of requests a minute is long after the next one is. So an answered request
// that was the last one left waits for its share of that time, where the
// limit is told, too; one that was turned away, for as long as it was asked
// to.
func hold(status int, h http.Header, asked time.Duration) time.Duration {
	var longest time.Duration
	for _, what := range []string{"Requests", "Tokens"} {
		left, err := strconv.ParseFloat(h.Get("X-Ratelimit-Remaining-"+what), 64)
		if err != nil || left > 0 {
			continue
		}
		d := reset(h.Get("X-Ratelimit-Reset-" + what))
		limit, err := strconv.ParseFloat(h.Get("X-Ratelimit-Limit-"+what), 64)
		switch {
		case status == http.StatusTooManyRequests && asked > 0:
			d = asked
		case status < 400 && what == "Requests" && err == nil && limit >= 1:
			d = time.Duration(float64(d) / limit)
		}
		longest = max(longest, d)
	}
	return min(longest, maxHold)
}

// maxHold is the longest time that a header may stop a run for.
const maxHold = 10 * time.Minute

// reset reads a time as 6m0s, 250ms, or a number of seconds; 0 where it is
// neither.
func reset(s string) time.Duration {
	if d, err := time.ParseDuration(s); err == nil {
		return max(d, 0)
	}
	seconds, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return endpoint.Seconds(seconds)
}
