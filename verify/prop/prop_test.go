package prop_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

func encode(t interface {
	Helper()
	Fatalf(string, ...any)
}, e *prop.Encoder, texts ...string,
) []prop.Lit {
	t.Helper()
	var out []prop.Lit
	for _, s := range texts {
		f, err := logic.Parse(s, logic.Options{})
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		l, err := e.Formula(f)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		out = append(out, l)
	}
	return out
}

// TestOneLiteral: formulas that differ in these ways alone are one literal.
func TestOneLiteral(t *testing.T) {
	for _, c := range [][]string{
		{"p ∧ q ∧ r", "r ∧ (q ∧ p)", "¬(¬p ∨ ¬q ∨ ¬r)", "¬¬p ∧ q ∧ r ∧ p", "P ∧ Q ∧ R ∧ ⊤"},
		{"p → q", "¬p ∨ q", "¬(p ∧ ¬q)", "¬q → ¬p"},
		{"p ⊕ q ⊕ r", "r ⊕ q ⊕ p", "¬(p ↔ q) ⊕ r", "p ⊕ q ⊕ r ⊕ q ⊕ q"},
		{"p ↔ q", "q ↔ p", "¬p ↔ ¬q", "¬(p ⊕ q)"},
		{"p ∧ ¬p", "⊥", "p ⊕ p", "q ∧ (p ∧ ¬p)"},
		{"R(a, F(b))", "r(A, f(B))", "r(a, f(b)) ∨ r(a, f(b))"},
	} {
		e := &prop.Encoder{Fold: logic.Fold}
		ls := encode(t, e, c...)
		for i, l := range ls {
			if l != ls[0] {
				t.Errorf("%s and %s are two literals", c[0], c[i])
			}
		}
	}
}

// TestNamesFold: a short name and a long one, or one beyond ASCII, are one leaf
// where they fold to the same.
func TestNamesFold(t *testing.T) {
	e := &prop.Encoder{Fold: logic.Fold}
	kelvin := logic.Atom("\u212a") // the sign of Kelvin
	for _, c := range [][2]*logic.Formula{{logic.Atom("k"), kelvin}, {kelvin, logic.Atom("K")}, {logic.Atom("averylongname"), logic.Atom("AVeryLongName")}} {
		e.Reset()
		a, _ := e.Formula(c[0])
		b, _ := e.Formula(c[1])
		if a != b {
			t.Errorf("%s and %s are two leaves", c[0], c[1])
		}
		if want := logic.Fold(c[0].Name); e.Key(0) != want {
			t.Errorf("the key of %s is %s, expected %s", c[0], e.Key(0), want)
		}
	}
}

func TestCaseSensitive(t *testing.T) {
	e := &prop.Encoder{}
	if ls := encode(t, e, "p", "P"); ls[0] == ls[1] {
		t.Error("p and P are one literal without folding")
	}
}

