package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Formalism is the name of the formal syntax of a row's formulas. It is open: package
// formalism describes the known ones.
type Formalism string

// The names of the known formalisms.
const (
	Propositional Formalism = "propositional"
	FirstOrder    Formalism = "first_order"
	Regex         Formalism = "regex"
	RegexBrics    Formalism = "regex_brics" // in the dialect of dk.brics.automaton
	LTL           Formalism = "ltl"
)

// Outcome is how the last model call of a row ended.
type Outcome string

// The outcomes.
const (
	OK        Outcome = "ok"
	Truncated Outcome = "truncated"
	Refused   Outcome = "refused"
	Empty     Outcome = "empty"
	TooLong   Outcome = "too_long" // the reply exceeds the size limit, so it is not read
	Timeout   Outcome = "timeout"
	HTTP4xx   Outcome = "http_4xx"
	HTTP429   Outcome = "http_429"
	HTTP5xx   Outcome = "http_5xx"
	Canceled  Outcome = "canceled"
	Abstained Outcome = "abstained" // vote has chosen no answer
)

// Verdict is the result of verify. The first five say whether two formulas are
// equivalent; Entailed, Refuted and Uncertain say whether premises entail a
// conclusion.
type Verdict string

// The verdicts.
const (
	Equivalent    Verdict = "equivalent"
	NotEquivalent Verdict = "not_equivalent"
	Unknown       Verdict = "unknown"
	Noncompliant  Verdict = "noncompliant" // fs_out does not parse
	Unverifiable  Verdict = "error"        // there is nothing to verify
	Entailed      Verdict = "true"
	Refuted       Verdict = "false"
	Uncertain     Verdict = "uncertain"
)

// Relation is the logical relation of fs_out to fs, if known.
type Relation string

// The relations.
const (
	RelEquivalent   Relation = "equivalent"
	RelStronger     Relation = "stronger" // fs_out ⊨ fs
	RelWeaker       Relation = "weaker"   // fs ⊨ fs_out
	RelIncomparable Relation = "incomparable"
)

// Results, beside RelEquivalent, of a search for an alignment: a mapping of names that
// makes the two formulas equivalent.
const (
	RelNone    Relation = "none"    // there is no such mapping
	RelUnknown Relation = "unknown" // none was found
)

// Diagnosis is the kind of a mistake in fs_out: one edit, or the same edit in several
// places, makes fs_out equivalent to fs.
type Diagnosis string

// The diagnoses; A for B means A instead of B.
const (
	NegationDropped   Diagnosis = "negation_dropped"   // A instead of ¬A
	NegationAdded     Diagnosis = "negation_added"     // ¬A instead of A
	NegationMisplaced Diagnosis = "negation_misplaced" // ¬A ∧ B instead of ¬(A ∧ B) or A ∧ ¬B
	OperatorSwapped   Diagnosis = "operator_swapped"   // one connective instead of another
	QuantifierSwapped Diagnosis = "quantifier_swapped" // ∀ for ∃, the reverse, or two in the wrong order
	ScopeWrong        Diagnosis = "scope"              // A ∧ (B ∨ C) for (A ∧ B) ∨ C; a quantifier reaches too far, or not far enough
	SymbolRenamed     Diagnosis = "symbol_renamed"     // one name instead of another
	ConstantVariable  Diagnosis = "constant_variable"  // a constant for a variable, or the reverse
	ArgumentOrder     Diagnosis = "argument_order"     // r(x, y) for r(y, x), A → B for B → A
	Arity             Diagnosis = "arity"              // an argument too many, or one too few
	PartLost          Diagnosis = "part_lost"          // an operand, or a symbol of a regular expression, is missing
	PartAdded         Diagnosis = "part_added"         // a part is superfluous
	StarMisplaced     Diagnosis = "star_misplaced"     // 01* for (01)*
	StarPlus          Diagnosis = "star_plus"          // + for *, or the reverse
	TemporalSwapped   Diagnosis = "temporal_swapped"   // G for F, or another temporal operator for another one
	TemporalDropped   Diagnosis = "temporal_dropped"   // A instead of X A, G A or F A
	TemporalAdded     Diagnosis = "temporal_added"     // X A, G A or F A instead of A
	UntilSwapped      Diagnosis = "until_swapped"      // W for U, M for R, or the reverse: whether the event must happen

	// Mistakes that are made in the same way in several places.
	QuantifiedConstant Diagnosis = "quantified_constant" // ∃c p(c) for p(c)
	Renaming           Diagnosis = "renaming"            // each name replaces another one

	OtherMistake Diagnosis = "other" // no such edit was found
)

// ParseRelation reads a relation; the error lists all of them.
func ParseRelation(s string) (Relation, error) {
	if slices.Contains(relations, Relation(s)) {
		return Relation(s), nil
	}
	return "", fmt.Errorf("relation %q: expected one of %s", s, strings.Join(names(relations), ", "))
}

// The names of the closed types.
var (
	verdicts   = []Verdict{Equivalent, NotEquivalent, Unknown, Noncompliant, Unverifiable, Entailed, Refuted, Uncertain}
	outcomes   = []Outcome{OK, Truncated, Refused, Empty, TooLong, Timeout, HTTP4xx, HTTP429, HTTP5xx, Canceled, Abstained}
	relations  = []Relation{RelEquivalent, RelStronger, RelWeaker, RelIncomparable}
	alignments = []Relation{RelEquivalent, RelNone, RelUnknown}
)

// CheckNames returns a *FieldError if a verdict, the outcome or a relation is none of its
// type. Rows of other programs may have such names; counts of rows would take them for
// failures.
func (r *Row) CheckNames() error {
	for i := range r.Judgements {
		if err := checkName(fmt.Sprintf("judgements.%d.verdict", i), r.Judgements[i].Verdict, verdicts); err != nil {
			return err
		}
	}
	for _, err := range []error{
		checkName("verdict", r.Verdict, verdicts), checkName("outcome", r.Outcome, outcomes),
		checkName("relation", r.Relation, relations), checkName("relation_aligned", r.RelationAligned, alignments),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

func checkName[T ~string](field string, name T, all []T) error {
	if name == "" || slices.Contains(all, name) {
		return nil
	}
	return &FieldError{Field: field, Found: strconv.Quote(string(name)), Expected: strings.Join(names(all), ", ")}
}

// names returns the names of a closed type.
func names[T ~string](all []T) []string {
	list := make([]string, len(all))
	for i, name := range all {
		list[i] = string(name)
	}
	return list
}

func (f Formalism) String() string { return string(f) }
func (o Outcome) String() string   { return string(o) }
func (v Verdict) String() string   { return string(v) }
func (r Relation) String() string  { return string(r) }
func (d Diagnosis) String() string { return string(d) }
