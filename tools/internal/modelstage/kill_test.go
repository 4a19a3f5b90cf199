package modelstage_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/truthloop/truthloop/translate/openai/openaitest"
)

// A run against an endpoint that is killed again and again pays at most for
// the rows that were under way once more, and ends with the same bytes.
func TestKilledRunPaysOnce(t *testing.T) {
	const rows, workers = 120, 4
	dir := t.TempDir()
	var input bytes.Buffer
	for i := range rows {
		fmt.Fprintf(&input, "{\"formalism\":\"propositional\",\"fs\":\"(p%d ∧ p1)\"}\n", i)
	}
	if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), input.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	endpoint := newEndpoint(t)
	slow := openaitest.NewServer(t, func(w http.ResponseWriter, r *openaitest.Request, n int) {
		time.Sleep(10 * time.Millisecond)
		endpoint.answer(w, r, n)
	})
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	start := func(output string) *exec.Cmd {
		cmd := exec.Command(program)
		cmd.Args = []string{
			"informalize", "--model", "m", "--base-url", slow.URL, "--no-timing", "--workers", fmt.Sprint(workers),
			"fs.jsonl", "-o", output, "--resume",
		}
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}

	random := rand.New(rand.NewPCG(1, 2))
	kills := 0
	// finished runs until the end or a random moment, which grows later, so
	// that a slow machine gets there too.
	finished := func() bool {
		cmd := start("nl.jsonl")
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return true
		case <-time.After(time.Duration(50+random.IntN(150)+10*kills) * time.Millisecond):
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
			<-done
			return false
		}
	}
	for !finished() {
		if kills++; kills > 100 {
			t.Fatal("no end after 100 kills")
		}
	}
	paid := len(slow.Requests())
	t.Logf("%d rows, %d kills, %d requests", rows, kills, paid)
	if kills == 0 {
		t.Error("the run was never killed")
	}
	if paid < rows || paid > rows+kills*workers {
		t.Errorf("%d requests for %d rows with %d workers, killed %d times", paid, rows, workers, kills)
	}
	if err := start("whole.jsonl").Wait(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "nl.jsonl"))
	want, err2 := os.ReadFile(filepath.Join(dir, "whole.jsonl"))
	if err != nil || err2 != nil || !bytes.Equal(got, want) {
		t.Errorf("the killed run's output differs (%v, %v)", err, err2)
	}
}
