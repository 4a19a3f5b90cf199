package verify_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// full is first-order logic with all that the engines support.
var full = formattest.FormulaConfig{FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true, Size: 16, Predicates: 2, Constants: 2}

// plain is what the packaged datasets hold: no equality, no functions.
var plain = formattest.FormulaConfig{FirstOrder: true, Size: 30, Predicates: 4, Constants: 2}

// seen says in which ways two formulas are seen to differ: the left one alone
// true, the right one alone true.
type seen struct{ left, right bool }

// add takes a structure into account.
func (s *seen) add(t *rapid.T, m *check.Structure, a, b *logic.Formula) {
	va, err := check.In(m, a, logic.Fold)
	if err != nil {
		t.Fatal(err)
	}
	vb, err := check.In(m, b, logic.Fold)
	if err != nil {
		t.Fatal(err)
	}
	s.left = s.left || va && !vb
	s.right = s.right || vb && !va
}

// judge fails the test where a result contradicts what was seen.
func (s seen) judge(t *rapid.T, a, b *logic.Formula, r verify.Result) {
	t.Helper()
	bad := r.Verdict == record.Equivalent && (s.left || s.right) ||
		r.Relation == record.RelStronger && s.right || r.Relation == record.RelWeaker && s.left
	switch r.Reason {
	case "", verify.ReasonNoProver, verify.ReasonResource, verify.ReasonTimeout:
	default:
		bad = true
	}
	if bad {
		t.Fatalf("%s\n%s\nfound %s, %s, %s by %s, but left alone %t, right alone %t", a, b, r.Verdict, r.Reason, r.Relation, r.Engine, s.left, s.right)
	}
}

// decide asks for a verdict, for no longer than a test may take: what is left
// open is no matter here, what is said is.
func decide(t *rapid.T, v *verify.Verifier, a, b *logic.Formula) verify.Result {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	return v.Formulas(ctx, a, b)
}

// random is a random structure for the symbols of formulas.
func random(rng *rand.Rand, size int, fs ...*logic.Formula) *check.Structure {
	symbols := check.Symbols(logic.And(fs...).Signature(false), logic.Fold)
	return check.NewStructure(size, symbols, check.MaxCells, func(k, _ int) int { return rng.IntN(symbols[k].Values(size)) })
}

// sampled says how two formulas are seen to differ in some random structures.
func sampled(t *rapid.T, a, b *logic.Formula) seen {
	var s seen
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	depth := max(a.Counts().OwnDepth, b.Counts().OwnDepth)
	for i := range 24 {
		size := 1 + i%3
		// Naive evaluation takes size^depth steps: deep formulas are looked at
		// in small structures only, of one element if need be.
		for math.Pow(float64(size), float64(depth)) > 1<<12 {
			size--
		}
		s.add(t, random(rng, size, a, b), a, b)
	}
	return s
}

// TestFirstOrderAgainstModels: no verdict contradicts a structure, whichever
// engines are asked.
func TestFirstOrderAgainstModels(t *testing.T) {
	for _, engines := range [][]verify.Engine{
		nil, {verify.EngineForms}, {verify.EngineInstances}, {verify.EngineFinite}, {verify.EngineGrounding}, {verify.EngineSample, verify.EngineFinite},
	} {
		t.Run(fmt.Sprint(engines), func(t *testing.T) {
			v := verify.New(verify.Options{Engines: engines})
			rapid.Check(t, func(t *rapid.T) {
				config := rapid.SampledFrom([]formattest.FormulaConfig{full, plain}).Draw(t, "config")
				a, b := formattest.Formula(t, config), formattest.Formula(t, config)
				sampled(t, a, b).judge(t, a, b, decide(t, v, a, b))
			})
		})
	}
}

// TestPropositionalAgainstAllAssignments: verdict and relation are exact,
// whichever procedure is asked.
func TestPropositionalAgainstAllAssignments(t *testing.T) {
	for _, engine := range []verify.Engine{verify.EngineTable, verify.EngineSAT} {
		t.Run(string(engine), func(t *testing.T) {
			v := verify.New(verify.Options{Engines: []verify.Engine{engine}})
			rapid.Check(t, func(t *rapid.T) {
				config := formattest.FormulaConfig{Truth: true, Propositions: rapid.IntRange(1, 9).Draw(t, "propositions"), Size: 20}
				a, b := formattest.Formula(t, config), formattest.Formula(t, config)
				forward, back := implications(t, a, b)
				verdict, relation := record.NotEquivalent, record.RelIncomparable
				switch {
				case forward && back:
					verdict, relation = record.Equivalent, record.RelEquivalent
				case forward:
					relation = record.RelWeaker
				case back:
					relation = record.RelStronger
				}
				if r := v.Formulas(t.Context(), a, b); r.Verdict != verdict || r.Relation != relation {
					t.Fatalf("%s\n%s\nfound %s, %s, %s; expected %s, %s", a, b, r.Verdict, r.Reason, r.Relation, verdict, relation)
				}
			})
		})
	}
}

