package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/generate"
	"github.com/truthloop/truthloop/tools/informalize"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/judge"
	"github.com/truthloop/truthloop/tools/metrics"
	"github.com/truthloop/truthloop/tools/verify"
)

func TestMain(m *testing.M) {
	commands := map[string]func(){}
	for name, command := range map[string]cli.Command{
		"run": Command(), "generate": generate.Command(), "verify": verify.Command(), "judge": judge.Command(), "metrics": metrics.Command(),
		"informalize": informalize.Informalize(), "autoformalize": informalize.Autoformalize(),
	} {
		commands[name] = func() { cli.Main(os.Args, command.Run) }
	}
	testscript.Main(m, commands)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// exitcode CODE PROGRAM ARGS... wants that exit code.
			"exitcode": func(ts *testscript.TestScript, _ bool, args []string) {
				got := 0
				var exit *exec.ExitError
				if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
					got = exit.ExitCode()
				}
				if fmt.Sprint(got) != args[0] {
					ts.Fatalf("exit code %d, expected %s", got, args[0])
				}
			},
		},
	})
}

// Each flag of run that stands for a key of a study, and each key that run sets for all
// programs, is a key of the table.
func TestFlagsAreKeys(t *testing.T) {
	keys := tables()
	for flag, table := range tableOf {
		if !slices.Contains(cli.Names(keys[table]), flag) {
			t.Errorf("[%s] has no key %s", table, flag)
		}
		if !slices.Contains(cli.Names(Command().AllFlags()), flag) {
			t.Errorf("run has no flag %s", flag)
		}
	}
	for _, s := range stages {
		for _, flag := range s.without {
			if !s.takes(flag) {
				t.Errorf("%s has no flag %s", s.name, flag)
			}
		}
	}
	if n := len(Command().AllFlags()) + 2; n > 25 { // help and version
		t.Errorf("run has %d flags, expected 25 at most", n)
	}
}

// A slip in a study is refused before anything runs, with its line.
func TestSlipsInStudies(t *testing.T) {
	for text, says := range map[string]string{
		"[generate]\ndataset = \"plogic\"\n[verfy]\n":                                                      "line 3: found the table [verfy], expected one of [autoformalize], ",
		"[generate]\ndataset = \"plogic\"\n[verfy]\n ":                                                     "the nearest is [verify]",
		"[generate]\ndataset = \"plogic\"\nsample-cuont = 2\n":                                             "line 3: found the key sample-cuont, expected a key of [generate]; the nearest is sample-count",
		"[generate]\ndataset = \"plogic\"\nsample-count = \"two\"\n":                                       "line 3: --sample-count: found \"two\", expected a whole number",
		"[generate]\ndataset = [\"plogic\", \"fool\"]\n[model]\nmodel = \"builtin:rules\"\n":               "line 2: generate: --dataset: ",
		"[generate]\ndataset = \"plogic\"\n[model]\nmodel = [\"builtin:rules\", \"builtin:nosy\"]":         "line 4: informalize: --model: model builtin:nosy: expected builtin:rules, builtin:gloss or builtin:noisy. Did you mean \"builtin:noisy\"?",
		"[generate]\ndataset = \"plogic\"\n[model]\nmodel = []":                                            "line 4: model: found an empty list",
		"[generate]\ndataset = \"plogic\"\n[model]\nmodel = [\"m\", \"m\"]":                                "line 4: model: found m twice",
		"[generate]\ndataset = \"plogic\"\n[model]\nmodel = 2024-01-01":                                    "line 4: model: found a value of type",
		"[generate]\ndataset = \"plogic\"\n[model]\nsamples = 2":                                           "line 4: found the key samples, expected a key of [model]",
		"dataset = \"plogic\"\n[model]\nmodel = \"builtin:rules\"":                                         "line 1: found the key dataset outside of a table",
		"[generate]\ndataset = \"plogic\"\n[metrics]\nby = [\"depth\", \"num_and\"]":                       "line 4: by: found a list in [metrics]",
		"[generate]\ndataset = \"plogic\"\n[model]\nmodel = \"builtin:rules\"\n[metrics]\nby = \"depth,\"": "line 6: metrics: --by: ",
		"[generate]\ndataset = \"plogic\"\n[verify]\noutput = \"x\"":                                       "line 4: found the key output, expected a key of [verify]",
		"[generate]\ndataset = \"plogic\"\n[run]\nformat = \"parqet\"":                                     "line 4: format: found \"parqet\"",
		"[generate]\ndataset = \"plogic\"\n[run]\ninputs = \"x.jsonl\"":                                    "line 4: found both a dataset",
		"[model]\nmodel = \"builtin:rules\"":                                                               "found neither dataset nor grammar",
		"[run]\ninputs = \"x.jsonl\"\n[generate]\ndepth = 3\n[model]\nmodel = \"builtin:rules\"":           "line 4: found the table [generate], expected none",
		"[generate]\ndataset = \"plogic\"\n[model]\nmodel = \"builtin:rules\"\nseed = \"1,2\"":             "line 5: seed: found 1,2",
		"[generate]\ndataset = \"plogic\"\n[informalize]\nsteps = 2\n[autoformalize]\nshots = 2":           "line 6: found the table [autoformalize], expected none",
		"[generate]\ndataset = plogic":                                                                     "line 2: ",
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "study.toml")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := start(t.Context(), name, "-o", filepath.Join(dir, "none"))
		if cli.ExitCode(err) != cli.ExitUsage || !strings.HasPrefix(err.Error(), name+": ") || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: found the error %v, expected %q", text, err, says)
		}
		if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
			t.Errorf("%q: a directory was made", text)
		}
	}
}

