package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// BenchmarkChat measures calls per second to an endpoint that answers
// immediately and shares the cores.
func BenchmarkChat(b *testing.B) {
	server := endpointtest.NewServer(b, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		endpointtest.Answer(w, "(p1 ∧ ¬p2)")
	})
	client, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL, Connections: 64})
	if err != nil {
		b.Fatal(err)
	}
	zero := 0.0
	request := translate.Request{
		Params:   translate.Params{Temperature: &zero},
		Messages: []record.Message{{Role: "user", Content: strings.Repeat("a prompt of two kilobytes ", 80)}},
	}
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := client.Chat(b.Context(), request); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}
