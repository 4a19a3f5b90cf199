package simllm_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	remote "github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
	"github.com/truthloop/truthloop/translate/simllm"
)

// simllm had only OpenAI's errors and fields. Those of a kind of server have the status
// and the form that the real server sent. make realserver compares the recorded replies
// of llama.cpp and of LiteLLM's proxy with the servers.
func TestKindsAreLikeTheRealServers(t *testing.T) {
	const key = "sk-of-simllm-0123456789"
	for _, r := range endpointtest.Replies(t) {
		if _, ok := endpointtest.Requests[r.Case]; !ok || r.Case == "embeddings" { // which simllm serves beside chat
			continue
		}
		t.Run(r.Server+"/"+r.Case, func(t *testing.T) {
			e := start(t, simllm.Options{Kind: simllm.Kind(r.Server), Key: key, Context: 8192})
			status, body := endpointtest.Send(t, r.Case, e.url+"/v1", simllm.DefaultName, key)
			if r.Case == "answer" { // simllm answers only to prompts that it knows
				_, body = e.do(t, "POST", path, request(t, 1, nil), "Authorization", "Bearer "+key)
			}
			if status != r.Status || endpointtest.Shape(body) != endpointtest.Shape(r.Body) {
				t.Errorf("found the status %d and %s\nexpected %d and %s", status, body, r.Status, r.Body)
			}
		})
	}
}

// The client reads reasoning, refusals and the wait after a refusal of every kind.
func TestClientOfKinds(t *testing.T) {
	for _, kind := range []simllm.Kind{simllm.OpenAI, simllm.LlamaCPP, simllm.VLLM, simllm.LiteLLM} {
		var prompt struct{ Messages []record.Message }
		if err := json.Unmarshal([]byte(request(t, 1, nil)), &prompt); err != nil {
			t.Fatal(err)
		}
		ask := func(o simllm.Options) (translate.Response, error) {
			o.Kind = kind
			m, err := remote.NewOpenAI(simllm.DefaultName, remote.Config{BaseURL: start(t, o).url + "/v1"})
			if err != nil {
				t.Fatal(err)
			}
			return m.Chat(t.Context(), translate.Request{Messages: prompt.Messages})
		}
		if r, err := ask(simllm.Options{Reasoning: 1}); err != nil || r.Outcome != record.OK || !strings.Contains(r.Reasoning, "first attempt") {
			t.Errorf("%s: %v: %+v", kind, err, r)
		}
		want := record.Refused
		if kind == simllm.LlamaCPP { // which has no field for it
			want = record.OK
		}
		var r translate.Response // half of the refusals are a content filter
		var err error
		for seed := uint64(1); err == nil && r.FinishReason != "stop" && seed < 50; seed++ {
			r, err = ask(simllm.Options{Faults: simllm.Rates{simllm.Refusal: 1}, Seed: seed})
		}
		if err != nil || r.Outcome != want || r.Content == "" {
			t.Errorf("%s: refusal: %v: %+v", kind, err, r)
		}
		_, err = ask(simllm.Options{Faults: simllm.Rates{simllm.RateLimited: 1}, RetryAfter: 7 * time.Second})
		if e, ok := err.(*translate.CallError); !ok || !e.Refused() || e.RetryAfter != 7*time.Second {
			t.Errorf("%s: %v, expected to wait for 7 s", kind, err)
		}
	}
}
