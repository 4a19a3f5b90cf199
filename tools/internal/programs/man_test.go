package programs

import (
	"os"
	"os/exec"
	"path/filepath"
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
		cmd := exec.Command(groff, "-man", "-Kutf8", "-Tutf8", "-P-cbou", "-ww", page)
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
		if !strings.Contains(text, p.Name+" - "+p.Command().Usage+" USAGE: "+p.Name) {
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

// A misspelt value of a flag got a list of the values, and not the nearest one. The file
// none.jsonl is missing, which a program notices after it has read its flags.
func TestMisspeltValuesNameTheNearest(t *testing.T) {
	t.Chdir(t.TempDir())
	for command, want := range map[string]string{
		"generate -d plogc": "plogic", "run -d plogc --model builtin:rules -o out": "plogic", "simllm --faults drp=1": "drop",
		"generate -d fol --metric dept":               "depth",
		"informalize --model builtin:nosy none.jsonl": "builtin:noisy", "run --model builtin:rules --format parqet -o out none.jsonl": "parquet",
		"autoformalize --model builtin:rules --extract strct none.jsonl":   "strict",
		"autoformalize --model builtin:rules --context ontlogy none.jsonl": "ontology", "reason --model m --task foli none.jsonl": "folio",
		"verify none.jsonl --retry eror -o out.jsonl": "error", "verify --task entailmnt none.jsonl": "entailment", "verify --format arow none.jsonl": "arrow",
		"metrics --show intervls none.jsonl": "intervals", "metrics --format latx none.jsonl": "latex", "perturb --task rankng none.jsonl": "ranking",
		"perturb --kinds operatr none.jsonl": "operator", "rank contingency --score bth none.jsonl": "both", "convert --from follo none.jsonl": "folio",
		"completion bsh": "bash",
	} {
		if code, _, stderr := call(t, "truthloop "+command); code != cli.ExitUsage || !strings.Contains(stderr, `Did you mean "`+want+`"?`) {
			t.Errorf("%s: exit code %d: %s", command, code, stderr)
		}
	}
}

func TestCompletion(t *testing.T) {
	for words, want := range map[string]string{
		"truthloop/ver":                 "verify",
		"/usr/bin/verify/":              "",
		"verify/recheck/--quantif":      "--quantifier-scope",
		"verify/rec":                    "recheck",
		"metrics/--plot-of/a/--refer":   "--reference",
		"verify/--task/":                "",
		"truthloop/nosuch/--":           "",
		"truthloop/generate/--no-such=": "",
	} {
		list := strings.Split(words, "/")
		if strings.HasPrefix(words, "/") {
			list = []string{"/usr/bin/verify", ""}
		}
		var text strings.Builder
		if err := complete(t.Context(), append([]string{"complete"}, list...), nil, &text, nil); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(text.String()) {
			word, _, _ := strings.Cut(line, "\t")
			got = append(got, word)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: found %v, want %s", words, got, want)
		}
	}
}
