//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/translate/simllm"
)

// soak runs the long tests at their full size; make soak sets it.
var soak = os.Getenv("TRUTHLOOP_SOAK") != ""

const (
	chaosWorkers = 64
	chaosKills   = 5

	// chaosTimeout is the time that a hang costs. It is far longer than any reply
	// takes: a reply that arrives just as the client gives up would be delivered,
	// lost and paid for again, without a kill that explains it.
	chaosTimeout = "5s"
)

// The loop runs against an endpoint with many faults, and each stage is killed
// and resumed. Each row must exist once, equal to that of a run without faults.
// Every completion that was paid for must be accounted for:
//
//	completions = distinct prompts + those delivered to a process that was
//	              killed before their row was on the disk
//
// A kill loses at most as many completions as there were requests under way. All
// other requests ended in a fault, which is not a completion, or after their
// client was gone.
func TestChaos(t *testing.T) {
	t.Parallel() // it waits most of the time
	rows := 300
	if soak {
		rows = 5000
	}
	dir := t.TempDir()
	formulas(t, dir, rows)
	faults, err := simllm.ParseRates("429=0.1,5xx=0.05,hang=0.02,drop=0.01,drop_body=0.01,truncated=0.01,malformed=0.01")
	if err != nil {
		t.Fatal(err)
	}
	endpoint, url := answering(t, simllm.Options{
		Seed: 1, Faults: faults, RetryAfter: 100 * time.Millisecond, Latency: latency(t, "lognormal:20ms,0.5"),
	})
	c := &chaos{t: t, dir: dir, url: url, endpoint: endpoint, random: rand.New(rand.NewPCG(1, 2)), rows: int64(rows)}
	c.finish("informalize", "fs.jsonl", "nl.jsonl")
	c.finish("autoformalize", "nl.jsonl", "out.jsonl")

	got := readRows(t, filepath.Join(dir, "out.jsonl"))
	_, calm := answering(t, simllm.Options{})
	sh(t, dir, fmt.Sprintf(`informalize --model simllm --base-url %s --no-timing --workers 16 fs.jsonl |
		autoformalize --model simllm --base-url %s --no-timing --workers 16 > calm.jsonl`, calm, calm))
	want := readRows(t, filepath.Join(dir, "calm.jsonl"))
	if len(got) != rows || len(want) != rows {
		t.Fatalf("%d rows after chaos, %d without; want %d", len(got), len(want), rows)
	}
	for i := range got {
		if got[i]["error"] != nil || got[i]["outcome"] != "ok" || !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("row %d is\n%v\nafter chaos, and without\n%v", i+1, got[i], want[i])
		}
	}
	c.settle(prompts(t, got))
}

func latency(t testing.TB, spec string) simllm.Latency {
	t.Helper()
	l, err := simllm.ParseLatency(spec)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// formulas writes that many rows of different formulas to fs.jsonl.
func formulas(t testing.TB, dir string, rows int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "generate"), "--dataset", "plogic", "--seed", "11", "--sample-count", strconv.Itoa(rows/20))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var kept bytes.Buffer
	for line := range bytes.Lines(out) {
		var row struct{ FS string }
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if len(seen) < rows && !seen[row.FS] {
			seen[row.FS] = true
			kept.Write(line)
		}
	}
	if len(seen) < rows {
		t.Fatalf("generate made %d different formulas, want %d", len(seen), rows)
	}
	if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), kept.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// chaos runs stages and kills them.
type chaos struct {
	t        *testing.T
	dir, url string
	endpoint *simllm.Server
	random   *rand.Rand
	rows     int64

	stages int64 // begun
	onDisk int64 // rows of the stages before
	kills  int64
	unkept int64 // completions that were delivered to a killed process, and lost
}

// finish runs a stage to its end, with its share of the kills. The times of the
// kills are numbers of requests, spread over both stages with some randomness.
// They do not depend on the clock, so they also occur on slow machines.
func (c *chaos) finish(stage, input, output string) {
	c.t.Helper()
	c.stages++
	for !c.run(stage, input, output) {
		c.kills++
		c.quiet()
		kept := c.onDisk + journalled(c.t, filepath.Join(c.dir, output))
		lost := c.endpoint.Stats().Completions - c.unkept - kept
		if lost < 0 || lost > chaosWorkers {
			c.t.Errorf("kill %d lost %d completions, want 0 to %d", c.kills, lost, chaosWorkers)
		}
		c.unkept += lost
	}
	c.onDisk += c.rows
}

