package verify

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/check"
)

// The reasons of unknown verdicts. The reason of noncompliant or error is the error
// message.
const (
	ReasonTimeout         = check.ReasonTimeout
	ReasonResource        = check.ReasonResource
	ReasonIncomplete      = check.ReasonIncomplete
	ReasonNoProver        = check.ReasonNoProver
	ReasonProver          = check.ReasonProver
	ReasonWitnessRejected = check.ReasonWitnessRejected
	ReasonPanic           = "panic" // an engine panicked: a bug
)

// A Result is the outcome for a pair or an argument.
type Result struct {
	Verdict  record.Verdict
	Reason   string
	Engine   string // of the verdict; two joined by + if each proved one direction
	Relation record.Relation

	Witness     *Witness     // of not_equivalent, false and uncertain
	Certificate *Certificate // of equivalent, true and false

	// ScopeSensitive means that the verdict changes if the scope of the quantifiers
	// is read in another way.
	ScopeSensitive bool
	// FreeVariableSensitive means that the verdict depends on whether free names that
	// look like variables are read as constants or closed universally.
	FreeVariableSensitive bool
	// Leniencies name the repairs that Options.Formula.Lenient made. Those of the left
	// side begin with GoldLeniency.
	Leniencies []string
	// Surprises say why the reading may not be the intended one: SurpriseVacuous,
	// SurpriseDisjoint, SurpriseArities, SurpriseReadings, SurpriseNotation, SurpriseCompared.
	Surprises []string
	// Warnings are messages for the user.
	Warnings []string
}

// Status answers whether the two sides are equivalent.
func (r Result) Status() check.Status {
	switch r.Verdict {
	case record.Equivalent:
		return check.Yes
	case record.NotEquivalent:
		return check.No
	}
	return check.Unknown
}

// A Witness shows that two sides differ. Its JSON form is one of
//
//	{"kind":"assignment","assignment":{"p1":true,"p2":false},"left":true,"right":false}
//	{"kind":"structure","structure":{"size":2,...},"left":false,"right":true}
//	{"kind":"string","string":"10","accepted_by":"left"}
//
// where left and right are the truth values of the two sides. The assignment of a
// first-order pair names its ground atoms. For an entailment, the form is
//
//	{"kind":"models","true":{"size":1,...},"false":{"size":2,...}}
//
// with one or two structures in which all premises hold: the conclusion is true in the
// first and false in the second. Package check documents the form of structures. A
// witness of kind word or checker has its content in value; for word it is a check.Word.
// A witness of any other kind is that of a checker, as it gave it.
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
	Value      json.RawMessage  `json:"value,omitempty"` // of kind word or checker

	own []byte // the whole witness, if its kind is none of those below
}

// The kinds of witness.
const (
	KindAssignment = "assignment"
	KindStructure  = "structure"
	KindString     = "string"
	KindModels     = "models"
	KindWord       = "word"    // of linear temporal logic
	KindChecker    = "checker" // from a program of the user; it is not checked
)

var kinds = []string{KindAssignment, KindStructure, KindString, KindModels, KindWord, KindChecker}

// JSON encodes the witness for a row.
func (w *Witness) JSON() (string, error) {
	if w.own != nil {
		return string(w.own), nil
	}
	b, err := json.Marshal(w)
	if err != nil {
		return "", fmt.Errorf("witness: %w", err)
	}
	return string(b), nil
}

// ParseWitness reads a witness from text of any origin.
func ParseWitness(s string) (*Witness, error) {
	w := new(Witness)
	var of struct {
		Kind string `json:"kind"`
	}
	err := json.Unmarshal([]byte(s), w)
	if json.Unmarshal([]byte(s), &of) == nil && of.Kind != "" && !slices.Contains(kinds, of.Kind) {
		if err != nil { // a member such as left has a type of its own
			w = &Witness{Kind: of.Kind}
		}
		w.own = []byte(s)
		return w, nil
	}
	if err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	return w, nil
}

// Foreign reports whether the witness is that of a checker.
func (w *Witness) Foreign() bool { return w.own != nil || w.Kind == KindChecker }

// Own returns the witness of a checker as it gave it.
func (w *Witness) Own() string {
	if w.own != nil {
		return string(w.own)
	}
	return string(w.Value)
}

// Word returns the word of a witness of kind word.
func (w *Witness) Word() (*check.Word, error) {
	if w.Kind != KindWord {
		return nil, errKind(w)
	}
	word := new(check.Word)
	if err := json.Unmarshal(w.Value, word); err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	return word, nil
}

// A Certificate describes the proof of an equivalence or an entailment.
type Certificate = check.Certificate

// relation returns the relation of the second side to the first, given the answers for
// both implications. It is empty unless both answers are known.
func relation(forward, back check.Status) record.Relation {
	switch {
	case forward == check.Yes && back == check.Yes:
		return record.RelEquivalent
	case forward == check.No && back == check.No:
		return record.RelIncomparable
	case forward == check.Yes && back == check.No:
		return record.RelWeaker
	case forward == check.No && back == check.Yes:
		return record.RelStronger
	}
	return ""
}
