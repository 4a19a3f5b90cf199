package informalize_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/truthloop/truthloop/tools/informalize"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// A run that is killed repeatedly pays again at most for the requests under
// way, and ends with the same bytes, also if a row needs many calls.
func TestKilledRunPaysOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for name, run := range map[string]func(t *testing.T){
		"a call a row":                   func(t *testing.T) { killAndResume(t, 4, 120, 1) },
		"workers that wait for the disk": func(t *testing.T) { killAndResume(t, 64, 1600, 1) },
		"samples":                        func(t *testing.T) { killAndResume(t, 4, 6, 25, "--samples", "25") },
		"steps":                          func(t *testing.T) { killAndResume(t, 4, 20, 6, "--steps", "3") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t)
		})
	}
}

func killAndResume(t *testing.T, workers, rows, callsPerRow int, flags ...string) {
	t.Helper()
	dir := t.TempDir()
	var input bytes.Buffer
	for i := range rows {
		fmt.Fprintf(&input, "{\"formalism\":\"propositional\",\"fs\":\"(p%d ∧ p1)\"}\n", i)
	}
	if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), input.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	endpoint := newEndpoint(t)
	slow := endpointtest.NewServer(t, func(w http.ResponseWriter, r *endpointtest.Request, n int) {
		time.Sleep(10 * time.Millisecond)
		endpoint.answer(w, r, n)
	})
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	start := func(output string) *exec.Cmd {
		cmd := exec.Command(program)
		cmd.Args = append([]string{
			"informalize", "--model", "m", "--base-url", slow.URL, "--no-timing", "--workers", fmt.Sprint(workers),
			"fs.jsonl", "-o", output, "--resume",
		}, flags...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0") // else the race detector waits a second at the end
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}

	random := rand.New(rand.NewPCG(1, 2))
	kills := 0
	// finished runs until the end or a random moment, which grows later, so
	// that a slow machine gets there too.
	finished := func() bool {
		cmd := start("nl.jsonl")
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return true
		case <-time.After(time.Duration(50+random.IntN(150)+10*kills) * time.Millisecond):
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
			<-done
			return false
		}
	}
	for !finished() {
		if kills++; kills > 100 {
			t.Fatal("no end after 100 kills")
		}
	}
	paid := len(slow.Requests())
	calls := rows * callsPerRow
	t.Logf("%d calls for %d rows, %d kills, %d requests", calls, rows, kills, paid)
	if kills == 0 {
		t.Error("the run was never killed")
	}
	if paid < calls || paid > calls+kills*(workers+max(workers-32, 0)/8) {
		t.Errorf("%d requests for %d calls with %d workers, killed %d times", paid, calls, workers, kills)
	}
	if err := start("whole.jsonl").Wait(); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.replies")); err != nil || left != nil {
		t.Errorf("%v is left of complete outputs, %v", left, err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "nl.jsonl"))
	want, err2 := os.ReadFile(filepath.Join(dir, "whole.jsonl"))
	if err != nil || err2 != nil || !bytes.Equal(got, want) {
		t.Errorf("the killed run's output differs (%v, %v)", err, err2)
	}
}

// The samples of a row are requested concurrently, up to the number of
// workers.
func TestSamplesAreUnderWayTogether(t *testing.T) {
	endpoint := newEndpoint(t)
	var now, most atomic.Int64
	slow := endpointtest.NewServer(t, func(w http.ResponseWriter, r *endpointtest.Request, n int) {
		for k := now.Add(1); k > most.Load(); {
			most.Store(k)
		}
		defer now.Add(-1)
		time.Sleep(200 * time.Millisecond)
		endpoint.answer(w, r, n)
	})
	var out, stderr bytes.Buffer
	args := []string{"informalize", "--model", "m", "--base-url", slow.URL, "--workers", "4", "--samples", "12", "--no-timing"}
	if err := informalize.Informalize().Run(t.Context(), args, strings.NewReader(`{"formalism":"propositional","fs":"p1"}`), &out, &stderr); err != nil {
		t.Fatal(err)
	}
	if most.Load() != 4 || len(slow.Requests()) != 12 {
		t.Errorf("at most %d of %d requests were under way, expected 4 of 12", most.Load(), len(slow.Requests()))
	}
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		if want := fmt.Sprintf(`"sample":%d`, i); !strings.Contains(line, want+",") {
			t.Errorf("row %d is %s, expected %s", i, line, want)
		}
	}
}

// Equal rows have separate answers, also after an interruption between them.
func TestEqualRowsOfAStoppedRunArePaidOnce(t *testing.T) {
	stop := 3 // after so many answers
	answered := 0
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		if answered == stop {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answered++
		endpointtest.Answer(w, fmt.Sprintf("description %d", answered))
	})
	dir := t.TempDir()
	input, output := filepath.Join(dir, "fs.jsonl"), filepath.Join(dir, "nl.jsonl")
	row := `{"formalism":"propositional","fs":"p1"}` + "\n"
	if err := os.WriteFile(input, []byte(row+row), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func() error {
		args := []string{"informalize", "--model", "m", "--base-url", server.URL, "--workers", "1", "--samples", "2", input, "-o", output, "--resume"}
		return informalize.Informalize().Run(t.Context(), args, nil, io.Discard, io.Discard)
	}
	if err := run(); err == nil {
		t.Fatal("a rejected key does not end the run")
	}
	stop = 100
	if err := run(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if text := fmt.Sprintf("description %d", i+1); !strings.Contains(string(b), text) {
			t.Errorf("%s was paid for, and is not in the output", text)
		}
	}
	if answered != 4 {
		t.Errorf("%d answers for 4 rows", answered)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.replies")); err != nil || left != nil {
		t.Errorf("%v is left, %v", left, err)
	}
}

// Rows whose answers are on their way to the disk do not raise the number of
// requests under way above --workers.
func TestWorkersBoundRequestsUnderWay(t *testing.T) {
	for _, workers := range []int32{1, 8, 64} {
		dir := t.TempDir()
		input := strings.Repeat(`{"formalism":"propositional","fs":"(p1 ∧ p2)"}`+"\n", 5*int(workers))
		if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), []byte(input), 0o666); err != nil {
			t.Fatal(err)
		}
		endpoint := newEndpoint(t)
		var underWay, peak atomic.Int32
		server := endpointtest.NewServer(t, func(w http.ResponseWriter, r *endpointtest.Request, n int) {
			for now := underWay.Add(1); ; {
				if most := peak.Load(); now <= most || peak.CompareAndSwap(most, now) {
					break
				}
			}
			time.Sleep(20 * time.Millisecond)
			underWay.Add(-1) // before the reply, after which the next request may come
			endpoint.answer(w, r, n)
		})
		args := []string{"--model", "m", "--base-url", server.URL, "--workers", fmt.Sprint(workers), "fs.jsonl", "-o", "nl.jsonl"}
		for _, again := range [][]string{nil, {"--retry", "ok"}} {
			if out, err := program(t, dir, nil, append(again, args...)...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		if n := peak.Load(); n > workers {
			t.Errorf("%d requests under way with %d workers", n, workers)
		}
	}
}
