package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// Kind is the mistake that an edit makes.
type Kind uint8

// The kinds.
const (
	NegationDropped   Kind = iota + 1 // ¬A becomes A
	NegationAdded                     // A becomes ¬A
	NegationMisplaced                 // ¬(A ∧ B) becomes ¬A ∧ B, ¬A ∧ B becomes A ∧ ¬B
	OperatorSwapped                   // A ∧ B becomes A ∨ B
	QuantifierSwapped                 // ∀x becomes ∃x, ∀x ∃y becomes ∃y ∀x
	Scope                             // A ∧ (B ∨ C) becomes (A ∧ B) ∨ C, ∀x (A ∧ B) becomes (∀x A) ∧ B
	SymbolRenamed                     // p becomes q
	ConstantVariable                  // P(x) becomes P(a), or the reverse
	ArgumentOrder                     // R(a, b) becomes R(b, a), A → B becomes B → A
	Arity                             // R(a, b) becomes R(a), or the reverse
	PartLost                          // A ∧ B becomes A
	PartAdded                         // A becomes A ∧ B
	StarMisplaced                     // (01)* becomes 01*
	StarPlus                          // 0* becomes 0+, or the reverse
	lastKind          = StarPlus
)

var kinds = [...]struct {
	name    record.Diagnosis
	inverse Kind // 0: the kind itself
}{
	NegationDropped:   {record.NegationDropped, NegationAdded},
	NegationAdded:     {record.NegationAdded, NegationDropped},
	NegationMisplaced: {name: record.NegationMisplaced},
	OperatorSwapped:   {name: record.OperatorSwapped},
	QuantifierSwapped: {name: record.QuantifierSwapped},
	Scope:             {name: record.ScopeWrong},
	SymbolRenamed:     {name: record.SymbolRenamed},
	ConstantVariable:  {name: record.ConstantVariable},
	ArgumentOrder:     {name: record.ArgumentOrder},
	Arity:             {name: record.Arity},
	PartLost:          {record.PartLost, PartAdded},
	PartAdded:         {record.PartAdded, PartLost},
	StarMisplaced:     {name: record.StarMisplaced},
	StarPlus:          {name: record.StarPlus},
}

// Kinds lists all kinds.
func Kinds() []Kind {
	ks := make([]Kind, lastKind)
	for i := range ks {
		ks[i] = Kind(i + 1)
	}
	return ks
}

// Inverse is the kind of the edits that undo edits of kind k.
func (k Kind) Inverse() Kind {
	if inverse := kinds[k].inverse; inverse != 0 {
		return inverse
	}
	return k
}

// Diagnosis is the name of the kind in rows.
func (k Kind) Diagnosis() record.Diagnosis { return kinds[k].name }

func (k Kind) String() string {
	if k >= 1 && k <= lastKind {
		return string(kinds[k].name)
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Parse reads what String writes; the error lists the kinds.
func Parse(s string) (Kind, error) {
	for k := range slices.Values(Kinds()) {
		if k.String() == s {
			return k, nil
		}
	}
	return 0, fmt.Errorf("kind of edit %q: expected one of %s", s, strings.ReplaceAll(strings.Trim(fmt.Sprint(Kinds()), "[]"), " ", ", "))
}