func TestNotGround(t *testing.T) {
	for _, s := range []string{"∀x. p(x)", "p ∧ a = b", "(p → ∃x. q(x)) ↔ q"} {
		f, err := logic.Parse(s, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e := &prop.Encoder{}
		if _, err := e.Formula(f); !errors.Is(err, prop.ErrNotGround) {
			t.Errorf("%s: found %v, expected %v", s, err, prop.ErrNotGround)
		}
	}
}

// TestWitness: the assignments that Compare gives tell the two apart, for any
// number of atoms and every procedure.
func TestWitness(t *testing.T) {
	for name, o := range map[string]prop.Options{
		"table": {Relation: true}, "sat": {Relation: true, NoTable: true, NoSimulation: true}, "simulation": {Relation: true, NoTable: true},
	} {
		t.Run(name, func(t *testing.T) {
			e := &prop.Encoder{Fold: logic.Fold}
			rapid.Check(t, func(t *rapid.T) {
				config := formattest.FormulaConfig{Propositions: rapid.SampledFrom([]int{2, 6, 7, 9, 12, 16, 20, 30}).Draw(t, "propositions"), Size: 40}
				a, b := formattest.Formula(t, config), formattest.Formula(t, config)
				e.Reset()
				la, _ := e.Formula(a)
				lb, _ := e.Formula(b)
				c := e.Compare(context.Background(), la, lb, o)
				if c.Implies[0] == check.Unknown || c.Implies[1] == check.Unknown {
					t.Fatalf("%s\n%s\nleft open", a, b)
				}
				tell(t, e, a, b, c.Implies[0], c.Only[0])
				tell(t, e, b, a, c.Implies[1], c.Only[1])
			})
		})
	}
}

// TestWitnessWithoutAtoms: the empty assignment is a witness, too.
func TestWitnessWithoutAtoms(t *testing.T) {
	var g prop.Graph
	if c := g.Compare(t.Context(), prop.True, prop.False, prop.Options{}); c.Only[0] == nil || c.Only[1] != nil {
		t.Errorf("found the assignments %v and %v, expected an empty one and none", c.Only[0], c.Only[1])
	}
}

// tell holds an assignment to make a true and b false, where there is to be
// one.
func tell(t *rapid.T, e *prop.Encoder, a, b *logic.Formula, implies check.Status, values []bool) {
	t.Helper()
	if (implies == check.No) != (values != nil) {
		t.Fatalf("%s\n%s\nimplication %v with assignment %v", a, b, implies, values)
	}
	if values == nil {
		return
	}
	named := map[string]bool{}
	for k, v := range values {
		named[e.Key(k)] = v
	}
	va, err := check.Under(named, a, logic.Fold)
	vb, err2 := check.Under(named, b, logic.Fold)
	if err != nil || err2 != nil || !va || vb {
		t.Fatalf("%s is %t (%v)\n%s is %t (%v)\nunder %v", a, va, err, b, vb, err2, named)
	}
}

// TestConflictLimit: what takes too many conflicts is left open.
func TestConflictLimit(t *testing.T) {
	var g prop.Graph
	// No assignment of 9 pigeons to 8 holes: unsatisfiable, but hard to see.
	const holes = 8
	var clauses []prop.Lit
	var in [holes + 1][holes]prop.Lit
	for i := range in {
		for j := range in[i] {
			in[i][j] = g.Leaf()
		}
		clauses = append(clauses, g.Or(in[i][:]...))
	}
	for j := range holes {
		for i := range in {
			for k := range i {
				clauses = append(clauses, g.And(in[i][j], in[k][j]).Not())
			}
		}
	}
	c := g.Compare(t.Context(), g.And(clauses...), prop.False, prop.Options{NoSimulation: true, Conflicts: 100})
	if c.Implies[0] != check.Unknown || c.Conflicts < 100 {
		t.Errorf("found %v after %d conflicts, expected unknown after 100", c.Implies[0], c.Conflicts)
	}
}

// BenchmarkPairs decides pairs of 12 propositions and 0 to 40 operators, from
// syntax trees to verdict and relation.
func BenchmarkPairs(b *testing.B) {
	for _, c := range []struct {
		name string
		o    prop.Options
	}{
		{"verdict", prop.Options{}},
		{"relation", prop.Options{Relation: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(7, 7))
			var as, bs []*logic.Formula
			for i := range 41 { // few enough to stay in the cache, as formulas just parsed do
				x, y := formattest.FormulaPair(rng, i%41)
				x, y = parsed(b, x, y)
				as, bs = append(as, x), append(bs, y)
			}
			e := &prop.Encoder{Fold: logic.Fold}
			methods := map[prop.Method]int{}
			i := 0
			for b.Loop() {
				k := i % len(as)
				e.Reset()
				la, _ := e.Formula(as[k])
				lb, _ := e.Formula(bs[k])
				r := e.Compare(context.Background(), la, lb, c.o)
				methods[r.Method]++
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}

// parsed are the two formulas as the parser gives them.
func parsed(t testing.TB, a, b *logic.Formula) (x, y *logic.Formula) {
	x, errX := logic.Parse(a.String(), logic.Options{})
	y, errY := logic.Parse(b.String(), logic.Options{})
	if errX != nil || errY != nil {
		t.Fatal(errX, errY)
	}
	return x, y
}
