package temporal_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	ltl "github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/temporal"
)

// A closure is the classical tableau of Clarke, Grumberg and Hamaguchi (Formal Methods
// in System Design, 1997), state by state. A state gives a value to each proposition, to each
// formula X g, where g is the operand of an X or a formula a U b, and to each formula Y g,
// where g is the operand of a Y or a formula a S b. All other operators are written with
// !, &, X, U, Y and S. It shares only the trees with the package under test.
type closure struct {
	bits    map[string]int // of a state: by proposition, and by the text of X g
	nexts   []*ltl.Formula // the formulas g of X g
	befores []*ltl.Formula // and of Y g
	values  map[string][]bool
	texts   map[*ltl.Formula]string
}

// basic writes f with !, &, X and U.
func basic(f *ltl.Formula) *ltl.Formula {
	not, and, until := ltl.Not, ltl.And, ltl.Until
	var args []*ltl.Formula
	for _, g := range f.Args {
		args = append(args, basic(g))
	}
	or := func(a, b *ltl.Formula) *ltl.Formula { return not(and(not(a), not(b))) }
	switch f.Op {
	case ltl.OpFalse:
		return not(ltl.Top())
	case ltl.OpOr, ltl.OpXor:
		g := args[0]
		for _, h := range args[1:] {
			if f.Op == ltl.OpOr {
				g = or(g, h)
			} else {
				g = and(or(g, h), not(and(g, h)))
			}
		}
		return g
	case ltl.OpImplies:
		return or(not(args[0]), args[1])
	case ltl.OpIff:
		return or(and(args[0], args[1]), and(not(args[0]), not(args[1])))
	case ltl.OpFinally:
		return until(ltl.Top(), args[0])
	case ltl.OpGlobally:
		return not(until(ltl.Top(), not(args[0])))
	case ltl.OpRelease:
		return not(until(not(args[0]), not(args[1])))
	case ltl.OpStrongRelease:
		return until(args[1], and(args[0], args[1]))
	case ltl.OpWeakUntil: // b R (a | b)
		return not(until(not(args[1]), and(not(args[0]), not(args[1]))))
	case ltl.OpWeakNext:
		return not(ltl.Next(not(args[0])))
	case ltl.OpWeakYesterday:
		return not(ltl.Connect(ltl.OpYesterday, not(args[0])))
	case ltl.OpOnce:
		return ltl.Connect(ltl.OpSince, ltl.Top(), args[0])
	case ltl.OpHistorically:
		return not(ltl.Connect(ltl.OpSince, ltl.Top(), not(args[0])))
	case ltl.OpTriggered:
		return not(ltl.Connect(ltl.OpSince, not(args[0]), not(args[1])))
	case ltl.OpAtom, ltl.OpTrue:
		return f
	}
	return ltl.Connect(f.Op, args...)
}

func (c *closure) text(f *ltl.Formula) string {
	if s, ok := c.texts[f]; ok {
		return s
	}
	c.texts[f] = f.String()
	return c.texts[f]
}

// collect finds the bits of a state.
func (c *closure) collect(f *ltl.Formula) {
	for g := range f.Subformulas() {
		key, inside := "", (*ltl.Formula)(nil)
		switch g.Op {
		case ltl.OpAtom:
			key = c.text(g)
		case ltl.OpNext:
			key, inside = "X "+c.text(g.Args[0]), g.Args[0]
		case ltl.OpUntil:
			key, inside = "X "+c.text(g), g
		case ltl.OpYesterday:
			key, inside = "Y "+c.text(g.Args[0]), g.Args[0]
		case ltl.OpSince:
			key, inside = "Y "+c.text(g), g
		default:
			continue
		}
		if _, ok := c.bits[key]; !ok {
			c.bits[key] = len(c.bits)
			if g.Op.IsPast() {
				c.befores = append(c.befores, inside)
			} else if inside != nil {
				c.nexts = append(c.nexts, inside)
			}
		}
	}
}

