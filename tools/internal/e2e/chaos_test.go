//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
	"github.com/truthloop/truthloop/translate/simllm"
)

// A chaosSize is how much TestChaos does.
type chaosSize struct {
	kills   int // of each case in each format
	formats int // of each case; the cases take turns at the formats
	rows    int // of stages that ask no endpoint
	calls   int // of stages that ask an endpoint
	faulty  int // calls of an endpoint with faults
	only    func(chaosCase) bool
}

// sizeOfChaos reads the size from the environment. The short part, for make test,
// kills each stage once. TRUTHLOOP_TEST_CHAOS is the number of kills of make chaos.
// TRUTHLOOP_SOAK is set by make soak, which is about faults.
func sizeOfChaos(t *testing.T, cases []chaosCase) chaosSize {
	t.Helper()
	all := func(chaosCase) bool { return true }
	if os.Getenv("TRUTHLOOP_SOAK") != "" {
		return chaosSize{kills: 3, formats: 1, rows: 60, calls: 60, faulty: 5000, only: func(c chaosCase) bool { return c.faults != nil }}
	}
	kills := os.Getenv("TRUTHLOOP_TEST_CHAOS")
	if kills == "" {
		return chaosSize{kills: 1, formats: 1, rows: 60, calls: 24, faulty: 150, only: all}
	}
	n, err := strconv.Atoi(kills)
	if err != nil {
		t.Fatalf("TRUTHLOOP_TEST_CHAOS: %v", err)
	}
	formats := len(chaosOutputs)
	return chaosSize{kills: (n-1)/(formats*len(cases)) + 1, formats: formats, rows: 600, calls: 160, faulty: 300, only: all}
}

// Every stage writes every format, is killed at random moments, and is resumed
// each time. The final output must have the same bytes as that of an uninterrupted
// run, and no other file may be left. A kill may cost as many paid calls as were
// under way or on their way to the disk, which is --workers and an eighth of those above 32, and
// none by the Batch API. The moments come from
// a seed; TRUTHLOOP_TEST_CHAOS_SEED repeats them.
func TestChaos(t *testing.T) {
	cases := chaosCases(t)
	size := sizeOfChaos(t, cases)
	seed := rand.Uint64()
	if s := os.Getenv("TRUTHLOOP_TEST_CHAOS_SEED"); s != "" {
		var err error
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatalf("TRUTHLOOP_TEST_CHAOS_SEED: %v", err)
		}
	}
	begin, kills := time.Now(), new(atomic.Int64)
	t.Cleanup(func() {
		t.Logf("%d kills in %.0f seconds; TRUTHLOOP_TEST_CHAOS_SEED=%d", kills.Load(), time.Since(begin).Seconds(), seed)
	})
	dir := t.ArtifactDir()        // which go test -artifacts keeps
	inputs := map[string]string{} // by the number of calls
	for _, calls := range []int{size.calls, size.faulty} {
		in := filepath.Join(dir, fmt.Sprint("in", calls))
		if err := os.Mkdir(in, 0o777); err != nil {
			t.Fatal(err)
		}
		formulas(t, in, calls)
		sh(t, in, fmt.Sprintf("root=%s rows=%d sample=%d calls=%d\n", root, size.rows, size.sample(), calls)+chaosInputs)
		inputs[fmt.Sprint(calls)] = in
	}
	for i, c := range cases {
		if !size.only(c) {
			continue
		}
		for f := range size.formats {
			output := chaosOutputs[(i+f)%len(chaosOutputs)]
			v := &victim{chaosCase: c, output: output, kills: size.kills, dir: dir, workers: 4, calls: size.calls, all: kills}
			if c.noUsage || c.whole { // once
				if f > 0 {
					continue
				}
				v.output, v.kills = "out.jsonl", size.kills*size.formats // the rows are read from JSONL
			}
			if c.whole {
				v.output = "results"
			}
			if c.faults != nil {
				v.workers, v.calls = 64, size.faulty
			}
			v.vars = fmt.Sprintf("in=../../in%d sample=%d runs=%d workers=%d ", v.calls, size.sample(), size.calls/40+1, v.workers)
			t.Run(c.name+" to "+v.output, func(t *testing.T) {
				t.Parallel()
				v.random = rand.New(rand.NewPCG(seed, hash(t.Name())))
				v.test(t)
			})
		}
	}
}

// sample is a number of formulas of each number of operators that gives the rows.
func (s chaosSize) sample() int { return s.rows/30 + 1 }

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// A victim is a case that writes one output, and is killed.
type victim struct {
	chaosCase
	output  string
	kills   int // to be survived
	dir     string
	vars    string // of the steps
	workers int
	calls   int
	all     *atomic.Int64 // kills of all cases
	random  *rand.Rand

	server *countingServer
	took   time.Duration // of an uninterrupted run
}

