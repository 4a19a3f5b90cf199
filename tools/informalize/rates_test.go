//go:build unix

package informalize_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A limited is a plain server with a limit on the rate of requests. It shares no
// code with the client or with simllm.
type limited struct {
	rate       float64 // requests a second
	burst      float64
	status     int // of a refusal
	retryAfter bool
	change     time.Duration // the rate doubles after this time; 0: never

	// If period is not 0, at most burst requests are accepted in each period, which ends
	// now. Refused requests count as well.
	period time.Duration
	log    []time.Time

	mu                sync.Mutex
	begin, at, last   time.Time
	tokens, allowed   float64
	accepted, refused int
}

func (l *limited) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return
	}
	if wait := l.take(time.Now()); wait > 0 {
		if l.retryAfter {
			w.Header().Set("Retry-After", fmt.Sprint(int(wait.Seconds()+0.999)))
		}
		w.WriteHeader(l.status)
		return
	}
	io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"p1 is true."},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":4}}`)
}

// take accepts a request, or returns how long it is to wait.
func (l *limited) take(now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.begin.IsZero() {
		l.begin, l.at, l.tokens, l.allowed = now, now, l.burst, l.burst
	}
	if l.period > 0 {
		return l.takePeriod(now)
	}
	rate := l.rate
	if l.change > 0 && now.Sub(l.begin) > l.change {
		rate *= 2
	}
	filled := rate * now.Sub(l.at).Seconds()
	l.at, l.tokens, l.allowed = now, min(l.tokens+filled, l.burst), l.allowed+filled
	if l.tokens < 1 {
		l.refused++
		return time.Duration((1 - l.tokens) / rate * float64(time.Second))
	}
	l.tokens--
	l.accepted++
	l.last = now
	return 0
}

func (l *limited) takePeriod(now time.Time) (wait time.Duration) {
	for len(l.log) > 0 && now.Sub(l.log[0]) >= l.period {
		l.log = l.log[1:]
	}
	full := len(l.log) >= int(l.burst)
	l.log = append(l.log, now)
	if full {
		l.refused++
		return l.period
	}
	l.accepted++
	l.allowed = l.burst * now.Sub(l.begin).Seconds() / l.period.Seconds()
	return 0
}

// A plain limit on the rate loses no row, and slows the run down only as far as
// the limit requires. make rates runs the whole table, in five minutes.
func TestRateLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	type server struct {
		rows int
		*limited
	}
	servers := []server{{40, &limited{rate: 8, burst: 1, status: 429, retryAfter: true}}, {40, &limited{rate: 8, burst: 1, status: 503}}}
	// The share of what the server allows: the run is short and has to learn the rate. A
	// machine with much else to do delays requests, so a short run may try three times.
	share, tries := 0.7, 3
	if os.Getenv("TRUTHLOOP_TEST_RATES") != "" {
		servers, share, tries = nil, 0.9, 1
		for rate, rows := range map[float64]int{1: 120, 2: 240, 4: 400} {
			for _, status := range []int{429, 503} {
				for _, retryAfter := range []bool{true, false} {
					servers = append(servers, server{rows, &limited{rate: rate, burst: 1, status: status, retryAfter: retryAfter}})
				}
			}
		}
		servers = append(servers,
			server{300, &limited{rate: 4, burst: 20, status: 429, retryAfter: true}},
			server{300, &limited{rate: 2, burst: 60, status: 529}},
			server{300, &limited{rate: 2, burst: 2, status: 429, change: 50 * time.Second}},
			server{300, &limited{rate: 2, burst: 2, status: 503, retryAfter: true, change: 50 * time.Second}},
			server{300, &limited{burst: 30, period: 10 * time.Second, status: 429}},
			server{240, &limited{burst: 60, period: time.Minute, status: 429}})
	}
	for _, s := range servers {
		l := s.limited
		t.Run(fmt.Sprintf("rate=%v,burst=%v,status=%d,retry-after=%v,change=%v,period=%v", l.rate, l.burst, l.status, l.retryAfter, l.change, l.period), func(t *testing.T) {
			t.Parallel()
			share := share
			if l.period > 0 {
				share = 0.8
			}
			for try := 1; ; try++ {
				l := &limited{rate: l.rate, burst: l.burst, status: l.status, retryAfter: l.retryAfter, change: l.change, period: l.period}
				out := underLimit(t, l, s.rows)
				if float64(l.accepted) >= share*l.allowed && l.refused <= 2*l.accepted {
					break
				}
				if try == tries {
					t.Fatalf("try %d: %d accepted of %.0f allowed, %d refused: %s", try, l.accepted, l.allowed, l.refused, out)
				}
			}
		})
	}
}

