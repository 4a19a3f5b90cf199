package simllm

import (
	"cmp"
	"fmt"
	"time"
)

// Options configure a Server. The zero value is builtin:rules without latency,
// limits or faults.
type Options struct {
	Model string   // the built-in model that answers, as for builtin.New; empty: builtin:rules
	Names []string // model names that requests may use, "*" for any; none: DefaultName
	Key   string   // the bearer token that requests must carry; empty: none
	Seed  uint64   // of faults, latencies and cuts; not of the model

	Latency           Latency // from request to reply
	RequestsPerMinute int     // 0: no limit
	TokensPerMinute   int     // of prompts and completions; 0: no limit

	Faults     Rates
	RetryAfter time.Duration // of the fault RateLimited; 0: a second
}

// DefaultName is the model name if Options have none.
const DefaultName = "simllm"

// withDefaults replaces zero values.
func (o Options) withDefaults() Options {
	o.Model = cmp.Or(o.Model, "builtin:rules")
	if len(o.Names) == 0 {
		o.Names = []string{DefaultName}
	}
	o.RetryAfter = cmp.Or(o.RetryAfter, time.Second)
	return o
}

func (o Options) check() error {
	for name, n := range map[string]int{"requests": o.RequestsPerMinute, "tokens": o.TokensPerMinute} {
		if n < 0 {
			return fmt.Errorf("%s per minute: found %d, expected a positive number", name, n)
		}
	}
	return o.Faults.check()
}
