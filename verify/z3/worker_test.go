package z3

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
)

func testPool(t *testing.T, o Options) *Pool {
	t.Helper()
	if !Available() {
		t.Skip("built without Z3; use -tags z3")
	}
	p, err := NewPool(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func mustParse(t testing.TB, text string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(text, logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// hang is satisfied in infinite domains only: Z3 works on it until it is
// stopped.
func hang(t testing.TB) *logic.Formula {
	return mustParse(t, "∀x ∃y R(x, y) ∧ ∀x ¬R(x, x) ∧ ∀x ∀y ∀z (R(x, y) ∧ R(y, z) → R(x, z))")
}

// forever is a resource limit that no test waits for.
const forever = 1 << 40

// worker is the process that has the only place of p, after a first check.
func onlyWorker(t *testing.T, p *Pool) *worker {
	t.Helper()
	if a, err := p.Check(context.Background(), logic.Atom("p")); err != nil || a.Status != Sat {
		t.Fatalf("p: %+v, %v", a, err)
	}
	w := <-p.idle
	p.idle <- w
	if w == nil {
		t.Fatal("no worker after a check")
	}
	return w
}

// mustWork checks that p still answers.
func mustWork(t *testing.T, p *Pool) {
	t.Helper()
	if a, err := p.Check(context.Background(), mustParse(t, "p ∧ ¬p")); err != nil || a.Status != Unsat {
		t.Errorf("afterwards: %+v, %v", a, err)
	}
}

// gone waits until process pid exists no more, also not as a zombie.
func gone(pid int) bool {
	for range 200 {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

func TestTimeout(t *testing.T) {
	p := testPool(t, Options{Timeout: 200 * time.Millisecond, ResourceLimit: forever})
	pid := onlyWorker(t, p).cmd.Process.Pid
	a, err := p.Check(context.Background(), hang(t))
	if err != nil || a.Status != Unknown || a.Reason != ReasonTimeout {
		t.Errorf("%+v, %v, want reason %q", a, err, ReasonTimeout)
	}
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("worker %d after the timeout: %v, expected no such process", pid, err)
	}
	mustWork(t, p)
}

func TestResourceLimit(t *testing.T) {
	p := testPool(t, Options{ResourceLimit: 100_000})
	a, err := p.Check(context.Background(), hang(t))
	if err != nil || a.Status != Unknown || a.Reason != ReasonResource {
		t.Errorf("%+v, %v, want reason %q", a, err, ReasonResource)
	}
	if a.ResourceUsed < 50_000 || a.ResourceUsed > 200_000 {
		t.Errorf("used %d of 100,000", a.ResourceUsed)
	}
	pid := onlyWorker(t, p).cmd.Process.Pid
	if a, err = p.Check(context.Background(), hang(t)); err != nil || a.Reason != ReasonResource {
		t.Errorf("%+v, %v", a, err)
	}
	if again := onlyWorker(t, p).cmd.Process.Pid; again != pid {
		t.Error("the worker was replaced because of the resource limit")
	}
}

func TestCrash(t *testing.T) {
	p := testPool(t, Options{ResourceLimit: forever})
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV} {
		w := onlyWorker(t, p)
		timer := time.AfterFunc(100*time.Millisecond, func() { syscall.Kill(w.cmd.Process.Pid, signal) })
		defer timer.Stop()
		a, err := p.Check(context.Background(), hang(t))
		if err != nil || a.Status != Unknown || !strings.HasPrefix(a.Reason, ReasonCrash+": ") {
			t.Errorf("%v: %+v, %v, want reason %q", signal, a, err, ReasonCrash)
		}
		mustWork(t, p)
	}
	// A worker that died between two checks is a crash of the check that finds
	// it dead.
	w := onlyWorker(t, p)
	syscall.Kill(w.cmd.Process.Pid, syscall.SIGKILL)
	time.Sleep(50 * time.Millisecond)
	if a, err := p.Check(context.Background(), logic.Atom("p")); err != nil || !strings.HasPrefix(a.Reason, ReasonCrash) {
		t.Errorf("%+v, %v, want reason %q", a, err, ReasonCrash)
	}
	mustWork(t, p)
}

// TestSignalsFromTerminal: interrupting a pipeline reaches parent and workers
// alike; the check that is under way is the parent's to end.
func TestSignalsFromTerminal(t *testing.T) {
	p := testPool(t, Options{ResourceLimit: 3_000_000})
	w := onlyWorker(t, p)
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		syscall.Kill(w.cmd.Process.Pid, signal)
	}
	time.AfterFunc(100*time.Millisecond, func() { syscall.Kill(w.cmd.Process.Pid, syscall.SIGINT) })
	a, err := p.Check(context.Background(), hang(t))
	if err != nil || a.Reason != ReasonResource {
		t.Errorf("%+v, %v, want reason %q", a, err, ReasonResource)
	}
}

func TestMemoryLimit(t *testing.T) {
	p := testPool(t, Options{MemoryMB: 24, ResourceLimit: forever})
	a, err := p.Check(context.Background(), hang(t))
	if err != nil || a.Status != Unknown || a.Reason != ReasonMemory {
		t.Errorf("%+v, %v, want reason %q", a, err, ReasonMemory)
	}
	mustWork(t, p)
}

func TestCancellation(t *testing.T) {
	p := testPool(t, Options{Workers: 2, ResourceLimit: forever})
	mustWork(t, p) // one process runs before the other check begins
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	ended := make(chan error)
	go func() {
		_, err := p.Check(ctx, hang(t))
		ended <- err
	}()
	for range 50 {
		mustWork(t, p)
	}
	cancel(cause)
	if err := <-ended; err != cause {
		t.Errorf("error %v, want the cause", err)
	}
	if _, err := p.Check(ctx, logic.Atom("p")); err != cause {
		t.Errorf("check in an ended context: %v", err)
	}
	mustWork(t, p)
}

// TestWaitingIsCancelled: a check that waits for a worker ends with its context.
func TestWaitingIsCancelled(t *testing.T) {
	p := testPool(t, Options{ResourceLimit: forever})
	ended := make(chan error)
	go func() {
		_, err := p.Check(context.Background(), hang(t))
		ended <- err
	}()
	for len(p.idle) > 0 {
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Check(ctx, logic.Atom("p")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, ErrClosed) {
		t.Errorf("error %v, want ErrClosed", err)
	}
}

func TestReplacement(t *testing.T) {
	p := testPool(t, Options{Workers: 2, ChecksPerWorker: 100})
	formulas := []*logic.Formula{
		mustParse(t, "∀x (P(x) → Q(x)) ∧ P(a) ∧ ¬Q(a)"),
		mustParse(t, "∀x (P(x) → Q(x)) ∧ P(a) ∧ ¬Q(b)"),
	}
	want := []Status{Unsat, Sat}
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for i := range 250 {
				a, err := p.Check(context.Background(), formulas[(i+k)%2])
				if err != nil || a.Status != want[(i+k)%2] {
					t.Errorf("check %d: %+v, %v", i, a, err)
					return
				}
			}
		})
	}
	wg.Wait()
	started := 0
	for range 2 {
		w := <-p.idle
		if w != nil {
			started += w.checks
		}
		p.idle <- w
	}
	if started >= 200 {
		t.Errorf("the workers that are left have done %d checks, at most 99 each expected", started)
	}
}

// TestIndependence: what an answer is does not depend on what the worker did
// before.
func TestIndependence(t *testing.T) {
	var formulas []*logic.Formula
	for _, text := range []string{
		"∀x ∃y R(x, y) ∧ ∀x ¬R(x, x)",
		"∀x ∃y ∀z (R(x, y) → S(y, z)) ∧ ¬∀x ∃y ∀z (¬S(y, z) → ¬R(x, y))",
		"∃x ∃y ∃z (x ≠ y ∧ y ≠ z ∧ x ≠ z) ∧ ∀x (f(f(x)) = x)",
		"p ⊕ q ⊕ r",
	} {
		formulas = append(formulas, mustParse(t, text))
	}
	formulas = append(formulas, hang(t))
	o := Options{ResourceLimit: 200_000}
	fresh := make([]string, len(formulas))
	for i, f := range formulas {
		a, err := testPool(t, o).Check(context.Background(), f)
		fresh[i] = fmt.Sprint(a.Status, a.Reason, a.ResourceUsed, a.Model, err)
	}
	p := testPool(t, o)
	for i := range 30 {
		k := (i*i + i/5) % len(formulas)
		a, err := p.Check(context.Background(), formulas[k])
		if got := fmt.Sprint(a.Status, a.Reason, a.ResourceUsed, a.Model, err); got != fresh[k] {
			t.Errorf("formula %d, check %d: got %s, in a fresh worker %s", k, i, got, fresh[k])
		}
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	p := testPool(t, Options{Workers: 3, ResourceLimit: forever})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if _, err := p.Check(context.Background(), hang(t)); !errors.Is(err, ErrClosed) {
				t.Errorf("check while the pool closes: %v", err)
			}
		})
	}
	for len(p.idle) > 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(200 * time.Millisecond)
	pids := children(t)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error("closed twice:", err)
	}
	wg.Wait()
	if len(pids) != 3 {
		t.Errorf("%d workers were running, expected 3", len(pids))
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("worker %d after Close: %v, expected no such process", pid, err)
		}
	}
	if _, err := p.Check(context.Background(), logic.Atom("p")); !errors.Is(err, ErrClosed) {
		t.Errorf("check after Close: %v", err)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// children lists the processes whose parent is this one.
func children(t *testing.T) (pids []int) {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Skip("no /proc here:", err)
	}
	for _, task := range tasks {
		b, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		if err != nil {
			t.Skip("no lists of children here:", err)
		}
		for _, word := range strings.Fields(string(b)) {
			var pid int
			if _, err := fmt.Sscan(word, &pid); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// TestOrphans kills a program in the midst of a check: its worker must not
// survive it.
func TestOrphans(t *testing.T) {
	const role = "TRUTHLOOP_Z3_TEST_ORPHAN"
	if os.Getenv(role) != "" {
		p := testPool(t, Options{ResourceLimit: forever})
		fmt.Printf("worker %d\n", onlyWorker(t, p).cmd.Process.Pid)
		p.Check(context.Background(), hang(t))
		return
	}
	if !Available() {
		t.Skip("built without Z3; use -tags z3")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestOrphans$")
	cmd.Env = append(os.Environ(), role+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscanf(out, "worker %d\n", &pid); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("worker %d does not run: %v", pid, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if !gone(pid) {
		t.Errorf("worker %d outlives its parent", pid)
	}
}

// TestMainMustServe: a program whose main does not begin with IsWorker gets an
// error that says so.
func TestMainMustServe(t *testing.T) {
	p := testPool(t, Options{})
	p.launcher.executable = func() (string, error) { return "/bin/true", nil }
	_, err := p.Check(context.Background(), logic.Atom("p"))
	if err == nil || !strings.Contains(err.Error(), "IsWorker") {
		t.Errorf("error %v", err)
	}
	p.launcher.executable = func() (string, error) { return "/no/such/file", nil }
	if _, err := p.Check(context.Background(), logic.Atom("p")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestWorkerHasNoWorkers(t *testing.T) {
	if !Available() {
		t.Skip("built without Z3; use -tags z3")
	}
	t.Setenv(environment, "100")
	if _, err := NewPool(Options{}); err == nil {
		t.Error("no error")
	}
}

func TestOptions(t *testing.T) {
	if !Available() {
		t.Skip("built without Z3; use -tags z3")
	}
	for _, o := range []Options{{Workers: -1}, {MemoryMB: -1}, {Timeout: -1}, {ChecksPerWorker: -1}} {
		if _, err := NewPool(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}
