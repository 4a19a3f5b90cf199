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
	"sync"
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
func mustWork(t *testing.T, z *prover.Z3) {
	t.Helper()
	if a := z.Entails(t.Context(), parse(t, "p ∧ q"), parse(t, "q")); a.Status != check.Yes {
		t.Errorf("afterwards: %+v", a)
	}
}

// children lists the processes whose parent is this one, after waiting for n.
func children(t *testing.T, n int) (pids []int) {
	t.Helper()
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
				if _, err := fmt.Sscan(word, &pid); err == nil {
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

func TestZ3Timeout(t *testing.T) {
	z := openZ3(t, prover.Z3Options{Limit: forever})
	mustWork(t, z)
	pid := children(t, 1)[0]
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if a := z.Entails(ctx, hang(t), logic.Bottom()); a.Status != check.Unknown || !strings.HasPrefix(a.Reason, check.ReasonTimeout) {
		t.Errorf("found %+v, expected the reason %s", a, check.ReasonTimeout)
	}
	if exists(pid) {
		t.Errorf("process %d is still there", pid)
	}
	mustWork(t, z)
}

func TestZ3ResourceLimit(t *testing.T) {
	z := openZ3(t, prover.Z3Options{Limit: 100_000})
	mustWork(t, z)
	pid := children(t, 1)[0]
	for range 2 {
		if a := z.Entails(t.Context(), hang(t), logic.Bottom()); a.Status != check.Unknown || !strings.HasPrefix(a.Reason, "resource: z3: ") {
			t.Errorf("found %+v", a)
		}
	}
	if again := children(t, 1)[0]; again != pid {
		t.Error("the process was replaced because of the limit of work")
	}
}

// TestZ3Crash: the death of a process, in a question or between two, costs one
// question at most.
func TestZ3Crash(t *testing.T) {
	z := openZ3(t, prover.Z3Options{Limit: forever})
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV} {
		mustWork(t, z)
		pid := children(t, 1)[0]
		time.AfterFunc(100*time.Millisecond, func() { _ = syscall.Kill(pid, signal) })
		if a := z.Entails(t.Context(), hang(t), logic.Bottom()); !strings.HasPrefix(a.Reason, "prover_failed: z3: it ended: ") {
			t.Errorf("%v: found %+v", signal, a)
		}
	}
	mustWork(t, z)
	_ = syscall.Kill(children(t, 1)[0], syscall.SIGKILL)
	time.Sleep(50 * time.Millisecond)
	if a := z.Entails(t.Context(), logic.Atom("p"), logic.Atom("p")); !failed(a) {
		t.Errorf("found %+v", a)
	}
	mustWork(t, z)
}

// TestZ3IgnoresTheTerminal: an interrupt of the group of this program does not
// reach Z3; the question under way is this program's to end.
func TestZ3IgnoresTheTerminal(t *testing.T) {
	z := openZ3(t, prover.Z3Options{})
	mustWork(t, z)
	pid := children(t, 1)[0]
	if group, err := syscall.Getpgid(pid); err != nil || group != pid {
		t.Errorf("process %d is in group %d, %v", pid, group, err)
	}
}

func TestZ3MemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	z := openZ3(t, prover.Z3Options{MemoryMB: 24, Limit: forever})
	if a := z.Entails(t.Context(), hang(t), logic.Bottom()); !strings.HasPrefix(a.Reason, "resource: z3: ") || !strings.Contains(a.Reason, "memory") {
		t.Errorf("found %+v", a)
	}
	mustWork(t, z)
}

// TestZ3Waits: a question that waits for a process ends with its context.
func TestZ3Waits(t *testing.T) {
	z := openZ3(t, prover.Z3Options{Limit: forever})
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan check.Answer)
	go func() { ended <- z.Entails(ctx, hang(t), logic.Bottom()) }()
	children(t, 1)
	short, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if a := z.Entails(short, logic.Atom("p"), logic.Atom("p")); !strings.HasPrefix(a.Reason, check.ReasonTimeout) {
		t.Errorf("found %+v", a)
	}
	cancel(errors.New("enough"))
	if a := <-ended; !strings.Contains(a.Reason, "enough") {
		t.Errorf("found %+v", a)
	}
	mustWork(t, z)
}

// TestZ3Independence: an answer does not depend on the questions before.
func TestZ3Independence(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	o := prover.Z3Options{Limit: 200_000}
	axioms := []*logic.Formula{
		parse(t, "∀x ∃y R(x, y) ∧ ∀x ¬R(x, x)"),
		parse(t, "∀x ∃y ∀z (R(x, y) → S(y, z)) ∧ ¬∀x ∃y ∀z (¬S(y, z) → ¬R(x, y))"),
		parse(t, "∃x ∃y ∃z (x ≠ y ∧ y ≠ z ∧ x ≠ z) ∧ ∀x (f(f(x)) = x)"),
		parse(t, "p ⊕ q ⊕ r"), parse(t, "p ∧ ¬p"), hang(t),
	}
	text := func(a check.Answer) string { return fmt.Sprint(a.Status, a.Reason, a.Proof, a.Model) }
	fresh := make([]string, len(axioms))
	for i, f := range axioms {
		z := openZ3(t, o)
		fresh[i] = text(z.Entails(t.Context(), f, logic.Bottom()))
		z.Close()
	}
	z := openZ3(t, o)
	for i := range 30 {
		k := (i*i + i/5) % len(axioms)
		if got := text(z.Entails(t.Context(), axioms[k], logic.Bottom())); got != fresh[k] {
			t.Errorf("question %d, formula %d: found %s, in a fresh process %s", i, k, got, fresh[k])
		}
	}
}