// implications goes through all assignments.
func implications(t *rapid.T, a, b *logic.Formula) (forward, back bool) {
	names := logic.And(a, b).Signature(false).Propositions
	forward, back = true, true
	values := map[string]bool{}
	for row := range 1 << len(names) {
		for k, name := range names {
			values[logic.Fold(name)] = row>>k&1 != 0
		}
		va, err := check.Under(values, a, logic.Fold)
		if err != nil {
			t.Fatal(err)
		}
		vb, err := check.Under(values, b, logic.Fold)
		if err != nil {
			t.Fatal(err)
		}
		forward = forward && (!va || vb)
		back = back && (!vb || va)
	}
	return forward, back
}

// TestNegation: no formula means what its negation means.
func TestNegation(t *testing.T) {
	v := verify.New(verify.Options{})
	rapid.Check(t, func(t *rapid.T) {
		a := formattest.Formula(t, rapid.SampledFrom([]formattest.FormulaConfig{full, plain}).Draw(t, "config"))
		if r := v.Formulas(t.Context(), a, logic.Not(a)); r.Verdict != record.NotEquivalent {
			t.Fatalf("%s against its negation: found %s, %s", a, r.Verdict, r.Reason)
		}
	})
}

// TestMonotonic: what is conjoined makes a formula stronger, what is disjoined
// weaker, if it does anything; quantifiers and connectives carry that on, a
// negation turns it round.
func TestMonotonic(t *testing.T) {
	v := verify.New(verify.Options{})
	rapid.Check(t, func(t *rapid.T) {
		config := rapid.SampledFrom([]formattest.FormulaConfig{full, plain}).Draw(t, "config")
		config.Size = 8
		a, b := formattest.Formula(t, config), formattest.Formula(t, config)
		over := func(f *logic.Formula) *logic.Formula {
			return logic.Forall("z", logic.Or(logic.Atom("other", logic.Variable("z")), f))
		}
		for _, c := range []struct {
			than, f *logic.Formula
			weaker  bool
		}{
			{a, logic.And(a, b), false},
			{a, logic.Or(a, b), true},
			{over(a), over(logic.And(a, b)), false},
			{logic.Not(a), logic.Not(logic.And(b, a)), true},
			{logic.Implies(a, b), logic.Implies(logic.Or(a, b), b), false},
		} {
			r := decide(t, v, c.than, c.f)
			bad := record.RelWeaker
			if c.weaker {
				bad = record.RelStronger
			}
			if r.Relation == bad || r.Relation == record.RelIncomparable {
				t.Fatalf("%s\n%s\nfound %s, %s", c.than, c.f, r.Verdict, r.Relation)
			}
		}
	})
}

// TestSymmetry: the two sides can be exchanged, and the relation turns round.
func TestSymmetry(t *testing.T) {
	turned := map[record.Relation]record.Relation{
		"": "", record.RelEquivalent: record.RelEquivalent, record.RelIncomparable: record.RelIncomparable,
		record.RelStronger: record.RelWeaker, record.RelWeaker: record.RelStronger,
	}
	v := verify.New(verify.Options{})
	rapid.Check(t, func(t *rapid.T) {
		config := rapid.SampledFrom([]formattest.FormulaConfig{full, plain}).Draw(t, "config")
		a, b := formattest.Formula(t, config), formattest.Formula(t, config)
		x, y := decide(t, v, a, b), decide(t, v, b, a)
		decided := x.Verdict != record.Unknown && y.Verdict != record.Unknown
		if decided && x.Verdict != y.Verdict || x.Relation != "" && y.Relation != "" && y.Relation != turned[x.Relation] {
			t.Fatalf("%s\n%s\nfound %s, %s, and turned round %s, %s", a, b, x.Verdict, x.Relation, y.Verdict, y.Relation)
		}
	})
}

// TestRewrites: a formula stays equivalent through laws of logic, and is proved
// to be.
func TestRewrites(t *testing.T) {
	v := verify.New(verify.Options{})
	rapid.Check(t, func(t *rapid.T) {
		config := rapid.SampledFrom([]formattest.FormulaConfig{full, plain}).Draw(t, "config")
		a := formattest.Formula(t, config)
		b := a
		for range rapid.IntRange(1, 6).Draw(t, "rewrites") {
			b = rewrite(t, b)
		}
		if r := v.Formulas(t.Context(), a, b); r.Verdict != record.Equivalent {
			t.Fatalf("%s\n%s\nfound %s, %s", a, b, r.Verdict, r.Reason)
		}
	})
}

