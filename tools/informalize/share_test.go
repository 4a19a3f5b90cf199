package informalize_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Each task of an array took the whole budget: four tasks spent four budgets.
//
// A call takes 1005 tokens. The share of 48,480 tokens is 12,120 for each of four tasks.
// Twelve calls take 12,060 and leave 60, which are fewer than any prompt (320 or more). So each task
// makes 12 of its 50 calls, and the four take 48,240. With a share of 1/8, which is 6,060,
// a task makes 6 calls, which take 6,030. A price of $10 for a million tokens gives the
// same numbers for $0.4848.
func TestSharedBudget(t *testing.T) {
	const four, eight = "this is one of 4 tasks; its part: ", "this is one of 8 tasks; its part: "
	inTokens, inDollars := []string{"--budget-tokens", "48480"}, []string{"--budget", "0.4848", "--models", "my.toml"}
	slurm := func(i int) []string {
		return []string{"SLURM_ARRAY_TASK_COUNT=4", fmt.Sprint("SLURM_ARRAY_TASK_ID=", i)}
	}
	kubernetes := func(i int) []string { return []string{fmt.Sprint("JOB_COMPLETION_INDEX=", i)} }
	for name, c := range map[string]struct {
		env    func(i int) []string
		flags  []string
		budget []string
		calls  int64 // of each task
		note   string
	}{
		"Slurm":            {slurm, []string{"--shard", "env"}, inTokens, 12, four + "--budget-tokens 12120"},
		"Kubernetes":       {kubernetes, []string{"--shard", "env/4"}, inDollars, 12, four + "--budget 0.1212"},
		"the whole budget": {nil, []string{"--shard", "2/4"}, inTokens, 48, ""},
		"by number":        {nil, []string{"--shard", "2/4", "--share-limits", "4"}, inTokens, 12, four + "--budget-tokens 12120"},
		"more than in env": {slurm, []string{"--shard", "env", "--share-limits", "8"}, inTokens, 6, eight + "--budget-tokens 6060"},
		"all rows":         {nil, []string{"--share-limits", "8"}, inDollars, 6, eight + "--budget 0.0606"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, calls, dir := shared(t)
			for i := range 4 {
				var env []string
				if c.env != nil {
					env = c.env(i)
				}
				calls.Store(0)
				args := append([]string{"--model", "m", "--base-url", url, "--workers", "1", "fs.jsonl", "-o", fmt.Sprintf("nl-%d.jsonl", i)}, append(c.flags, c.budget...)...)
				out, err := program(t, dir, env, args...).CombinedOutput()
				if n := calls.Load(); n != c.calls || err == nil || !strings.Contains(string(out), "budget is used up") || !strings.Contains(string(out), c.note) {
					t.Fatalf("task %d: %d calls, want %d and %q: %v: %s", i, n, c.calls, c.note, err, out)
				}
			}
		})
	}
}

// Each task of an array sent as many requests a minute as the limit of all allows.
//
// A twentieth of 6000 requests a minute is 300: five a second, of which the first five
// may come at once. The next six take 6/5 of a second. Without the division, 100 come at
// once. The test has no upper limit on the time.
func TestSharedRate(t *testing.T) {
	url, calls, dir := shared(t)
	begin := time.Now()
	out, err := program(t, dir, []string{"JOB_COMPLETION_INDEX=3"}, "--model", "m", "--base-url", url, "--shard", "env/20", "--limit", "11", "--rpm", "6000", "fs.jsonl", "-o", "nl.jsonl").CombinedOutput()
	if took := time.Since(begin); err != nil || calls.Load() != 10 || took < 900*time.Millisecond {
		t.Errorf("%d calls in %v: %v: %s", calls.Load(), took, err, out)
	}
	if !strings.Contains(string(out), "this is one of 20 tasks; its part: --rpm 300") {
		t.Errorf("found %s", out)
	}
}

// --share-limits with fewer tasks than the array has would be a slip.
func TestSharesThatAreSlips(t *testing.T) {
	_, _, dir := shared(t)
	for _, c := range []struct {
		env  []string
		args string
		want string
	}{
		{nil, "--share-limits 0 --rpm 60", "--share-limits: found 0, expected 1 or more"},
		{nil, "--share-limits 20 --budget-tokens 19", "--budget-tokens: found 19 for 20 tasks, expected one or more for each"},
		{[]string{"JOB_COMPLETION_INDEX=3"}, "--shard env/20 --share-limits 4 --rpm 60", "--share-limits: found 4, expected 20 or more: --shard env has 20 tasks"},
		{[]string{"JOB_COMPLETION_INDEX=20"}, "--shard env/20 --rpm 60", "--shard: shard env: JOB_COMPLETION_INDEX is task 20"},
		{[]string{"SLURM_ARRAY_TASK_ID=2", "SLURM_ARRAY_TASK_COUNT=many"}, "--shard env --rpm 60", `--shard: shard env: SLURM_ARRAY_TASK_COUNT: found "many", expected a whole number`},
	} {
		cmd := program(t, dir, c.env, append([]string{"--model", "m", "--base-url", "http://127.0.0.1:1", "fs.jsonl"}, strings.Fields(c.args)...)...)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: exit code %d, want 2 and %q: %s", c.args, code, c.want, out)
		}
	}
}

// shared is an endpoint whose calls take 1005 tokens each, and a directory with 200 rows and
// a price.
func shared(t *testing.T) (url string, calls *atomic.Int64, dir string) {
	t.Helper()
	calls, dir = new(atomic.Int64), t.TempDir()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"p1 is true."},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":5}}`)
	}))
	t.Cleanup(server.Close)
	write(t, dir, "my.toml", "[[model]]\nmatch = \"m\"\nprice = { input = 10.0, output = 10.0, source = \"made up\", date = \"today\" }\n")
	var rows strings.Builder
	for i := range 200 {
		fmt.Fprintf(&rows, `{"formalism":"propositional","fs":"p%d"}`+"\n", i)
	}
	write(t, dir, "fs.jsonl", rows.String())
	return server.URL, calls, dir
}
