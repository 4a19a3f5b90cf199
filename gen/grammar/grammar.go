package grammar

import "strings"

// Kind is the kind of a symbol.
type Kind uint8

// The kinds of symbol.
const (
	Nonterminal Kind = iota
	Terminal         // stands for its Text
	Proposition      // the placeholder v
	Predicate        // the placeholder p
	Variable         // the placeholder f
	Letter           // the placeholder Σ
)

// placeholders are the reserved names.
var placeholders = map[string]Kind{"v": Proposition, "p": Predicate, "f": Variable, "Σ": Letter}

// A Symbol is a symbol of a right side.
type Symbol struct {
	Kind  Kind
	Text  string // as written, without the quotes
	Index int    // of a nonterminal: its place in Grammar.Rules

	column int
}

// A Production is one alternative of a rule.
type Production struct {
	Line    int // in the file, from 1
	Symbols []Symbol
	Holes   []int // the Index of each nonterminal of Symbols

	column int // of its first token
}

// Branching reports whether the production holds a nonterminal.
func (p *Production) Branching() bool { return len(p.Holes) > 0 }

// A Rule holds the productions of one nonterminal.
type Rule struct {
	Name        string
	Line        int // where it is first defined
	Productions []Production

	Branching []int // indices of the branching productions
	Terminal  []int // indices of the terminal productions

	// MinSteps and MaxSteps bound the number of branching productions in a
	// derivation of a string from this nonterminal. MaxSteps may be Unbounded.
	MinSteps, MaxSteps int

	lowest []int // the productions that allow MinSteps
}

// Unbounded is the MaxSteps of a nonterminal with derivations of any length. Sums
// of it do not overflow.
const Unbounded = 1 << 40

// A Grammar is a checked context-free grammar. Rules[0] belongs to the start symbol.
// It is immutable and safe for concurrent use.
type Grammar struct {
	File  string
	Rules []Rule
}

// Has reports whether a symbol of the kind occurs in the grammar.
func (g *Grammar) Has(k Kind) bool {
	for _, r := range g.Rules {
		for _, p := range r.Productions {
			for _, s := range p.Symbols {
				if s.Kind == k {
					return true
				}
			}
		}
	}
	return false
}

// String writes the grammar as Parse reads it, with one rule on a line.
func (g *Grammar) String() string {
	var b strings.Builder
	for _, r := range g.Rules {
		b.WriteString(r.Name + " ->")
		for i, p := range r.Productions {
			if i > 0 {
				b.WriteString(" |")
			}
			if len(p.Symbols) == 0 {
				b.WriteString(" ε")
			}
			for _, s := range p.Symbols {
				b.WriteString(" " + s.quoted())
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (s Symbol) quoted() string {
	switch {
	case s.Kind != Terminal:
		return s.Text
	case strings.Contains(s.Text, "'"):
		return `"` + s.Text + `"`
	}
	return "'" + s.Text + "'"
}

// analyse sets the numbers of every rule.
func (g *Grammar) analyse() {
	for i := range g.Rules {
		r := &g.Rules[i]
		for j := range r.Productions {
			if r.Productions[j].Branching() {
				r.Branching = append(r.Branching, j)
			} else {
				r.Terminal = append(r.Terminal, j)
			}
		}
	}
	g.minSteps()
	for i := range g.Rules {
		r := &g.Rules[i]
		for j := range r.Productions {
			if g.steps(&r.Productions[j]) == r.MinSteps {
				r.lowest = append(r.lowest, j)
			}
		}
	}
	g.maxSteps()
}

// minSteps sets MinSteps to the least fixed point: the minimum of steps over the
// productions. Rules that derive no string keep Unbounded.
func (g *Grammar) minSteps() {
	for i := range g.Rules {
		g.Rules[i].MinSteps = Unbounded
	}
	for changed := true; changed; {
		changed = false
		for i := range g.Rules {
			r := &g.Rules[i]
			for j := range r.Productions {
				if n := g.steps(&r.Productions[j]); n < r.MinSteps {
					r.MinSteps, changed = n, true
				}
			}
		}
	}
}

// steps is the smallest number of branching productions in a derivation that begins
// with p, including p.
func (g *Grammar) steps(p *Production) int {
	n := 0
	if p.Branching() {
		n = 1
	}
	for _, h := range p.Holes {
		n = min(n+g.Rules[h].MinSteps, Unbounded)
	}
	return n
}

// maxSteps sets MaxSteps. It is Unbounded for a rule that leads to itself, or to
// such a rule.
func (g *Grammar) maxSteps() {
	const unknown, underWay = -1, -2
	for i := range g.Rules {
		g.Rules[i].MaxSteps = unknown
	}
	var visit func(i int) int
	visit = func(i int) int {
		r := &g.Rules[i]
		switch r.MaxSteps {
		case underWay:
			return Unbounded
		case unknown:
			r.MaxSteps = underWay
			most := 0
			for _, j := range r.Branching {
				n := 1
				for _, h := range r.Productions[j].Holes {
					n = min(n+visit(h), Unbounded)
				}
				most = max(most, n)
			}
			r.MaxSteps = most
		}
		return r.MaxSteps
	}
	for i := range g.Rules {
		visit(i)
	}
}
