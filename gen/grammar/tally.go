package grammar

// Count names what is counted of a derivation.
type Count int

// The counts. Operators is as in the row: ¬ counts only where no atom directly
// follows it.
const (
	Operators Count = iota
	And
	Or
	Not
	Implies
	Iff
	Xor
	Quantifiers
	Predicates
	Propositions
	Depth
	numCounts
)

// A Tally holds the counts of a derivation, read off its productions without
// building or parsing its text. It is right for grammars whose terminals are
// single tokens and that put operators between parentheses, and a guess for
// others: it says where to look, and the text alone is counted in the end.
type Tally [numCounts]int32

func (t *Tally) add(o *Tally) {
	for i := range t {
		t[i] += o[i]
	}
}

// operators are the terminals that count.
var operators = map[string]Count{
	"∧": And, "&": And, "&&": And, "and": And,
	"∨": Or, "|": Or, "||": Or, "or": Or, "v": Or,
	"¬": Not, "~": Not, "!": Not, "-": Not, "not": Not,
	"→": Implies, "->": Implies, "=>": Implies, "implies": Implies,
	"↔": Iff, "<->": Iff, "<=>": Iff, "iff": Iff,
	"⊕": Xor, "xor": Xor,
	"∀": Quantifiers, "all": Quantifiers, "forall": Quantifiers,
	"∃": Quantifiers, "exists": Quantifiers,
}

// counted is what a production adds to the tally.
type counted struct {
	tally   Tally
	negated []bool // by hole: a ¬ directly precedes it
	unit    int    // the hole that is all of the production but parentheses, or -1
	atom    bool   // an atom is all of the production but parentheses
}

func countProduction(p *Production) counted {
	c := counted{negated: make([]bool, len(p.Holes)), unit: -1}
	if p.Branching() {
		c.tally[Depth] = 1
	}
	if at, ok := enclosed(p.Symbols, 0); ok && closes(p.Symbols, at) {
		c.atom = isAtom(p.Symbols[at])
		if p.Symbols[at].Kind == Nonterminal {
			c.unit = 0
		}
	}
	for i, s := range p.Symbols {
		switch s.Kind {
		case Proposition:
			c.tally[Propositions]++
		case Predicate:
			c.tally[Predicates]++
		case Terminal:
			c.terminal(p, i)
		}
	}
	return c
}

// terminal counts the terminal at i.
func (c *counted) terminal(p *Production, i int) {
	op, ok := operators[p.Symbols[i].Text]
	if !ok {
		return
	}
	c.tally[op]++
	switch op {
	case Quantifiers:
		return
	case Not:
		at, ok := enclosed(p.Symbols, i+1)
		if ok && isAtom(p.Symbols[at]) {
			return
		}
		if ok && p.Symbols[at].Kind == Nonterminal {
			c.negated[holesBefore(p, at)] = true
		}
	}
	c.tally[Operators]++
}

// enclosed returns the place of the symbol that follows at from, alone within
// as many parentheses as open before it.
func enclosed(symbols []Symbol, from int) (int, bool) {
	at := from
	for at < len(symbols) && isText(symbols[at], "(") {
		at++
	}
	if at == len(symbols) {
		return 0, false
	}
	for i := range at - from {
		if j := at + 1 + i; j >= len(symbols) || !isText(symbols[j], ")") {
			return 0, false
		}
	}
	return at, true
}

// closes reports whether nothing but closing parentheses follows at.
func closes(symbols []Symbol, at int) bool {
	for _, s := range symbols[at+1:] {
		if !isText(s, ")") {
			return false
		}
	}
	return true
}

func isText(s Symbol, text string) bool {
	return s.Kind == Terminal && s.Text == text
}

func isAtom(s Symbol) bool {
	return s.Kind == Proposition || s.Kind == Predicate
}

func holesBefore(p *Production, at int) int {
	n := 0
	for _, s := range p.Symbols[:at] {
		if s.Kind == Nonterminal {
			n++
		}
	}
	return n
}
