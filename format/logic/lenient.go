package logic

import (
	"fmt"
	"strings"
)

// A Leniency is a kind of repair that Options.Lenient makes.
type Leniency uint8

// The repairs.
const (
	QuotedName         Leniency = iota // "Walden" for Walden
	SpacedName                         // new york for newyork, among arguments
	NumberUnit                         // $2000, 50% or 8 pm, among arguments
	TrailingQuantifier                 // P(x) for all x such that Q(x)
	QuantifierPhrase                   // there exists x such that P(x), no x. P(x)
	CommaConjunction                   // (P(x), Q(x)) for P(x) ∧ Q(x)
	SurplusBracket                     // a surplus closing bracket
	MissingBracket                     // a missing closing bracket, at the end
	Ellipsis                           // P(x) ∧ Q(x) ∧ ..., if the dots can only add
	Comparison                         // x > 5 for less_than(5, x)
	Membership                         // x ∈ D for D(x)
	ListTerm                           // [a, b] for list(a, b), {a, b} for set(a, b)
	TermDisjunction                    // P(a | b) for P(a) ∨ P(b)
	numLeniencies
)

var leniencyNames = [numLeniencies]string{
	"quoted_name", "spaced_name", "number_unit", "trailing_quantifier", "quantifier_phrase", "comma_conjunction",
	"surplus_bracket", "missing_bracket", "ellipsis", "comparison", "membership", "list_term", "term_disjunction",
}

// String returns the name that rows have in the column leniencies.
func (l Leniency) String() string {
	if l < numLeniencies {
		return leniencyNames[l]
	}
	return fmt.Sprintf("Leniency(%d)", uint8(l))
}

// Leniencies lists all repairs.
func Leniencies() []Leniency {
	var all []Leniency
	for l := range numLeniencies {
		all = append(all, l)
	}
	return all
}

// leniencies is a set of repairs.
type leniencies uint16

func (s *leniencies) add(l Leniency) { *s |= 1 << l }

func (s leniencies) has(l Leniency) bool { return s>>l&1 == 1 }

func (s leniencies) list() []Leniency {
	var out []Leniency
	for l := range numLeniencies {
		if s.has(l) {
			out = append(out, l)
		}
	}
	return out
}

// A repair is the state of a parser that the default reading does not need.
type repair struct {
	none        bool // "no x" was read
	repairs     leniencies
	within      int             // number of argument lists around p.pos
	alts        int             // number of terms a | b in the current atom
	surplus     int             // offset of a surplus bracket, if p.err reports one
	missing     byte            // the closing bracket that is missing at the end
	missingAt   int             // the offset of missing
	spaced      map[string]bool // folded words of names with spaces
	spacedNames map[string]bool // folded names with spaces
	domains     map[string]bool // folded names D of a ∈ D
	constants   map[string]int  // by key: uses of a quoted or spaced name or an amount
	uses        map[string]int  // by key: uses of a name as a term without arguments
	arrowSides  []string        // folded heads of the sides of <= and >; see noteArrow
	juxtaposed  bool            // a variable is an argument of a juxtaposed predicate
	arities     map[string]int  // arity of each juxtaposed predicate
}

// leniencies lists the repairs of the parser.
func (p *parser) leniencies() []Leniency {
	if p.repair == nil {
		return nil
	}
	return p.repairs.list()
}

// A chainLevel notes which connectives occur between the same brackets, and what precedes
// the brackets. A comma may occur beside ∧. As in rules, it may occur before one →, in
// the brackets behind ∀x. Elsewhere it could end a formula. Behind a negation, it is
// refused: ¬(p, q) may mean ¬p ∧ ¬q. At the beginning of an argument of a connective it is
// refused, too: Or((p, q)) may mean p ∨ q.
type chainLevel struct{ comma, arrow, other, rule, negated, argument bool }

