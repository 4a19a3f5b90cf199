package formattest_test

import (
	"testing"

	"github.com/truthloop/truthloop/format/formattest"
)

type failed struct {
	testing.TB
	messages int
}

func (f *failed) Errorf(string, ...any) { f.messages++ }

var work int

func TestLinear(t *testing.T) {
	formattest.Linear(t, 1_000_000, func(n int) {
		for range n {
			work++
		}
	})
	f := &failed{TB: t}
	formattest.Linear(f, 500, func(n int) {
		for range n * n {
			work++
		}
	})
	if f.messages != 1 {
		t.Error("quadratic time passes")
	}
}
