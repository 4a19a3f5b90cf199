package record

import (
	"fmt"
	"slices"
	"strings"
)

// Formalism is the formal syntax of a row's formulas.
type Formalism string

// The formalisms.
const (
	Propositional Formalism = "propositional"
	FirstOrder    Formalism = "first_order"
	Regex         Formalism = "regex"
)

// Outcome is how the last model call of a row ended.
type Outcome string

// The outcomes.
const (
	OK        Outcome = "ok"
	Truncated Outcome = "truncated"
	Refused   Outcome = "refused"
	Empty     Outcome = "empty"
	Timeout   Outcome = "timeout"
	HTTP4xx   Outcome = "http_4xx"
	HTTP429   Outcome = "http_429"
	HTTP5xx   Outcome = "http_5xx"
	Canceled  Outcome = "canceled"
)

// Verdict is what verify found of a row. The first five answer whether two
// formulas are equivalent; Entailed, Refuted and Uncertain answer instead
// whether premises entail a conclusion.
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

// Relation is how fs_out stands to fs, where known.
type Relation string

// The relations.
const (
	RelEquivalent   Relation = "equivalent"
	RelStronger     Relation = "stronger" // fs_out ⊨ fs
	RelWeaker       Relation = "weaker"   // fs ⊨ fs_out
	RelIncomparable Relation = "incomparable"
)

var (
	formalisms = []Formalism{Propositional, FirstOrder, Regex}
	outcomes   = []Outcome{OK, Truncated, Refused, Empty, Timeout, HTTP4xx, HTTP429, HTTP5xx, Canceled}
	verdicts   = []Verdict{Equivalent, NotEquivalent, Unknown, Noncompliant, Unverifiable, Entailed, Refuted, Uncertain}
	relations  = []Relation{RelEquivalent, RelStronger, RelWeaker, RelIncomparable}
)

// ParseFormalism reads a formalism; the error lists those there are.
func ParseFormalism(s string) (Formalism, error) { return parse("formalism", s, formalisms) }

// ParseOutcome reads an outcome; the error lists those there are.
func ParseOutcome(s string) (Outcome, error) { return parse("outcome", s, outcomes) }

// ParseVerdict reads a verdict; the error lists those there are.
func ParseVerdict(s string) (Verdict, error) { return parse("verdict", s, verdicts) }

// ParseRelation reads a relation; the error lists those there are.
func ParseRelation(s string) (Relation, error) { return parse("relation", s, relations) }

func (f Formalism) String() string { return string(f) }
func (o Outcome) String() string   { return string(o) }
func (v Verdict) String() string   { return string(v) }
func (r Relation) String() string  { return string(r) }

// parse finds s in the closed list all.
func parse[T ~string](what, s string, all []T) (T, error) {
	if i := slices.Index(all, T(s)); i >= 0 {
		return all[i], nil
	}
	names := make([]string, len(all))
	for i, v := range all {
		names[i] = string(v)
	}
	return "", fmt.Errorf("%s %q: expected one of %s", what, s, strings.Join(names, ", "))
}
