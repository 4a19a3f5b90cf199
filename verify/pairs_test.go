package verify_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

// pairs is the number of random small pairs that each of the tests below looks
// at: the variable TRUTHLOOP_TEST_PAIRS, which make fuzz sets to millions, or the
// number given. With it they begin at pairs never seen before.
func pairs(t *testing.T, number int) (n, from int) {
	t.Helper()
	text := os.Getenv("TRUTHLOOP_TEST_PAIRS")
	if text == "" {
		return number, 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("TRUTHLOOP_TEST_PAIRS: found %q, expected a positive number", text)
	}
	from = int(time.Now().Unix()) << 24
	t.Logf("%d pairs from seed %d", n, from)
	return n, from
}

// each calls one for every seed, on all cores, until one of them fails. A worker
// makes its own oracle, of what may not be shared.
func each(t *testing.T, number int, worker func() func(seed int) error) {
	t.Helper()
	n, from := pairs(t, number)
	var at atomic.Int64
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			one := worker()
			for i := int(at.Add(1)) - 1; i < n && !t.Failed(); i = int(at.Add(1)) - 1 {
				if err := one(from + i); err != nil {
					t.Errorf("seed %d: %v", from+i, err)
				}
			}
		})
	}
	done.Wait()
	t.Logf("looked at %d pairs", min(n, int(at.Load())))
}

// twin is two formulas: in a third of the cases two that have nothing to do with
// each other, else one and what laws of logic make of it, with an edit or
// without.
type twin struct{ a, b *logic.Formula }

func twins(config formattest.FormulaConfig) *rapid.Generator[twin] {
	return rapid.Custom(func(t *rapid.T) twin {
		a := formattest.Formula(t, config)
		kind := rapid.IntRange(0, 2).Draw(t, "kind")
		if kind == 0 {
			return twin{a, formattest.Formula(t, config)}
		}
		b := a
		for range rapid.IntRange(1, 3).Draw(t, "rewrites") {
			b = law(rewriteBelow(t, b))
		}
		if kind == 1 {
			b = edited(t, b)
		}
		return twin{a, b}
	})
}

// rewriteBelow applies a law to some part of f.
func rewriteBelow(t *rapid.T, f *logic.Formula) *logic.Formula {
	if len(f.Args) == 0 || rapid.Bool().Draw(t, "here") {
		return law(f)
	}
	return replaced(t, f, rewriteBelow)
}

// edited makes one mistake in f.
func edited(t *rapid.T, f *logic.Formula) *logic.Formula {
	if len(f.Args) == 0 || rapid.IntRange(0, 2).Draw(t, "here") == 0 {
		swapped := map[logic.Op]logic.Op{
			logic.OpAnd: logic.OpOr, logic.OpOr: logic.OpAnd, logic.OpForall: logic.OpExists, logic.OpExists: logic.OpForall,
			logic.OpImplies: logic.OpIff, logic.OpIff: logic.OpImplies,
		}
		if op, ok := swapped[f.Op]; ok {
			g := *f
			g.Op = op
			return rebuild(&g, g.Args)
		}
		return logic.Not(f)
	}
	return replaced(t, f, edited)
}

// replaced is f with one operand changed.
func replaced(t *rapid.T, f *logic.Formula, change func(*rapid.T, *logic.Formula) *logic.Formula) *logic.Formula {
	i := rapid.IntRange(0, len(f.Args)-1).Draw(t, "operand")
	args := append([]*logic.Formula(nil), f.Args...)
	args[i] = change(t, args[i])
	return rebuild(f, args)
}

// TestPairsPropositional holds verdicts and relations against all assignments,
// evaluated one by one.
func TestPairsPropositional(t *testing.T) {
	each(t, 40_000, func() func(int) error {
		v := verify.New(verify.Options{})
		g := twins(formattest.FormulaConfig{Truth: true, Propositions: 4, Size: 10})
		return func(seed int) error {
			p := g.Example(seed)
			forward, back := true, true
			names := logic.And(p.a, p.b).Signature(false).Propositions
			values := map[string]bool{}
			for row := range 1 << len(names) {
				for k, name := range names {
					values[logic.Fold(name)] = row>>k&1 != 0
				}
				va, err := check.Under(values, p.a, logic.Fold)
				if err != nil {
					return err
				}
				vb, err := check.Under(values, p.b, logic.Fold)
				if err != nil {
					return err
				}
				forward, back = forward && (!va || vb), back && (!vb || va)
			}
			r := v.Formulas(context.Background(), p.a, p.b)
			want := map[[2]bool]record.Relation{
				{true, true}: record.RelEquivalent, {true, false}: record.RelWeaker,
				{false, true}: record.RelStronger, {false, false}: record.RelIncomparable,
			}[[2]bool{forward, back}]
			if r.Relation != want || (r.Verdict == record.Equivalent) != (forward && back) {
				return fmt.Errorf("%s\n%s\nfound %s, %s, %s; expected %s", p.a, p.b, r.Verdict, r.Reason, r.Relation, want)
			}
			return nil
		}
	})
}

// small is first-order logic of which many structures can be gone through.
var small = []formattest.FormulaConfig{
	{FirstOrder: true, Size: 8, Predicates: 1, Constants: 1},
	{FirstOrder: true, Equality: true, Mixed: true, Propositions: 1, Size: 7, Predicates: 1, Constants: 2},
	{FirstOrder: true, Size: 10, Predicates: 2, Constants: 1, Variables: 2},
	{FirstOrder: true, Equality: true, Functions: true, Size: 7, Predicates: 1, Constants: 1, Variables: 2},
}

