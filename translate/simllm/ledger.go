package simllm

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Stats is what a Server has served. Of chat requests,
//
//	Requests = Completions + Faults + Rejected + Abandoned + UnderWay
//
// holds at any moment, each map being the sum of its values.
type Stats struct {
	Requests    int64           `json:"requests"`    // chat completions asked for
	Completions int64           `json:"completions"` // delivered whole and unharmed
	Faults      map[Fault]int64 `json:"faults"`      // ended by a fault
	Rejected    map[int]int64   `json:"rejected"`    // turned away, by status: 400, 401, 404, 413, 429 by a limit, 503 by too many at a time
	Abandoned   int64           `json:"abandoned"`   // the client had gone before the reply
	UnderWay    int64           `json:"under_way"`

	DistinctBodies     int64           `json:"distinct_bodies"`      // of requests that were not rejected, and of lines of batches
	CompletionsPerBody map[int64]int64 `json:"completions_per_body"` // number of bodies by the number of completions they got, those of batches included
	Forgotten          int64           `json:"forgotten_bodies"`     // no longer known, to bound the memory: should one come again, it counts as a new one

	PromptTokens     int64 `json:"prompt_tokens"` // of completions and embeddings delivered
	CompletionTokens int64 `json:"completion_tokens"`

	Embeddings   int64 `json:"embeddings"`    // texts embedded
	BatchAnswers int64 `json:"batch_answers"` // lines of batches that were answered; they are no Requests
	BatchErrors  int64 `json:"batch_errors"`  // lines of batches that failed
}

// String is the stats in a few lines for people.
func (s Stats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d requests of %d distinct bodies: %d completions, %d abandoned by the client, %d under way",
		s.Requests, s.DistinctBodies, s.Completions, s.Abandoned, s.UnderWay)
	for i, f := range slices.Sorted(maps.Keys(s.Faults)) {
		fmt.Fprintf(&b, "%s%v %d", separator(i, "\nfaults: "), f, s.Faults[f])
	}
	for i, status := range slices.Sorted(maps.Keys(s.Rejected)) {
		fmt.Fprintf(&b, "%s%d %d", separator(i, "\nrejected: "), status, s.Rejected[status])
	}
	for i, n := range slices.Sorted(maps.Keys(s.CompletionsPerBody)) {
		fmt.Fprintf(&b, "%s%d bodies with %d", separator(i, "\ncompletions: "), s.CompletionsPerBody[n], n)
	}
	fmt.Fprintf(&b, "\ntokens: %d prompt, %d completion", s.PromptTokens, s.CompletionTokens)
	if s.Embeddings > 0 {
		fmt.Fprintf(&b, "\nembeddings: %d texts", s.Embeddings)
	}
	if s.BatchAnswers+s.BatchErrors > 0 {
		fmt.Fprintf(&b, "\nbatches: %d lines answered, %d failed", s.BatchAnswers, s.BatchErrors)
	}
	return b.String()
}

func separator(i int, first string) string {
	if i == 0 {
		return first
	}
	return ", "
}

// A ledger keeps the Stats and knows the bodies that were asked.
type ledger struct {
	mu     sync.Mutex
	stats  Stats
	most   int
	bodies map[bodyHash]asked
	oldest []bodyHash // a ring of the bodies known, once there are most of them
	next   int        // place in the ring of the oldest
}

// asked is how often a body came, and how often it was answered.
type asked struct{ requests, completions int32 }

func newLedger(most int) *ledger {
	return &ledger{
		most: most, bodies: map[bodyHash]asked{},
		stats: Stats{Faults: map[Fault]int64{}, Rejected: map[int]int64{}, CompletionsPerBody: map[int64]int64{}},
	}
}

// snapshot is the Stats now.
func (l *ledger) snapshot() Stats {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.stats
	s.Faults, s.Rejected, s.CompletionsPerBody = maps.Clone(s.Faults), maps.Clone(s.Rejected), maps.Clone(s.CompletionsPerBody)
	return s
}

// update changes the Stats.
func (l *ledger) update(change func(s *Stats)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.stats)
}

// attempt is how many requests with that body came before this one.
func (l *ledger) attempt(body bodyHash) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, known := l.bodies[body]
	if !known {
		l.stats.DistinctBodies++
		l.stats.CompletionsPerBody[0]++
		l.remember(body)
	}
	l.bodies[body] = asked{a.requests + 1, a.completions}
	return int(a.requests)
}

// remember makes room for a new body.
func (l *ledger) remember(body bodyHash) {
	if len(l.oldest) < l.most {
		l.oldest = append(l.oldest, body)
		return
	}
	delete(l.bodies, l.oldest[l.next])
	l.stats.Forgotten++
	l.oldest[l.next] = body
	l.next = (l.next + 1) % l.most
}

// deliver counts a completion, from before its last byte is sent, so that who
// has read a reply finds it counted. by is -1 where it then could not be sent.
func (l *ledger) deliver(body bodyHash, u usage, by int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.Completions += by
	l.stats.UnderWay -= by
	l.stats.PromptTokens += by * int64(u.Prompt)
	l.stats.CompletionTokens += by * int64(u.Completion)
	l.credit(body, by)
}

// answered counts the answer to a line of a batch.
func (l *ledger) answered(body bodyHash) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.credit(body, 1)
}

// credit gives a body one more answer, or takes one back; the lock is held.
func (l *ledger) credit(body bodyHash, by int64) {
	a, known := l.bodies[body]
	if !known {
		return // forgotten since
	}
	l.stats.CompletionsPerBody[int64(a.completions)]--
	if l.stats.CompletionsPerBody[int64(a.completions)] == 0 {
		delete(l.stats.CompletionsPerBody, int64(a.completions))
	}
	a.completions += int32(by)
	l.stats.CompletionsPerBody[int64(a.completions)]++
	l.bodies[body] = a
}
