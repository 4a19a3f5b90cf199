//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestTermEndsEveryProgram: SIGTERM ends each program within three seconds, whatever it
// waits for, and the exit code is 130. verify took five seconds. A program that waited for
// the reader of its standard output never ended, and one that looked for Z3 exited with 2.
// Requests under way have the time of --timeout.
func TestTermEndsEveryProgram(t *testing.T) {
	dir := t.TempDir()
	group := "(∀x. ∀y. ∀z. m(m(x, y), z) = m(x, m(y, z))) ∧ (∀x. m(e, x) = x) ∧ (∀x. m(i(x), x) = e)"
	var rows, formulas strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&rows, `{"id":"r%d","formalism":"propositional","fs":"(p%d ∧ q)","fs_out":"(q ∧ p%d)","nl":"p%d is true and q is true."}`+"\n", i, i, i, i)
		fmt.Fprintf(&formulas, `{"id":"r%d","formalism":"first_order","fs":"∀x. (P(x) → Q%d(x))"}`+"\n", i, i)
	}
	hang := "#!/bin/sh\ncase \"$1\" in --version) echo 'version 4.13.0'; exit 0;; esac\ntrap '' TERM INT\nsleep 600\n"
	for name, text := range map[string]string{
		"rows.jsonl": rows.String(), "formulas.jsonl": formulas.String(),
		"long.jsonl":   `{"id":"long","formalism":"first_order","fs":"` + group + `","fs_out":"` + group + ` ∧ ∀x. m(x, e) = x"}` + "\n",
		"sums.jsonl":   `{"id":"c","formalism":"sums","fs":"a","fs_out":"b"}` + "\n",
		"rank.jsonl":   `{"id":"1","nl":"Every cube is small.","task":"most-similar","candidates":["A","B"],"candidates_nl":["a","b"],"roles":["original","perturbation"],"order":[1,0]}` + "\n",
		"reason.jsonl": `{"id":"1","premises_nl":["All p are q.","A is p."],"conclusion_nl":"A is q.","label":"True"}` + "\n",
		"hang":         hang, "mute": "#!/bin/sh\ntrap '' TERM INT\nsleep 600\n", "path/eprover": hang, "path/z3": hang,
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and answers nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	model := "--model m --timeout 1s --base-url http://" + listener.Addr().String() + " "
	for _, args := range []string{
		"verify --engines instances,finite --effort 100000 --timeout 1h long.jsonl",
		"verify --checker sums=./hang --timeout 1h sums.jsonl",
		"verify --z3 ./hang --engines z3 --timeout 1h long.jsonl",
		"verify --z3 ./mute long.jsonl",
		"verify --engines eprover --timeout 1h long.jsonl",
		"judge --model m --timeout 1s --base-url http://" + listener.Addr().String() + " rows.jsonl",
		"verify explain x < input", "verify recheck < input", "verify < input", "verify rows.jsonl > output", "vote < input", "vote rows.jsonl > output",
		"informalize " + model + "rows.jsonl", "informalize --model builtin:rules rows.jsonl > output",
		"autoformalize " + model + "rows.jsonl", "autoformalize --model builtin:rules rows.jsonl > output",
		"rank --task most-similar " + model + "rank.jsonl", "reason " + model + "reason.jsonl",
		"reason --model builtin:rules --task linc --z3 ./mute reason.jsonl",
		"perturb --z3 ./mute formulas.jsonl", "perturb rows.jsonl > output",
		"doctor --z3 ./mute",
		"generate --dataset fol --sample-count 100000", "generate --dataset plogic > output",
		"metrics < input", "report -o report.html < input", "convert --format csv < input", "convert rows.jsonl > output",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			args, _ := strings.CutSuffix(args, " < input")
			args, blocked := strings.CutSuffix(args, " > output")
			words := strings.Fields(args)
			cmd := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
			cmd.Dir, cmd.Env = dir, []string{"HOME=" + dir, "PATH=" + filepath.Join(dir, "path") + ":" + os.Getenv("PATH")}
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if in, err := cmd.StdinPipe(); err != nil {
				t.Fatal(err)
			} else {
				defer in.Close()
			}
			if blocked {
				out, err := cmd.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				defer out.Close()
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			go func() { defer close(ended); _ = cmd.Wait() }()
			select {
			case <-ended:
				t.Fatalf("it ended before the signal: %s", stderr.Bytes())
			case <-time.After(3 * time.Second):
			}
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
			case <-time.After(10 * time.Second): // three on a machine that is not busy
				_ = cmd.Process.Kill()
				<-ended
				t.Fatalf("it did not end: %s", stderr.Bytes())
			}
			if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(stderr.String(), "interrupted") {
				t.Errorf("exit code %d: %s", code, stderr.Bytes())
			}
		})
	}
}
