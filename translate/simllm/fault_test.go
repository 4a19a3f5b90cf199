package simllm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	clients "github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/simllm"
)

// The project's own client sees each fault as what it is.
func TestFaultsThroughTheClient(t *testing.T) {
	type seen struct {
		outcome record.Outcome
		fault   translate.Fault
	}
	for f, want := range map[simllm.Fault]seen{
		simllm.RateLimited: {record.HTTP429, translate.FaultStatus},
		simllm.ServerError: {record.HTTP5xx, translate.FaultStatus},
		simllm.Hang:        {record.Timeout, translate.FaultTimeout},
		simllm.Drop:        {record.HTTP5xx, translate.FaultConnection},
		simllm.Malformed:   {record.HTTP5xx, translate.FaultMalformed},
	} {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			const times = 12 // so that all forms of a fault come up
			e := start(t, simllm.Options{Faults: simllm.Rates{f: 1}, RetryAfter: 1500 * time.Millisecond})
			c, err := clients.New(clients.OpenAI, "simllm", clients.Config{BaseURL: e.url + "/v1"})
			if err != nil {
				t.Fatal(err)
			}
			for n := range times {
				ctx, cancel := t.Context(), func() {}
				if f == simllm.Hang {
					ctx, cancel = context.WithTimeout(ctx, 250*time.Millisecond)
				}
				var req translate.Request
				if err := json.Unmarshal([]byte(request(t, n, nil)), &req); err != nil {
					t.Fatal(err)
				}
				req.Model = ""
				resp, err := c.Chat(ctx, req)
				cancel()
				var call *translate.CallError
				if errors.As(err, &call); resp.Outcome != want.outcome || call == nil || call.Fault != want.fault {
					t.Fatalf("got %s, %v; want %s, %s", resp.Outcome, err, want.outcome, want.fault)
				}
				if f == simllm.RateLimited && call.RetryAfter != 1500*time.Millisecond {
					t.Errorf("asked to wait %v", call.RetryAfter)
				}
			}
			eventually(t, func() string {
				s := e.Stats()
				if s.Requests != times || s.Faults[f] != times || s.Completions != 0 || s.UnderWay != 0 || s.CompletionsPerBody[0] != times {
					return fmt.Sprintf("stats %+v", s)
				}
				return ""
			})
		})
	}
}

// Faults depend on the seed and the requests, not on their order.
func TestFaultsRepeat(t *testing.T) {
	o := simllm.Options{Seed: 5, Faults: simllm.Rates{simllm.RateLimited: 0.3, simllm.ServerError: 0.3}}
	const bodies, attempts = 40, 4
	run := func(o simllm.Options, order func(i int) int) map[string]string {
		e := start(t, o)
		seen := map[string]string{}
		for i := range bodies * attempts {
			n := order(i)
			resp, text := e.do(t, "POST", path, request(t, n, nil))
			if resp.StatusCode == 200 {
				text = completion(t, text).Choices[0].Message.Content
			}
			for attempt := 0; ; attempt++ {
				if name := fmt.Sprint(n, "/", attempt); seen[name] == "" {
					seen[name] = fmt.Sprint(resp.StatusCode, text)
					break
				}
			}
		}
		return seen
	}
	first := run(o, func(i int) int { return i % bodies })
	again := run(o, func(i int) int { return (bodies*attempts - 1 - i) / attempts })
	o.Seed = 6
	other := run(o, func(i int) int { return i % bodies })
	same, differ := 0, 0
	for name, text := range first {
		if again[name] != text {
			t.Errorf("request %s: %s in one order, %s in another", name, text, again[name])
		}
		if other[name] == text {
			same++
		} else {
			differ++
		}
	}
	if differ < bodies*attempts/3 {
		t.Errorf("another seed: %d requests the same, %d not", same, differ)
	}
}

// Every attempt draws anew, at the given rates, so that retries succeed.
func TestRatesOfFaults(t *testing.T) {
	rates := simllm.Rates{simllm.RateLimited: 0.1, simllm.ServerError: 0.05, simllm.Malformed: 0.02, simllm.Drop: 0.2}
	e := start(t, simllm.Options{Faults: rates})
	const n = 3000
	for range n {
		e.try(t.Context(), "POST", path, request(t, 1, nil)) // whatever comes of it
	}
	s := e.Stats()
	for f, rate := range rates {
		mean, sigma := rate*n, 5*math.Sqrt(rate*(1-rate)*n)
		if got := float64(s.Faults[f]); got < mean-sigma || got > mean+sigma {
			t.Errorf("%v: %v of %d requests, want %v ± %v", f, got, n, mean, sigma)
		}
	}
	if s.DistinctBodies != 1 || s.CompletionsPerBody[s.Completions] != 1 || len(s.CompletionsPerBody) != 1 {
		t.Errorf("stats %+v", s)
	}
}

// The same question gets the same errors, and another seed others.
func TestNoiseIsOfTheConversation(t *testing.T) {
	o := simllm.Options{Model: "builtin:noisy?operator_swapped=0.5"}
	answers := func(e endpoint, seed any) (all []string) {
		for n := range 30 {
			_, text := e.do(t, "POST", path, request(t, n, map[string]any{"seed": seed}))
			all = append(all, completion(t, text).Choices[0].Message.Content)
		}
		return all
	}
	e := start(t, o)
	first, again, other := answers(e, 1), answers(start(t, o), 1), answers(e, 2)
	right := answers(start(t, simllm.Options{}), 1)
	wrong, differ := 0, 0
	for i := range first {
		if first[i] != again[i] {
			t.Errorf("the same question got %q and %q", first[i], again[i])
		}
		if first[i] != right[i] {
			wrong++
		}
		if first[i] != other[i] {
			differ++
		}
	}
	if wrong < 5 || wrong > 25 || differ < 5 {
		t.Errorf("%d of 30 wrong at rate 0.5, %d differ by the seed", wrong, differ)
	}
}
