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
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/generate"
	"github.com/truthloop/truthloop/tools/internal/metrics"
	"github.com/truthloop/truthloop/tools/internal/modelstage"
	"github.com/truthloop/truthloop/tools/internal/verify"
)

func TestMain(m *testing.M) {
	commands := map[string]func(){}
	for name, command := range map[string]cli.Command{
		"run": Command(), "generate": generate.Command(), "verify": verify.Command(), "metrics": metrics.Command(),
		"informalize": modelstage.Informalize(), "autoformalize": modelstage.Autoformalize(),
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

// A flag of run goes to each program that has it, so it must be the same in all of
// them. A flag that differs needs another name in run.
func TestFlagsOfOneNameAreTheSame(t *testing.T) {
	usage, of := map[string]string{}, map[string]string{}
	for _, f := range own() {
		usage[f.Names()[0]], of[f.Names()[0]] = f.(ucli.DocGenerationFlag).GetUsage(), "run"
	}
	for _, s := range stages() {
		all := s.command().AllFlags()
		for _, f := range all {
			is := f.(ucli.DocGenerationFlag).GetUsage()
			for i, flag := range f.Names() {
				name := s.nameHere(flag)
				if i > 0 && s.nameHere(f.Names()[0]) != f.Names()[0] || name == "" {
					continue // an alias of a flag that is renamed
				}
				if was, ok := usage[name]; ok && was != is {
					t.Errorf("--%s: of %s: %s; of %s: %s", name, of[name], was, s.name, is)
				}
				usage[name], of[name] = is, s.name
			}
		}
		for _, flag := range slices.Concat(s.without, slices.Collect(keys(s.renamed))) {
			if !slices.ContainsFunc(all, func(f ucli.Flag) bool { return f.Names()[0] == flag }) {
				t.Errorf("%s has no flag %s", s.name, flag)
			}
		}
	}
}

func keys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
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

// The budget of a run in rounds is that of all rounds. The first of two rounds takes 10
// calls of 1005 tokens in each program, 20,100 in all, and informalize takes 10,050 in
// the second. Of 30,250 tokens, 100 are left to autoformalize.
func TestBudgetIsThatOfAllRounds(t *testing.T) {
	url, calls := endpoint(t, nil)
	args := []string{"--model", "m", "--base-url", url, "--workers", "1", "-o", t.TempDir(), "--adaptive", "20", "--adaptive-rounds", "2", rows(t, 20)}
	_, _, err := start(t.Context(), append(args, "--budget-tokens", "30250")...)
	if n := calls.Load(); n != 30 || err == nil || !strings.HasPrefix(err.Error(), "round-2: autoformalize: ") {
		t.Errorf("%d calls and the error %v, want 30 and the budget's", n, err)
	}
	if _, _, err = start(t.Context(), append(args, "--budget-tokens", "41205", "--resume")...); err != nil || calls.Load() != 40 {
		t.Errorf("%d calls in all and the error %v, want 40 and none", calls.Load(), err)
	}
}

// The budget of crossed models is that of all. Three models take 60 calls of 1005 tokens
// to describe 20 formulas, and 20 calls for each of nine pairs: 240 calls, 241,200
// tokens. Of 150,850 tokens, 90,550 are left to autoformalize: 90 calls and 100 tokens.
// Four pairs take 80 of them, so the fifth pair gets 10: that of the second model with
// itself, as all descriptions go to the first model before the second one.
func TestBudgetIsThatOfAllModels(t *testing.T) {
	url, calls := endpoint(t, nil)
	args := []string{"--cross", "a", "--cross", "b", "--cross", "c", "--base-url", url, "--workers", "1", "-o", t.TempDir(), rows(t, 20)}
	_, _, err := start(t.Context(), append(args, "--budget-tokens", "150850")...)
	if n := calls.Load(); n != 150 || err == nil || !strings.HasPrefix(err.Error(), "model-2-2: autoformalize: ") || !strings.Contains(err.Error(), "the budget is that of the whole run") {
		t.Errorf("%d calls and the error %v, want 150 and the budget's", n, err)
	}
	if _, _, err = start(t.Context(), append(args, "--budget-tokens", "242205", "--resume")...); err != nil || calls.Load() != 240 {
		t.Errorf("%d calls in all and the error %v, want 240 and none", calls.Load(), err)
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
		return append([]string{"run", "--model", "m", "--base-url", url, "--workers", "1", "--overwrite", "-o", filepath.Join(dir, "results")}, more...)
	}
	for _, tt := range []struct {
		args  []string
		stdin string
		says  string
		calls int64
	}{
		{[]string{again}, "", "found 1 rows with the same id, dataset, batch, index, run, sample and step as a row before (" + again + ": line 2 a)", 0},
		{[]string{again, "--dry-run"}, "", "found 1 rows with the same id", 0},
		{[]string{again, "--adaptive", "2", "--adaptive-rounds", "1"}, "", "found 1 rows with the same id", 0},
		{[]string{"-"}, row + row, "found 1 rows with the same id, dataset, batch, index, run, sample and step as a row before (-: line 2 a)", 0},
		{[]string{unnamed, unnamed}, "", "found the input " + unnamed + " twice", 0},
		{[]string{again, "--limit", "1"}, "", "", 2},
		{[]string{again, "--allow-duplicates"}, "", "", 4},
		{[]string{"-", "--allow-duplicates"}, row + row, "", 4},
		{[]string{"-", "--limit", "1"}, row + row, "", 2},
		{[]string{once}, "", "", 4},
		{[]string{"-"}, row, "", 2},
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
	if _, _, err = start(t.Context(), append(args, "--budget-tokens", "60000", "--share-limits", "3", "--overwrite")...); cli.ExitCode(err) != cli.ExitUsage {
		t.Errorf("found %v, expected --share-limits to be refused: there are four tasks", err)
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
	_, _, err := start(t.Context(), "--model", "m", "--base-url", server.URL, "--stop-after", "0", "--max-errors", "2", "-o", dir, rows(t, 3))
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
	for _, name := range []string{"report.html.0a1b2c3d.tmp", "metrics.csv.ffffffff.tmp", "report.html.mine.tmp"} {
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

// The same for the formulas that --adaptive chooses.
func TestResumedRoundRemovesTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, "round-1", "chosen.jsonl.0a1b2c3d.tmp")
	err := errors.Join(os.Mkdir(filepath.Dir(left), 0o777), os.WriteFile(left, []byte("{"), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := start(t.Context(), "--model", "builtin:rules", "--dataset", "plogic", "--sample-count", "2", "--adaptive", "10", "--resume", "-o", dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); err == nil {
		t.Errorf("found %s", left)
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
	if err := modelstage.Informalize().Run(t.Context(), args, strings.NewReader(""), io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	if beside == nil || !strings.Contains(beside.Error(), "described.parquet: another process is writing it") {
		t.Errorf("beside informalize: %v", beside)
	}
}
