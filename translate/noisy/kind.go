package noisy

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/edit"
)

// Kind is a kind of mistake.
type Kind uint8

// The kinds, in the order in which they are applied. All but the last two edit the
// tree, and have the names of the diagnoses.
const (
	NegationDropped Kind = iota + 1
	NegationMisplaced
	Scope
	OperatorSwapped
	QuantifierSwapped
	PartLost // an argument, a literal of a chain, or a symbol is dropped
	SymbolRenamed
	ConstantVariable
	StarMisplaced
	StarPlus
	ParenthesesLost // one parenthesis is dropped
	Prose           // words surround the formula
	lastKind        = Prose
)

// edits are the kinds of edit of the tree.
var edits = map[Kind]edit.Kind{
	NegationDropped: edit.NegationDropped, NegationMisplaced: edit.NegationMisplaced, Scope: edit.Scope,
	OperatorSwapped: edit.OperatorSwapped, QuantifierSwapped: edit.QuantifierSwapped, PartLost: edit.PartLost,
	SymbolRenamed: edit.SymbolRenamed, ConstantVariable: edit.ConstantVariable,
	StarMisplaced: edit.StarMisplaced, StarPlus: edit.StarPlus,
}

// Kinds lists all kinds, in the order in which they are applied.
func Kinds() []Kind {
	ks := make([]Kind, lastKind)
	for i := range ks {
		ks[i] = Kind(i + 1)
	}
	return ks
}

func (k Kind) String() string {
	switch k {
	case ParenthesesLost:
		return "parentheses_lost"
	case Prose:
		return "prose"
	}
	return edits[k].String()
}

// ParseKind reads what String writes; the error lists the kinds.
func ParseKind(s string) (Kind, error) {
	for _, k := range Kinds() {
		if k.String() == s {
			return k, nil
		}
	}
	return 0, fmt.Errorf("kind of error %q: expected one of %s", s, strings.ReplaceAll(strings.Trim(fmt.Sprint(Kinds()), "[]"), " ", ", "))
}

// Rates are the probabilities of the kinds for each translation, from 0 to 1. A
// kind without a rate never occurs.
type Rates map[Kind]float64

// DefaultRates make about one in four translations wrong, for formulas of a few
// operators. Negation and scope dominate, the most frequent mistakes in the paper.
// The rates are not measured on any model.
func DefaultRates() Rates {
	return Rates{
		NegationDropped: 0.03, NegationMisplaced: 0.03, Scope: 0.05, OperatorSwapped: 0.03,
		QuantifierSwapped: 0.03, PartLost: 0.02, SymbolRenamed: 0.02, ConstantVariable: 0.02,
		StarMisplaced: 0.05, StarPlus: 0.05, ParenthesesLost: 0.01, Prose: 0.01,
	}
}

// ParseRates reads "negation_dropped=0.05,prose=0.01". "default" stands for
// DefaultRates, and "all=0.1" for that rate of every kind. Later items override
// earlier ones. The empty string is no noise.
func ParseRates(s string) (Rates, error) {
	rates := Rates{}
	for item := range strings.SplitSeq(s, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		if item == "default" {
			maps.Copy(rates, DefaultRates())
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

// String writes the positive rates in the order of the kinds, as ParseRates reads
// them.
func (r Rates) String() string {
	var items []string
	for _, k := range Kinds() {
		if rate, ok := r[k]; ok && rate > 0 {
			items = append(items, k.String()+"="+strconv.FormatFloat(rate, 'g', -1, 64))
		}
	}
	return strings.Join(items, ",")
}