// Values that would have the same directory have different ones.
func TestDirectoriesDiffer(t *testing.T) {
	got := parts("model", [][]string{{"a/b"}, {"A:b"}, {"c"}, {strings.Repeat("d", 300)}, {strings.Repeat("d", 301)}})
	seen := map[string]bool{}
	for _, part := range got {
		if seen[strings.ToLower(part)] || len(part) > 100 || strings.ContainsAny(part, "/:") {
			t.Errorf("found %q", got)
		}
		seen[strings.ToLower(part)] = true
	}
	if got[2] != "model-c" {
		t.Errorf("found %q, expected model-c", got[2])
	}
}

// An endpoint answers all questions with p1 is true or p1, each with 1000 tokens
// of prompt and 5 of answer. It calls on, if not nil, with the number of each request.
func endpoint(t *testing.T, on func(n int64)) (url string, calls *atomic.Int64) {
	t.Helper()
	calls = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := calls.Add(1)
		if on != nil {
			on(n)
		}
		body, _ := io.ReadAll(r.Body)
		answer := "p1"
		if bytes.Contains(body, []byte("[FORMULA]\\np")) {
			answer = "p1 is true."
		}
		fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%q},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":5}}`, answer)
	}))
	t.Cleanup(server.Close)
	return server.URL, calls
}

// rows writes n formulas to a file.
func rows(t *testing.T, n int) string {
	t.Helper()
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `{"id":"%d","formalism":"propositional","fs":"p%d","num_operators":0}`+"\n", i, i+1)
	}
	name := filepath.Join(t.TempDir(), "fs.jsonl")
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// studyFile writes a study about rows, with more lines, to a file.
func studyFile(t *testing.T, rows, url, more string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "study.toml")
	text := fmt.Sprintf("[model]\nbase-url = %q\n%s\n[run]\nworkers = 1\ninputs = %q\n", url, more, rows)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func start(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	var out, messages strings.Builder
	err = Command().Run(ctx, append([]string{"run"}, args...), strings.NewReader(""), &out, &messages)
	return out.String(), messages.String(), err
}

