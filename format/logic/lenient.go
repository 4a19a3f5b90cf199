package logic

import "strings"

// A Leniency is a kind of repair that Options.Lenient makes, as rows name it in the column
// leniencies.
type Leniency string

// The repairs.
const (
	QuotedName       Leniency = "quoted_name"       // "Walden" for Walden
	SpacedName       Leniency = "spaced_name"       // new york for newyork, among arguments
	NumberUnit       Leniency = "number_unit"       // $2000, 50% or 8 pm, among arguments
	QuantifierPhrase Leniency = "quantifier_phrase" // there exists x such that P(x), no x. P(x)
	CommaConjunction Leniency = "comma_conjunction" // ∀x (P(x), Q(x) → R(x)) for ∀x (P(x) ∧ Q(x) → R(x))
	SurplusBracket   Leniency = "surplus_bracket"   // a surplus closing bracket
	MissingBracket   Leniency = "missing_bracket"   // a missing closing bracket, at the end
	Comparison       Leniency = "comparison"        // x > 5 for less_than(5, x)
)

// Leniencies are the repairs in the order of the column.
var Leniencies = []Leniency{QuotedName, SpacedName, NumberUnit, QuantifierPhrase, CommaConjunction, SurplusBracket, MissingBracket, Comparison}

// A repair is the state of a parser that the default reading does not need.
type repair struct {
	none        bool // "no x" was read
	repairs     map[Leniency]bool
	within      int             // number of argument lists around p.pos
	surplus     int             // offset of a surplus bracket, if p.err reports one
	missing     byte            // the closing bracket that is missing at the end
	missingAt   int             // the offset of missing
	spaced      map[string]bool // folded words of names with spaces
	spacedNames map[string]bool // folded names with spaces
	constants   map[string]int  // by key: uses of a quoted or spaced name or an amount
	uses        map[string]int  // by key: uses of a name as a term without arguments
	arrowSides  []string        // folded heads of the sides of <= and >; see noteArrow
}

// leniencies lists the repairs of the parser.
func (p *parser) leniencies() (all []Leniency) {
	for _, l := range Leniencies {
		if p.repair != nil && p.repairs[l] {
			all = append(all, l)
		}
	}
	return all
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
	case f == nil && p.surplus > 0 && strings.HasPrefix(p.err.Found, "a surplus") && !p.repairs[MissingBracket]:
		f, p = p.rebracketed(SurplusBracket)
	case f != nil && p.repairs[MissingBracket]:
		f, p = p.rebracketed(MissingBracket)
	}
	if f != nil && p.scoped && (p.none || p.repairs[CommaConjunction]) {
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
	p.lenient, p.repair = true, &repair{repairs: map[Leniency]bool{}}
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
		p.repairs[CommaConjunction] = true
	case sym == symAnd:
	case p.level.comma && (p.level.other || sym != symImplies):
		return p.fail(p.pos, `"∧" beside a comma`)
	default:
		p.level.other = true
	}
	return true
}
