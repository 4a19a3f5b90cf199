//go:build unix

package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/simllm"
)

const benchUnderWay = 512

// BenchmarkThroughput measures the rate of requests to an endpoint that takes a
// second, or 200 ms, for each of 512 concurrent requests; the ideal is 512 or 2,560
// requests per second. The endpoint is a simllm process on the same machine, so
// client and endpoint share the cores. cpu-ms/req is the processor time of both;
// cores / cpu-ms/req is another bound on the rate, which two cores reach at 200 ms.
//
// "client" is translate/endpoint alone, in this process. "informalize" is the
// whole program, with every row synced to disk; at 200 ms it runs twice, the second
// time with four times the rows, and the peak memory must be about the same. req/s
// is the rate over a whole run, in which the program starts, adapts the number of
// concurrent requests, and finishes the last ones. steady-req/s is the rate from
// a quarter to nine tenths of the requests; the share refers to it.
func BenchmarkThroughput(b *testing.B) {
	const short, long = 200 * time.Millisecond, time.Second
	b.Run("client", func(b *testing.B) {
		for b.Loop() {
			benchClient(b, short, 40*benchUnderWay)
		}
	})
	b.Run("informalize/latency=1s", func(b *testing.B) {
		for b.Loop() {
			benchInformalize(b, long, 20*benchUnderWay)
		}
	})
	var peaks []float64
	for _, rows := range []int{20 * benchUnderWay, 80 * benchUnderWay} {
		b.Run(fmt.Sprintf("informalize/latency=200ms/rows=%d", rows), func(b *testing.B) {
			for b.Loop() {
				peaks = append(peaks, benchInformalize(b, short, rows))
			}
		})
	}
	if len(peaks) > 1 && peaks[len(peaks)-1] > 1.5*peaks[0]+16 {
		b.Errorf("peak memory grew from %.0f to %.0f MB with four times the rows, want it flat", peaks[0], peaks[len(peaks)-1])
	}
}

// A process is a running simllm, to be measured and stopped.
type process struct {
	*exec.Cmd
	url   string
	ideal float64 // requests per second
}

func startSimllm(b *testing.B, latency time.Duration) *process {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), filepath.Join(bin, "simllm"), "--addr", "127.0.0.1:0", "--latency", latency.String())
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	url, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return &process{cmd, strings.TrimSpace(url), benchUnderWay / latency.Seconds()}
}

// watch measures the rate of completions between a quarter and nine tenths of n,
// until stop is called.
func (p *process) watch(b *testing.B, n int) (stop func() (rate float64)) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	rate := make(chan float64, 1)
	go func() {
		var from, to time.Time
		var first, last int64
		for ctx.Err() == nil {
			switch done, now := p.completions(ctx), time.Now(); {
			case from.IsZero() && done >= int64(n/4):
				from, first = now, done
			case done > last && done <= int64(n/10*9):
				to, last = now, done
			}
			time.Sleep(25 * time.Millisecond) // rarely, since each look takes as long as a request
		}
		rate <- float64(last-first) / to.Sub(from).Seconds()
	}()
	return func() float64 {
		cancel()
		return <-rate
	}
}

// completions returns the number of completions that the server has delivered, or
// 0 if it does not answer.
func (p *process) completions(ctx context.Context) int64 {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(p.url, "/v1")+"/stats", nil)
	if err != nil {
		return 0
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	var s simllm.Stats
	if json.NewDecoder(resp.Body).Decode(&s) != nil {
		return 0
	}
	return s.Completions
}

// stop ends the process, reports its peak memory and returns its processor time.
func (p *process) stop(b *testing.B) time.Duration {
	b.Helper()
	if err := p.Process.Signal(syscall.SIGINT); err != nil {
		b.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(peakMB(p.ProcessState), "server-MB")
	return p.ProcessState.UserTime() + p.ProcessState.SystemTime()
}

// peakMB is the peak memory of a process in MB.
func peakMB(p *os.ProcessState) float64 {
	return float64(p.SysUsage().(*syscall.Rusage).Maxrss) / 1024 // of KB, on Linux
}

// tell reports a run of n requests.
func (p *process) tell(b *testing.B, n int, took, cpu time.Duration, steady float64) {
	b.Helper()
	b.ReportMetric(0, "ns/op") // a run's time says nothing
	b.ReportMetric(float64(n)/took.Seconds(), "req/s")
	b.ReportMetric(steady, "steady-req/s")
	b.ReportMetric(p.ideal, "ideal-req/s")
	b.ReportMetric(100*steady/p.ideal, "%-of-ideal")
	b.ReportMetric(float64(cpu.Microseconds())/1000/float64(n), "cpu-ms/req")
}

// benchClient makes n calls, as many at a time as allowed.
func benchClient(b *testing.B, latency time.Duration, n int) {
	b.Helper()
	server := startSimllm(b, latency)
	client, err := endpoint.New(endpoint.OpenAI, "simllm", endpoint.Config{BaseURL: server.url, Connections: benchUnderWay})
	if err != nil {
		b.Fatal(err)
	}
	set, err := prompt.Open("")
	if err != nil {
		b.Fatal(err)
	}
	watched, before, begin := server.watch(b, n), ownTime(b), time.Now()
	var next, failed atomic.Int64
	var wg sync.WaitGroup
	for range benchUnderWay {
		wg.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				messages, err := set.Messages(prompt.NewInformalization(&record.Row{Formalism: record.Propositional, FS: fmt.Sprintf("(p%d ∧ ¬p1)", i)}, 0))
				if err == nil {
					_, err = client.Chat(b.Context(), translate.Request{Messages: messages})
				}
				if err != nil {
					failed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	took, used, steady := time.Since(begin), ownTime(b)-before, watched()
	if failed.Load() > 0 {
		b.Errorf("%d of %d calls failed", failed.Load(), n)
	}
	server.tell(b, n, took, used+server.stop(b), steady)
}

// ownTime is the processor time of this process.
func ownTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// benchInformalize runs informalize over n rows and returns its peak memory in
// MB.
func benchInformalize(b *testing.B, latency time.Duration, n int) (peak float64) {
	b.Helper()
	dir := b.TempDir()
	var rows strings.Builder
	for i := range n {
		fmt.Fprintf(&rows, `{"formalism":"propositional","fs":"(p%d ∧ ¬p1)"}`+"\n", i+2)
	}
	if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), []byte(rows.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	server := startSimllm(b, latency)
	cmd := exec.CommandContext(b.Context(), filepath.Join(bin, "informalize"), "--model", "simllm", "--base-url", server.url,
		"--workers", fmt.Sprint(benchUnderWay), "--retries", "0", "--max-errors", "0", "fs.jsonl", "-o", "nl.jsonl")
	cmd.Dir = dir
	watched, begin := server.watch(b, n), time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("informalize: %v\n%s", err, tail(string(out)))
	}
	took, steady := time.Since(begin), watched()
	server.tell(b, n, took, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()+server.stop(b), steady)
	peak = peakMB(cmd.ProcessState)
	b.ReportMetric(peak, "client-MB")
	return peak
}
