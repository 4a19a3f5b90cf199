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

// A Symbol is one symbol of a right side.
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

	// MinSteps and MaxSteps bound the branching productions of a derivation
	// of a string from this nonterminal; MaxSteps is Unbounded where there is
	// no bound.
	MinSteps, MaxSteps int
}

// Unbounded is the MaxSteps of a nonterminal with derivations of any length.
// It is small enough to be added up.
const Unbounded = 1 << 40

// A Grammar is a checked context-free grammar; Rules[0] is of the start
// symbol. It is immutable, and goroutines may share it.
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

// String writes the grammar in the form that Parse reads, a rule a line.
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