// TestTransitivity: what is equivalent to one formula is equivalent to each
// other, and what implies one that implies a third implies that.
func TestTransitivity(t *testing.T) {
	v := verify.New(verify.Options{})
	config := formattest.FormulaConfig{FirstOrder: true, Size: 4, Predicates: 1, Constants: 1, Variables: 2}
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := formattest.Formula(t, config), formattest.Formula(t, config), formattest.Formula(t, config)
		implies := func(x, y *logic.Formula) (is, known bool) {
			r := decide(t, v, x, y).Relation
			return r == record.RelEquivalent || r == record.RelWeaker, r != ""
		}
		ab, _ := implies(a, b)
		bc, _ := implies(b, c)
		if ac, known := implies(a, c); ab && bc && known && !ac {
			t.Fatalf("%s\n%s\n%s\neach implies the next, but not the first the last", a, b, c)
		}
	})
}

// rewrite applies one law somewhere in f.
func rewrite(t *rapid.T, f *logic.Formula) *logic.Formula {
	if len(f.Args) > 0 && rapid.IntRange(0, 2).Draw(t, "below") > 0 {
		i := rapid.IntRange(0, len(f.Args)-1).Draw(t, "operand")
		args := append([]*logic.Formula(nil), f.Args...)
		args[i] = rewrite(t, args[i])
		return rebuild(f, args)
	}
	switch rapid.IntRange(0, 4).Draw(t, "law") {
	case 0:
		return logic.Not(logic.Not(f))
	case 1: // idempotence
		return logic.And(f, logic.Or(f, f))
	case 2: // a vacuous quantifier
		return logic.Exists("unused", f)
	case 3: // absorption by an excluded middle
		q := logic.Atom("fresh")
		return logic.And(f, logic.Or(q, logic.Not(q)))
	}
	return law(f)
}

// law applies the law that fits the operator.
func law(f *logic.Formula) *logic.Formula {
	not := logic.Not
	each := func(fs []*logic.Formula, g func(*logic.Formula) *logic.Formula) []*logic.Formula {
		var out []*logic.Formula
		for _, x := range fs {
			out = append([]*logic.Formula{g(x)}, out...) // commuted, too
		}
		return out
	}
	switch f.Op {
	case logic.OpAnd:
		return not(logic.Or(each(f.Args, not)...))
	case logic.OpOr:
		return not(logic.And(each(f.Args, not)...))
	case logic.OpXor:
		rest := logic.Xor(f.Args[1:]...)
		return logic.Or(logic.And(f.Args[0], not(rest)), logic.And(not(f.Args[0]), rest))
	case logic.OpImplies:
		return logic.Implies(not(f.Args[1]), not(f.Args[0]))
	case logic.OpIff:
		return logic.And(logic.Implies(f.Args[0], f.Args[1]), logic.Implies(f.Args[1], f.Args[0]))
	case logic.OpForall:
		if g := f.Args[0]; g.Op == logic.OpForall && g.Name != f.Name {
			return logic.Forall(g.Name, logic.Forall(f.Name, g.Args[0]))
		} else if g.Op == logic.OpAnd {
			return logic.And(each(g.Args, func(x *logic.Formula) *logic.Formula { return logic.Forall(f.Name, x) })...)
		}
		return not(logic.Exists(f.Name, not(f.Args[0])))
	case logic.OpExists:
		if g := f.Args[0]; g.Op == logic.OpExists && g.Name != f.Name {
			return logic.Exists(g.Name, logic.Exists(f.Name, g.Args[0]))
		} else if g.Op == logic.OpOr {
			return logic.Or(each(g.Args, func(x *logic.Formula) *logic.Formula { return logic.Exists(f.Name, x) })...)
		}
		return not(logic.Forall(f.Name, not(f.Args[0])))
	case logic.OpEqual:
		return logic.Equal(f.Terms[1], f.Terms[0])
	}
	return f
}

// rebuild is f with other operands.
func rebuild(f *logic.Formula, args []*logic.Formula) *logic.Formula {
	switch f.Op {
	case logic.OpAnd:
		return logic.And(args...)
	case logic.OpOr:
		return logic.Or(args...)
	case logic.OpXor:
		return logic.Xor(args...)
	}
	g := *f
	g.Args = args
	return &g
}