// The budget is that of the whole run: autoformalize gets what informalize left,
// and a resumed run counts each call once.
//
// 20 rows take 20 calls of 1005 tokens in each of the two programs: 20,100 in
// informalize and as much in autoformalize. A budget of 30,250 leaves 10,150 to
// autoformalize: 10 calls, and 100 tokens, which are fewer than any prompt. To
// finish, 10 calls more need 40,200 in all, and a reserve for the estimate of the
// last one, which is below its 1005.
func TestBudgetIsThatOfTheRun(t *testing.T) {
	url, calls := endpoint(t, nil)
	dir := filepath.Join(t.TempDir(), "results")
	args := []string{"--model", "m", "--base-url", url, "--workers", "1", "-o", dir, rows(t, 20)}
	_, _, err := start(t.Context(), append(args, "--budget-tokens", "30250")...)
	if n := calls.Load(); n != 30 || err == nil || !strings.HasPrefix(err.Error(), "autoformalize: ") || !strings.Contains(err.Error(), "the budget is that of the whole run") {
		t.Errorf("%d calls and the error %v, want 30 and the budget's", n, err)
	}
	stdout, _, err := start(t.Context(), append(args, "--budget-tokens", "41205", "--resume")...)
	if n := calls.Load(); n != 40 || err != nil {
		t.Errorf("%d calls and the error %v, want 40 and none", n, err)
	}
	if !strings.Contains(stdout, "report  "+filepath.Join(dir, "report.html")) {
		t.Errorf("found %q, want the place of the report", stdout)
	}
}

// The budget of a study is that of all combinations. With three models for each program,
// each model takes 20 calls of 1005 tokens to describe 20 formulas, and then 20 calls for
// each model that formalizes the descriptions: 240 calls, 241,200 tokens. Of 150,850
// tokens, the descriptions of the first model take 80 calls. The second model takes 20,
// and 50 are left: the third model gets 10 of its 20.
func TestBudgetIsThatOfAllCombinations(t *testing.T) {
	url, calls := endpoint(t, nil)
	const models = `model = ["a", "b", "c"]`
	study := studyFile(t, rows(t, 20), url, "[informalize]\n"+models+"\n[autoformalize]\n"+models)
	args := []string{study, "-o", t.TempDir()}
	_, _, err := start(t.Context(), append(args, "--budget-tokens", "150850")...)
	where := filepath.Join("informalize.model-b", "autoformalize.model-c") + ": autoformalize: "
	if n := calls.Load(); n != 150 || err == nil || !strings.HasPrefix(err.Error(), where) || !strings.Contains(err.Error(), "the budget is that of the whole run") {
		t.Errorf("%d calls and the error %v, want 150 and the budget's", n, err)
	}
	stdout, _, err := start(t.Context(), append(args, "--budget-tokens", "242205", "--resume")...)
	if err != nil || calls.Load() != 240 || !strings.HasPrefix(stdout, "informalize.model  autoformalize.model  rows  ") {
		t.Errorf("%d calls in all, the error %v and %q; want 240, none and a table", calls.Load(), err, stdout)
	}
}

