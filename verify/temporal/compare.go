package temporal

import (
	"context"

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
	Words      = "words"       // a difference on a word that was tried
	Tableau    = "tableau"     // an automaton without an accepting run, or with one
)

// A Comparison is the result of Compare.
type Comparison struct {
	Forward, Back check.Status // whether a implies b, and b implies a
	Method        string       // of the proof, or of the first difference

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
	if p.left == p.right {
		return Comparison{Forward: check.Yes, Back: check.Yes, Method: NormalForm}
	}
	p.tryWords()
	for _, left := range []bool{true, false} {
		if !p.done() && *p.status(left) == check.Unknown {
			p.decide(left)
		}
	}
	p.minimize()
	p.c.LeftOnly, p.c.RightOnly = p.named(p.words[0]), p.named(p.words[1])
	return p.c
}

// A pair is the state of a comparison.
type pair struct {
	ctx         context.Context
	o           Options
	names       []string // of the propositions
	store       *store
	left, right ref      // a and b
	program     *program // nil if the formulas are too large for it, or with Options.NoWords
	words       [2]*word // on which only the left formula is true, and only the right one
	sweeper     *sweeper // nil until it is needed
	used        int      // the steps of the last search
	tried       int      // all words of at most this number of steps were tried
	c           Comparison
}

func newPair(ctx context.Context, a, b *ltl.Formula, o Options) *pair {
	if o.Fold == nil {
		o.Fold = func(s string) string { return s }
	}
	if o.States <= 0 {
		o.States = DefaultStates
	}
	if o.Steps <= 0 {
		o.Steps = DefaultSteps
	}
	if o.Trial <= 0 {
		o.Trial = DefaultTrial
	}
	p := &pair{ctx: ctx, o: o}
	index := map[string]int{}
	for _, f := range []*ltl.Formula{a, b} {
		for g := range f.Subformulas() {
			if g.Op != ltl.OpAtom {
				continue
			}
			if _, ok := index[o.Fold(g.Name)]; !ok {
				index[o.Fold(g.Name)] = len(p.names)
				p.names = append(p.names, g.Name)
			}
		}
	}
	p.store = newStore(ctx, newLabels(len(p.names)), o.Finite, index, o.Fold)
	past, done := max(a.PastDepth(), b.PastDepth()), map[*ltl.Formula]*ltl.Formula{}
	a, b = core(a, done), core(b, done)
	p.left, p.right = p.store.ofTree(a, false), p.store.ofTree(b, false)
	if p.left != p.right && !o.NoWords {
		p.program = newProgram(a, b, p.store, past)
	}
	return p
}

// status returns the answer for a direction. With left, that is Forward, which a word
// refutes if only the left formula is true on it.
func (p *pair) status(left bool) *check.Status {
	if left {
		return &p.c.Forward
	}
	return &p.c.Back
}

// done reports whether all directions that were asked for are decided.
func (p *pair) done() bool {
	if !p.o.Relation && p.c.Equivalent() == check.No {
		return true
	}
	return p.c.Forward != check.Unknown && p.c.Back != check.Unknown
}

// refute records a word on which the formulas differ.
func (p *pair) refute(left bool, w *word, method string) {
	k := 0
	if !left {
		k = 1
	}
	if p.words[k] == nil {
		p.words[k] = w
		*p.status(left) = check.No
		if p.c.Method == "" {
			p.c.Method = method
		}
	}
}

// found records the first words of a block on which the formulas differ. It reports
// whether no more words are needed.
func (p *pair) found(n, back int, left, right uint64) bool {
	for _, side := range []struct {
		left bool
		bits uint64
	}{{true, left}, {false, right}} {
		if side.bits != 0 && *p.status(side.left) == check.Unknown {
			k := 0
			for side.bits>>k&1 == 0 {
				k++
			}
			p.refute(side.left, p.program.extract(k, n, back), Words)
		}
	}
	return p.done()
}

// tryWords tries all short words, as far as firstBlocks suffice, and then random words.
func (p *pair) tryWords() {
	if p.program == nil {
		return
	}
	for blocks := firstBlocks; blocks > 0 && !p.done() && p.ctx.Err() == nil; {
		blocks = p.program.all(p.tried+1, blocks, p.found)
		if blocks >= 0 {
			p.tried++
		}
	}
	if !p.done() {
		p.program.random(randomBlocks, randomLength, p.found)
	}
}

// decide decides one direction by an automaton for the words on which only one formula
// is true. If it has too many states, it simplifies the formulas and tries again. Rejected:
// two automata and their product, since the tableau of f & !g has fewer states; and bounded
// model checking by SAT, since it cannot prove an equivalence.
func (p *pair) decide(left bool) {
	if p.c.Method == "" {
		p.c.Method = Tableau
	}
	a, b := p.left, p.right
	if !left {
		a, b = b, a
	}
	w, ok := p.search(p.store.and(a, p.store.not(b)), min(p.o.Steps, p.o.Trial))
	if !ok && !p.store.failed && p.ctx.Err() == nil && p.o.Steps > p.o.Trial {
		if p.program != nil && p.sweeper == nil {
			p.program.random(moreBlocks, moreLength, p.found)
		}
		if p.sweeper == nil {
			p.sweeper = newSweeper(p)
		}
		if *p.status(left) == check.No {
			return
		}
		a, b = p.sweeper.sweep(a), p.sweeper.sweep(b)
		if ok = p.sweeper.proves(a, b); !ok {
			w, ok = p.search(p.store.and(a, p.store.not(b)), p.o.Steps)
		}
	}
	switch {
	case w != nil:
		p.refute(left, w, Tableau)
	case ok:
		*p.status(left) = check.Yes
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
	for k, w := range p.words {
		left := k == 0
		if w == nil || len(w.steps) <= p.tried+1 { // already a shortest word
			continue
		}
		if !p.program.differs(w, left) {
			continue // a bug of the automaton: the check of the witness reports it
		}
		w = p.program.shrink(w, left)
		blocks := finalBlocks
		for n := p.tried + 1; n < len(w.steps) && blocks > 0 && p.ctx.Err() == nil; n++ {
			blocks = p.program.all(n, blocks, func(n, back int, l, r uint64) bool {
				bits := l
				if !left {
					bits = r
				}
				if bits == 0 {
					return false
				}
				k := 0
				for bits>>k&1 == 0 {
					k++
				}
				w = p.program.extract(k, n, back)
				return true
			})
		}
		p.words[k] = w
	}
}

// named returns w with the names of the propositions.
func (p *pair) named(w *word) *check.Word {
	if w == nil {
		return nil
	}
	steps := make([]map[string]bool, len(w.steps))
	for i, step := range w.steps {
		steps[i] = make(map[string]bool, len(p.names))
		for a, name := range p.names {
			steps[i][name] = step[a]
		}
	}
	if w.back < 0 {
		return &check.Word{Trace: steps}
	}
	return &check.Word{Prefix: steps[:w.back], Loop: steps[w.back:]}
}