func (v *victim) test(t *testing.T) {
	v.dir = filepath.Join(v.dir, strings.NewReplacer(" ", "-", "/", "-").Replace(v.name+" "+v.output))
	v.server = newCountingServer(t, nil)
	begin := time.Now()
	v.life(t, "whole", 0)
	v.took = time.Since(begin)
	calls := v.server.paid()
	want := contents(t, filepath.Join(v.dir, "whole"))
	paid, again := calls, int64(0)
	if v.faults != nil {
		v.server, paid = newCountingServer(t, v.faults), 0
	}
	killed, lives := 0, 0
	for ; killed < v.kills; lives++ {
		if lives > 20*(v.kills+1) {
			t.Fatalf("only %d kills came before the end of a run, want %d", killed, v.kills)
		}
		if err := os.RemoveAll(filepath.Join(v.dir, "killed")); err != nil {
			t.Fatal(err)
		}
		n := v.life(t, "killed", v.kills-killed)
		killed += n
		v.all.Add(int64(n))
		v.compare(t, want)
		v.server.quiet(t)
		most := int64(n * (v.workers + max(v.workers-32, 0)/8)) // under way, and on their way to the disk
		if v.batch {
			most = 0
		}
		more := v.server.paid() - paid - calls
		if more < 0 && !v.cache || more > most {
			t.Errorf("%d calls more than the %d of an uninterrupted run after %d kills, want at most %d", more, calls, n, most)
		}
		again += more
		paid += calls + more
	}
	if v.cache {
		v.run(t, "killed", strings.ReplaceAll(v.last(), "--resume", "--overwrite"), nil)
		if n := v.server.paid() - paid; n > 0 {
			t.Errorf("%d calls are paid for again, in spite of --cache", n)
		}
		v.compare(t, want)
	}
	for f := range v.faults {
		if v.server.Stats().Faults[f] == 0 {
			t.Errorf("the fault %v never occurred", f)
		}
	}
	t.Logf("%d kills, %d complete outputs, %d calls in each, %d bought again", killed, lives, calls, again)
}

// last is the last step with the flags of the output.
func (v *victim) last() string {
	return v.steps[len(v.steps)-1] + " --resume -o " + v.output
}

// life runs all steps until a complete output, with at most so many kills, and
// returns their number.
func (v *victim) life(t *testing.T, folder string, kills int) (killed int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(v.dir, folder), 0o777); err != nil {
		t.Fatal(err)
	}
	for i, step := range v.steps {
		if i == len(v.steps)-1 {
			step = v.last()
		}
		for {
			var m *moment
			if killed < kills {
				m = v.moment()
			}
			if v.run(t, folder, step, m) {
				break
			}
			if killed++; v.cache && v.random.IntN(2) == 0 {
				step = strings.ReplaceAll(step, "--resume", "--overwrite")
			}
		}
	}
	return killed
}

// A moment is when a kill comes: so long after the start, and so long after so
// many changes of the names in the directory, such as the final rename.
type moment struct {
	after   time.Duration
	changes int
	delay   time.Duration
}

func (v *victim) moment() *moment {
	if v.random.IntN(2) == 0 {
		early := v.random.Float64() // most kills come early, so that a run has several
		return &moment{after: time.Duration(early * early * float64(v.took) / float64(len(v.steps)))}
	}
	changes := 8 // in a run without kills
	if v.whole {
		changes = 40
	}
	return &moment{changes: 1 + v.random.IntN(changes), delay: time.Duration(v.random.IntN(2000)) * time.Microsecond}
}

// run runs a step and reports whether it ended before the kill.
func (v *victim) run(t *testing.T, folder, step string, m *moment) (finished bool) {
	t.Helper()
	dir := filepath.Join(v.dir, folder)
	model := fmt.Sprintf("--model simllm --base-url %s --workers %d --no-timing", v.server.url, v.workers)
	if !strings.Contains(step, "exec ") {
		step = "exec " + step // else bash could die before its child, which holds the lock of the output
	}
	cmd := shell(t, dir, fmt.Sprintf("%s; url=%s; model='%s'; %s", v.vars, v.server.url, model, step))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	names := namesIn(dir)
	begin, changes := time.Now(), 0
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		var poll <-chan time.Time
		if m != nil {
			poll = time.After(100 * time.Microsecond)
		}
		select {
		case err := <-done:
			if err != nil && strings.Contains(stderr.String(), "fetch again later") {
				return v.run(t, folder, step, m)
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", step, err, tail(stderr.String()))
			}
			return true
		case <-poll:
		}
		if m.changes > 0 {
			if now := namesIn(dir); now != names {
				names, changes = now, changes+1
			}
		}
		if time.Since(begin) >= m.after && changes >= m.changes {
			time.Sleep(m.delay)
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended in the meantime
			return <-done == nil
		}
	}
}