func appendTo(t *testing.T, name, more string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, append(text, more...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A formula that stood twice in the input was paid for twice, and refused only at the
// table.
func TestFormulaTwiceIsNotPaidFor(t *testing.T) {
	url, calls := endpoint(t, nil)
	const row = `{"id":"a","formalism":"propositional","fs":"p1","model":"one","verdict":"equivalent"}` + "\n"
	dir := t.TempDir()
	save := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	again := save("again.jsonl", row+strings.Replace(row, "one", "other", 1)) // the run sets the model
	once := save("once.jsonl", row+strings.Replace(row, `"id"`, `"sample":1,"id"`, 1))
	unnamed := save("unnamed.jsonl", strings.Replace(row, `"id":"a",`, "", 1))
	args := func(more ...string) []string {
		args := []string{"run", "--workers", "1", "--overwrite", "-o", filepath.Join(dir, "results")}
		if !strings.HasSuffix(more[0], ".toml") {
			args = append(args, "--model", "m", "--base-url", url)
		}
		return append(args, more...)
	}
	study := func(rows, more string) []string {
		name := studyFile(t, rows, url, "model = \"m\"")
		appendTo(t, name, more)
		return []string{name}
	}
	for _, tt := range []struct {
		args  []string
		stdin string
		says  string
		calls int64
	}{
		{[]string{again}, "", "found 1 rows with the same id, dataset, batch, index, run, sample and step as a row before (the first: " + again + ": line 2 a)", 0},
		{[]string{again, "--dry-run"}, "", "found 1 rows with the same id", 0},
		{[]string{"-"}, row, "found the input - (the standard input), expected files", 0},
		{[]string{unnamed, unnamed}, "", "found the input " + unnamed + " twice", 0},
		{study(again, "limit = 1"), "", "", 2},
		{study(again, "[metrics]\nallow-duplicates = true\n[report]\nallow-duplicates = true"), "", "", 4},
		{[]string{once}, "", "", 4},
	} {
		before := calls.Load()
		var messages strings.Builder
		err := Command().Run(t.Context(), args(tt.args...), strings.NewReader(tt.stdin), io.Discard, &messages)
		n := calls.Load() - before
		if tt.says == "" && err != nil || tt.says != "" && (cli.ExitCode(err) != cli.ExitUsage || !strings.Contains(err.Error(), tt.says)) || n != tt.calls {
			t.Errorf("%v: %d calls and the error %v, want %d and %q", tt.args, n, err, tt.calls, tt.says)
		}
	}
}

// The tasks of --shard env each took the whole budget, and autoformalize did not know of
// the tasks. Of four tasks, each has five of 20 rows, and a share of 7,225 tokens. Five calls
// of informalize take 5,025. The 2,200 that are left are two calls of autoformalize, and 190
// tokens, which are fewer than any prompt. To finish, three calls more need 40,200 tokens
// for all tasks, and a reserve.
func TestBudgetOfSharedRun(t *testing.T) {
	t.Setenv("JOB_COMPLETION_INDEX", "1")
	url, calls := endpoint(t, nil)
	args := []string{"--model", "m", "--base-url", url, "--workers", "1", "--shard", "env/4", "-o", filepath.Join(t.TempDir(), "results"), rows(t, 20)}
	_, _, err := start(t.Context(), append(args, "--budget-tokens", "28900")...)
	if n := calls.Load(); n != 7 || err == nil || !strings.HasPrefix(err.Error(), "autoformalize: ") {
		t.Errorf("%d calls and the error %v, want 7 and the budget's", n, err)
	}
	if _, _, err = start(t.Context(), append(args, "--budget-tokens", "60000", "--resume")...); err != nil || calls.Load() != 10 {
		t.Errorf("%d calls in all and the error %v, want 10 and none", calls.Load(), err)
	}
}

// An interrupted run names the program, keeps what is done, and goes on later.
func TestInterruptedRun(t *testing.T) {
	for at, stage := range map[int64]string{7: "informalize", 25: "autoformalize"} {
		ctx, interrupt := context.WithCancel(t.Context())
		url, calls := endpoint(t, func(n int64) {
			if n == at {
				interrupt()
			}
		})
		dir := t.TempDir()
		args := []string{"--model", "m", "--base-url", url, "--workers", "1", "-o", dir, rows(t, 20)}
		_, _, err := start(ctx, args...)
		if cli.ExitCode(err) != cli.ExitInterrupted || !strings.HasPrefix(err.Error(), stage+": interrupted") || !strings.Contains(err.Error(), "--resume continues") {
			t.Errorf("call %d: error %v, want an interrupt of %s", at, err, stage)
		}
		if _, _, err = start(t.Context(), append(args, "--resume")...); err != nil || calls.Load() != 40 {
			t.Errorf("call %d: %d calls in all and the error %v, want 40 and none", at, calls.Load(), err)
		}
	}
}

// More errors than --max-errors end the run before the next model program, which
// would cost money.
func TestTooManyErrorsEndTheRun(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	_, _, err := start(t.Context(), studyFile(t, rows(t, 3), server.URL, "model = \"m\"\nmax-errors = \"2\""), "-o", dir)
	if cli.ExitCode(err) != cli.ExitLimits || !strings.HasPrefix(err.Error(), "informalize: finished, but 3 of 3 rows") {
		t.Errorf("found the error %v, want informalize's limit", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "returned.parquet")); err == nil {
		t.Error("autoformalize ran")
	}
}

// A run that was killed while it wrote the report left a temporary file for ever.
func TestResumedRunRemovesTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"report.html.0a1b2c3d.tmp", "table.csv.ffffffff.tmp", "report.html.mine.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("<html>"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := start(t.Context(), "--model", "builtin:rules", "--resume", "-o", dir, rows(t, 3)); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	if want := []string{filepath.Join(dir, "report.html.mine.tmp")}; err != nil || !slices.Equal(left, want) {
		t.Errorf("found %v, %v; want %v, which is no file of the run", left, err, want)
	}
}