// TestPairsFirstOrder holds verdicts and relations against all structures of one
// and two elements, and of three where they are few: a pair that differs in one
// of these is never equivalent, and one that differs in none comes with a
// witness that the check has confirmed, or with a proof. That such small pairs
// are decided at all is held, too.
func TestPairsFirstOrder(t *testing.T) {
	var open atomic.Int64
	each(t, 2_500, func() func(int) error {
		v := verify.New(verify.Options{})
		var gs []*rapid.Generator[twin]
		for _, c := range small {
			gs = append(gs, twins(c))
		}
		return func(seed int) error {
			p := gs[seed%len(gs)].Example(seed)
			r := v.Formulas(context.Background(), p.a, p.b)
			if r.Verdict == record.Unknown {
				open.Add(1)
			}
			left, right, err := differ(p)
			if err != nil {
				return err
			}
			if r.Verdict == record.Equivalent && (left || right) ||
				r.Relation == record.RelStronger && right || r.Relation == record.RelWeaker && left ||
				r.Verdict == record.Unknown && (left || right) || r.Verdict == record.Unverifiable {
				return fmt.Errorf("%s\n%s\nfound %s, %s, %s by %s, but the left alone is true somewhere: %t, the right alone: %t",
					p.a, p.b, r.Verdict, r.Reason, r.Relation, r.Engine, left, right)
			}
			return nil
		}
	})
	n, _ := pairs(t, 2_500)
	if open := open.Load(); open > int64(n)/1000+1 {
		t.Errorf("left open %d of %d pairs", open, n)
	} else {
		t.Logf("left open %d", open)
	}
}

// differ says whether the one, and whether the other, is alone true in a small
// structure.
func differ(p twin) (left, right bool, err error) {
	for size := 1; size <= 3; size++ {
		for m := range check.Structures(size, 1<<10, p.a, p.b) {
			va, err := check.In(m, p.a, logic.Fold)
			if err != nil {
				return false, false, err
			}
			vb, err := check.In(m, p.b, logic.Fold)
			if err != nil {
				return false, false, err
			}
			left, right = left || va && !vb, right || vb && !va
		}
	}
	return left, right, nil
}

// TestPairsRegex holds verdicts and relations against all words of up to four
// zeros, ones and hyphens: none of those that tell two apart is shorter than the witness,
// which may be of other symbols.
func TestPairsRegex(t *testing.T) {
	all := words("01-", 4)
	each(t, 1_000, func() func(int) error {
		v := verify.New(verify.Options{})
		paper, full, extended := formattest.PaperRegex("01"), formattest.Regex("01"), formattest.ExtendedRegex("0-")
		return func(seed int) error {
			g := [3]*rapid.Generator[*regex.Expr]{paper, full, extended}[seed%3]
			a, b := g.Example(2*seed), g.Example(2*seed+1)
			r := v.Relate(context.Background(), record.Regex, a.In(regex.Paper), b.In(regex.Paper))
			left, right, shortest := false, false, -1
			for _, w := range all {
				inA, err := check.Accepts(a, w)
				if err != nil {
					return err
				}
				inB, err := check.Accepts(b, w)
				if err != nil {
					return err
				}
				if inA != inB && shortest < 0 {
					shortest = len(w)
				}
				left, right = left || inA && !inB, right || inB && !inA
			}
			switch {
			case r.Verdict != record.Equivalent && r.Verdict != record.NotEquivalent,
				r.Verdict == record.Equivalent && (left || right),
				r.Relation == record.RelStronger && right, r.Relation == record.RelWeaker && left,
				r.Verdict == record.NotEquivalent && shortest >= 0 && len([]rune(*r.Witness.String)) > shortest:
				return fmt.Errorf("%s\n%s\nfound %s, %s, %s with %+v, but left alone: %t, right alone: %t, first of %d symbols",
					a, b, r.Verdict, r.Reason, r.Relation, r.Witness, left, right, shortest)
			}
			return nil
		}
	})
}

// TestPairsProvers holds verdicts against each prover that is installed: a proof
// of either side never meets a countermodel of the other. A prover takes some 20
// ms a question, so that they get a thousandth of the pairs.
func TestPairsProvers(t *testing.T) {
	ps := installed(t, prover.Options{Timeout: 2 * time.Second})
	v := verify.New(verify.Options{})
	n, from := pairs(t, 20_000)
	proved, refuted := map[string]int{}, map[string]int{}
	for i := range n / 1000 {
		config := small[i%len(small)]
		p := twins(config).Example(from + i)
		r := v.Formulas(t.Context(), p.a, p.b)
		for _, x := range ps {
			forward, back := x.Entails(t.Context(), p.a, p.b), x.Entails(t.Context(), p.b, p.a)
			for k, a := range []check.Answer{forward, back} {
				holds := r.Relation == record.RelEquivalent || r.Relation == [2]record.Relation{record.RelWeaker, record.RelStronger}[k]
				switch {
				case r.Relation == "":
				case a.Status == check.Yes && !holds, a.Status == check.No && holds:
					t.Errorf("%s\n%s\nfound %s, %s by %s, but %s says %s (%s) of direction %d", p.a, p.b, r.Verdict, r.Relation, r.Engine, x.Name(), a.Status, a.Reason, k)
				}
				switch a.Status {
				case check.Yes:
					proved[x.Name()]++
				case check.No:
					refuted[x.Name()]++
				}
			}
		}
	}
	t.Logf("%d pairs; proved %v, refuted %v", n/1000, proved, refuted)
}
