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
		if !strings.Contains(text, "NAME truthloop-"+p.Name+" - "+p.Summary+" SYNOPSIS") {
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
