package automata

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// treesOfSize returns every tree of n nodes over the given leaves and
// operators, where joining operators have two operands.
func treesOfSize(n int, leaves []*regex.Expr, unary []func(*regex.Expr) *regex.Expr, binary []func(...*regex.Expr) *regex.Expr) []*regex.Expr {
	bySize := [][]*regex.Expr{nil, leaves}
	for size := 2; size <= n; size++ {
		var trees []*regex.Expr
		for _, e := range bySize[size-1] {
			for _, op := range unary {
				trees = append(trees, op(e))
			}
		}
		for left := 1; left < size-1; left++ {
			for _, a := range bySize[left] {
				for _, b := range bySize[size-1-left] {
					for _, op := range binary {
						trees = append(trees, op(a, b))
					}
				}
			}
		}
		bySize = append(bySize, trees)
	}
	return slices.Concat(bySize...)
}

// TestCompareExhaustively compares every small expression with every other.
// The enumerated strings are long enough to distinguish any two of them, so that
// equality is checked in both directions.
func TestCompareExhaustively(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	tests := []struct {
		name     string
		nodes    int
		leaves   []*regex.Expr
		unary    []func(*regex.Expr) *regex.Expr
		binary   []func(...*regex.Expr) *regex.Expr
		alphabet string
		maxLen   int
	}{
		{
			"paper", 7,
			[]*regex.Expr{regex.Symbol('0'), regex.Symbol('1')},
			[]func(*regex.Expr) *regex.Expr{regex.Star},
			[]func(...*regex.Expr) *regex.Expr{regex.Concat},
			"01", 8,
		},
		{
			"anchors", 5,
			[]*regex.Expr{regex.Symbol('0'), {Op: regex.OpBegin}, {Op: regex.OpEnd}, regex.Epsilon()},
			[]func(*regex.Expr) *regex.Expr{regex.Star, regex.Plus},
			[]func(...*regex.Expr) *regex.Expr{regex.Concat, regex.Alternate},
			"0", 8,
		},
		{
			"counts", 4,
			[]*regex.Expr{
				regex.Symbol('0'), regex.Empty(),
				{Op: regex.OpBegin},
				regex.Class(regex.Range{Lo: '0', Hi: '1'}),
			},
			[]func(*regex.Expr) *regex.Expr{
				regex.Star, regex.Optional,
				func(e *regex.Expr) *regex.Expr {
					return &regex.Expr{Op: regex.OpRepeat, Args: []*regex.Expr{e}, Min: 1, Max: 2}
				},
				func(e *regex.Expr) *regex.Expr {
					return &regex.Expr{Op: regex.OpRepeat, Args: []*regex.Expr{e}, Min: 2, Max: -1}
				},
			},
			[]func(...*regex.Expr) *regex.Expr{regex.Concat, regex.Alternate},
			"01", 10, // ((0{1,2}){1,2}){1,2} ends at 8 and (00){2,} goes on at 10
		},
		{
			"classes", 5,
			[]*regex.Expr{
				regex.Any(),
				regex.Symbol('0'),
				regex.Class(regex.Complement(regex.Symbol('0').Class)...),
			},
			[]func(*regex.Expr) *regex.Expr{regex.Star},
			[]func(...*regex.Expr) *regex.Expr{regex.Concat, regex.Alternate},
			"012", 5,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			trees := treesOfSize(tt.nodes, tt.leaves, tt.unary, tt.binary)
			texts := slices.Collect(stringsOver(tt.alphabet, tt.maxLen))
			languages := make([][]uint64, len(trees))
			for i, e := range trees {
				set := make([]uint64, (len(texts)+63)/64)
				for k, s := range texts {
					if matches(e, s) {
						set[k/64] |= 1 << (k % 64)
					}
				}
				languages[i] = set
			}
			compareAll(t, trees, texts, languages)
		})
	}
}

func compareAll(t *testing.T, trees []*regex.Expr, texts []string, languages [][]uint64) {
	equal := 0
	for i, a := range trees {
		for j, b := range trees[:i+1] {
			// Without eager, such small pairs are never tested for congruence.
			eager := engine{pairs: bisimulation{eager: i%2 == 1}}
			c, err := eager.compare(a, b, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			shortest, left, right := firstDifferences(texts, languages[i], languages[j])
			if c.Equal {
				equal++
			}
			if c.Equal != (shortest < 0) || len(c.Shortest) != max(shortest, 0) ||
				length(c.LeftOnly) != left || length(c.RightOnly) != right {
				t.Fatalf("%s, %s: %+v; enumeration has lengths %d, %d, %d", a, b, c, shortest, left, right)
			}
		}
	}
	t.Logf("%d expressions, %d equal pairs", len(trees), equal)
}

// firstDifferences returns the lengths of the shortest strings that are in one
// language, in a only and in b only; -1 where there is none.
func firstDifferences(texts []string, a, b []uint64) (any, left, right int) {
	first := func(diff func(x, y uint64) uint64) int {
		for k := range texts {
			if diff(a[k/64], b[k/64])>>(k%64)&1 != 0 {
				return len(texts[k])
			}
		}
		return -1
	}
	left = first(func(x, y uint64) uint64 { return x &^ y })
	right = first(func(x, y uint64) uint64 { return y &^ x })
	return first(func(x, y uint64) uint64 { return x ^ y }), left, right
}

func length(s *string) int {
	if s == nil {
		return -1
	}
	return utf8.RuneCountInString(*s)
}
