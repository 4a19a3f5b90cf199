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

	// Bounds of memory.
	MaxBody     int64 // bytes of a request; 0: 8 MiB
	MaxUnderWay int   // concurrent chat requests; others get 503; 0: 4,096
	MaxFiles    int64 // bytes of all files; 0: 256 MiB
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
		{"retry after", int64(o.RetryAfter)},
		{"bytes of a request", o.MaxBody},
		{"requests under way", int64(o.MaxUnderWay)},
		{"bytes of files", o.MaxFiles},
	} {
		if setting.value < 0 {
			return fmt.Errorf("%s: found %d, expected a positive number", setting.name, setting.value)
		}
	}
	return o.Faults.check()
}
