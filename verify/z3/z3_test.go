package z3_test

import (
	"context"
	"os"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/z3"
)

// TestMain makes the test binary its own worker.
func TestMain(m *testing.M) {
	if z3.IsWorker() {
		os.Exit(z3.ServeWorker())
	}
	os.Exit(m.Run())
}

// newPool makes a pool that is closed with the test.
func newPool(t testing.TB, o z3.Options) *z3.Pool {
	t.Helper()
	if !z3.Available() {
		t.Skip("built without Z3; use -tags z3")
	}
	p, err := z3.NewPool(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestX(t *testing.T) {
	p := newPool(t, z3.Options{})
	x := logic.Variable("x")
	f := logic.And(logic.Forall("x", logic.Exists("y", logic.Atom("P", x, logic.Variable("y")))), logic.Forall("x", logic.Not(logic.Atom("p", x, x))), logic.Exists("x", logic.Equal(x, logic.Apply("f", logic.Constant("a")))), logic.Xor(logic.Atom("q"), logic.Atom("r"), logic.Atom("s")))
	t.Log(p.Check(context.Background(), f))
	a, err := p.Check(context.Background(), f)
	t.Log(a.Model, err)
	t.Log(p.Check(context.Background(), logic.And(logic.Atom("q"), logic.Not(logic.Atom("Q")))))
}
