package shard

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// upTo yields the numbers below n.
func upTo(n int) func() (int, error) {
	i := -1
	return func() (int, error) {
		if i++; i == n {
			return 0, io.EOF
		}
		return i, nil
	}
}

func TestPipeKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 500).Draw(t, "items")
		p := Pipe[int, int]{
			Workers: rapid.IntRange(0, 9).Draw(t, "workers"),
			Window:  rapid.IntRange(0, 20).Draw(t, "window"),
			Next:    upTo(n),
			Do: func(_ context.Context, worker, item int) (int, error) {
				for range item * 7919 % 5 {
					runtime.Gosched()
				}
				return item * item, nil
			},
		}
		next := 0
		p.Emit = func(out int) error {
			if out != next*next {
				t.Fatalf("item %d came as %d", next, out)
			}
			next++
			return nil
		}
		if err := p.Run(context.Background()); err != nil || next != n {
			t.Fatalf("%d of %d items, %v", next, n, err)
		}
	})
}

// TestPipeBoundsItsMemory holds up the output and counts what is under way.
func TestPipeBoundsItsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const window = 10
	var under, most atomic.Int64
	items := upTo(500)
	err := Pipe[int, int]{
		Workers: 4, Window: window,
		Next: func() (int, error) {
			i, err := items()
			if n := under.Add(1); n > most.Load() {
				most.Store(n)
			}
			return i, err
		},
		Do:   func(_ context.Context, _, item int) (int, error) { return item, nil },
		Emit: func(int) error { time.Sleep(100 * time.Microsecond); under.Add(-1); return nil },
	}.Run(context.Background())
	if err != nil || most.Load() > window+1 {
		t.Errorf("%d items under way, expected %d at the most; %v", most.Load(), window+1, err)
	}
}

// TestPipeEmitsWhatIsDone has a slow item behind fast ones: those leave, and
// are flushed, before it is done.
func TestPipeEmitsWhatIsDone(t *testing.T) {
	flushed := make(chan struct{})
	var once atomic.Bool
	emitted := 0
	err := Pipe[int, int]{
		Workers: 2,
		Next:    upTo(6),
		Do: func(_ context.Context, _, item int) (int, error) {
			if item == 5 {
				<-flushed // would wait for ever if the others waited for this one
			}
			return item, nil
		},
		Emit: func(int) error { emitted++; return nil },
		Flush: func() error {
			if emitted == 5 && once.CompareAndSwap(false, true) {
				close(flushed)
			}
			return nil
		},
	}.Run(context.Background())
	if err != nil || emitted != 6 {
		t.Errorf("emitted %d, %v", emitted, err)
	}
}

func TestPipeFirstErrorWins(t *testing.T) {
	boom := errors.New("boom")
	for name, p := range map[string]Pipe[int, int]{
		"next": {Next: func() (int, error) { return 0, boom }},
		"do": {Do: func(ctx context.Context, _, item int) (int, error) {
			if item == 50 {
				return 0, boom
			}
			if item > 50 {
				<-ctx.Done()
				return 0, ctx.Err()
			}
			return item, nil
		}},
		"emit": {Emit: func(out int) error {
			if out == 50 {
				return boom
			}
			return nil
		}},
	} {
		before := runtime.NumGoroutine()
		p.Workers = 3
		if p.Next == nil {
			p.Next = upTo(1_000_000)
		}
		if p.Do == nil {
			p.Do = func(_ context.Context, _, item int) (int, error) { return item, nil }
		}
		if p.Emit == nil {
			p.Emit = func(int) error { return nil }
		}
		if err := p.Run(context.Background()); !errors.Is(err, boom) {
			t.Errorf("%s: %v, expected boom", name, err)
		}
		for i := 0; runtime.NumGoroutine() > before && i < 100; i++ {
			time.Sleep(time.Millisecond) // a goroutine that has returned may still be counted
		}
		if n := runtime.NumGoroutine(); n > before {
			t.Errorf("%s: %d goroutines are left over", name, n-before)
		}
	}
}

func TestPipeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	err := Pipe[int, int]{
		Workers: 2,
		Next:    upTo(1_000_000_000),
		Do:      func(_ context.Context, _, item int) (int, error) { return item, nil },
		Emit: func(out int) error {
			if out == 100 {
				cancel()
			}
			return nil
		},
	}.Run(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, expected a canceled context", err)
	}
}

// TestPipeStopFinishesWhatIsUnderWay: nothing new begins, nothing is lost.
func TestPipeStopFinishesWhatIsUnderWay(t *testing.T) {
	stop := make(chan struct{})
	var begun, emitted atomic.Int64
	err := Pipe[int, int]{
		Workers: 4, Stop: stop,
		Next: upTo(1_000_000_000),
		Do: func(_ context.Context, _, item int) (int, error) {
			if begun.Add(1) == 200 {
				close(stop)
			}
			time.Sleep(50 * time.Microsecond)
			return item, nil
		},
		Emit: func(int) error { emitted.Add(1); return nil },
	}.Run(context.Background())
	if err != nil || begun.Load() < emitted.Load() || begun.Load()-emitted.Load() > 4 || begun.Load() > 204 {
		t.Errorf("%d begun, %d emitted, %v", begun.Load(), emitted.Load(), err)
	}
}

func TestPipeEarlyStopIsNoError(t *testing.T) {
	emitted := 0
	err := Pipe[int, int]{
		Workers: 2, Next: upTo(1_000_000_000),
		Do: func(_ context.Context, _, item int) (int, error) { return item, nil },
		Emit: func(int) error {
			if emitted++; emitted == 10 {
				return ErrStop
			}
			return nil
		},
	}.Run(context.Background())
	if err != nil || emitted != 10 {
		t.Errorf("emitted %d, %v", emitted, err)
	}
}

// TestPartsAreAPartition: every row is in just one part.
func TestPartsAreAPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 50).Draw(t, "parts")
		rows := rapid.Int64Range(0, 500).Draw(t, "rows")
		least, most := rows, int64(0)
		counts := map[int64]int{}
		for i := range n {
			p, err := ParsePart(Part{i, n}.String(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var size int64
			for k := range rows {
				if p.Has(k) {
					counts[k]++
					size++
				}
			}
			least, most = min(least, size), max(most, size)
		}
		for k := range rows {
			if counts[k] != 1 {
				t.Fatalf("row %d is in %d parts", k, counts[k])
			}
		}
		if most-least > 1 {
			t.Fatalf("parts of %d to %d rows", least, most)
		}
	})
}

func TestParsePart(t *testing.T) {
	for _, c := range []struct {
		in, want string
		env      map[string]string
		fails    bool
	}{
		{in: "", want: "1/1"},
		{in: "1/1", want: "1/1"},
		{in: "3/8", want: "3/8"},
		{in: "0/8", fails: true},
		{in: "9/8", fails: true},
		{in: "3", fails: true},
		{in: "a/b", fails: true},
		{in: "env", fails: true},
		{in: "env", env: map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "4"}, want: "1/4"},
		{in: "env", env: map[string]string{"SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1"}, want: "4/4"},
		{in: "env", env: map[string]string{"SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1"}, fails: true},
		{in: "env", env: map[string]string{"SLURM_ARRAY_TASK_ID": "x"}, fails: true},
		{in: "env", env: map[string]string{"JOB_COMPLETION_INDEX": "2"}, fails: true},
		{in: "env/5", env: map[string]string{"JOB_COMPLETION_INDEX": "2"}, want: "3/5"},
		{in: "env", env: map[string]string{"JOB_COMPLETION_INDEX": "2", "JOB_COMPLETION_TOTAL": "3"}, want: "3/3"},
		{in: "env/x", env: map[string]string{"JOB_COMPLETION_INDEX": "2"}, fails: true},
	} {
		p, err := ParsePart(c.in, func(name string) (string, bool) { v, ok := c.env[name]; return v, ok })
		if (err != nil) != c.fails || err == nil && p.String() != c.want {
			t.Errorf("%q with %v: %v, %v; expected %q", c.in, c.env, p, err, c.want)
		}
	}
}

