package gen

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/grammar"
)

// A batch draws the rows of one seed.
type batch struct {
	*plan
	number int
	tree   *rand.Rand // for Algorithm 1's tree
	draws  *rand.Rand // for leaves of the tree
	writer writer

	categories map[string]*category
	seen       map[string]bool // texts, as derived and as printed
}

// A category holds the rows with the same values of the metrics.
type category struct {
	values []int
	rows   []*record.Row
}

func newBatch(p *plan, number int) *batch {
	seed := batchSeed(p.config.Seed, p.config.Dataset, number)
	return &batch{
		plan: p, number: number, tree: stream(seed, "tree"), draws: stream(seed, "draws"),
		categories: map[string]*category{}, seen: map[string]bool{},
		writer: writer{
			grammar: p.config.Grammar, source: p.source,
			rng: stream(seed, "words"), spaced: !p.tight(),
		},
	}
}

// rows draws the formulas of the batch. It returns an error if it finds none.
func (b *batch) rows(ctx context.Context) ([]*record.Row, error) {
	if err := b.draw(ctx); err != nil {
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

// sorted numbers the rows in the order of their categories and returns them.
func (b *batch) sorted() []*record.Row {
	list := slices.SortedFunc(maps.Values(b.categories), func(x, y *category) int { return slices.Compare(x.values, y.values) })
	var rows []*record.Row
	for _, c := range list {
		for _, r := range c.rows {
			r.Index = record.Int(len(rows))
			rows = append(rows, r)
		}
	}
	return rows
}

// category returns the category of the values. It adds a new one if there is none.
func (b *batch) category(values []int) *category {
	key := textOf(values)
	c := b.categories[key]
	if c == nil {
		c = &category{values: values}
		b.categories[key] = c
	}
	return c
}

// textOf returns the key of a list of numbers for maps.
func textOf(values []int) string {
	key := make([]byte, 0, 8*len(values))
	for _, v := range values {
		key = binary.BigEndian.AppendUint64(key, uint64(v))
	}
	return string(key)
}

// full reports whether the category takes no more rows.
func (b *batch) full(c *category) bool { return len(c.rows) >= b.config.SampleCount }

// try writes a derivation as text. It keeps the formula and returns true if the formula
// is new and passes the filters, and its category is not full.
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
	if c.row.FS != string(text) && b.seen[c.row.FS] { // the printed form has fewer parentheses
		return false, nil
	}
	home := b.category(Category(b.config.Metrics, &c.row))
	if b.full(home) || !b.passes(c) {
		return false, nil
	}
	b.seen[c.row.FS] = true
	if c.tree != nil {
		c.row.Vocabulary = b.language.Vocabulary(c.tree)
	}
	if b.alphabet != nil {
		c.row.Vocabulary = &record.Vocabulary{Alphabet: b.alphabet}
	}
	home.rows = append(home.rows, &c.row)
	return true, nil
}

// A group holds the families that may have leaves with certain values of the metrics
// that derivations predict. A family is the set of leaves of one node of Algorithm 1's
// tree (see package grammar). The leaves are not listed: a batch with the paper's
// parameters has 1.6 million leaves (40 levels of 200 nodes with up to 200 leaves each),
// and uses about 2,000 of them. Metrics of automata, such as dfa_states, are known only
// from the text, so their categories draw from all families.
type group struct {
	values   []int
	families []*grammar.Family
	ends     []int // for each family: the number of leaves up to and including its own
}

// draw draws from Algorithm 1's tree, category by category. If there are several
// metrics, or a range of quantifiers, each level of the tree takes its nodes from all
// combinations of their values in turn. So rare combinations occur, too.
func (b *batch) draw(ctx context.Context) error {
	o := grammar.Options{Depth: b.config.Depth, N: b.config.N, Strata: b.strata}
	families, err := b.space.Levels(ctx, o, b.tree)
	if err != nil {
		return err
	}
	for _, g := range b.groups(families) {
		if err := b.fill(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// groups sorts families by the values that their leaves may have.
func (b *batch) groups(families []grammar.Family) []*group {
	byKey := map[string]*group{}
	for i := range families {
		f := &families[i]
		for _, values := range b.projection.Values(f) {
			key := textOf(values)
			g := byKey[key]
			if g == nil {
				g = &group{values: values}
				byKey[key] = g
			}
			end := f.Leaves
			if n := len(g.ends); n > 0 {
				end += g.ends[n-1]
			}
			g.families = append(g.families, f)
			g.ends = append(g.ends, end)
		}
	}
	return slices.SortedFunc(maps.Values(byKey), func(x, y *group) int { return slices.Compare(x.values, y.values) })
}

// missesPerAttempt times Config.Attempts bounds the leaves with other values that fill
// draws without a new formula. They are cheap, since they are not written as text.
const missesPerAttempt = 100

// fill draws leaves with the values of the group. It stops when their category is full.
// It also stops after Config.Attempts such leaves, or missesPerAttempt times as many
// leaves with other values, without a new formula.
func (b *batch) fill(ctx context.Context, g *group) error {
	var t grammar.Tree
	vain, misses := 0, 0
	for vain < b.config.Attempts && misses < missesPerAttempt*b.config.Attempts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if b.complete && b.full(b.category(g.values)) {
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