// namesIn lists the names in a directory, except those of caches and batches.
func namesIn(dir string) string {
	var names []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "cache" || d.Name() == "work") {
			return fs.SkipDir
		}
		names = append(names, path)
		return nil // a name may be gone in the meantime
	})
	return strings.Join(names, "\n")
}

// compare compares all files of the killed run with those of the uninterrupted
// one, or only the rows without usage, which the manifest sums up.
func (v *victim) compare(t *testing.T, want []string) {
	t.Helper()
	if !v.noUsage {
		if got := contents(t, filepath.Join(v.dir, "killed")); !slices.Equal(got, want) {
			t.Fatalf("the output differs from that of an uninterrupted run: %s", difference(got, want))
		}
		return
	}
	rows, calm := readRows(t, filepath.Join(v.dir, "killed", v.output)), readRows(t, filepath.Join(v.dir, "whole", v.output))
	if len(rows) != len(calm) || len(rows) == 0 {
		t.Fatalf("%d rows, want %d", len(rows), len(calm))
	}
	for i := range rows {
		if rows[i]["error"] != nil || rows[i]["outcome"] != "ok" || !reflect.DeepEqual(rows[i], calm[i]) {
			t.Fatalf("row %d is\n%v\nwant that of an uninterrupted run:\n%v", i+1, rows[i], calm[i])
		}
	}
}

// A countingServer is an endpoint that counts the calls that cost money.
type countingServer struct {
	*simllm.Server
	url        string
	embeddings atomic.Int64
}

func newCountingServer(t *testing.T, faults simllm.Rates) *countingServer {
	t.Helper()
	latency, err := simllm.ParseLatency("lognormal:8ms,0.5")
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := simllm.New(simllm.Options{Seed: 1, Faults: faults, RetryAfter: 100 * time.Millisecond, Latency: latency})
	if err != nil {
		t.Fatal(err)
	}
	s := &countingServer{Server: endpoint}
	server := httptest.NewServer(endpointtest.Batches(s))
	t.Cleanup(func() {
		endpoint.Close() // first: a request that hangs would hold the other up
		server.Close()
	})
	s.url = server.URL + "/v1"
	return s
}

// ServeHTTP counts embeddings, which simllm's statistics count by their texts.
func (s *countingServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/embeddings") {
		s.embeddings.Add(1)
		time.Sleep(8 * time.Millisecond)
	}
	s.Server.ServeHTTP(w, r)
}

// paid is the number of calls that an endpoint would charge for: those that it
// received, whether or not the client was killed before the reply.
func (s *countingServer) paid() int64 {
	stats := s.Stats()
	paid := stats.Requests + s.embeddings.Load()
	for _, n := range stats.Faults {
		paid -= n
	}
	return paid
}

// quiet waits until the endpoint has noticed that killed clients are gone.
func (s *countingServer) quiet(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); s.Stats().UnderWay > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("requests under way after the kills: %v", s.Stats())
		}
	}
}

// formulas writes that many rows of different formulas to fs.jsonl.
func formulas(t *testing.T, dir string, rows int) {
	t.Helper()
	var kept bytes.Buffer
	seen := map[string]bool{}
	for line := range strings.Lines(sh(t, dir, fmt.Sprintf("generate --dataset plogic --seed 11 --sample-count %d", rows/20+1))) {
		var row struct{ FS string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if len(seen) < rows && !seen[row.FS] {
			seen[row.FS] = true
			kept.WriteString(line)
		}
	}
	if len(seen) < rows {
		t.Fatalf("generate made %d different formulas, want %d", len(seen), rows)
	}
	if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), kept.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// contents returns the files at path, each with its name, except the directories
// of caches and batches, which may hold leftovers of killed runs.
func contents(t *testing.T, path string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "cache" || d.Name() == "work"):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		data, err := os.ReadFile(p)
		text := strings.ReplaceAll(string(data), `"--overwrite"`, `"--resume"`) // in the manifest
		files = append(files, strings.TrimPrefix(p, path)+"\n"+text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// difference describes in one line where two outputs begin to differ.
func difference(got, want []string) string {
	name := func(files []string, i int) string {
		if i >= len(files) {
			return "nothing"
		}
		name, _, _ := strings.Cut(files[i], "\n")
		return name
	}
	for i := range max(len(got), len(want)) {
		if name(got, i) != name(want, i) {
			return "found " + name(got, i) + ", want " + name(want, i)
		}
		if got[i] != want[i] {
			at := 0
			for at < min(len(got[i]), len(want[i])) && got[i][at] == want[i][at] {
				at++
			}
			return fmt.Sprintf("%s: got ...%q..., want ...%q...", name(got, i), excerpt(got[i], at), excerpt(want[i], at))
		}
	}
	return ""
}

func excerpt(s string, at int) string { return s[max(0, at-40):min(len(s), at+80)] }

// readRows reads JSONL without the column that may differ, which measures the
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
