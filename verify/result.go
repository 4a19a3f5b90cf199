package verify

import (
	"encoding/json"
	"fmt"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// The reasons of verdicts that are not decided. A verdict of noncompliant has
// the syntax error as its reason, one of error says what is missing.
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

// A Result is what is known of a pair.
type Result struct {
	Verdict  record.Verdict
	Reason   string
	Engine   string // that gave the verdict; two, joined by +, where each proved a direction
	Relation record.Relation

	Witness     *Witness     // of not_equivalent, false and uncertain
	Certificate *Certificate // of equivalent, true and false

	// Disagreement is the share of assignments on which the two differ, where
	// Options.Disagreement asks for it and the pair is a Boolean one.
	Disagreement *prop.Disagreement

	// Strings counts what two regular expressions accept, where
	// Options.Disagreement asks for it; the share is then of these.
	Strings *StringCounts

	// ScopeSensitive says that the verdict would be another if quantifiers
	// reached further or less far than they were taken to.
	ScopeSensitive bool
	// Warnings are what a user should know beside the verdict.
	Warnings []string
}

// A Witness tells two sides apart. Its JSON form is one of
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
// two structures in which all premises hold: the conclusion is true in the one
// and false in the other. Package structure documents the form of structures.
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
}

// The kinds of witness.
const (
	KindAssignment = "assignment"
	KindStructure  = "structure"
	KindString     = "string"
	KindModels     = "models"
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

// relation gives how the second side stands to the first, from what is known
// of the two implications; empty where that is not enough.
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
