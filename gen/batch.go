package gen

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/gen/canon"
	"github.com/truthloop/truthloop/gen/grammar"
)

// A batch is the rows drawn with one seed.
type batch struct {
	*plan
	number int
	tree   *rand.Rand // draws Algorithm 1's tree
	draws  *rand.Rand // draws from it
	gloss  *rand.Rand // draws meanings: a stream of its own, so that they change no formula
	writer writer
	engine automata.Engine
	keyer  canon.Keyer

	categories map[string]*category
	seen       map[string]bool // texts, as derived and as printed
	keys       map[string]bool // of formulas, where these are to be distinct
}

// A category is the rows that share the values of the metrics.
type category struct {
	values []int64
	rows   []*record.Row
}

// newBatch prepares the batch of the number.
func newBatch(p *plan, number int) *batch {
	seed := BatchSeed(p.config.Seed, p.config.Dataset, number)
	b := &batch{
		plan: p, number: number, tree: stream(seed, "tree"), draws: stream(seed, "draws"), gloss: stream(seed, "meanings"),
		categories: map[string]*category{}, seen: map[string]bool{}, keys: map[string]bool{},
	}
	b.writer = writer{
		grammar: p.config.Grammar, config: &p.config, source: p.source,
		rng: stream(seed, "words"), spaced: p.formalism != record.Regex,
	}
	return b
}

// rows draws the batch.
func (b *batch) rows(ctx context.Context) ([]*record.Row, error) {
	draw := b.fromLevels
	if b.config.Method == Walk {
		draw = b.fromWalks
	}
	if err := draw(ctx); err != nil {
		return nil, err
	}
	rows := b.sorted()
	if len(rows) == 0 {
		if shortest := b.config.Grammar.Rules[0].MinSteps + 1; shortest > b.config.Depth {
			return nil, fmt.Errorf("the shortest derivation has depth %d, expected at most %d", shortest, b.config.Depth)
		}
		return nil, fmt.Errorf("found no formula of depth %d or less that meets the options", b.config.Depth)
	}
	return rows, nil
}

// sorted returns the rows by category, numbered.
func (b *batch) sorted() []*record.Row {
	var list []*category
	for _, c := range b.categories {
		list = append(list, c)
	}
	slices.SortFunc(list, func(x, y *category) int { return slices.Compare(x.values, y.values) })
	var rows []*record.Row
	for _, c := range list {
		for _, r := range c.rows {
			r.Index = record.Int(len(rows))
			rows = append(rows, r)
		}
	}
	return rows
}

// category returns the category of the values.
func (b *batch) category(values []int64) *category {
	key := make([]byte, 0, 8*len(values))
	for _, v := range values {
		key = binary.BigEndian.AppendUint64(key, uint64(v))
	}
	c := b.categories[string(key)]
	if c == nil {
		c = &category{values: values}
		b.categories[string(key)] = c
	}
	return c
}

// full reports whether the category takes no more rows.
func (b *batch) full(c *category) bool { return len(c.rows) >= b.config.SampleCount }

// try writes a derivation out and keeps it if its category takes it; it
// reports whether it did.
func (b *batch) try(t *grammar.Tree) (bool, error) {
	text := b.writer.write(t)
	if b.seen[string(text)] {
		return false, nil
	}
	b.seen[string(text)] = true
	c, err := b.parse(text, t)
	if err != nil {
		return false, err
	}
	if c.formula != nil { // the printed form forgets parentheses
		if b.seen[c.row.FS] {
			return false, nil
		}
	}
	home := b.category(Category(b.config.Metrics, &c.row))
	if b.full(home) {
		return false, nil
	}
	if !b.passes(c) {
		return false, nil
	}
	b.seen[c.row.FS] = true
	c.describe()
	if m := b.config.Meanings; m != nil {
		m.Assign(c.row.Vocabulary, b.config.Vocabulary.English, b.gloss)
	}
	home.rows = append(home.rows, &c.row)
	return true, nil
}

// A group is the families of leaves that may have the same values of the
// metrics that derivations show.
type group struct {
	values   []int
	families []*grammar.Family
	ends     []int // leaves up to and with each family
}

