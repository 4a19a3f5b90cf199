//go:build linux

package prover_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

// fake is the prover of testdata, told how to behave.
func fake(t *testing.T, behaviour string, o prover.Options) *prover.Program {
	t.Helper()
	dir, err := filepath.Abs("testdata/bin")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("FAKE", behaviour)
	ps, err := prover.Find(t.Context(), "eprover", o)
	if err != nil || len(ps) != 1 {
		t.Fatalf("found %v, %v", ps, err)
	}
	return ps[0]
}

// TestMisbehaviour: whatever a prover does, an answer comes in time, is no more
// than it said, and nothing is left running.
func TestMisbehaviour(t *testing.T) {
	for _, c := range []struct {
		behaviour string
		status    check.Status
		claimed   bool
		words     string // a part of the proof's or of the reason
	}{
		{"theorem", check.Yes, false, "Theorem"},
		{"counter", check.Unknown, true, "incomplete: eprover: CounterSatisfiable"},
		{"gaveup", check.Unknown, false, "incomplete: eprover: GaveUp"},
		{"both", check.Unknown, false, "prover_failed: eprover: printed both Theorem and CounterSatisfiable"},
		{"quoted", check.Unknown, false, "I will not say"},
		{"crash", check.Unknown, false, "prover_failed: eprover: signal: segmentation fault"},
		{"deaf", check.Unknown, false, "exit status 7: no answer"},
		{"silent", check.Unknown, false, "no answer"},
		{"garbage", check.Unknown, false, "exit status 1"},
		{"flood", check.Unknown, false, "prover_failed: eprover: more than"},
		{"complain", check.Unknown, false, "exit status 1: so much to complain about"},
		{"hang", check.Unknown, false, "timeout: eprover"},
		{"stubborn", check.Unknown, false, "timeout: eprover"},
		{"limits", check.Unknown, false, "exit status 3: 262144 0"},
		{"child", check.Yes, false, "Theorem"},
		{"children", check.Unknown, false, "timeout: eprover"},
		{"escaped", check.Yes, false, "Theorem"},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pid")
			t.Setenv("FAKE_PID", file)
			limit := 20 * time.Second // an answer comes long before, on a busy machine too
			if strings.HasPrefix(c.words, "timeout") {
				limit = 500 * time.Millisecond
			}
			p := fake(t, c.behaviour, prover.Options{Timeout: limit, MemoryMB: 256})
			if p.Version() != "9.9" {
				t.Errorf("found version %q", p.Version())
			}
			goroutines := runtime.NumGoroutine()
			start := time.Now()
			a := p.Entails(t.Context(), question(1000), logic.Top())
			if d := time.Since(start); d > 15*time.Second {
				t.Errorf("took %v", d)
			}
			words := a.Proof.Said + a.Reason
			if a.Status != c.status || a.Claimed != c.claimed || !strings.Contains(words, c.words) {
				t.Errorf("found %+v, expected %+v", a, c)
			}
			if len(words) > 240 || strings.ContainsAny(words, "\n\x00\x1b") {
				t.Errorf("words %q", words)
			}
			if b, err := os.ReadFile(file); err == nil {
				gone(t, strings.TrimSpace(string(b)))
			}
			for range 100 { // what ran beside it ends on its own
				if runtime.NumGoroutine() <= goroutines {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
			t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), goroutines)
		})
	}
}

// Provers had the whole environment, with the keys of models.
func TestNoKeysInTheEnvironment(t *testing.T) {
	file := filepath.Join(t.TempDir(), "env")
	t.Setenv("FAKE_PID", file)
	for _, name := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK"} {
		t.Setenv(name, "sk-secret")
	}
	p := fake(t, "env", prover.Options{})
	if a := p.Entails(t.Context(), logic.Atom("p"), logic.Atom("q")); a.Status != check.Yes {
		t.Fatalf("found %+v", a)
	}
	env, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(env), "PATH=") || strings.Contains(string(env), "sk-secret") {
		t.Errorf("the environment is %s, %v", env, err)
	}
}

// question is a formula whose text is longer than a pipe holds.
func question(n int) *logic.Formula {
	var fs []*logic.Formula
	for i := range n {
		fs = append(fs, logic.Forall("x", logic.Atom("p"+strconv.Itoa(i), logic.Variable("x"), logic.Constant("a"), logic.Constant("a"), logic.Constant("a"))))
	}
	return logic.And(fs...)
}

// gone waits until a process is dead; it may be a zombie, since it is not ours.
func gone(t *testing.T, pid string) {
	t.Helper()
	n, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if errors.Is(syscall.Kill(n, 0), syscall.ESRCH) || err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s, which the prover started, is still there", pid)
}

// TestCancel: the end of a context ends the prover at once.
func TestCancel(t *testing.T) {
	p := fake(t, "stubborn", prover.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if a := p.Entails(ctx, logic.Atom("p"), logic.Atom("q")); a.Status != check.Unknown || time.Since(start) > 2*time.Second {
		t.Errorf("found %+v after %v", a, time.Since(start))
	}
}
