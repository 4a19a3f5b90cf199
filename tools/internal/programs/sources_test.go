package programs

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// source runs a command line with variables and with a file study.toml, and returns its
// output and its error.
func source(t *testing.T, command, file string, environ ...string) (string, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"study.toml": file, "in.jsonl": `{"fs":"p1","fs_out":"p1","formalism":"propositional"}` + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	args, run := dispatch(strings.Fields("truthloop " + command))
	err := run(cli.WithSources(t.Context(), environ, describeAll), args, strings.NewReader(""), &out, &out)
	return out.String(), err
}

// Flags came from the command line only.
func TestFlagsFromVariables(t *testing.T) {
	formulas := func(command, file string, environ ...string) int {
		out, err := source(t, command, file, environ...)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(out, "\n")
	}
	// --limit is a flag of convert; five rows come from five copies of the input.
	const command = "convert in.jsonl in.jsonl in.jsonl in.jsonl in.jsonl"
	for _, tt := range []struct {
		command, file string
		environ       []string
		want          int
	}{
		{"", "", nil, 5},
		{"", "", []string{"TRUTHLOOP_LIMIT=3"}, 3},
		{"", "", []string{"TRUTHLOOP_LIMIT=3", "TRUTHLOOP_CONVERT_LIMIT=2"}, 2},
		{"", "", []string{"TRUTHLOOP_LIMIT="}, 5},
		{" --limit 1", "[convert]\nlimit = 4", []string{"TRUTHLOOP_LIMIT=3"}, 1},
	} {
		if got := formulas(command+tt.command, tt.file, tt.environ...); got != tt.want {
			t.Errorf("%s, file %q, variables %q: %d rows, want %d", tt.command, tt.file, tt.environ, got, tt.want)
		}
	}
}

func TestErrorsNameTheSource(t *testing.T) {
	for _, tt := range []struct {
		command, file string
		environ       []string
		want          string
	}{
		{"verify in.jsonl", "", []string{"TRUTHLOOP_TIMEOUT=5"}, `--timeout: found "5", expected a time with its unit, such as 5s; --timeout is from the variable TRUTHLOOP_TIMEOUT`},
		{"run study.toml -o out", "[verify]\ntimeuot = '5s'", nil, `study.toml: line 2: found the key timeuot, expected a key of [verify]; the nearest is timeout`},
		{"run study.toml -o out", "[verify]\nmodel = 'x'", nil, `study.toml: line 2: found the key model, expected a key of [verify]`},
		{"run study.toml -o out", "[metrics]\nbyy = 'x'", nil, `study.toml: line 2: found the key byy, expected a key of [metrics]; the nearest is by`},
		{"run study.toml -o out", "[verfy]\n", nil, `study.toml: line 1: found the table [verfy], expected one of [autoformalize], `},
		{"run study.toml -o out", "[verfy]\n", nil, `the nearest is [verify]`},
		{"run study.toml -o out", "a = \n", nil, `study.toml: line 1: `},
		{"run study.toml -o out", "[verify]\ntimeout = 2020-01-01", nil, `line 2: timeout: found a value of type`},
		{"run study.toml -o out", "task = 'x'", nil, `line 1: found the key task outside of a table, expected it in a table such as [verify]`},
		{"verify in.jsonl", "", []string{"TRUTHLOOP_TIMOUT=5s"}, `found the variable TRUTHLOOP_TIMOUT in the environment, expected the name of a flag; the nearest is TRUTHLOOP_TIMEOUT`},
		{"verify in.jsonl", "", []string{"TRUTHLOOP_VERIFY_MODEL=x"}, `found the variable TRUTHLOOP_VERIFY_MODEL in the environment`},
	} {
		_, err := source(t, tt.command, tt.file, tt.environ...)
		if err == nil || !strings.Contains(err.Error(), tt.want) || cli.ExitCode(err) != cli.ExitUsage {
			t.Errorf("%s, file %q, variables %q: found the error %v, want %s", tt.command, tt.file, tt.environ, err, tt.want)
		}
	}
}

// A value for all programs is ignored where the flag has no effect. The command line
// gets an error.
func TestSourcesIgnoreIdleFlags(t *testing.T) {
	if _, err := source(t, "convert in.jsonl --resume", ""); cli.ExitCode(err) != cli.ExitUsage {
		t.Errorf("--resume without an output: error %v", err)
	}
	for command, variable := range map[string]string{
		"convert in.jsonl -o out.csv":          "TRUTHLOOP_FORMAT=arrow",
		"convert in.jsonl":                     "TRUTHLOOP_RESUME=1",
		"convert in.jsonl -o rows.jsonl":       "TRUTHLOOP_PART_ROWS=10",
		"convert in.jsonl -o formulas.parquet": "TRUTHLOOP_SPREADSHEET_SAFE=true",
		"verify pair p q":                      "TRUTHLOOP_WORKERS=2", // was an error
	} {
		if out, err := source(t, command, "", variable); cli.ExitCode(err) == cli.ExitUsage {
			t.Errorf("%s with %s: %v\n%s", command, variable, err, out)
		}
	}
}

// The programs of run read variables, but for the flags that run sets.
func TestRunAppliesSources(t *testing.T) {
	_, err := source(t, "run --dataset plogic --sample-count 1 --model builtin:rules -o out", "", "TRUTHLOOP_OVERWRITE=1", "TRUTHLOOP_LIMIT=2", "TRUTHLOOP_VERIFY_LEFT=none", "TRUTHLOOP_VERIFY_TIMEOUT=9s")
	if err != nil {
		t.Fatal(err)
	}
	m, err := cli.ReadManifest(filepath.Join("out", "verified.parquet"))
	if err != nil || m.Settings["settings.timeout"] != "9s" || m.Rows != 40 {
		t.Errorf("the manifest of verify: %v, settings %v, %d rows", err, m.Settings, m.Rows)
	}
}

// The variables of the tests are not taken for flags, or for misspelt ones.
func TestVariablesOfTests(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`TRUTHLOOP_[A-Z0-9_]+`).FindAllString(string(text)+string(more), -1)
	slices.Sort(names)
	var environ []string
	for _, name := range slices.Compact(names) {
		if name != "TRUTHLOOP_Z3" { // the Z3 of the tests and of --z3
			environ = append(environ, name+"=x")
		}
	}
	for _, p := range All {
		// The variables are read before the value of --log-level.
		_, err := source(t, p.Name+" --log-level x", "", environ...)
		if err == nil || !strings.Contains(err.Error(), "--log-level: found") || strings.Contains(err.Error(), "TRUTHLOOP") {
			t.Errorf("%s: found the error %v, want that of --log-level", p.Name, err)
		}
	}
}