// value lists in which states f holds.
func (c *closure) value(f *ltl.Formula) []bool {
	key := c.text(f)
	if v, ok := c.values[key]; ok {
		return v
	}
	v := make([]bool, 1<<len(c.bits))
	var args [][]bool
	for _, g := range f.Args {
		args = append(args, c.value(g))
	}
	for s := range v {
		switch f.Op {
		case ltl.OpTrue:
			v[s] = true
		case ltl.OpAtom:
			v[s] = s>>c.bits[key]&1 == 1
		case ltl.OpNot:
			v[s] = !args[0][s]
		case ltl.OpAnd:
			v[s] = true
			for _, a := range args {
				v[s] = v[s] && a[s]
			}
		case ltl.OpNext:
			v[s] = s>>c.bits["X "+c.text(f.Args[0])]&1 == 1
		case ltl.OpYesterday:
			v[s] = s>>c.bits["Y "+c.text(f.Args[0])]&1 == 1
		case ltl.OpSince:
			v[s] = args[1][s] || args[0][s] && s>>c.bits["Y "+key]&1 == 1
		case ltl.OpUntil:
			v[s] = args[1][s] || args[0][s] && s>>c.bits["X "+key]&1 == 1
		default:
			panic(f.Op)
		}
	}
	c.values[key] = v
	return v
}

// errLarge means that a formula has too many states for the oracle.
var errLarge = fmt.Errorf("too many states")

// satisfiable reports whether f holds on some infinite word, or on some finite one.
func satisfiable(f *ltl.Formula, finite bool) (bool, error) {
	f = basic(f)
	c := &closure{bits: map[string]int{}, values: map[string][]bool{}, texts: map[*ltl.Formula]string{}}
	c.collect(f)
	if len(c.bits) > 12 {
		return false, errLarge
	}
	// A state s is followed by the states in which g holds if and only if X g holds in
	// s, for each g of nexts, and in which Y g holds if and only if g holds in s, for each
	// g of befores. In the first state, no Y g holds.
	n := 1 << len(c.bits)
	groups := map[int][]int{}
	want := make([]int, n)
	for s := range n {
		have := 0
		for i, g := range c.nexts {
			if c.value(g)[s] {
				have |= 1 << i
			}
			if s>>c.bits["X "+c.text(g)]&1 == 1 {
				want[s] |= 1 << i
			}
		}
		for i, g := range c.befores {
			if s>>c.bits["Y "+c.text(g)]&1 == 1 {
				have |= 1 << (len(c.nexts) + i)
			}
			if c.value(g)[s] {
				want[s] |= 1 << (len(c.nexts) + i)
			}
		}
		groups[have] = append(groups[have], s)
	}
	if finite {
		return c.reaches(f, groups, want), nil
	}
	// The greatest set of states that can go on forever, and from which each a U b can
	// still be fulfilled (Emerson and Lei, LICS 1986).
	alive := make([]bool, n)
	for s := range alive {
		alive[s] = true
	}
	for changed := true; changed; {
		changed = false
		goals := []([]bool){nil}
		for g := range f.Subformulas() {
			if g.Op == ltl.OpUntil {
				u, b := c.value(g), c.value(g.Args[1])
				goal := make([]bool, n)
				for s := range goal {
					goal[s] = !u[s] || b[s]
				}
				goals = append(goals, goal)
			}
		}
		for _, goal := range goals {
			// The states of alive with a path in alive, of one step or more, to a
			// state of alive that is a goal.
			can := make([]bool, n)
			reached := map[int]bool{}
			for grew := true; grew; {
				grew = false
				for have, members := range groups {
					for _, s := range members {
						if !reached[have] && alive[s] && (goal == nil || goal[s] || can[s]) {
							reached[have], grew = true, true
						}
					}
				}
				for s := range can {
					if !can[s] && alive[s] && reached[want[s]] {
						can[s], grew = true, true
					}
				}
			}
			for s := range alive {
				if alive[s] && !can[s] {
					alive[s], changed = false, true
				}
			}
		}
	}
	for s, v := range c.value(f) {
		if v && alive[s] && c.first(s) {
			return true, nil
		}
	}
	return false, nil
}

// first reports whether a state can be the first one.
func (c *closure) first(s int) bool {
	return !slices.ContainsFunc(c.befores, func(g *ltl.Formula) bool { return s>>c.bits["Y "+c.text(g)]&1 == 1 })
}

