//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

const manifests = "data/examples/kubernetes"

// The example for Kubernetes has the form that Kubernetes demands, without unknown fields.
func TestKubernetesManifests(t *testing.T) {
	python := python(t)
	if err := shell(t, root, python+" -c 'import kubernetes_validate'").Run(); err != nil {
		t.Skip("kubernetes-validate is not installed: make test installs it into .venv")
	}
	sh(t, root, filepath.Join(filepath.Dir(python), "kubernetes-validate")+" --strict "+manifests+"/*.yaml")
	dir := t.TempDir()
	sh(t, dir, "sed 's/completionMode/completionMod/' "+filepath.Join(root, manifests, "loop.yaml")+" > wrong.yaml")
	if out, err := shell(t, dir, filepath.Join(filepath.Dir(python), "kubernetes-validate")+" --strict wrong.yaml").CombinedOutput(); err == nil {
		t.Errorf("a wrong field is accepted: %s", out)
	}
}

// The commands of the manifests, run here as Kubernetes runs them, give the rows of a run
// without tasks: each formula once, with the same verdict. A task that runs twice calls the
// endpoint once.
func TestKubernetesCommands(t *testing.T) {
	server, url := answering(t, simllm.Options{Model: "builtin:noisy"})
	dir := t.TempDir()
	t.Setenv("OPENAI_BASE_URL", url)
	t.Setenv("TRUTHLOOP_GENERATE_SAMPLE_COUNT", "2")
	sequence(t, dir, "prepare")
	sequence(t, dir, "loop")
	calls := server.Stats().Completions
	sequence(t, dir, "loop")
	sequence(t, dir, "merge")
	if again := server.Stats().Completions - calls; again != 0 {
		t.Errorf("tasks that are complete made %d calls", again)
	}
	const verdicts = ` | grep -o -E '"(id|verdict)":"[^"]*"' | paste - - | sort`
	want := sh(t, dir, "informalize --model gpt-4o-mini fs.jsonl | autoformalize --model gpt-4o-mini | verify"+verdicts)
	if got := sh(t, dir, "convert verified.parquet"+verdicts); got != want || strings.Count(got, "\n") < 40 {
		t.Errorf("found %d rows\n%s\nexpected\n%s", strings.Count(got, "\n"), tail(got), tail(want))
	}
}

// sequence runs the containers of the jobs of a manifest, for each index.
func sequence(t *testing.T, dir, name string) {
	t.Helper()
	type container struct {
		Name string
		Args []string
		Env  []struct{ Name, Value string }
	}
	var objects []struct {
		Kind string
		Spec struct {
			Completions int
			Template    struct {
				Spec struct{ InitContainers, Containers []container }
			}
		}
	}
	text := sh(t, root, python(t)+` -c 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))' `+manifests+"/"+name+".yaml")
	if err := json.Unmarshal([]byte(text), &objects); err != nil {
		t.Fatal(err)
	}
	for _, o := range objects {
		if o.Kind != "Job" {
			continue
		}
		for i := range max(o.Spec.Completions, 1) {
			for _, c := range append(o.Spec.Template.Spec.InitContainers, o.Spec.Template.Spec.Containers...) {
				cmd := shell(t, dir, `"$0" "$@"`)
				cmd.Args = append(cmd.Args, filepath.Join(bin, "truthloop"))
				for _, arg := range c.Args {
					arg = strings.ReplaceAll(arg, "$(TASK)", fmt.Sprint(i))
					if arg == "600" { // requests per minute, which a test has no time for
						arg = "6000000"
					}
					cmd.Args = append(cmd.Args, arg)
				}
				cmd.Env = append(os.Environ(), "OPENAI_API_KEY=none", fmt.Sprint("JOB_COMPLETION_INDEX=", i))
				for _, e := range c.Env {
					if e.Value != "" {
						cmd.Env = append(cmd.Env, e.Name+"="+e.Value)
					}
				}
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("task %d: %s: %v: %s", i, c.Name, err, out)
				}
			}
		}
	}
}
