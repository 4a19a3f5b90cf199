package logic

import (
	"fmt"
	"strings"
)

// A Leniency is a kind of repair that Options.Lenient makes.
type Leniency uint8

// The repairs.
const (
	QuotedName       Leniency = iota // "Walden" for Walden
	SpacedName                       // new york for newyork, among arguments
	NumberUnit                       // $2000, 50% or 8 pm, among arguments
	QuantifierPhrase                 // there exists x such that P(x), no x. P(x)
	CommaConjunction                 // ∀x (P(x), Q(x) → R(x)) for ∀x (P(x) ∧ Q(x) → R(x))
	SurplusBracket                   // a surplus closing bracket
	MissingBracket                   // a missing closing bracket, at the end
	Comparison                       // x > 5 for less_than(5, x)
	numLeniencies
)

var leniencyNames = [numLeniencies]string{
	"quoted_name", "spaced_name", "number_unit", "quantifier_phrase", "comma_conjunction", "surplus_bracket", "missing_bracket", "comparison",
}

// String returns the name that rows have in the column leniencies.
func (l Leniency) String() string {
	if l < numLeniencies {
		return leniencyNames[l]
	}
	return fmt.Sprintf("Leniency(%d)", uint8(l))
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
	surplus     int             // offset of a surplus bracket, if p.err reports one
	missing     byte            // the closing bracket that is missing at the end
	missingAt   int             // the offset of missing
	spaced      map[string]bool // folded words of names with spaces
	spacedNames map[string]bool // folded names with spaces
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

// A chainLevel notes which connectives occur between the same brackets. If the brackets are
// those behind ∀x (rule), a comma may occur beside ∧, and before one →, as in rules. Elsewhere
// it could end a formula.
type chainLevel struct{ rule, comma, other bool }

// readLenient reads, with repairs, a text that Parse refuses. If there is no reading or
// more than one, the formula is nil, and the parser holds the error.
func readLenient(s string, o Options) (*Formula, *parser) {
	f, p := repaired(s, o)
	switch {
	case f == nil && p.surplus > 0 && strings.HasPrefix(p.err.Found, "a surplus") && !p.repairs.has(MissingBracket):
		f, p = p.withoutSurplus()
	case f != nil && p.repairs.has(MissingBracket):
		f, p = p.bracketed()
	}
	if f != nil && p.scoped && (p.none || p.repairs.has(CommaConjunction)) {
		p.fail(0, "brackets that show how far each quantifier reaches")
		return nil, p
	}
	if f == nil {
		p.fail(p.pos, "a formula")
	}
	return f, p
}

// repaired reads s with repairs. If it fails, the formula is nil, and the parser holds the
// error.
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
	switch comma := p.s[p.pos] == ','; {
	case comma && p.level.other:
		return p.fail(p.pos, `")" or an operator`)
	case comma:
		p.level.comma = true
		p.repairs.add(CommaConjunction)
	case sym == symAnd:
	case p.level.comma && (p.level.other || sym != symImplies):
		return p.fail(p.pos, `"∧" beside a comma`)
	default:
		p.level.other = true
	}
	return true
}