// reaches reports whether a state of f reaches a state in which no X g holds, which can
// be the last one.
func (c *closure) reaches(f *ltl.Formula, groups map[int][]int, want []int) bool {
	var queue []int
	seen := map[int]bool{}
	for s, v := range c.value(f) {
		if v && c.first(s) {
			queue = append(queue, s)
			seen[s] = true
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if want[s]&(1<<len(c.nexts)-1) == 0 {
			return true
		}
		for _, next := range groups[want[s]] {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return false
}

// status is the answer of the oracle to whether a implies b.
func status(a, b *ltl.Formula, finite bool) (check.Status, error) {
	differ, err := satisfiable(ltl.And(a, ltl.Not(b)), finite)
	if differ {
		return check.No, err
	}
	return check.Yes, err
}

// TestPairsOfClosures compares random pairs of small formulas with the oracle, in both
// directions, with and without operators about the past. Half of the pairs are simplified at
// once. The variable TRUTHLOOP_TEST_PAIRS sets the number, which make fuzz does.
func TestPairsOfClosures(t *testing.T) {
	for i := range 4 {
		finite, ops := i%2 == 1, allOps
		if i > 1 {
			ops = pastOps
		}
		t.Run(fmt.Sprintf("finite=%v,past=%v", finite, i > 1), func(t *testing.T) {
			looked, large := each(t, 1500, func(rng *rand.Rand) error {
				n := 1 + rng.IntN(6)
				a, b := randomPairOf(rng, ops, n, 1+rng.IntN(3))
				c := temporal.Compare(t.Context(), a, b, temporal.Options{Relation: true, Finite: finite, NoWords: rng.IntN(2) == 0, Trial: rng.IntN(2)})
				forward, err := status(a, b, finite)
				if err != nil {
					return err
				}
				back, err := status(b, a, finite)
				if err != nil {
					return err
				}
				if c.Forward != forward || c.Back != back {
					return fmt.Errorf("%s and %s: %s, %s by %s, expected %s, %s", a, b, c.Forward, c.Back, c.Method, forward, back)
				}
				checkWords(t, a, b, c)
				return nil
			})
			t.Logf("looked at %d pairs, left out %d large ones", looked-large, large)
			if looked < 2*large {
				t.Error("too many large pairs")
			}
		})
	}
}

// TestPairsByLaws proves formulas equivalent that laws make of each other, in steps.
func TestPairsByLaws(t *testing.T) {
	for _, finite := range []bool{false, true} {
		t.Run(fmt.Sprintf("finite=%v", finite), func(t *testing.T) {
			each(t, 2000, func(rng *rand.Rand) error {
				a := randomFormula(rng, 1+rng.IntN(8), 3)
				b := a
				for range 1 + rng.IntN(4) {
					b = rewritten(rng, b, finite)
				}
				c := temporal.Compare(t.Context(), a, b, temporal.Options{Finite: finite})
				if c.Equivalent() != check.Yes {
					return fmt.Errorf("%s and %s: %s, %s, %s", a, b, c.Equivalent(), c.Reason, c.Method)
				}
				return nil
			})
		})
	}
}

// each calls one with a generator for each of number pairs, or as many as the
// variable TRUTHLOOP_TEST_PAIRS says, on all cores. It returns how many there were, and
// how many were too large for the oracle.
func each(t *testing.T, number int, one func(*rand.Rand) error) (looked, large int) {
	t.Helper()
	seed := uint64(1)
	if text := os.Getenv("TRUTHLOOP_TEST_PAIRS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("TRUTHLOOP_TEST_PAIRS: found %q, expected a positive number", text)
		}
		number, seed = n, uint64(time.Now().UnixNano())
		t.Logf("%d pairs from seed %d", number, seed)
	} else if testing.Short() {
		number /= 10
	}
	var at, over atomic.Int64
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			for i := at.Add(1); i <= int64(number) && !t.Failed(); i = at.Add(1) {
				switch err := one(rand.New(rand.NewPCG(seed, uint64(i)))); err {
				case nil:
				case errLarge:
					over.Add(1)
				default:
					t.Errorf("seed %d, pair %d: %v", seed, i, err)
				}
			}
		})
	}
	done.Wait()
	return number, int(over.Load())
}
