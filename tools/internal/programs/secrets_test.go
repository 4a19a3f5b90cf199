package programs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// No program prints the password of an address in an error, a message or a manifest,
// whichever flag, variable or argument has the address. A flag that names data, such as
// --dataset, writes its value into the rows.
func TestNoFlagShowsAPassword(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const address, password = "http://us:hunter2-hunter2@127.0.0.1:1/v1", "hunter2"
	t.Chdir(t.TempDir())
	save(t, map[string]string{"rows.jsonl": verified})
	try := func(name string, environ []string, args ...string) {
		t.Helper()
		ctx := cli.WithSources(t.Context(), environ, describeAll)
		args, program := dispatch(append(strings.Fields(name), args...))
		var stdout, stderr strings.Builder
		err := program(ctx, args, strings.NewReader(verified), &stdout, &stderr)
		text := stderr.String()
		if strings.Contains(strings.Join(args, " ")+strings.Join(environ, " "), "base-url") {
			text += stdout.String()
		}
		if err != nil {
			text += err.Error()
		}
		if strings.Contains(text, password) {
			t.Errorf("%s %s %s: %.1000s", name, strings.Join(environ, " "), strings.Join(args[1:], " "), text)
		}
	}
	for _, p := range describeAll() {
		if p.Name == "simllm" { // serves until it is interrupted
			continue
		}
		for _, f := range p.AllFlags() {
			if _, isSwitch := f.(*ucli.BoolFlag); isSwitch {
				continue
			}
			flag := f.Names()[0]
			variable := "TRUTHLOOP_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_")) + "=" + address
			model := []string{"--log-level=debug", "rows.jsonl"}
			if strings.HasSuffix(flag, "base-url") { // also where no endpoint is asked
				model = append(model, "--model=builtin:rules")
			}
			try(p.Name, nil, append(model, "--"+flag, address)...)
			try(p.Name, []string{variable}, model...)
		}
		try(p.Name, nil, address)
		try(p.Name, nil, "--base-urk="+address)
		try(p.Name, nil, "--output="+p.Name+".jsonl", "--base-url", address, "rows.jsonl")
	}
	try("judge", []string{"TRUTHLOOP_BASE_URL=" + address}, "--model=m", "rows.jsonl")
	try("informalize batch", []string{"OPENAI_BASE_URL=" + address}, "status", ".")
	try("informalize", []string{"TRUTHLOOP_BASE_URL=" + address}, "--model=builtin:rules", "--output=a.jsonl", "rows.jsonl")
	try("informalize", nil, "--base-url", address, "--model=builtin:rules", "--output=b.jsonl", "rows.jsonl")
	try("run", nil, "--base-url", address, "--model=builtin:rules", "--output=results", "rows.jsonl")
	save(t, map[string]string{"flags.toml": "[run]\ninputs = ['rows.jsonl']\n[model]\nmodel = 'builtin:rules'\nbase-url = '" + address + "'\n"})
	try("run", nil, "--output=study", "flags.toml")
	manifests := 0
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == "flags.toml" {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), password) {
			t.Errorf("%s has the password: %.2000s", path, b)
		}
		if strings.HasSuffix(path, ".manifest.json") {
			manifests++
		}
		return err
	})
	if err != nil || manifests != 2 {
		t.Errorf("%d manifests, %v", manifests, err)
	}
}