// run runs a stage until its end or the next kill, and returns which of the two
// it was.
func (c *chaos) run(stage, input, output string) (finished bool) {
	c.t.Helper()
	cmd := exec.CommandContext(c.t.Context(), filepath.Join(bin, stage),
		"--model", "simllm", "--base-url", c.url, "--no-timing", "--workers", strconv.Itoa(chaosWorkers),
		"--timeout", chaosTimeout, "--retries", "30", "--resume", "-o", output, input)
	cmd.Dir = c.dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	limit := int64(1) << 62
	if left := chaosKills*c.stages/2 - c.kills; left > 0 {
		now := c.endpoint.Stats().Completions
		limit = now + 1 + int64(c.random.Float64()*1.5*float64(c.rows*c.stages-now)/float64(left+1))
	}
	for {
		select {
		case err := <-done:
			if err != nil {
				c.t.Fatalf("%s: %v\n%s", stage, err, tail(stderr.String()))
			}
			return true
		case <-time.After(time.Millisecond):
		}
		if c.endpoint.Stats().Completions >= limit && cmd.Process.Kill() == nil {
			return <-done == nil // it may have ended before the kill came
		}
	}
}

// quiet waits until the endpoint has noticed that its client is gone.
func (c *chaos) quiet() {
	c.t.Helper()
	for deadline := time.Now().Add(time.Minute); c.endpoint.Stats().UnderWay > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			c.t.Fatalf("requests under way after the kill: %v", c.endpoint.Stats())
		}
	}
}

// settle compares what was served with what had to be served.
func (c *chaos) settle(prompts int64) {
	c.t.Helper()
	s := c.endpoint.Stats()
	faults := int64(0)
	for _, n := range s.Faults {
		faults += n
	}
	c.t.Logf("%d rows in two stages, %d kills, %d completions lost by them\n%v", c.rows, c.kills, c.unkept, s)
	if c.kills != chaosKills {
		c.t.Errorf("%d kills, want %d", c.kills, chaosKills)
	}
	if s.DistinctBodies != prompts || s.CompletionsPerBody[0] != 0 || s.UnderWay != 0 {
		c.t.Errorf("%d different prompts were asked and %d got no answer; want %d and none", s.DistinctBodies, s.CompletionsPerBody[0], prompts)
	}
	if s.Completions != prompts+c.unkept {
		c.t.Errorf("%d completions, want %d for the rows and %d that the kills lost", s.Completions, prompts, c.unkept)
	}
	if len(s.Rejected) != 0 || s.Requests != s.Completions+faults+s.Abandoned {
		c.t.Errorf("%d requests, want %d completions, %d faults and %d abandoned, with none rejected: %v", s.Requests, s.Completions, faults, s.Abandoned, s.Rejected)
	}
	for _, f := range []simllm.Fault{simllm.RateLimited, simllm.ServerError, simllm.Hang, simllm.Drop, simllm.DropBody, simllm.Truncated, simllm.Malformed} {
		if s.Faults[f] == 0 {
			c.t.Errorf("the fault %v never occurred", f)
		}
	}
}

// journalled is the number of rows that a killed run has on the disk: those
// that its log says are done.
func journalled(t *testing.T, output string) int64 {
	t.Helper()
	log, err := os.ReadFile(output + ".partial.log")
	if err != nil {
		t.Fatal(err)
	}
	done := map[int64]bool{}
	for line := range strings.Lines(string(log)) {
		var entry struct {
			Done *struct{ First, Count int64 }
		}
		// A last line that the kill cut off is ignored.
		if json.Unmarshal([]byte(line), &entry) != nil || entry.Done == nil {
			continue
		}
		for i := range entry.Done.Count {
			done[entry.Done.First+i] = true
		}
	}
	return int64(len(done))
}

// readRows reads JSONL without the columns that may differ, which measure the
// calls.
func readRows(t *testing.T, name string) []map[string]any {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []map[string]any
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		row := map[string]any{}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		delete(row, "usage")
		rows = append(rows, row)
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return rows
}

// prompts is the number of different prompts of both stages.
func prompts(t *testing.T, rows []map[string]any) int64 {
	t.Helper()
	seen := map[string]bool{}
	for _, row := range rows {
		conversations, _ := row["conversations"].([]any)
		if len(conversations) != 2 {
			t.Fatalf("row with %d conversations, want 2: %v", len(conversations), row)
		}
		for _, c := range conversations {
			messages := c.(map[string]any)["messages"].([]any)
			seen[fmt.Sprint(messages[:len(messages)-1])] = true
		}
	}
	return int64(len(seen))
}