// readLenient reads, with repairs, a text that Parse refuses. If there is no reading or
// more than one, the formula is nil, and the parser holds the error.
func readLenient(s string, o Options) (*Formula, *parser) {
	f, first := repaired(s, o)
	p := first
	switch {
	case f == nil && p.surplus > 0 && strings.HasPrefix(p.err.Found, "a surplus") && !p.repairs.has(MissingBracket):
		f, p = p.bracketed(SurplusBracket)
	case f != nil && p.repairs.has(MissingBracket):
		f, p = p.bracketed(MissingBracket)
	}
	if f != nil && p.scoped && (p.none || p.repairs&scopedRepairs != 0) {
		f, p = p.underAnyScope(first)
	}
	if f == nil {
		first.fail(first.pos, "a formula")
		return nil, first
	}
	return f, p
}

// scopedRepairs are the repairs of signs that may end the scope of a quantifier. An
// operator behind "no x. P(x)" may end it, too.
const scopedRepairs leniencies = 1<<TrailingQuantifier | 1<<CommaConjunction

// underAnyScope reads the text of p for each scope. If these readings differ, the formula
// is nil, and first holds the error.
func (p *parser) underAnyScope(first *parser) (*Formula, *parser) {
	var rs readings
	o := p.Options
	for scope := range scopeNames {
		o.Scope = Scope(scope)
		rs.try(p.s, o)
	}
	f, q := rs.only(first, func(*Formula) bool { return false })
	if f != nil {
		q.Scope, q.scoped = p.Scope, false
		q.repairs |= p.repairs
	}
	return f, q
}

// repaired reads s with all repairs except SurplusBracket. If it fails, the formula is
// nil, and the parser holds the error.
func repaired(s string, o Options) (*Formula, *parser) {
	p := newParser(s, o)
	p.lenient, p.repair = true, new(repair)
	if p.latex && onlyCurrency(s) {
		p.latex = false
	}
	f := p.parse()
	if p.err != nil || !p.unambiguous(f) {
		return nil, p
	}
	return f, p
}

// onlyCurrency reports whether s has no LaTeX command, and every dollar sign belongs to
// an amount of money: $2000, 2000$.
func onlyCurrency(s string) bool {
	if text := strings.TrimSpace(s); text[0] == '$' && text[len(text)-1] == '$' {
		return false
	}
	for i := range len(s) {
		if s[i] == '$' && !(i+1 < len(s) && isDigit(s[i+1])) && !(i > 0 && isDigit(s[i-1])) {
			return false
		}
	}
	return !holdsLaTeX(strings.ReplaceAll(s, "$", ""))
}

// combine notes the connective sym at p.pos, which the parser reads next. It returns
// false if sym is a comma with two readings, or is beside such a comma.
func (p *parser) combine(sym symbol) bool {
	if sym == symXor || sym == symIff || sym == symImplies && p.repairs.has(Ellipsis) {
		p.reversing = true
	}
	switch comma := p.s[p.pos] == ','; {
	case comma && (p.level.other || p.level.arrow):
		return p.fail(p.pos, `")" or an operator`)
	case comma && p.level.negated:
		return p.fail(p.pos, "no comma in negated brackets")
	case comma && p.level.argument:
		return p.fail(p.pos, "no comma in the brackets of an argument")
	case comma:
		p.level.comma = true
		p.repairs.add(CommaConjunction)
	case sym == symImplies && p.level.comma && (p.level.arrow || !p.level.rule):
		return p.fail(p.pos, `"∧" beside a comma`)
	case sym == symImplies:
		p.level.arrow = true
	case sym != symAnd && sym != symImplies && p.level.comma:
		return p.fail(p.pos, `"∧" beside a comma`)
	case sym != symAnd:
		p.level.other = true
	}
	return true
}

// ellipsis reads the dots behind the ∧ that ends at offset end, if a closing bracket or
// the end of the text follows. The omitted operands strengthen the conjunction, unless a
// negation, an implication or an equivalence around it reverses that.
func (p *parser) ellipsis(sym symbol, end int) bool {
	at := p.pos
	p.pos = p.skipSpace(end)
	dots := "..."
	if strings.HasPrefix(p.s[p.pos:], "…") {
		dots = "…"
	}
	if sym == symAnd && p.s[at] != ',' && strings.HasPrefix(p.s[p.pos:], dots) {
		p.pos = p.skipSpace(p.pos + len(dots))
		if c, _ := p.bracket(p.pos); c != 0 && closer[c] == 0 || p.endsAt(p.pos) {
			p.repairs.add(Ellipsis)
			return true
		}
	}
	p.pos = at
	return false
}