// A window of a thousand rows of many megabytes each would not fit into the
// memory.
func TestPipeBoundsTheBytesUnderWay(t *testing.T) {
	const size, n = MaxBytes / 3, 40
	var underWay, most, next int64
	var mu sync.Mutex
	change := func(by int64) {
		mu.Lock()
		defer mu.Unlock()
		underWay += by
		most = max(most, underWay)
	}
	seen := 0
	err := Pipe[int64, int64]{
		Workers: 8,
		Size:    func(k int64) int64 { return size * (1 + 5*(k%10/9)) }, // one of ten is larger than all may be
		Next: func() (int64, error) {
			if next == n {
				return 0, io.EOF
			}
			next++
			return next - 1, nil
		},
		Do: func(_ context.Context, _ int, k int64) (int64, error) {
			change(1)
			time.Sleep(time.Millisecond)
			return k, nil
		},
		Emit: func(k int64) error {
			if seen++; k != int64(seen-1) {
				t.Errorf("item %d came as number %d", k, seen)
			}
			change(-1)
			return nil
		},
	}.Run(context.Background())
	if err != nil || seen != n {
		t.Errorf("%v after %d items", err, seen)
	}
	if most > 3 {
		t.Errorf("%d items of a third of the bytes were under way, expected at most 3", most)
	}
}

// Where nothing is emitted any more, a reader that waits for bytes ends.
func TestPipeWaitingForBytesIsStopped(t *testing.T) {
	failed := errors.New("failed")
	err := Pipe[int, int]{
		Workers: 2,
		Size:    func(int) int64 { return MaxBytes },
		Next:    func() (int, error) { return 1, nil },
		Do:      func(_ context.Context, _ int, k int) (int, error) { return k, nil },
		Emit:    func(int) error { return failed },
	}.Run(context.Background())
	if !errors.Is(err, failed) {
		t.Error(err)
	}
}

// TestStopWhileTheReaderWaitsForBytes: of three items the second is never
// started, so it gives no bytes back, for which the third waits.
func TestStopWhileTheReaderWaitsForBytes(t *testing.T) {
	sizes, next, stop := []int64{MaxBytes / 2, MaxBytes / 2, MaxBytes}, 0, make(chan struct{})
	waits := make(chan struct{})
	err := Pipe[int64, int64]{
		Workers: 1,
		Next: func() (int64, error) {
			if next++; next == len(sizes) {
				close(waits)
			}
			return sizes[next-1], nil
		},
		Size: func(n int64) int64 { return n },
		Do: func(_ context.Context, _ int, n int64) (int64, error) {
			<-waits
			close(stop)
			return n, nil
		},
		Emit: func(int64) error { return nil },
		Stop: stop,
	}.Run(context.Background())
	if err != nil {
		t.Error(err)
	}
}

// A program that sends a row, waits for its answer and then sends the next one got
// each answer 5 ms late.
func TestPromptFlushesBeforeTheNextItem(t *testing.T) {
	t.Parallel()
	const n = 100
	took := func(prompt bool) time.Duration {
		begin, answered, sent := time.Now(), make(chan struct{}, 2*n), 0
		pending := false
		err := Pipe[int, int]{
			Next: func() (int, error) {
				if sent == n {
					return 0, io.EOF
				}
				if sent > 0 {
					<-answered
				}
				sent++
				return sent, nil
			},
			Do:   func(_ context.Context, _, item int) (int, error) { return item, nil },
			Emit: func(int) error { pending = true; return nil },
			Flush: func() error {
				if pending {
					pending = false
					answered <- struct{}{}
				}
				return nil
			},
			Prompt: prompt,
		}.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return time.Since(begin)
	}
	if with, without := took(true), took(false); with > without/2 {
		t.Errorf("%d questions one after the other took %v, and %v without Prompt; want less than half", n, with, without)
	}
}
