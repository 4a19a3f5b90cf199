package grammar

import (
	"slices"
	"strings"
)

// Kind is the kind of a symbol.
type Kind uint8

// The kinds of symbol.
const (
	Nonterminal Kind = iota
	Terminal         // derives its Text
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

	// MinSteps is the smallest number of branching productions in a derivation of a
	// string from this nonterminal.
	MinSteps int
}

// Unbounded is the MinSteps of a nonterminal that derives no string. Sums of it do not
// overflow.
const Unbounded = 1 << 40

// A Grammar is a checked context-free grammar. Rules[0] belongs to the start symbol.
// It is immutable and safe for concurrent use.
type Grammar struct {
	File  string
	Rules []Rule

	// Operators are the terminals that derivations count, each with its count; nil:
	// OfLogic.
	Operators map[string]Count
}

// Terminals lists the different terminals, in the order of the rules.
func (g *Grammar) Terminals() []string {
	var all []string
	for _, r := range g.Rules {
		for _, p := range r.Productions {
			for _, s := range p.Symbols {
				if s.Kind == Terminal && !slices.Contains(all, s.Text) {
					all = append(all, s.Text)
				}
			}
		}
	}
	return all
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

// String returns the grammar in the syntax of Parse, with one rule on a line.
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

// analyse sets the fields of every rule that depend on its productions.
func (g *Grammar) analyse() {
	steps := func(i, j int) int { return min(len(g.Rules[i].Productions[j].Holes), 1) }
	least := g.least(steps)
	for i := range g.Rules {
		r := &g.Rules[i]
		r.MinSteps = least[i]
		for j := range r.Productions {
			p := &r.Productions[j]
			if p.Branching() {
				r.Branching = append(r.Branching, j)
			} else {
				r.Terminal = append(r.Terminal, j)
			}
		}
	}
}

// least returns the smallest total weight of a derivation from each rule, by iteration
// to the least fixed point (D. E. Knuth, A generalization of Dijkstra's algorithm,
// Information Processing Letters 6, 1977, 1-5). Grammars are too small to need the
// priority queue of Knuth's algorithm. The weight is Unbounded for rules that derive no
// string.
func (g *Grammar) least(weight func(rule, production int) int) []int {
	least := slices.Repeat([]int{Unbounded}, len(g.Rules))
	for changed := true; changed; {
		changed = false
		for i := range g.Rules {
			for j := range g.Rules[i].Productions {
				if n := g.Rules[i].Productions[j].total(weight(i, j), least); n < least[i] {
					least[i], changed = n, true
				}
			}
		}
	}
	return least
}

// total returns the least weight of a derivation that begins with p, at most Unbounded.
func (p *Production) total(own int, least []int) int {
	for _, h := range p.Holes {
		own = min(own+least[h], Unbounded)
	}
	return own
}

// reach marks the rules that derivations from a rule use.
func (g *Grammar) reach(rule int, reached []bool) {
	if reached[rule] {
		return
	}
	reached[rule] = true
	for _, p := range g.Rules[rule].Productions {
		for _, h := range p.Holes {
			g.reach(h, reached)
		}
	}
}
