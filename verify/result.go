package verify

import (
	"encoding/json"
	"fmt"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// The reasons of unknown verdicts. The reason of noncompliant is the syntax
// error, and the reason of error is what is missing.
const (
	ReasonTimeout         = answer.ReasonTimeout
	ReasonResource        = answer.ReasonResource
	ReasonIncomplete      = answer.ReasonIncomplete
	ReasonNoProver        = answer.ReasonNoProver
	ReasonProver          = answer.ReasonProver
	ReasonWitnessRejected = answer.ReasonWitnessRejected
	ReasonPanic           = "panic"        // an engine broke down: a bug
	ReasonDisagreement    = "disagreement" // engines contradict each other: a bug
)

// A Result is the outcome for a pair or an argument.
type Result struct {
	Verdict  record.Verdict
	Reason   string
	Engine   string // that gave the verdict; two, joined by +, where each proved a direction
	Relation record.Relation

	Witness     *Witness     // of not_equivalent, false and uncertain
	Certificate *Certificate // of equivalent, true and false

	// Disagreement is the share of assignments, or of strings, on which the two
	// differ, if Options.Disagreement asks for it.
	Disagreement *prop.Disagreement

	// Strings counts the strings that two regular expressions accept, if
	// Options.Disagreement asks for it.
	Strings *StringCounts

	// ScopeSensitive means that another reading of the quantifiers' scope has
	// another verdict.
	ScopeSensitive bool
	// FreeVariableSensitive means that the other reading of free names that look
	// like variables, as constants or closed universally, has another verdict.
	FreeVariableSensitive bool
	// Leniencies name the repairs that Options.Formula.Lenient made; those of the left
	// side begin with GoldLeniency.
	Leniencies []string
	// Surprises say why the reading may not be the intended one: SurpriseVacuous,
	// SurpriseDisjoint, SurpriseArities.
	Surprises []string
	// Warnings are for the user, beside the verdict.
	Warnings []string
}

// A Witness shows that two sides differ. Its JSON form is one of
//
//	{"kind":"assignment","assignment":{"p1":true,"p2":false},"left":true,"right":false}
//	{"kind":"structure","structure":{"size":2,...},"left":false,"right":true}
//	{"kind":"string","string":"10","accepted_by":"left"}
//
// where left and right are the truth values of the two sides; an assignment of
// a first-order pair names its ground atoms. For a verdict of uncertain it is
//
//	{"kind":"models","true":{"size":1,...},"false":{"size":2,...}}
//
// two structures in which all premises hold: the conclusion is true in the first
// and false in the second. Package check documents the form of structures. A witness
// of another kind has its content in value; that of kind word is a check.Word.
type Witness struct {
	Kind       string           `json:"kind"`
	Assignment map[string]bool  `json:"assignment,omitempty"`
	Structure  *check.Structure `json:"structure,omitempty"`
	Left       *bool            `json:"left,omitempty"`
	Right      *bool            `json:"right,omitempty"`
	String     *string          `json:"string,omitempty"`
	AcceptedBy string           `json:"accepted_by,omitempty"` // left or right
	True       *check.Structure `json:"true,omitempty"`
	False      *check.Structure `json:"false,omitempty"`
	Value      json.RawMessage  `json:"value,omitempty"` // of other kinds; its form belongs to the kind
}

// The kinds of witness.
const (
	KindAssignment = "assignment"
	KindStructure  = "structure"
	KindString     = "string"
	KindModels     = "models"
	KindWord       = "word"    // of linear temporal logic
	KindChecker    = "checker" // of a program of the user; it is not checked
)

// JSON encodes the witness for a row.
func (w *Witness) JSON() (string, error) {
	b, err := json.Marshal(w)
	if err != nil {
		return "", fmt.Errorf("witness: %w", err)
	}
	return string(b), nil
}

// ParseWitness reads a witness. It may come from anywhere.
func ParseWitness(s string) (*Witness, error) {
	w := new(Witness)
	if err := json.Unmarshal([]byte(s), w); err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	return w, nil
}

// A Certificate describes the proof of an equivalence or an entailment.
type Certificate = answer.Certificate

// relation compares the second side with the first, given the answers for both
// implications. It is empty if one is unknown and matters.
func relation(forward, back answer.Status) record.Relation {
	switch {
	case forward == answer.Yes && back == answer.Yes:
		return record.RelEquivalent
	case forward == answer.No && back == answer.No:
		return record.RelIncomparable
	case forward == answer.Yes && back == answer.No:
		return record.RelWeaker
	case forward == answer.No && back == answer.Yes:
		return record.RelStronger
	}
	return ""
}
