//go:build linux

package prover_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

// forever is a limit of work that no test waits for.
const forever = 1 << 32

// hang is an axiom that holds in infinite domains only: Z3 works on it until it
// is stopped.
func hang(t testing.TB) *logic.Formula {
	return parse(t, "∀x ∃y R(x, y) ∧ ∀x ¬R(x, x) ∧ ∀x ∀y ∀z (R(x, y) ∧ R(y, z) → R(x, z))")
}

// mustWork checks that z still answers.
func mustWork(t *testing.T, z *prover.Program) {
	t.Helper()
	if a := z.Entails(t.Context(), parse(t, "p ∧ q"), parse(t, "q")); a.Status != check.Yes {
		t.Errorf("afterwards: %+v", a)
	}
}

// children lists the processes whose parent is this one, after waiting for n. Between
// its fork and its exec, a child is still this program, and its group may be that of
// this program: such a child does not count yet.
func children(t *testing.T, n int) (pids []int) {
	t.Helper()
	own, err := os.Readlink("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		pids = nil
		files, _ := filepath.Glob("/proc/self/task/*/children")
		if len(files) == 0 {
			t.Skip("no lists of children here")
		}
		for _, file := range files {
			b, _ := os.ReadFile(file)
			for word := range strings.FieldsSeq(string(b)) {
				var pid int
				if _, err := fmt.Sscan(word, &pid); err != nil {
					continue
				}
				if program, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid)); err == nil && program != own {
					pids = append(pids, pid)
				}
			}
		}
		if len(pids) == n {
			return pids
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("found %d processes, expected %d", len(pids), n)
	return nil
}

// exists says whether a process is there, a zombie included.
func exists(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// ask puts a question that Z3 does not decide, and returns its process and the answer.
func ask(ctx context.Context, t *testing.T, z *prover.Program) (pid int, answer <-chan check.Answer) {
	t.Helper()
	answers := make(chan check.Answer, 1)
	go func() { answers <- z.Entails(ctx, hang(t), logic.Bottom()) }()
	return children(t, 1)[0], answers
}

func TestZ3Timeout(t *testing.T) {
	z := openZ3(t, prover.Options{Limit: forever})
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	pid, answer := ask(ctx, t, z)
	if a := <-answer; a.Status != check.Unknown || !strings.HasPrefix(a.Reason, check.ReasonTimeout) {
		t.Errorf("found %+v, expected the reason %s", a, check.ReasonTimeout)
	}
	if exists(pid) {
		t.Errorf("process %d is still there", pid)
	}
	mustWork(t, z)
}

func TestZ3ResourceLimit(t *testing.T) {
	z := openZ3(t, prover.Options{Limit: 100_000})
	if a := z.Entails(t.Context(), hang(t), logic.Bottom()); a.Status != check.Unknown || !strings.HasPrefix(a.Reason, "resource: z3: ") {
		t.Errorf("found %+v", a)
	}
}

// TestZ3Crash: the death of a process costs one question.
func TestZ3Crash(t *testing.T) {
	z := openZ3(t, prover.Options{Limit: forever})
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV} {
		pid, answer := ask(t.Context(), t, z)
		_ = syscall.Kill(pid, signal)
		if a := <-answer; !strings.HasPrefix(a.Reason, "prover_failed: z3: signal: ") {
			t.Errorf("%v: found %+v", signal, a)
		}
		mustWork(t, z)
	}
}

// TestZ3IgnoresTheTerminal: an interrupt of the group of this program does not
// reach Z3; the question under way is this program's to end.
func TestZ3IgnoresTheTerminal(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pid, answer := ask(ctx, t, openZ3(t, prover.Options{Limit: forever}))
	if group, err := syscall.Getpgid(pid); err != nil || group != pid {
		t.Errorf("process %d is in group %d, %v", pid, group, err)
	}
	cancel()
	<-answer
}

func TestZ3MemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	z := openZ3(t, prover.Options{MemoryMB: 24, Limit: forever})
	if a := z.Entails(t.Context(), hang(t), logic.Bottom()); !strings.HasPrefix(a.Reason, "resource: z3: ") || !strings.Contains(a.Reason, "memory") {
		t.Errorf("found %+v", a)
	}
	mustWork(t, z)
}