// fromLevels draws from Algorithm 1's tree, category by category.
func (b *batch) fromLevels(ctx context.Context) error {
	o := grammar.Options{Depth: b.config.Depth, N: b.config.N, Strata: b.strata}
	families, err := b.space.Levels(ctx, o, b.tree)
	if err != nil {
		return err
	}
	for _, g := range b.groups(families) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := b.fill(g); err != nil {
			return err
		}
	}
	return nil
}

// groups sorts families by the values that their leaves may have.
func (b *batch) groups(families []grammar.Family) []*group {
	byKey := map[string]*group{}
	var list []*group
	var key []byte
	for i := range families {
		f := &families[i]
		for _, values := range b.projection.Values(f) {
			key = key[:0]
			for _, v := range values {
				key = binary.BigEndian.AppendUint32(key, uint32(v))
			}
			g := byKey[string(key)]
			if g == nil {
				g = &group{values: values}
				byKey[string(key)] = g
				list = append(list, g)
			}
			end := f.Leaves
			if n := len(g.ends); n > 0 {
				end += g.ends[n-1]
			}
			g.families = append(g.families, f)
			g.ends = append(g.ends, end)
		}
	}
	slices.SortFunc(list, func(x, y *group) int { return slices.Compare(x.values, y.values) })
	return list
}

// missesPerAttempt is how many leaves of other values may come up for every
// draw in vain: they cost next to nothing, since they are not written out.
const missesPerAttempt = 100

// fill draws leaves of the group's values until their category is full, or
// draws bring nothing new.
func (b *batch) fill(g *group) error {
	var t grammar.Tree
	vain, misses := 0, 0
	for vain < b.config.Attempts && misses < missesPerAttempt*b.config.Attempts {
		if b.complete && b.full(b.category(widen(g.values))) {
			return nil
		}
		f := g.families[sort.SearchInts(g.ends, b.draws.IntN(g.ends[len(g.ends)-1])+1)]
		b.space.Draw(f, b.draws.IntN(f.Leaves), &t)
		if !slices.Equal(b.projection.Of(&t.Tally), g.values) {
			misses++
			continue
		}
		kept, err := b.try(&t)
		if err != nil {
			return err
		}
		vain++
		if kept {
			vain, misses = 0, 0
		}
	}
	return nil
}

func widen(values []int) []int64 {
	out := make([]int64, len(values))
	for i, v := range values {
		out[i] = int64(v)
	}
	return out
}

// fromWalks draws derivations of a depth that is itself drawn each time, so
// that a category gets formulas of all depths that it has. A depth is given up
// when as many of its walks in a row as vainWalks says have brought nothing
// new.
func (b *batch) fromWalks(ctx context.Context) error {
	depths := make([]int, b.config.Depth)
	for i := range depths {
		depths[i] = i + 1
	}
	vain := make([]int, b.config.Depth+1)
	var t grammar.Tree
	for len(depths) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		i := b.draws.IntN(len(depths))
		depth := depths[i]
		b.space.Walk(depth, b.draws, &t)
		kept, err := b.tryWalk(&t)
		if err != nil {
			return err
		}
		if vain[depth]++; kept {
			vain[depth] = 0
		}
		if vain[depth] >= b.vainWalks(depth) {
			last := len(depths) - 1
			depths[i], depths = depths[last], depths[:last]
		}
	}
	return nil
}

// tryWalk is try, but for walks that are too long or have no place.
func (b *batch) tryWalk(t *grammar.Tree) (bool, error) {
	if t.Depth > b.config.Depth || b.complete && b.full(b.category(widen(b.projection.Of(&t.Tally)))) {
		return false, nil
	}
	return b.try(t)
}

// vainWalks falls from Attempts towards SampleCount with the depth: what
// repeats is short, and long derivations are dear.
func (b *batch) vainWalks(depth int) int {
	const halves = 16 // at this depth
	return max(b.config.SampleCount, b.config.Attempts*halves/(halves+depth))
}
