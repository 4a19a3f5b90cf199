package simllm

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Options configure a Server. The zero value is builtin:rules without latency,
// limits or faults.
type Options struct {
	Kind  Kind     // the server whose errors and messages are simulated; empty: OpenAI
	Model string   // the built-in model that answers, as for builtin.New; empty: builtin:rules
	Names []string // model names that requests may use, "*" for any; none: DefaultName
	Key   string   // the bearer token that requests must carry; empty: none
	Seed  uint64   // of faults, latencies, cuts and reasoning; not of the model

	Latency           Latency // from request to reply
	RequestsPerMinute int     // 0: no limit
	TokensPerMinute   int     // of prompts and completions; 0: no limit
	Rate              Rate
	Context           int // tokens of a prompt and its max_tokens together; 0: no limit

	Faults     Rates
	RetryAfter time.Duration // of the fault RateLimited; 0: a second
	Think      float64       // share of answers that begin with a <think> block
	Reasoning  float64       // share of answers with reasoning_content

	// Bounds of memory.
	MaxBody     int64 // bytes of a request; 0: 8 MiB
	MaxUnderWay int   // concurrent chat requests; others get 503; 0: 4,096
	MaxFiles    int64 // bytes of all files; 0: 256 MiB
}

// A Rate is a limit of a simple gateway: a token bucket, without headers that describe
// it.
type Rate struct {
	PerSecond    float64 // requests; 0: no limit
	Burst        int     // requests; 0: 1
	Status       int     // of a refusal: 429, 503 or 529; 0: 429
	NoRetryAfter bool    // a refusal has no header Retry-After
}

func (r Rate) check() error {
	switch {
	case !(r.PerSecond >= 0) || r.Burst < 0:
		return fmt.Errorf("rate: found %v requests a second and a burst of %d, expected positive numbers", r.PerSecond, r.Burst)
	case !slices.Contains([]int{0, 429, 503, 529}, r.Status):
		return fmt.Errorf("rate: found the status %d, expected 429, 503 or 529", r.Status)
	}
	return nil
}

// DefaultName is the model name if Options have none.
const DefaultName = "simllm"

// withDefaults replaces zero values.
func (o Options) withDefaults() Options {
	o.Kind = cmp.Or(o.Kind, OpenAI)
	o.Model = cmp.Or(o.Model, "builtin:rules")
	if len(o.Names) == 0 {
		o.Names = []string{DefaultName}
	}
	o.Rate.Burst, o.Rate.Status = cmp.Or(o.Rate.Burst, 1), cmp.Or(o.Rate.Status, 429)
	o.RetryAfter = cmp.Or(o.RetryAfter, time.Second)
	o.MaxBody = cmp.Or(o.MaxBody, 8<<20)
	o.MaxUnderWay = cmp.Or(o.MaxUnderWay, 4096)
	o.MaxFiles = cmp.Or(o.MaxFiles, 256<<20)
	return o
}

func (o Options) check() error {
	for _, setting := range []struct {
		name  string
		value int64
	}{
		{"requests per minute", int64(o.RequestsPerMinute)},
		{"tokens per minute", int64(o.TokensPerMinute)},
		{"context", int64(o.Context)},
		{"retry after", int64(o.RetryAfter)},
		{"bytes of a request", o.MaxBody},
		{"requests under way", int64(o.MaxUnderWay)},
		{"bytes of files", o.MaxFiles},
	} {
		if setting.value < 0 {
			return fmt.Errorf("%s: found %d, expected a positive number", setting.name, setting.value)
		}
	}
	if !(o.Think >= 0 && o.Reasoning >= 0 && o.Think+o.Reasoning <= 1) {
		return fmt.Errorf("shares of thinking: found %v in think blocks and %v in reasoning_content, expected numbers from 0 to 1 whose sum is at most 1", o.Think, o.Reasoning)
	}
	return cmp.Or(o.Kind.check(), o.Rate.check(), o.Faults.check())
}