// TestZ3Orphans kills a program during a question: its Z3 must not survive it.
func TestZ3Orphans(t *testing.T) {
	const role = "TRUTHLOOP_TEST_ORPHAN"
	if os.Getenv(role) != "" {
		z := openZ3(t, prover.Options{Limit: forever})
		pid, answer := ask(t.Context(), t, z)
		fmt.Printf("process %d\n", pid)
		<-answer
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("only Linux kills a process with its parent")
	}
	z3Path(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestZ3Orphans$")
	cmd.Env = append(os.Environ(), role+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscanf(out, "process %d\n", &pid); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	if !exists(pid) {
		t.Fatalf("process %d does not run", pid)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	gone(t, fmt.Sprint(pid))
}

// TestZ3Misbehaviour: whatever the program does, an answer comes, is no more than
// the program said, and nothing is left running.
func TestZ3Misbehaviour(t *testing.T) {
	for _, c := range []struct {
		behaviour string
		status    check.Status
		claimed   bool
		words     string
	}{
		{"proves", check.Yes, false, ""},
		{"unsure", check.Unknown, false, "incomplete: z3: smt tactic failed"},
		{"refuses", check.Unknown, false, `prover_failed: z3: (error "line 1 column 2: no such tactic")`},
		{"early", check.Unknown, false, "prover_failed: z3: unsat"},
		{"claims", check.Unknown, true, "incomplete: z3: sat"},
		{"garbage", check.Unknown, false, "prover_failed: z3: "},
		{"dies", check.Unknown, false, "prover_failed: z3: exit status 3: sat"},
		{"complains", check.Unknown, false, "prover_failed: z3: exit status 1: segmentation of memory"},
		{"memory", check.Unknown, false, "resource: z3: out of memory"},
		{"floods", check.Unknown, false, "prover_failed: z3: more than"},
		{"hangs", check.Unknown, false, "timeout: z3: "},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pid")
			t.Setenv("FAKE", c.behaviour)
			t.Setenv("FAKE_PID", file)
			z, err := prover.OpenZ3(t.Context(), "testdata/bin/fakez3", prover.Options{}, nil)
			if err != nil || z.Version() != "9.9.9" {
				t.Fatalf("found version %q, %v", z.Version(), err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			a := z.Entails(ctx, parse(t, "p"), parse(t, "q"))
			if a.Status != c.status || a.Claimed != c.claimed || !strings.HasPrefix(a.Reason, c.words) || len(a.Reason) > 250 {
				t.Errorf("found %+v, expected %+v", a, c)
			}
			if a.Status == check.Yes && a.Proof.Resource != 4711 {
				t.Errorf("found %+v", a.Proof)
			}
			pid, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			gone(t, strings.TrimSpace(string(pid)))
		})
	}
}

// TestZ3Missing: without Z3 the answer is unknown, and is reported once; a path
// that was given must exist.
func TestZ3Missing(t *testing.T) {
	if _, err := prover.OpenZ3(t.Context(), "/no/such/file", prover.Options{}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("found %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	var log bytes.Buffer
	z, err := prover.OpenZ3(t.Context(), "", prover.Options{}, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if a := z.Entails(t.Context(), parse(t, "p"), parse(t, "q")); a.Status != check.Unknown || a.Reason != check.ReasonNoProver {
			t.Errorf("found %+v", a)
		}
	}
	if strings.Count(log.String(), "Z3 was not found") != 1 || z.Version() != "" || z.Found() != "none" {
		t.Errorf("version %q, logged %s", z.Version(), log.String())
	}
}

// TestZ3Deep: nesting up to the limit does not overflow the stack of Z3.
func TestZ3Deep(t *testing.T) {
	z := openZ3(t, prover.Options{})
	x := logic.Variable("x")
	for name, wrap := range map[string]func(int, *logic.Formula) *logic.Formula{
		"not": func(_ int, f *logic.Formula) *logic.Formula { return logic.Not(f) },
		"and or": func(i int, f *logic.Formula) *logic.Formula {
			if i%2 == 0 {
				return logic.And(logic.Atom("q"), f)
			}
			return logic.Or(f, logic.Atom("r"))
		},
		"implies": func(_ int, f *logic.Formula) *logic.Formula { return logic.Implies(f, logic.Atom("q")) },
		"iff":     func(_ int, f *logic.Formula) *logic.Formula { return logic.Iff(logic.Atom("q"), f) },
		"forall exists": func(i int, f *logic.Formula) *logic.Formula {
			if i%2 == 0 {
				return logic.Forall("x", f)
			}
			return logic.Exists("x", f)
		},
	} {
		f := logic.Atom("P", x)
		for i := range prover.MaxDepth - 10 {
			f = wrap(i, f)
		}
		f = logic.Exists("x", f)
		start := time.Now()
		a := z.Entails(t.Context(), f, logic.Bottom())
		if failed(a) || a.Status == check.Yes {
			t.Errorf("%s: %+v", name, a)
		}
		t.Logf("%s: %v %q in %v", name, a.Status, a.Reason, time.Since(start))
	}
}

func TestZ3CaseSensitive(t *testing.T) {
	z := openZ3(t, prover.Options{CaseSensitive: true})
	a := z.Entails(t.Context(), logic.Atom("p"), logic.Atom("P"))
	if a.Status != check.Unknown || !a.Claimed {
		t.Errorf("found %+v", a)
	}
}

// TestZ3Hard decides directions of the hard pairs: every 80th with little work,
// or with TRUTHLOOP_Z3_HARD=N every N-th with the default limit.
func TestZ3Hard(t *testing.T) {
	step, o := 80, prover.Options{Limit: 500_000}
	if n := os.Getenv("TRUTHLOOP_Z3_HARD"); n != "" {
		if _, err := fmt.Sscan(n, &step); err != nil {
			t.Fatal(err)
		}
		o.Limit = 0
	}
	z := openZ3(t, o)
	decided, open, work, queries := 0, 0, uint64(0), 0
	start := time.Now()
	for _, name := range []string{"fol", "fol-quantifiers"} {
		file, err := os.Open("../../../shared/testdata/hard/" + name + ".jsonl")
		if err != nil {
			t.Skip("the hard pairs are not here:", err)
		}
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); queries++ {
			var pair struct {
				ID, Fs1, Fs2 string
				Truth        *bool
			}
			if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
				t.Fatal(err)
			}
			if queries%step != 0 {
				continue
			}
			x, y := parse(t, pair.Fs1), parse(t, pair.Fs2)
			forward, back := z.Entails(t.Context(), x, y), z.Entails(t.Context(), y, x)
			equivalent := check.Equivalent(answered(forward), answered(back))
			switch {
			case equivalent == check.Unknown:
				open++
			case pair.Truth != nil && *pair.Truth != (equivalent == check.Yes):
				t.Errorf("%s: found %s, expected %t", pair.ID, equivalent, *pair.Truth)
			default:
				decided++
			}
			work += forward.Proof.Resource + back.Proof.Resource
		}
	}
	t.Logf("z3 %s: %d pairs decided, %d open, %d units for proofs, %v", z.Version(), decided, open, work, time.Since(start))
	if open > decided/10 {
		t.Errorf("%d pairs are open, %d decided", open, decided)
	}
}
