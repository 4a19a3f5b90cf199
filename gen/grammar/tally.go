package grammar

// A Count is a quantity that is counted in derivations.
type Count int

// The counts. As in rows, ¬ is one of Operators only if no atom directly follows it.
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

// A Tally holds the counts of a derivation. They are computed from its
// productions, without its text. They are exact for grammars whose terminals are
// single tokens and that put operators in parentheses. For other grammars they
// are a guess, which affects only where the generator searches.
type Tally [numCounts]int32

func (t *Tally) add(o *Tally) {
	for i := range t {
		t[i] += o[i]
	}
}

// OfLogic are the terminals that count in formulas of logic.
var OfLogic = map[string]Count{
	"∧": And, "&": And, "&&": And, "and": And,
	"∨": Or, "|": Or, "||": Or, "or": Or, "v": Or,
	"¬": Not, "~": Not, "!": Not, "-": Not, "not": Not,
	"→": Implies, "->": Implies, "=>": Implies, "implies": Implies,
	"↔": Iff, "<->": Iff, "<=>": Iff, "iff": Iff,
	"⊕": Xor, "xor": Xor,
	"∀": Quantifiers, "all": Quantifiers, "forall": Quantifiers,
	"∃": Quantifiers, "exists": Quantifiers,
}

// counted holds what a production adds to the tally.
type counted struct {
	tally   Tally
	negated []bool // by hole: a ¬ directly precedes it
	unit    bool   // the production is a nonterminal in parentheses or alone
	atom    bool   // the production is an atom in parentheses or alone
}

func countProduction(p *Production, operators map[string]Count) counted {
	c := counted{negated: make([]bool, len(p.Holes))}
	if p.Branching() {
		c.tally[Depth] = 1
	}
	if at := enclosed(p.Symbols, 0); at >= 0 && len(p.Symbols) == 2*at+1 {
		c.atom, c.unit = isAtom(p.Symbols[at]), p.Symbols[at].Kind == Nonterminal
	}
	holes := 0 // so far
	for i, s := range p.Symbols {
		switch s.Kind {
		case Nonterminal:
			holes++
		case Proposition:
			c.tally[Propositions]++
		case Predicate:
			c.tally[Predicates]++
		case Terminal:
			op, ok := operators[s.Text]
			if !ok {
				continue
			}
			if op != Operators {
				c.tally[op]++
			}
			if op == Quantifiers {
				continue
			}
			if at := enclosed(p.Symbols, i+1); op == Not && at >= 0 {
				if isAtom(p.Symbols[at]) { // ¬ of an atom is no operator
					continue
				}
				if p.Symbols[at].Kind == Nonterminal {
					c.negated[holes] = true
				}
			}
			c.tally[Operators]++
		}
	}
	return c
}

// enclosed skips the opening parentheses at place from. It returns the place of the
// symbol behind them if as many closing parentheses follow that symbol, else -1.
func enclosed(symbols []Symbol, from int) int {
	isText := func(i int, text string) bool {
		return i < len(symbols) && symbols[i].Kind == Terminal && symbols[i].Text == text
	}
	at := from
	for isText(at, "(") {
		at++
	}
	for i := range at - from {
		if !isText(at+1+i, ")") {
			return -1
		}
	}
	if at == len(symbols) {
		return -1
	}
	return at
}

func isAtom(s Symbol) bool { return s.Kind == Proposition || s.Kind == Predicate }
