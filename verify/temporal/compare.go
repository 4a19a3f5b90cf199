package temporal

import (
	"cmp"
	"context"
	"math/bits"

	"github.com/truthloop/truthloop/format/logic"
	ltl "github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
)

// The limits that replace zero values of Options.
const (
	DefaultStates = 100_000     // of an automaton
	DefaultSteps  = 100_000_000 // of an automaton, about a second
	DefaultTrial  = 2_000_000   // a few milliseconds
)

// Options govern Compare.
type Options struct {
	// Fold maps names that count as equal to one name; nil keeps names apart.
	Fold func(string) string
	// Finite interprets formulas over finite words of one step or more, where X is
	// the strong next.
	Finite bool
	// Relation asks for both directions, even if a and b differ.
	Relation bool
	// States bounds the states of an automaton. Zero is
	// DefaultStates.
	States int
	// Steps bounds the work of one automaton: pairs of terms that are combined or
	// compared, and edges. Zero is DefaultSteps.
	Steps int
	// Trial bounds the work of the first automaton, after which the formulas are
	// simplified. Zero is DefaultTrial.
	Trial int
	// NoWords skips the words that are tried before automata are built, and the search
	// for shorter witnesses.
	NoWords bool
}

// The values of Comparison.Method.
const (
	NormalForm = "normal_form" // both formulas have the same normal form
	Tableau    = "tableau"     // no automaton has an accepting run
)

// A Comparison is the result of Compare.
type Comparison struct {
	Forward, Back check.Status // whether a implies b, and b implies a
	Method        string       // of the proof that a and b are equivalent

	// LeftOnly is a word on which a is true and b is false. RightOnly is the reverse.
	// Each is nil if no such word is known.
	LeftOnly, RightOnly *check.Word

	Reason string // why a direction is unknown: check.ReasonResource or ReasonTimeout
	States int    // of the automata that were built
}

// Equivalent answers whether a and b are equivalent.
func (c *Comparison) Equivalent() check.Status { return check.Equivalent(c.Forward, c.Back) }

// Compare decides whether a implies b and b implies a. Unless o.Relation asks for both,
// it stops at the first difference.
func Compare(ctx context.Context, a, b *ltl.Formula, o Options) Comparison {
	p := newPair(ctx, a, b, o)
	if p.store.failed { // nodes may be wrong
		return Comparison{Reason: check.ReasonResource}
	}
	if p.formulas[0] == p.formulas[1] {
		return Comparison{Forward: check.Yes, Back: check.Yes, Method: NormalForm}
	}
	p.tryWords()
	for side := range p.status {
		if !p.done() && p.status[side] == check.Unknown {
			p.decide(side)
		}
	}
	p.minimize()
	p.c.Forward, p.c.Back, p.c.Method = p.status[0], p.status[1], Tableau
	p.c.LeftOnly, p.c.RightOnly = p.named(p.words[0]), p.named(p.words[1])
	return p.c
}

// A pair is the state of a comparison. Side 0 of an array is about the words on which only
// the left formula is true, and side 1 about those on which only the right one is.
type pair struct {
	ctx       context.Context
	o         Options
	atoms     *ltl.Numbering
	past      int // nested operators about earlier steps
	store     *store
	formulas  [2]ref
	program   *ltl.Program    // nil if the formulas are too large for it, or with Options.NoWords
	status    [2]check.Status // whether there is no such word
	words     [2]*word
	sweeper   *sweeper // nil until it is needed
	used      int      // the steps of the last search
	tried     int      // all words of at most this number of steps were tried
	shrinking int      // operations times steps that remain to shorten words
	c         Comparison
}

func newPair(ctx context.Context, a, b *ltl.Formula, o Options) *pair {
	o.Fold = logic.Folding(o.Fold)
	o.States, o.Steps, o.Trial = cmp.Or(o.States, DefaultStates), cmp.Or(o.Steps, DefaultSteps), cmp.Or(o.Trial, DefaultTrial)
	p := &pair{ctx: ctx, o: o, atoms: ltl.Number(o.Fold, a, b), past: max(a.PastDepth(), b.PastDepth()), shrinking: maxShrinking}
	p.store = newStore(ctx, newLabels(len(p.atoms.Names)), o.Finite, p.atoms)
	p.formulas = [2]ref{p.store.ofTree(a), p.store.ofTree(b)}
	if p.formulas[0] != p.formulas[1] && !o.NoWords {
		p.program = ltl.NewProgram(p.atoms, o.Finite, a, b)
	}
	return p
}

