package programs

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// There were no manual pages. groff reads each without a warning, and shows all flags.
func TestManualPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	args, run := dispatch([]string{"truthloop", "man", dir})
	if err := run(t.Context(), args, nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip(err)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil || len(pages) != len(All)+1 {
		t.Fatalf("%d pages for %d programs and truthloop: %v", len(pages), len(All), err)
	}
	shown := func(page string) string {
		t.Helper()
		cmd := exec.Command(groff, "-man", "-Tutf8", "-P-cbou", "-ww", page)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil || stderr.Len() > 0 {
			t.Errorf("%s: %v\n%s", page, err, stderr.String())
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}
	for _, p := range All {
		text, cmd := shown(filepath.Join(dir, "truthloop-"+p.Name+".1")), p.Command()
		for _, name := range cli.Names(cmd.AllFlags()) {
			if !strings.Contains(text, "-"+name+" ") {
				t.Errorf("%s: the page lacks the flag %s", p.Name, name)
			}
		}
		if !strings.Contains(text, "NAME truthloop-"+p.Name+" - "+p.Command().Usage+" SYNOPSIS") {
			t.Errorf("%s: found %.300s", p.Name, text)
		}
	}
	if text := shown(filepath.Join(dir, "truthloop.1")); !strings.Contains(text, "verify prove whether formulas are equivalent") {
		t.Errorf("found %s", text)
	}
	if _, run := dispatch([]string{"truthloop", "man"}); cli.ExitCode(run(t.Context(), []string{"man"}, nil, nil, nil)) != cli.ExitUsage {
		t.Error("man without a directory is no error")
	}
	if _, err := os.Stat(filepath.Join(dir, "truthloop-verify.1")); err != nil {
		t.Error(err)
	}
}

// A misspelt value of a flag got a list of the values, and not the nearest one; and a shell
// offered --on-leak error, which is no value. The file none.jsonl is missing, which a
// program notices after it has read its flags.
func TestMisspeltValuesNameTheNearest(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Chdir(t.TempDir())
	const far = "--model m --base-url http://127.0.0.1:1/v1"
	with := map[string]string{ // flags without which others have no effect
		"generate": "-d plogic --depth 6 --rows 1", "provider": far,
		"informalize": "--model builtin:rules", "autoformalize": "--model builtin:rules", "rank": "--model builtin:rules", "reason": "--model builtin:rules", "judge": "--model builtin:rules",
		"informalize style": "--model builtin:gloss", "informalize context": "--model builtin:rules --steps 2", "informalize extract": "--model builtin:rules --steps 2",
		"rank score": "--contingency", "per": "--from folio", "stage": "--to sft", "variable-names": "--free-variables universal",
		"reason free-variables": "--model builtin:rules --task linc", "reason variable-names": "--model builtin:rules --task linc --free-variables universal",
	}
	checked := 0
	for _, p := range All {
		if slices.Contains([]string{"run", "simllm", "doctor", "correlate"}, p.Name) { // the first calls other programs; the others need no file
			continue
		}
		cmd := p.Command()
		for _, f := range cmd.AllFlags() {
			flag := f.Names()[0]
			if flag == "model" || p.Name == "generate" && flag == "dataset" {
				continue
			}
			line := append([]string{p.Name}, strings.Fields(cmp.Or(with[p.Name+" "+flag], with[flag], with[p.Name]))...)
			if p.Name != "generate" {
				line = append(line, "none.jsonl")
			}
			for _, value := range cmd.ValuesOf(flag) {
				if _, _, stderr := call(t, line[0], append(line[1:], "--"+flag+"="+value)...); strings.Contains(stderr, `"`+value+`"`) {
					t.Errorf("%v --%s=%s is refused: %s", line, flag, value, stderr)
				}
				if len(value) < 4 {
					continue
				}
				wrong := value[:2] + value[3:]
				code, _, stderr := call(t, line[0], append(line[1:], "--"+flag+"="+wrong)...)
				if code != cli.ExitUsage || !strings.Contains(strings.ToLower(stderr), `did you mean "`) {
					t.Errorf("%v --%s=%s: exit code %d: %s", line, flag, wrong, code, stderr)
				}
				checked++
			}
		}
	}
	if checked < 150 {
		t.Errorf("%d values are checked", checked)
	}
	for command, want := range map[string]string{
		"generate -d plogc": "plogic", "run -d plogc --model builtin:rules -o out": "plogic", "simllm --faults drp=1": "drop",
		"informalize --model builtin:nosy none.jsonl": "builtin:noisy", "run --model builtin:rules --format parqet -o out none.jsonl": "parquet",
		"verify none.jsonl --retry eror -o out.jsonl": "error", "completion bsh": "bash",
	} {
		if code, _, stderr := call(t, "truthloop "+command); code != cli.ExitUsage || !strings.Contains(stderr, `Did you mean "`+want+`"?`) {
			t.Errorf("%s: exit code %d: %s", command, code, stderr)
		}
	}
}

// The values that a shell offers are those that the help names.
func TestCompletedValues(t *testing.T) {
	for _, p := range All {
		cmd := p.Command()
		for _, f := range cmd.AllFlags() {
			for _, v := range cmd.ValuesOf(f.Names()[0]) {
				if !strings.Contains(f.String(), v) {
					t.Errorf("%s --%s: the value %s is not in the help %s", p.Name, f.Names()[0], v, f)
				}
			}
		}
	}
	for words, want := range map[string]string{
		"truthloop/ver":                           "verify",
		"truthloop/help/metr":                     "metrics",
		"truthloop/completion/z":                  "zsh",
		"/usr/bin/verify/":                        "",
		"verify/--task/":                          "equivalence entailment",
		"verify/--task=e":                         "--task=equivalence --task=entailment",
		"verify/--output/--":                      "",
		"verify/--diagnose/--dia":                 "",
		"verify/--/--dia":                         "",
		"metrics/--require/a/--req":               "--require",
		"generate/-d/pl":                          "plogic",
		"verify/--format/":                        "jsonl arrow csv tsv", // a shell offered files for these
		"metrics/--format/":                       "table csv json parquet markdown latex",
		"metrics/--show/intervals,sh":             "intervals,shares",
		"verify/--engines=sat+tr":                 "--engines=sat+truth_table",
		"truthloop/nosuch/--":                     "",
		"truthloop/generate/--no-such=":           "",
		"truthloop/informalize/--model/builtin:g": "builtin:gloss",
	} {
		list := strings.Split(words, "/")
		if strings.HasPrefix(words, "/") {
			list = []string{"/usr/bin/verify", ""}
		}
		var got []string
		for _, c := range candidates(list) {
			got = append(got, c.Word)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: found %v, want %s", words, got, want)
		}
	}
}
