package simllm

import (
	"maps"
	"sync"

	"github.com/sashabaranov/go-openai"
)

// Stats counts what a Server has served. For chat requests,
//
//	Requests = Completions + Faults + Rejected + Abandoned + UnderWay
//
// holds at any moment. A map counts as the sum of its values.
type Stats struct {
	Requests    int64           `json:"requests"`    // chat completions asked for
	Completions int64           `json:"completions"` // delivered whole
	Faults      map[Fault]int64 `json:"faults"`      // ended by a fault
	Rejected    map[int]int64   `json:"rejected"`    // by status: 400, 401, 413, or 429 for a limit
	Abandoned   int64           `json:"abandoned"`   // the client left before the reply
	UnderWay    int64           `json:"under_way"`

	DistinctBodies     int64           `json:"distinct_bodies"`      // of requests that were not rejected
	CompletionsPerBody map[int64]int64 `json:"completions_per_body"` // number of bodies by the number of completions they got

	PromptTokens     int64 `json:"prompt_tokens"` // of delivered completions
	CompletionTokens int64 `json:"completion_tokens"`
}

// A ledger keeps the Stats and the bodies seen.
type ledger struct {
	mu     sync.Mutex
	stats  Stats
	bodies map[bodyHash]seen
}

// seen counts the requests with a body, and its completions.
type seen struct{ requests, completions int64 }

func newLedger() *ledger {
	return &ledger{bodies: map[bodyHash]seen{}, stats: Stats{Faults: map[Fault]int64{}, Rejected: map[int]int64{}}}
}

func (l *ledger) snapshot() Stats {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.stats
	s.Faults, s.Rejected, s.CompletionsPerBody = maps.Clone(s.Faults), maps.Clone(s.Rejected), map[int64]int64{}
	s.DistinctBodies = int64(len(l.bodies))
	for _, b := range l.bodies {
		s.CompletionsPerBody[b.completions]++
	}
	return s
}

func (l *ledger) update(change func(s *Stats)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.stats)
}

// attempt counts a request, and returns the number of earlier requests with its body.
func (l *ledger) attempt(body bodyHash) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bodies[body]
	l.bodies[body] = seen{b.requests + 1, b.completions}
	return int(b.requests)
}

// deliver counts a completion.
func (l *ledger) deliver(body bodyHash, u openai.Usage) {
	l.update(func(s *Stats) {
		s.Completions++
		s.UnderWay--
		s.PromptTokens += int64(u.PromptTokens)
		s.CompletionTokens += int64(u.CompletionTokens)
		b := l.bodies[body]
		l.bodies[body] = seen{b.requests, b.completions + 1}
	})
}