// done reports whether all directions that were asked for are decided.
func (p *pair) done() bool {
	if !p.o.Relation && check.Equivalent(p.status[0], p.status[1]) == check.No {
		return true
	}
	return p.status[0] != check.Unknown && p.status[1] != check.Unknown
}

// refute records a word on which the formulas differ.
func (p *pair) refute(side int, w *word) { p.words[side], p.status[side] = w, check.No }

// found records the first words of a block on which the formulas differ. It reports
// whether no more words are needed.
func (p *pair) found(n, back int, only [2]uint64) bool {
	for side, words := range only {
		if words != 0 && p.status[side] == check.Unknown {
			p.refute(side, p.first(words, n, back))
		}
	}
	return p.done()
}

// first returns the first of some words of the last block.
func (p *pair) first(words uint64, n, back int) *word {
	return &word{p.program.Extract(bits.TrailingZeros64(words), n), back}
}

// tryWords tries all short words, as far as firstBlocks suffice, and then random words.
func (p *pair) tryWords() {
	if p.program == nil {
		return
	}
	for blocks := firstBlocks; blocks > 0 && !p.done() && p.ctx.Err() == nil; {
		blocks = p.program.All(p.tried+1, blocks, p.found)
		if blocks >= 0 {
			p.tried++
		}
	}
	if !p.done() {
		p.program.Random(randomBlocks, randomLength, p.found)
	}
}

// decide decides one direction by an automaton for the words on which only one formula
// is true. If it has too many states, it simplifies the formulas and tries again.
func (p *pair) decide(side int) {
	a, b := p.formulas[side], p.formulas[1-side]
	w, ok := p.search(p.store.and(a, p.store.not(b)), min(p.o.Steps, p.o.Trial))
	if !ok && !p.store.failed && p.ctx.Err() == nil && p.o.Steps > p.o.Trial {
		if p.program != nil && p.sweeper == nil {
			p.program.Random(moreBlocks, moreLength, p.found)
		}
		if p.sweeper == nil {
			p.sweeper = newSweeper(p)
		}
		if p.status[side] == check.No {
			return
		}
		a, b = p.sweeper.sweep(a), p.sweeper.sweep(b)
		if ok = p.sweeper.proves(a, b); !ok {
			w, ok = p.search(p.store.and(a, p.store.not(b)), p.o.Steps)
		}
	}
	switch {
	case w != nil:
		p.refute(side, w)
	case ok:
		p.status[side] = check.Yes
	case p.ctx.Err() != nil:
		p.c.Reason = check.ReasonTimeout
	default:
		p.c.Reason = check.ReasonResource
	}
}

// search returns a word on which r is true, or nil if there is none. It reports whether
// this took at most the given number of steps.
func (p *pair) search(r ref, steps int) (w *word, ok bool) {
	if r == refFalse || p.store.failed {
		return nil, !p.store.failed
	}
	g := newGraph(newTableau(p.store, steps, r), p.o.States)
	start := g.start(r)
	if p.o.Finite {
		w = g.trace(start)
	} else if component := g.accepting(start); component != nil {
		w = g.lasso(start, component)
	}
	p.c.States += len(g.states)
	p.used = steps - g.steps
	return w, w != nil || !g.exceeded && !g.failed
}

// minimize searches for shorter words than those in p.words.
func (p *pair) minimize() {
	if p.program == nil {
		return
	}
	for side, w := range p.words {
		if w == nil || len(w.steps) <= p.tried+1 { // already a shortest word
			continue
		}
		if !p.differs(w, side) {
			continue // a bug of the automaton: the check of the witness reports it
		}
		w = p.shrink(w, side)
		blocks := finalBlocks
		for n := p.tried + 1; n < len(w.steps) && blocks > 0 && p.ctx.Err() == nil; n++ {
			blocks = p.program.All(n, blocks, func(n, back int, only [2]uint64) bool {
				if only[side] != 0 {
					w = p.first(only[side], n, back)
				}
				return only[side] != 0
			})
		}
		p.words[side] = w
	}
}

// named returns w with the names of the propositions.
func (p *pair) named(w *word) *check.Word {
	if w == nil {
		return nil
	}
	steps := make([]map[string]bool, len(w.steps))
	for i, step := range w.steps {
		steps[i] = make(map[string]bool, len(p.atoms.Names))
		for a, name := range p.atoms.Names {
			steps[i][name] = step[a]
		}
	}
	if w.back < 0 {
		return &check.Word{Trace: steps}
	}
	return &check.Word{Prefix: steps[:w.back], Loop: steps[w.back:]}
}