// A second run in the directory of a live one removed its files, and paid for the same
// calls again.
func TestRunBesideALiveOneIsRefused(t *testing.T) {
	input, dir := rows(t, 4), filepath.Join(t.TempDir(), "results")
	var args []string
	var beside []error
	url, calls := endpoint(t, func(n int64) {
		if n == 2 || n == 6 { // informalize, then autoformalize
			for _, flag := range []string{"--overwrite", "--resume"} {
				_, _, err := start(t.Context(), append(args, flag)...)
				beside = append(beside, err)
			}
		}
	})
	args = []string{"--model", "m", "--base-url", url, "--workers", "1", "-o", dir, input}
	if _, _, err := start(t.Context(), args...); err != nil {
		t.Fatal(err)
	}
	for _, err := range beside {
		if err == nil || !strings.Contains(err.Error(), "a run is writing into this directory: another process is writing it") {
			t.Errorf("beside a live run: %v", err)
		}
	}
	if len(beside) != 4 || calls.Load() != 8 {
		t.Errorf("%d attempts and %d calls, expected 4 and 8", len(beside), calls.Load())
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || left != nil {
		t.Errorf("left %v, %v", left, err)
	}
}

// An --overwrite of run removed the rows that another program was just writing into its
// directory.
func TestOverwriteBesideAnotherProgramIsRefused(t *testing.T) {
	input, dir := rows(t, 4), t.TempDir()
	var beside error
	url, _ := endpoint(t, func(n int64) {
		if n == 2 {
			_, _, beside = start(t.Context(), "--model", "builtin:rules", "-o", dir, "--overwrite", input)
		}
	})
	args := []string{"informalize", "--model", "m", "--base-url", url, "--workers", "1", "-o", filepath.Join(dir, "described.parquet"), input}
	if err := informalize.Informalize().Run(t.Context(), args, strings.NewReader(""), io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	if beside == nil || !strings.Contains(beside.Error(), "described.parquet: another process is writing it") {
		t.Errorf("beside informalize: %v", beside)
	}
}

// A dry run described the formulas in English, which autoformalize refused, so that its
// estimate was 0 requests. The rules have no German of first-order logic, and no Japanese.
func TestDryRunEstimatesAutoformalizeInALanguage(t *testing.T) {
	name := rows(t, 2)
	appendTo(t, name, `{"id":"q","formalism":"first_order","fs":"∀x1. pred1(x1)","num_operators":0}`)
	for _, code := range []string{"de", "ja", "en"} {
		out, _, err := start(t.Context(), "--dry-run", "-o", filepath.Join(t.TempDir(), "results"), studyFile(t, name, "", fmt.Sprintf("model = \"builtin:rules\"\nlanguage = %q", code)))
		if n := strings.Count(out, "requests             3\n"); err != nil || n != 2 {
			t.Errorf("%s: %d estimates of 3 requests and the error %v, want 2\n%s", code, n, err, out)
		}
	}
}