func TestZ3Close(t *testing.T) {
	before := runtime.NumGoroutine()
	z := openZ3(t, prover.Z3Options{Workers: 3, Limit: forever})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if a := z.Entails(t.Context(), hang(t), logic.Bottom()); !strings.Contains(a.Reason, "z3 is closed") {
				t.Errorf("while it closes: %+v", a)
			}
		})
	}
	pids := children(t, 3)
	time.Sleep(100 * time.Millisecond)
	z.Close()
	z.Close()
	wg.Wait()
	for _, pid := range pids {
		if exists(pid) {
			t.Errorf("process %d is still there", pid)
		}
	}
	if a := z.Entails(t.Context(), logic.Atom("p"), logic.Atom("p")); !failed(a) {
		t.Errorf("after Close: %+v", a)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestZ3Orphans kills a program during a question: its Z3 must not survive it.
func TestZ3Orphans(t *testing.T) {
	const role = "TRUTHLOOP_TEST_ORPHAN"
	if os.Getenv(role) != "" {
		z := openZ3(t, prover.Z3Options{Limit: forever})
		mustWork(t, z)
		fmt.Printf("process %d\n", children(t, 1)[0])
		z.Entails(t.Context(), hang(t), logic.Bottom())
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
// the program said, and the process is replaced where it must be.
func TestZ3Misbehaviour(t *testing.T) {
	for _, c := range []struct {
		behaviour string
		status    check.Status
		words     string
		replaced  bool
	}{
		{"proves", check.Yes, "", false},
		{"unsure", check.Unknown, "incomplete: z3: smt tactic failed", false},
		{"refuses", check.Unknown, `prover_failed: z3: (error "line 1 column 2: no such tactic")`, false},
		{"early", check.Unknown, "prover_failed: z3: unsat", false},
		{"claims", check.Unknown, "incomplete: z3: sat, ", false},
		{"lies", check.No, "", false}, // the caller checks the model
		{"garbage", check.Unknown, "prover_failed: z3: ", false},
		{"dies", check.Unknown, "prover_failed: z3: it ended: exit status 3", true},
		{"complains", check.Unknown, "prover_failed: z3: it ended: segmentation of memory", true},
		{"memory", check.Unknown, "resource: z3: out of memory", true},
		{"floods", check.Unknown, "prover_failed: z3: more than", true},
		{"hangs", check.Unknown, "timeout: z3: ", true},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pid")
			t.Setenv("FAKE", c.behaviour)
			t.Setenv("FAKE_PID", file)
			z := openZ3(t, prover.Z3Options{Path: "testdata/bin/fakez3"})
			if z.Version() != "9.9.9" {
				t.Errorf("found version %q", z.Version())
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			a := z.Entails(ctx, parse(t, "p"), parse(t, "q"))
			if a.Status != c.status || !strings.HasPrefix(a.Reason, c.words) || len(a.Reason) > 250 {
				t.Errorf("found %+v, expected %+v", a, c)
			}
			if a.Status == check.Yes && a.Proof.Resource != 4711 {
				t.Errorf("found %+v", a.Proof)
			}
			first, _ := os.ReadFile(file)
			if c.replaced {
				gone(t, strings.TrimSpace(string(first)))
			}
			t.Setenv("FAKE", "proves") // of a new process
			a = z.Entails(t.Context(), parse(t, "p"), parse(t, "q"))
			if again, _ := os.ReadFile(file); (string(again) != string(first)) != c.replaced {
				t.Errorf("replaced: %t, expected %t", !c.replaced, c.replaced)
			}
			if c.replaced && a.Status != check.Yes {
				t.Errorf("afterwards: %+v", a)
			}
		})
	}
}

// TestZ3Missing: without Z3 the answer is unknown, and is reported once; a path
// that was given must exist.
func TestZ3Missing(t *testing.T) {
	if _, err := prover.OpenZ3(t.Context(), prover.Z3Options{Path: "/no/such/file"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("found %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	var log bytes.Buffer
	z, err := prover.OpenZ3(t.Context(), prover.Z3Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
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
	z := openZ3(t, prover.Z3Options{})
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
	z := openZ3(t, prover.Z3Options{CaseSensitive: true})
	a := z.Entails(t.Context(), logic.Atom("p"), logic.Atom("P"))
	if a.Status != check.No || !a.Model.Propositions["p"] || a.Model.Propositions["P"] {
		t.Errorf("found %+v", a)
	}
}

// TestZ3ModelsAreSmall: by default Z3 gives this formula a model of many
// elements.
func TestZ3ModelsAreSmall(t *testing.T) {
	z := openZ3(t, prover.Z3Options{})
	f := parse(t, "P(a) ∧ P(b) ∧ P(c) ∧ ¬P(d) ∧ Q(e) ∧ ¬Q(g) ∧ R(a, e) ∧ ∃x ∀y (R(x, y) ∨ P(y))")
	a := z.Entails(t.Context(), f, logic.Bottom())
	if a.Status != check.No || a.Model.Size > 4 {
		t.Errorf("found %+v", a)
	}
	checkModel(t, f, logic.Bottom(), a)
}

// TestZ3Hard decides directions of the hard pairs: every 80th with little work,
// or with TRUTHLOOP_Z3_HARD=N every N-th with the default limit.
func TestZ3Hard(t *testing.T) {
	step, o := 80, prover.Z3Options{Limit: 500_000}
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
			checkModel(t, x, y, forward)
			checkModel(t, y, x, back)
			equivalent := check.Equivalent(forward.Status, back.Status)
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
