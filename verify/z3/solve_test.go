//go:build z3 && cgo && unix

package z3

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
)

// BenchmarkContext compares a context for each formula, as workers have it,
// with one that is used again and again, without processes in between. changed
// is the share of checks whose work was another than in a fresh context: an
// answer at the limit would depend on what came before.
func BenchmarkContext(b *testing.B) {
	service.watermark = math.MaxUint64
	var programs []program
	for _, text := range []string{
		"∀x (P(x) → Q(x)) ∧ P(a) ∧ ¬Q(a)",
		"∃x ∀y (R(x, y) ∨ ¬P(y)) ∧ ¬∀y ∃x (R(x, y) ∨ ¬P(y))",
		"(∀x1 ∃x2 (pred1(x1, p3) ∨ ¬pred2(x2))) ∧ ¬pred1(p3, p3)",
		"∀x (f(x) ≠ x) ∧ f(f(a)) = a",
	} {
		p, err := encode(mustParse(b, text), logic.Fold)
		if err != nil {
			b.Fatal(err)
		}
		programs = append(programs, p)
	}
	fresh := make([]uint64, len(programs))
	b.Run("fresh", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			c, err := newContext()
			if err != nil {
				b.Fatal(err)
			}
			fresh[i%len(programs)] = solve(c, programs[i%len(programs)], DefaultResourceLimit).used
			c.close()
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "checks/s")
	})
	b.Run("reused", func(b *testing.B) {
		c, err := newContext()
		if err != nil {
			b.Fatal(err)
		}
		defer c.close()
		before, changed := uint64(0), 0
		for i := 0; b.Loop(); i++ {
			used := solve(c, programs[i%len(programs)], DefaultResourceLimit).used
			if used-before != fresh[i%len(programs)] {
				changed++
			}
			before = used
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "checks/s")
		b.ReportMetric(float64(changed)/float64(b.N), "changed/op")
	})
}

// BenchmarkExchange is what the pipes cost: a request goes to cat and comes
// back.
func BenchmarkExchange(b *testing.B) {
	l := newLauncher(1)
	defer l.end()
	l.executable = func() (string, error) { return "/bin/cat", nil }
	w, err := l.spawn()
	if err != nil {
		b.Skip("no cat here:", err)
	}
	defer w.end()
	p, err := encode(mustParse(b, "∃x ∀y (R(x, y) ∨ ¬P(y)) ∧ ¬∀y ∃x (R(x, y) ∨ ¬P(y))"), logic.Fold)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		request := appendRequest(nil, p, 1)
		err := w.within(context.Background(), time.Minute, func() error {
			if _, err := w.in.Write(request); err != nil {
				return err
			}
			_, err := readFrame(w.out, request)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// TestTranslateRefuses: a worker does not hand Z3 what is no program.
func TestTranslateRefuses(t *testing.T) {
	p := symbol{arity: 2, bool: true}
	for _, c := range []program{
		{},
		{code: []byte{insTrue, insTrue}},
		{code: []byte{insNot}},
		{code: []byte{insTrue, insAnd, 0}},
		{code: []byte{insTrue, insAnd, 2}},
		{code: []byte{insTrue, insForall, 0}},
		{code: []byte{insApply, 0}},
		{code: []byte{insApply, 0}, symbols: []symbol{p}},
		{code: []byte{insTrue, insTrue, insApply, 0}, symbols: []symbol{p}},
		{code: []byte{insTrue, insTrue, insEqual, insTrue, insIff, 99}},
		{code: []byte{insTrue, insVar}},
		{code: []byte{insTrue, insAnd, 0x80}},
		{code: []byte{insTrue}, symbols: []symbol{{arity: math.MaxInt32}}},
	} {
		t.Run(fmt.Sprint(c.code), func(t *testing.T) {
			ctx, err := newContext()
			if err != nil {
				t.Fatal(err)
			}
			defer ctx.close()
			if _, err := ctx.translate(c); err == nil {
				t.Error("no error")
			}
		})
	}
}
