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
	"github.com/truthloop/truthloop/verify/prover"
)

// fake is the prover of testdata, told how to behave.
func fake(t *testing.T, behaviour string, o prover.Options) *prover.Prover {
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
		want      prover.Answer // of Words: a part
	}{
		{"theorem", prover.Answer{Status: prover.Proved, Words: "Theorem"}},
		{"counter", prover.Answer{Claimed: true, Words: "CounterSatisfiable"}},
		{"gaveup", prover.Answer{Words: "GaveUp"}},
		{"both", prover.Answer{Failed: true, Words: "both Theorem and CounterSatisfiable"}},
		{"quoted", prover.Answer{Failed: true, Words: "I will not say"}},
		{"crash", prover.Answer{Failed: true, Words: "segmentation fault"}},
		{"deaf", prover.Answer{Failed: true, Words: "exit status 7"}},
		{"silent", prover.Answer{Failed: true, Words: "no answer"}},
		{"garbage", prover.Answer{Failed: true, Words: "exit status 1"}},
		{"flood", prover.Answer{Failed: true, Words: "said too much"}},
		{"complain", prover.Answer{Failed: true, Words: "exit status 1: so much to complain about"}},
		{"hang", prover.Answer{Words: "out of time"}},
		{"stubborn", prover.Answer{Words: "out of time"}},
		{"limits", prover.Answer{Failed: true, Words: "exit status 3: 262144 0"}},
		{"child", prover.Answer{Status: prover.Proved, Words: "Theorem"}},
		{"children", prover.Answer{Words: "out of time"}},
		{"escaped", prover.Answer{Status: prover.Proved, Words: "Theorem"}},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pid")
			t.Setenv("FAKE_PID", file)
			p := fake(t, c.behaviour, prover.Options{Timeout: 500 * time.Millisecond, MemoryMB: 256})
			if p.Version() != "9.9" {
				t.Errorf("found version %q", p.Version())
			}
			goroutines := runtime.NumGoroutine()
			start := time.Now()
			a := p.Entails(t.Context(), question(1000), logic.Top())
			if d := time.Since(start); d > 4*time.Second {
				t.Errorf("took %v", d)
			}
			if a.Status != c.want.Status || a.Claimed != c.want.Claimed || a.Failed != c.want.Failed || !strings.Contains(a.Words, c.want.Words) {
				t.Errorf("found %+v, expected %+v", a, c.want)
			}
			if len(a.Words) > 200 || strings.ContainsAny(a.Words, "\n\x00\x1b") {
				t.Errorf("words %q", a.Words)
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
	if a := p.Entails(ctx, logic.Atom("p"), logic.Atom("q")); a.Status != prover.Unknown || time.Since(start) > 2*time.Second {
		t.Errorf("found %+v after %v", a, time.Since(start))
	}
}