// underLimit asks a server about rows, none of which may be lost.
func underLimit(t *testing.T, l *limited, rows int) (out []byte) {
	t.Helper()
	web := httptest.NewServer(l)
	defer web.Close()
	dir := t.TempDir()
	write(t, dir, "fs.jsonl", manyRows(rows))
	begin := time.Now()
	out, err := program(t, dir, nil, "--model", "m", "--base-url", web.URL, "fs.jsonl", "-o", "nl.jsonl").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lost := rows - outcomes(t, dir, "ok")
	t.Logf("%d rows, %d lost, %.1f s, %d accepted, %d refused, %.0f%% of what is allowed", rows, lost, time.Since(begin).Seconds(), l.accepted, l.refused, 100*float64(l.accepted)/l.allowed)
	if lost != 0 || l.accepted != rows {
		t.Fatalf("%d rows, %d lost, %d accepted: %s", rows, lost, l.accepted, out)
	}
	return out
}

func manyRows(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"formalism":"propositional","fs":"p%d"}`+"\n", i)
	}
	return b.String()
}

// outcomes counts the rows of the output that have the outcome.
func outcomes(t *testing.T, dir, outcome string) int {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "nl.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(b, []byte(`"outcome":"`+outcome+`"`))
}

// An endpoint that is down for longer than all retries of a call take delays the
// run and does not end it.
func TestOutage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	outage := 12 * time.Second
	if os.Getenv("TRUTHLOOP_TEST_RATES") != "" {
		outage = 90 * time.Second
	}
	listen := func(addr string) net.Listener {
		listener, err := net.Listen("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		return listener
	}
	l := &limited{rate: 50, burst: 1, status: 429}
	listener := listen("127.0.0.1:0")
	serve := func() *http.Server {
		s := &http.Server{Handler: l, ReadHeaderTimeout: time.Minute}
		go s.Serve(listener)
		return s
	}
	first := serve()
	dir := t.TempDir()
	write(t, dir, "fs.jsonl", manyRows(200))
	cmd := program(t, dir, nil, "--model", "m", "--base-url", "http://"+listener.Addr().String(), "--retries", "1", "fs.jsonl", "-o", "nl.jsonl")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second)
	first.Close()
	time.Sleep(outage)
	listener = listen(listener.Addr().String())
	second := serve()
	t.Cleanup(func() { second.Close() })
	if err := cmd.Wait(); err != nil || outcomes(t, dir, "ok") != 200 {
		t.Errorf("%v, %d rows answered: %s", err, outcomes(t, dir, "ok"), stderr.Bytes())
	}
	if !strings.Contains(stderr.String(), "the endpoint accepts no request and is asked again for up to 10m0s (--give-up-after): ") {
		t.Errorf("stderr: %s", stderr.Bytes())
	}
}

// An endpoint that refuses everything ends the run with exit code 1 after the
// time of --give-up-after. A resumed run has all rows.
func TestGiveUpAfter(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	var mu sync.Mutex
	left := 20 // requests that are accepted
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if left--; left < 0 {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		(&limited{rate: 1, burst: 1}).ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	dir := t.TempDir()
	write(t, dir, "fs.jsonl", manyRows(50))
	args := []string{"--model", "m", "--base-url", web.URL, "--no-timing", "--give-up-after", "2s", "fs.jsonl", "-o", "nl.jsonl", "--resume"}
	out, err := program(t, dir, nil, args...).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "the endpoint has accepted no request for 2s: endpoint answered 503") {
		t.Errorf("%v: %s", err, out)
	}
	mu.Lock()
	left = 30
	mu.Unlock()
	if out, err := program(t, dir, nil, args...).CombinedOutput(); err != nil || outcomes(t, dir, "ok") != 50 {
		t.Errorf("resumed: %v: %s", err, out)
	}
}

// After the first interrupt, termination signal or hangup no request begins, and
// waits end at once, also those that the endpoint asked for. Requests under way
// are finished, and their answers are kept. A further hangup changes nothing.
func TestInterruptStartsNothing(t *testing.T) {
	for name, signals := range map[string][]syscall.Signal{
		"interrupt": {syscall.SIGINT}, "termination": {syscall.SIGTERM}, "hangups": {syscall.SIGHUP, syscall.SIGHUP},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if slices.ContainsFunc(signals, func(s syscall.Signal) bool { return signal.Ignored(s) }) {
				t.Skip("the tests run under nohup, so programs ignore hangups")
			}
			var mu sync.Mutex
			requests := 0
			finish := make(chan struct{})
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				requests++
				n := requests
				mu.Unlock()
				if n > 3 {
					w.Header().Set("Retry-After", "60")
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				<-finish
				(&limited{rate: 1, burst: 1}).ServeHTTP(w, r)
			}))
			t.Cleanup(web.Close)
			count := func() int {
				mu.Lock()
				defer mu.Unlock()
				return requests
			}
			dir := t.TempDir()
			write(t, dir, "fs.jsonl", manyRows(60))
			cmd := program(t, dir, nil, "--model", "m", "--base-url", web.URL, "--samples", "2", "fs.jsonl", "-o", "nl.jsonl")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for count() < 4 { // three under way, and one refused
				time.Sleep(time.Millisecond)
			}
			for _, s := range signals {
				if err := cmd.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second) // a busy machine takes a while
			}
			before := count()
			time.Sleep(time.Second)
			close(finish)
			begin := time.Now()
			var exit *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 || !strings.Contains(stderr.String(), "interrupted: ") {
				t.Errorf("%v: %s", err, stderr.Bytes())
			}
			if took := time.Since(begin); took > 30*time.Second || count() != before {
				t.Errorf("%d requests after the signal, ended after %v", count()-before, took)
			}
			replies, err := filepath.Glob(filepath.Join(dir, "nl.jsonl.replies", "*", "*"))
			partial, err2 := os.ReadFile(filepath.Join(dir, "nl.jsonl.partial"))
			if kept := len(replies) + bytes.Count(partial, []byte(`"outcome":"ok"`)); err != nil || err2 != nil || kept < 3 {
				t.Errorf("%d of 3 answers are kept (%v, %v)", kept, err, err2)
			}
		})
	}
}

// TestRowThatIsAlwaysRefused: a row that the endpoint always refuses, while it accepts
// all others, ended the run, and each resumed one.
func TestRowThatIsAlwaysRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	l := &limited{rate: 1e6, burst: 1e6}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || bytes.Contains(body, []byte("p3\\n")) || bytes.Contains(body, []byte(`p3"`)) {
			w.WriteHeader(http.StatusServiceUnavailable)
			io.WriteString(w, `{"error":{"message":"not this one"}}`)
			return
		}
		time.Sleep(20 * time.Millisecond)
		l.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	dir := t.TempDir()
	write(t, dir, "fs.jsonl", manyRows(200))
	out, err := program(t, dir, nil, "--model", "m", "--base-url", web.URL, "--workers", "8", "--give-up-after", "5s", "fs.jsonl", "-o", "nl.jsonl").CombinedOutput()
	if err != nil || outcomes(t, dir, "ok") != 199 || outcomes(t, dir, "http_5xx") != 1 {
		t.Fatalf("%v, %d answered: %s", err, outcomes(t, dir, "ok"), out)
	}
	b, err := os.ReadFile(filepath.Join(dir, "nl.jsonl"))
	if want := "endpoint answered 503: not this one ("; err != nil || !strings.Contains(string(b), want) || !strings.Contains(string(b), "requests of this row were refused while others were accepted)") {
		t.Errorf("no row has the error %q", want)
	}
}

// TestStoppedProcess: after a stop of the process that was longer than --timeout, answers
// that had arrived meanwhile had the outcome timeout, and were paid again.
func TestStoppedProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	arrived := make(chan struct{}, 16)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		time.Sleep(time.Second)
		(&limited{rate: 1, burst: 1}).ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	dir := t.TempDir()
	write(t, dir, "fs.jsonl", manyRows(4))
	cmd := program(t, dir, nil, "--model", "m", "--base-url", web.URL, "--timeout", "5s", "--retries", "0", "fs.jsonl", "-o", "nl.jsonl")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		<-arrived
	}
	for _, step := range []struct {
		signal syscall.Signal
		pause  time.Duration
	}{{syscall.SIGSTOP, 8 * time.Second}, {syscall.SIGCONT, 0}} {
		if err := cmd.Process.Signal(step.signal); err != nil {
			t.Fatal(err)
		}
		time.Sleep(step.pause)
	}
	if err := cmd.Wait(); err != nil || outcomes(t, dir, "ok") != 4 || len(arrived) > 0 {
		t.Errorf("%v, %d of 4 rows answered, %d requests more: %s", err, outcomes(t, dir, "ok"), len(arrived), stderr.Bytes())
	}
}
