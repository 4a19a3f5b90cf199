package grammar

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/data"
)

func parse(t testing.TB, text string) *Grammar {
	t.Helper()
	g, err := Parse("g", text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func packaged(t testing.TB, name string) *Grammar {
	t.Helper()
	text, err := data.FS.ReadFile("grammars/" + name + ".cfg")
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

func source(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 1)) }

var everything = Range{0, Any}

// text writes a derivation as brackets: (rule production children). It is the
// derivation's identity.
func text(g *Grammar, t *Tree, node int32, rule int) string {
	p := &g.Rules[rule].Productions[t.Production[node]]
	s := fmt.Sprintf("(%s%d", g.Rules[rule].Name, t.Production[node])
	for i, h := range p.Holes {
		s += text(g, t, t.First[node]+int32(i), h)
	}
	return s + ")"
}

// enumerate lists all derivations from a rule with at most steps branching
// productions, and how many they have: the oracle of what must be reached.
func enumerate(g *Grammar, rule, steps int) map[string]int {
	out := map[string]int{}
	for j, p := range g.Rules[rule].Productions {
		left, cost := steps, 0
		if p.Branching() {
			left, cost = steps-1, 1
		}
		if left < 0 {
			continue
		}
		lists := map[string]int{"": cost}
		for _, h := range p.Holes {
			longer := map[string]int{}
			for prefix, used := range lists {
				for s, n := range enumerate(g, h, steps-used) {
					longer[prefix+s] = used + n
				}
			}
			lists = longer
		}
		for s, n := range lists {
			if n <= steps {
				out[fmt.Sprintf("(%s%d%s)", g.Rules[rule].Name, j, s)] = n
			}
		}
	}
	return out
}

var grammars = []struct {
	name  string
	depth int // up to which all derivations are listed
}{{"plogic", 3}, {"ksat", 4}, {"fol", 4}, {"regex", 4}}

// TestEveryDerivationIsReached checks that Algorithm 1 reaches every
// derivation, even if the levels are so narrow that most nodes are not taken.
func TestEveryDerivationIsReached(t *testing.T) {
	for _, test := range grammars {
		g := packaged(t, test.name)
		s := NewSpace(g, everything)
		want := enumerate(g, 0, test.depth-1)
		for method, draw := range map[string]func(seed int, visit func(*Tree)){
			"levels": func(seed int, visit func(*Tree)) {
				families, err := s.Levels(context.Background(), Options{Depth: test.depth, N: 3}, source(seed))
				if err != nil {
					t.Fatal(err)
				}
				var tree Tree
				for i := range families {
					for number := range families[i].Leaves {
						s.Draw(&families[i], number, &tree)
						visit(&tree)
					}
				}
			},
		} {
			t.Run(test.name+"/"+method, func(t *testing.T) {
				missing := make(map[string]bool, len(want))
				for d := range want {
					missing[d] = true
				}
				seed := 0
				for ; len(missing) > 0 && seed < 200_000; seed++ {
					draw(seed, func(tree *Tree) {
						d := text(g, tree, 0, 0)
						steps, known := want[d]
						if !known {
							t.Fatalf("drew %s, which is no derivation of depth %d", d, test.depth)
						}
						if tree.Depth != steps+1 {
							t.Fatalf("drew %s as of depth %d, expected %d", d, tree.Depth, steps+1)
						}
						delete(missing, d)
					})
				}
				if len(missing) > 0 {
					t.Errorf("%d of %d derivations never came up in %d runs", len(missing), len(want), seed)
				}
			})
		}
	}
}

// TestLimits checks the limits of the tree: nodes of a level, leaves of a node,
// depth, and that no derivation occurs twice.
func TestLimits(t *testing.T) {
	for _, test := range grammars {
		g := packaged(t, test.name)
		s := NewSpace(g, everything)
		rapid.Check(t, func(t *rapid.T) {
			o := Options{Depth: rapid.IntRange(1, 14).Draw(t, "depth"), N: rapid.IntRange(1, 12).Draw(t, "n")}
			families, err := s.Levels(context.Background(), o, source(rapid.Int().Draw(t, "seed")))
			if err != nil {
				t.Fatal(err)
			}
			nodes := map[int]int{}
			seen := map[string]bool{}
			var tree Tree
			for i := range families {
				f := &families[i]
				if nodes[f.Depth()]++; nodes[f.Depth()] > o.N || f.Leaves < 1 || f.Leaves > o.N || f.Depth() > o.Depth {
					t.Fatalf("%s: family %d of depth %d has %d leaves; limits %+v", test.name, i, f.Depth(), f.Leaves, o)
				}
				for number := range f.Leaves {
					s.Draw(f, number, &tree)
					d := text(g, &tree, 0, 0)
					if f.all && seen[d] {
						t.Fatalf("%s: %s is in the pool twice", test.name, d)
					}
					seen[d] = true
					if f.Depth() != tree.Depth || int(tree.Tally[Depth]) != tree.Depth {
						t.Fatalf("%s: %s has depth %d in a family of depth %d", test.name, d, tree.Depth, f.Depth())
					}
				}
			}
		})
	}
}

// TestPaperCategories checks the levels at the paper's parameters: as in its data,
// k-SAT has leaves at every even depth, the others at every depth.
func TestPaperCategories(t *testing.T) {
	for _, test := range []struct {
		name        string
		first, step int
	}{{"ksat", 2, 2}, {"plogic", 1, 1}, {"fol", 3, 1}, {"regex", 2, 1}} {
		s := NewSpace(packaged(t, test.name), everything)
		for seed := range 5 {
			families, err := s.Levels(context.Background(), Options{Depth: 40, N: 200}, source(seed))
			if err != nil {
				t.Fatal(err)
			}
			var found, want []int
			for i := range families {
				found = append(found, families[i].Depth())
			}
			for d := test.first; d <= 40; d += test.step {
				want = append(want, d)
			}
			if found = slices.Compact(found); !slices.Equal(found, want) {
				t.Errorf("%s, seed %d: leaves of the depths %v, expected %v", test.name, seed, found, want)
			}
		}
	}
}

// TestValuesAreThoseOfTheLeaves compares projections with the leaves.
func TestValuesAreThoseOfTheLeaves(t *testing.T) {
	counts := []Count{Operators, Not, Depth}
	for _, test := range grammars {
		s := NewSpace(packaged(t, test.name), everything)
		p := s.Project(counts)
		families, err := s.Levels(context.Background(), Options{Depth: 6, N: 64}, source(1))
		if err != nil {
			t.Fatal(err)
		}
		var tree Tree
		for i := range families {
			var found [][]int
			for number := range families[i].Leaves {
				s.Draw(&families[i], number, &tree)
				found = append(found, p.Of(&tree.Tally))
			}
			want := p.Values(&families[i])
			found = distinct(found)
			for _, v := range found {
				if !slices.ContainsFunc(want, func(w []int) bool { return slices.Equal(v, w) }) {
					t.Errorf("%s: a leaf has the values %v, expected one of %v", test.name, v, want)
				}
			}
			if families[i].all && len(found) != len(want) {
				t.Errorf("%s: leaves have the values %v, expected %v", test.name, found, want)
			}
		}
	}
}

// TestQuantifiersInRange checks the range in levels, with strata.
func TestQuantifiersInRange(t *testing.T) {
	g := packaged(t, "fol")
	for _, r := range []Range{{0, 0}, {1, 1}, {2, 4}, {3, Any}, {30, 37}} {
		s := NewSpace(g, r)
		o := Options{Depth: 40, N: 50, Strata: []Count{Quantifiers}}
		families, err := s.Levels(context.Background(), o, source(1))
		if err != nil {
			t.Fatal(err)
		}
		var tree Tree
		found := map[int]int{}
		for i := range families {
			s.Draw(&families[i], 0, &tree)
			found[int(tree.Tally[Quantifiers])]++
		}
		for q := range found {
			if q < r.Min || q > r.Max {
				t.Errorf("%+v: drew %d quantifiers", r, q)
			}
		}
		for q := r.Min; q <= min(r.Max, 6); q++ {
			if found[q] == 0 {
				t.Errorf("%+v: never drew %d quantifiers", r, q)
			}
		}
	}
	s := NewSpace(g, Range{38, Any}) // S → Q → ... → F → p takes 3 steps more than quantifiers
	if families, err := s.Levels(context.Background(), Options{Depth: 40, N: 50}, source(1)); err != nil || len(families) > 0 {
		t.Errorf("found %d families, expected none where the depth has no room", len(families))
	}
}

func TestLevelsEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewSpace(packaged(t, "plogic"), everything).Levels(ctx, Options{Depth: 5, N: 5}, source(1)); err != context.Canceled {
		t.Errorf("found the error %v, expected that of the context", err)
	}
}
