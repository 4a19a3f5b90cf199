package noisy

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is a kind of mistake.
type Kind uint8

// The kinds, in the order in which they are applied.
const (
	NegationDropped   Kind = iota + 1 // ¬A becomes A
	NegationMisplaced                 // ¬A ∧ B becomes A ∧ ¬B, ¬(A ∧ B) becomes ¬A ∧ B
	ScopeWrong                        // A ∧ (B ∨ C) becomes (A ∧ B) ∨ C, ∀x (A ∧ B) becomes (∀x A) ∧ B
	ConnectiveSwapped                 // ∧ becomes ∨, or the other way
	QuantifierSwapped                 // ∀ becomes ∃, or the other way
	NameLost                          // an argument, an operand or a symbol is left out
	NameChanged                       // a name of the formula stands where another was
	ConstantVariable                  // a constant stands where a variable was, or the other way
	StarMisplaced                     // 1*0 becomes 10*, (01)* becomes 01*
	StarPlus                          // * becomes +
	ParenthesesLost                   // one parenthesis is left out
	Prose                             // words stand around the formula
	lastKind          = Prose
)

var kindNames = [...]string{
	NegationDropped: "negation_dropped", NegationMisplaced: "negation_misplaced", ScopeWrong: "scope_wrong",
	ConnectiveSwapped: "connective_swapped", QuantifierSwapped: "quantifier_swapped", NameLost: "name_lost",
	NameChanged: "name_changed", ConstantVariable: "constant_variable", StarMisplaced: "star_misplaced",
	StarPlus: "star_plus", ParenthesesLost: "parentheses_lost", Prose: "prose",
}

// Kinds are all kinds, in the order in which they are applied.
func Kinds() []Kind {
	ks := make([]Kind, 0, lastKind)
	for k := NegationDropped; k <= lastKind; k++ {
		ks = append(ks, k)
	}
	return ks
}

func (k Kind) String() string {
	if k >= NegationDropped && k <= lastKind {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// ParseKind reads what String writes; the error lists the kinds.
func ParseKind(s string) (Kind, error) {
	for _, k := range Kinds() {
		if kindNames[k] == s {
			return k, nil
		}
	}
	return 0, fmt.Errorf("kind of error %q: expected one of %s", s, strings.Join(kindNames[1:], ", "))
}

// Rates give each kind its probability per translation, from 0 to 1. A kind
// that is missing never occurs.
type Rates map[Kind]float64

// DefaultRates make about one translation in four of a formula with a few
// operators wrong, most of them by negation and scope, which the paper finds
// the most frequent mistakes. They are no measurement of any model.
func DefaultRates() Rates {
	return Rates{
		NegationDropped: 0.03, NegationMisplaced: 0.03, ScopeWrong: 0.05, ConnectiveSwapped: 0.03,
		QuantifierSwapped: 0.03, NameLost: 0.02, NameChanged: 0.02, ConstantVariable: 0.02,
		StarMisplaced: 0.05, StarPlus: 0.05, ParenthesesLost: 0.01, Prose: 0.01,
	}
}

// ParseRates reads "negation_dropped=0.05,prose=0.01". "default" stands for
// DefaultRates and "all=0.1" for that rate of every kind; what comes later
// holds. The empty string is no noise.
func ParseRates(s string) (Rates, error) {
	rates := Rates{}
	for item := range strings.SplitSeq(s, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		if item == "default" {
			for k, r := range DefaultRates() {
				rates[k] = r
			}
			continue
		}
		name, value, ok := strings.Cut(item, "=")
		if !ok {
			return nil, fmt.Errorf("noise rate %q: expected kind=rate", item)
		}
		rate, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(rate >= 0 && rate <= 1) {
			return nil, fmt.Errorf("noise rate %q: found %q, expected a number from 0 to 1", item, value)
		}
		if name = strings.TrimSpace(name); name == "all" {
			for _, k := range Kinds() {
				rates[k] = rate
			}
			continue
		}
		k, err := ParseKind(name)
		if err != nil {
			return nil, fmt.Errorf("noise rate %q: %w", item, err)
		}
		rates[k] = rate
	}
	return rates, nil
}

// String writes the rates so that ParseRates reads them, in the order of the
// kinds.
func (r Rates) String() string {
	var items []string
	for _, k := range Kinds() {
		if rate, ok := r[k]; ok && rate > 0 {
			items = append(items, k.String()+"="+strconv.FormatFloat(rate, 'g', -1, 64))
		}
	}
	return strings.Join(items, ",")
}
